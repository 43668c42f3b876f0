import { Script } from 'node:vm';
import { packed } from '../../convert/function-wire.ts';
import { type Ask, BUNDLE_NAME, HARNESS_NAME } from './ask.ts';
import type { Answer, failedBy, Said, start } from './harness.ts';

type Harness = { readonly start: typeof start; readonly failedBy: typeof failedBy };

/** Runs a function in this process, which has been left nothing worth having. */
export async function openHere({ order, limit_ms, harness, bundle }: Ask) {
  const { start, failedBy } = new Script(harness, { filename: HARNESS_NAME }).runInThisContext() as Harness;
  const turn = turns(limit_ms);
  const begin = start(order);
  try {
    const exports = turn(() => new Script(bundle, { filename: BUNDLE_NAME }).runInThisContext());
    const { said, answer } = begin(exports);
    const timed: Answer | undefined = answer && (batch => timely(() => turn(() => answer(batch))));
    return { said, answer: timed };
  } catch (error) {
    return { said: isEnd(error) ? LATE : JSON.stringify(failedBy(error)), answer: undefined };
  }
}

const encoder = new TextEncoder();
const LATE = JSON.stringify({ kind: 'late' } satisfies Said);

function timely(act: () => ArrayBuffer): ArrayBuffer {
  try {
    return act();
  } catch (error) {
    if (!isEnd(error)) throw error;
    return packed([encoder.encode(LATE)]).buffer;
  }
}

/** That a turn took too long; no function can catch it. */
const isEnd = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Runs something within so much time. Only a script is ended from within, so it is one that calls. */
function turns(limit_ms: number): <T>(act: () => T) => T {
  let next: (() => unknown) | undefined;
  Object.defineProperty(globalThis, TURN, {
    value: () => {
      const act = next;
      next = undefined;
      return act?.();
    },
  });
  const script = new Script(`globalThis[Symbol.for('${TURN_NAME}')]()`);
  return <T>(act: () => T): T => {
    next = act;
    return script.runInThisContext({ timeout: limit_ms }) as T;
  };
}

const TURN_NAME = 'assay.turn';
const TURN = Symbol.for(TURN_NAME);
