import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core';
import { packed } from '../../convert/function-wire.ts';
import { type Ask, BUNDLE_NAME, HARNESS_NAME } from './ask.ts';
import type { Answer, Said } from './harness.ts';

/** Of the engine's own stack, within that of WebAssembly. */
const STACK_BYTES = 256 << 10;

/** Runs a function in an engine of its own, which knows nothing of this process. */
export async function openQuickjs({ order, limit_ms, memory_mib, harness, bundle }: Ask) {
  const library = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'));
  const runtime = library.newRuntime();
  runtime.setMemoryLimit(memory_mib * 2 ** 20);
  runtime.setMaxStackSize(STACK_BYTES);
  let ends_ms = Number.POSITIVE_INFINITY;
  runtime.setInterruptHandler(() => performance.now() > ends_ms);
  const turn = (): void => {
    ends_ms = performance.now() + limit_ms;
  };
  const context = runtime.newContext();
  const tools = context.unwrapResult(context.evalCode(harness, HARNESS_NAME));
  const failed = context.getProp(tools, 'failedBy');
  const write = context.getProp(context.global, 'JSON').consume(json => context.getProp(json, 'stringify'));
  const textOf = (thrown: QuickJSHandle): string => failureText(context, failed, write, thrown);
  const asked = context.newString(JSON.stringify(order));
  const read = context.getProp(context.global, 'JSON').consume(json => context.getProp(json, 'parse'));
  const plan = context.unwrapResult(context.callFunction(read, context.undefined, asked));
  const begin = context
    .getProp(tools, 'start')
    .consume(start => context.unwrapResult(context.callFunction(start, context.undefined, plan)));
  turn();
  const exports = context.evalCode(bundle, BUNDLE_NAME);
  if (exports.error !== undefined) return { said: textOf(exports.error), answer: undefined };
  const begun = context.unwrapResult(context.callFunction(begin, context.undefined, exports.value));
  const said = context.getProp(begun, 'said').consume(text => context.getString(text));
  const answering = context.getProp(begun, 'answer');
  if (context.typeof(answering) !== 'function') return { said, answer: undefined };
  const encoder = new TextEncoder();
  const answer: Answer = batch => {
    turn();
    const given = context.newArrayBuffer(batch);
    const made = context.callFunction(answering, context.undefined, given);
    given.dispose();
    if (made.error !== undefined) return packed([encoder.encode(textOf(made.error))]).buffer;
    const bytes = context.getArrayBuffer(made.value);
    const copy = bytes.value.slice().buffer;
    bytes.dispose();
    made.value.dispose();
    return copy;
  };
  return { said, answer };
}

/** What it throws past the harness is the engine's own: it is out of time, or of memory. */
function failureText(
  context: QuickJSContext,
  failed: QuickJSHandle,
  write: QuickJSHandle,
  thrown: QuickJSHandle,
): string {
  const message = context.getProp(thrown, 'message').consume(text => context.dump(text));
  if (message === 'interrupted') return JSON.stringify({ kind: 'late' } satisfies Said);
  if (message === 'out of memory') return JSON.stringify({ kind: 'memory' } satisfies Said);
  const said = context.unwrapResult(context.callFunction(failed, context.undefined, thrown));
  return context
    .unwrapResult(context.callFunction(write, context.undefined, said))
    .consume(text => context.getString(text));
}
