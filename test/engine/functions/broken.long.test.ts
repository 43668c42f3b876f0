import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/base/fault.ts';
import type { FunctionPlan } from '../../../src/convert/function-plan.ts';
import { RunningFunction } from '../../../src/engine/functions/run.ts';
import { RunningFunctions } from '../../../src/engine/functions/running.ts';
import { bundleOf, column, planOf, TAKEN, valuesIn } from './running.ts';

const RIGHT = 'return { ms: batch.columns.seconds };';
const GIVE = 'return { ms: BigInt64Array.of(0n) };';

/** What a broken function does, and the code of its fault; where the two engines differ, each. */
const BROKEN: Readonly<
  Record<string, readonly [body: string, code: string, more?: { before?: string; quickjs?: string }]>
> = {
  'loops for ever': ['for (;;);', 'FUNCTION_LATE'],
  'loops for ever when its module is read': [RIGHT, 'FUNCTION_LATE', { before: 'for (;;);' }],
  'fills 10 GB of buffers': [
    'const all: any[] = []; for (let i = 0; i < 10_240; i++) all.push(new Uint8Array(1 << 20).fill(1)); return all;',
    'FUNCTION_MEMORY',
  ],
  'asks for 10 GB of buffers that it never writes to': [
    `const all: any[] = []; for (let i = 0; i < 10; i++) all.push(new ArrayBuffer(2 ** 30)); (globalThis as any); ${GIVE.replace('return', 'if (all.length > 0) return')}`,
    'FUNCTION_MEMORY',
  ],
  'fills its memory with objects': [
    'const all: any[] = []; for (;;) all.push({ i: all.length, s: String(all.length) });',
    'FUNCTION_MEMORY',
  ],
  'ends its process': ['(process as any).exit(0);', 'FUNCTION_THREW'],
  'kills processes': ['(process as any).kill(1, 9);', 'FUNCTION_THREW'],
  'binds to what Node is made of': ["(process as any).binding('fs');", 'FUNCTION_THREW'],
  'requires a module': ["(globalThis as any).require('fs').readFileSync('/etc/passwd');", 'FUNCTION_THREW'],
  'makes code of text': ["return Function('return process')().env;", 'FUNCTION_THREW'],
  'makes code of text by a constructor': [
    "return (async () => {}).constructor('return process')();",
    'FUNCTION_THREW',
  ],
  'evaluates text': ["return (0, (globalThis as any).eval)('process');", 'FUNCTION_THREW'],
  fetches: ["return fetch('http://127.0.0.1/');", 'FUNCTION_THREW'],
  'opens a socket': ["return new WebSocket('ws://127.0.0.1/');", 'FUNCTION_THREW'],
  'starts a worker': ["return new (globalThis as any).Worker('x');", 'FUNCTION_THREW'],
  'makes WebAssembly': [
    'return new (globalThis as any).WebAssembly.Memory({ initial: 1 });',
    'FUNCTION_THREW',
  ],
  sleeps: ['Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);', 'FUNCTION_THREW'],
  'waits for later': ['setTimeout(() => {}, 1);', 'FUNCTION_THREW'],
  'reads the clock': ['return Date.now();', 'FUNCTION_THREW'],
  'reads the finer clock': ['return performance.now();', 'FUNCTION_THREW'],
  'asks for chance': ['return Math.random();', 'FUNCTION_THREW'],
  'asks for better chance': ['return crypto.getRandomValues(new Uint8Array(1));', 'FUNCTION_THREW'],
  'reads the environment': ["return (process as any).env['PATH'];", 'FUNCTION_THREW'],
  'asks for a language': ["return 'a'.localeCompare('b');", 'FUNCTION_THREW'],
  'formats a time of now': ['return new Intl.DateTimeFormat().format();', 'FUNCTION_THREW'],
  'writes to the console': ["console.log('x');", 'FUNCTION_THREW'],
  'pollutes the prototype of objects': ['(Object.prototype as any).polluted = 1;', 'FUNCTION_THREW'],
  'pollutes the prototype of arrays': ['(Array.prototype as any).push = () => 0;', 'FUNCTION_THREW'],
  'pollutes by __proto__': ['({} as any).__proto__.polluted = 1;', 'FUNCTION_THREW'],
  'leaves a global': ['(globalThis as any).left = 1;', 'FUNCTION_THREW'],
  throws: ["throw new Error('x');", 'FUNCTION_THREW'],
  'throws what is no error': ['throw 7;', 'FUNCTION_THREW'],
  'throws an error that throws': [
    "throw Object.defineProperty(new Error('x'), 'name', { get() { throw 1; } });",
    'FUNCTION_THREW',
  ],
  'calls itself without end': ['const f = (): any => [f()]; return f();', 'FUNCTION_THREW'],
  'gives too few rows': ['return { ms: new BigInt64Array(0) };', 'FUNCTION_COLUMN_UNFIT'],
  'gives another type': ['return { ms: Float64Array.of(1) };', 'FUNCTION_COLUMN_UNFIT'],
  'gives no column of that name': ['return { us: batch.columns.seconds };', 'FUNCTION_COLUMN_UNFIT'],
  'gives nothing': ['return undefined;', 'FUNCTION_COLUMN_UNFIT'],
  'gives a promise that never settles': ['return new Promise(() => {});', 'FUNCTION_COLUMN_UNFIT'],
  'is asynchronous': ['return (async () => ({ ms: batch.columns.seconds }))();', 'FUNCTION_COLUMN_UNFIT'],
  'rejects with a code that it has not': ["reject(0, 'OTHER');", 'FUNCTION_REJECT_UNKNOWN'],
  'rejects a row that is not there': ["reject(1, 'NEGATIVE');", 'FUNCTION_REJECT_UNKNOWN'],
  'throws when its module is read': [RIGHT, 'FUNCTION_THREW', { before: "throw new Error('x');" }],
};

describe.each(['process', 'quickjs'] as const)('a broken function in %s', isolation => {
  it.each(Object.entries(BROKEN))('that %s is told, and harms nothing', async (_, [body, code, more]) => {
    const bundle = await bundleOf(body, isolation, more?.before);
    const plan = planOf(bundle, isolation, {
      limit_ms: code === 'FUNCTION_MEMORY' ? 60_000 : 4_000,
    });
    const run = new RunningFunction(plan, bundle);
    const fault = await run.make([column(TAKEN, [1n])], 1);
    run.end();
    expect((fault as Fault).code).toBe(code);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    await rightGoesOn(isolation);
  });

  it('that gives more than there is room for is told', async () => {
    const bundle = await bundleOf(
      "const text = 'x'.repeat(2 ** 20); return { ms: Array.from({ length: batch.rows }, () => text) };",
      isolation,
    );
    const plan = planOf(bundle, isolation, {
      memory_mib: 2_048,
      limit_ms: 30_000,
      makes: [{ ...TAKEN, id: 2, name: 'ms', type: { kind: 'string' }, logical: 'text', unit: undefined }],
    });
    const run = new RunningFunction(plan, bundle);
    const fault = await run.make(
      [
        column(
          TAKEN,
          Array.from({ length: 300 }, () => 1n),
        ),
      ],
      300,
    );
    run.end();
    expect(fault).toMatchObject({ code: 'FUNCTION_COLUMN_UNFIT' });
  });

  it('leaves no process behind when it is ended', async () => {
    const before = new Set(children());
    const bundle = await bundleOf('for (;;);', isolation);
    const run = new RunningFunction(planOf(bundle, isolation, { limit_ms: 500 }), bundle);
    expect(await run.make([column(TAKEN, [1n])], 1)).toMatchObject({ code: 'FUNCTION_LATE' });
    const left = () => children().filter(pid => !before.has(pid));
    for (let tries = 0; left().length > 0 && tries < 50; tries++)
      await new Promise(resolve => setTimeout(resolve, 100));
    expect(left()).toEqual([]);
  });

  it('that keeps what it saw is told, because a row gives the same whatever stands beside it', async () => {
    for (const [body, before, asked] of [
      [
        'return { ms: BigInt64Array.from({ length: batch.rows }, () => BigInt(n++)) };',
        'let n = 0;',
        'again',
      ],
      [
        'return { ms: BigInt64Array.from({ length: batch.rows }, (_, row) => BigInt(row)) };',
        '',
        'in another order and in pieces',
      ],
      [
        "for (let row = 0; row < batch.rows; row++) if (batch.rows > 2) reject(row, 'NEGATIVE'); return { ms: batch.columns.seconds };",
        '',
        'in another order and in pieces',
      ],
    ] as const) {
      const bundle = await bundleOf(body, isolation, before);
      const plan = planOf(bundle, isolation);
      const fault = await once(plan, bundle, [5n, 6n, 7n]);
      expect(fault).toMatchObject({
        code: 'FUNCTION_NOT_DETERMINISTIC',
        facts: { function: 'f', field: expect.stringContaining('ms'), asked },
      });
    }
    const bundle = await bundleOf(RIGHT, isolation);
    const made = await once(planOf(bundle, isolation), bundle, [5n, null, 7n]);
    expect(valuesIn(planOf(bundle, isolation), made)).toEqual([5n, null, 7n]);
  });
});

it('nothing of a function reaches the network, because it has no word for it', async () => {
  let calls = 0;
  const server = createServer(() => calls++).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  for (const body of [
    `return fetch('http://127.0.0.1:${port}/');`,
    // Written so that a bundler does not see the address, and refuses it at its line.
    `return import(['http:', '', '127.0.0.1:${port}', 'x.js'].join('/'));`,
  ]) {
    const bundle = await bundleOf(body, 'process');
    const run = new RunningFunction(planOf(bundle, 'process'), bundle);
    expect(await run.make([column(TAKEN, [1n])], 1)).toBeInstanceOf(Error);
    run.end();
  }
  server.close();
  expect(calls).toBe(0);
});

async function once(
  plan: FunctionPlan,
  bundle: Awaited<ReturnType<typeof bundleOf>>,
  values: (bigint | null)[],
) {
  const running = new RunningFunctions(new Map([[bundle.digest, bundle]]), 'first');
  try {
    return await running.make({ plan, columns: [column(TAKEN, values)], rows: values.length });
  } finally {
    running.end();
  }
}

let right: Awaited<ReturnType<typeof bundleOf>> | undefined;

async function rightGoesOn(isolation: 'process' | 'quickjs'): Promise<void> {
  if (isolation === 'quickjs') return;
  right ??= await bundleOf(RIGHT, 'process');
  const plan = planOf(right, 'process');
  const run = new RunningFunction(plan, right);
  expect(valuesIn(plan, await run.make([column(TAKEN, [7n])], 1))).toEqual([7n]);
  run.end();
}

/** Children of this process that run functions. */
function children(): readonly string[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc').filter(pid => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [, parent] = / [A-Z] (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
      return (
        Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('functions')
      );
    } catch {
      return false;
    }
  });
}
