import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import type { Clock, PlainReaders } from '../../src/engine/port.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { matrixDigest } from '../../src/matrix/report.ts';
import { KeptCells } from '../../src/service/kept-cells.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/port.ts';
import { inProcess, run } from '../matrix/run.ts';
import { field, side } from '../matrix/schemas.ts';

const CODE = sha256('this code');

/** Time that passes only when somebody waits. */
function standingClock(): Clock & { passed_ms: number } {
  const clock = {
    passed_ms: 0,
    now_ms: () => clock.passed_ms++,
    pause: async (pause_ms: number) => {
      clock.passed_ms += pause_ms;
      await new Promise(resolve => setImmediate(resolve));
    },
    every: () => () => undefined,
  };
  return clock;
}

const memory = (): MemoryStore => new MemoryStore(() => 0);
const versions = (count: number): readonly Side[] =>
  Array.from({ length: count }, (_, at) =>
    side(at + 1, field(1, 'a', 'int32'), ...(at > 0 ? [field(1 + at, `b${at}`, 'int64')] : [])),
  );

/** Readers that count what they were asked. */
function counting(): PlainReaders & { asked: number } {
  const readers = {
    asked: 0,
    parquet: inProcess.parquet,
    read: (tasks: Parameters<PlainReaders['read']>[0]) => {
      readers.asked += tasks.length;
      return inProcess.read(tasks);
    },
  };
  return readers;
}

const keeper = (store: Store, clock: Clock, name = 'one', code = CODE, gone: readonly string[] = []) =>
  new KeptCells(store, code, { name, isGone: other => gone.includes(other) }, clock);

describe('cells that were run before', () => {
  it('are taken as they were found, and the report is the same to the byte', async () => {
    const [store, clock, sides] = [memory(), standingClock(), versions(3)];
    const fresh = await run({ writers: sides, readers: sides });
    const first = keeper(store, clock);
    expect(matrixDigest(await run({ writers: sides, readers: sides, kept: first }))).toBe(
      matrixDigest(fresh),
    );
    expect(first.use).toEqual({ taken: 0, ran: 9, damaged: 0, problem: undefined });
    const [second, plain] = [keeper(store, clock, 'two'), counting()];
    expect(await run({ writers: sides, readers: sides, kept: second, plain })).toEqual(fresh);
    expect([second.use.taken, second.use.ran, plain.asked]).toEqual([9, 0, 0]);
  });

  it('leave one row and one column to be run when a version is added', async () => {
    const [store, clock] = [memory(), standingClock()];
    const sides = versions(4);
    await run({ writers: sides.slice(0, 3), readers: sides.slice(0, 3), kept: keeper(store, clock) });
    const kept = keeper(store, clock, 'two');
    await run({ writers: sides, readers: sides, kept });
    expect([kept.use.taken, kept.use.ran]).toEqual([9, 7]);
  });

  it.each([
    ['another seed', { seed: 2 }, CODE],
    ['another codec', { codecs: ['json'] as const }, CODE],
    ['other code', {}, sha256('other code')],
  ])('are not taken for %s', async (_, other, code) => {
    const [store, clock, sides] = [memory(), standingClock(), versions(1)];
    await run({ writers: sides, readers: sides, kept: keeper(store, clock) });
    const kept = keeper(store, clock, 'two', code);
    await run({ writers: sides, readers: sides, kept, ...other });
    expect([kept.use.taken, kept.use.ran]).toEqual([0, 1]);
  });

  it('are run again where the object that held them is damaged or another, and kept anew', async () => {
    for (const damage of [new Fault('OBJECT_UNKNOWN', { digest: CODE }), new Uint8Array([1, 2, 3])]) {
      const [store, clock, sides] = [memory(), standingClock(), versions(2)];
      const fresh = await run({ writers: sides, readers: sides, kept: keeper(store, clock) });
      let isDamaged = true;
      const damaged: Store = Object.assign(Object.create(store) as MemoryStore, {
        getObject: async (digest: Parameters<Store['getObject']>[0]) =>
          isDamaged ? damage : store.getObject(digest),
        transact: (...all: Parameters<Store['transact']>) => store.transact(...all),
        readScope: (scope: string) => store.readScope(scope),
      });
      const second = keeper(damaged, clock, 'two');
      expect(await run({ writers: sides, readers: sides, kept: second })).toEqual(fresh);
      expect(second.use).toMatchObject({ taken: 0, ran: 4, damaged: 2, problem: undefined });
      isDamaged = false;
      const third = keeper(damaged, clock, 'three');
      await run({ writers: sides, readers: sides, kept: third });
      expect(third.use).toMatchObject({ taken: 4, ran: 0, damaged: 0 });
    }
  });

  it('are run all the same when the store fails, and why is told', async () => {
    const fault = new Fault('STORE_CORRUPT', { path: 'cells', problem: 'a test' });
    const store: Store = Object.assign(Object.create(memory()) as MemoryStore, {
      readScope: async () => fault,
      transact: async () => fault,
    });
    const kept = keeper(store, standingClock());
    const sides = versions(2);
    expect(await run({ writers: sides, readers: sides, kept })).toEqual(
      await run({ writers: sides, readers: sides }),
    );
    expect(kept.use.problem).toBe(fault);
  });
});

describe('two workers on one store', () => {
  it('never run a cell both, and both have all of them', async () => {
    const [store, clock, sides] = [memory(), standingClock(), versions(4)];
    const workers = ['one', 'two', 'three'].map(name => keeper(store, clock, name));
    // Each gives way before it answers, as a child process does.
    const plain: PlainReaders = {
      parquet: inProcess.parquet,
      read: async tasks => {
        await new Promise(resolve => setImmediate(resolve));
        return inProcess.read(tasks);
      },
    };
    const reports = await Promise.all(
      workers.map(kept => run({ writers: sides, readers: sides, kept, plain, codecs: ['avro', 'json'] })),
    );
    expect(new Set(reports.map(matrixDigest)).size).toBe(1);
    expect(workers.reduce((sum, { use }) => sum + use.ran, 0)).toBe(32);
  });

  it('go on without one that died, once its time is over', async () => {
    const [store, clock, sides] = [memory(), standingClock(), versions(2)];
    const dead: PlainReaders = { parquet: inProcess.parquet, read: () => new Promise(() => undefined) };
    void run({ writers: sides, readers: sides, kept: keeper(store, clock, 'dead'), plain: dead });
    await new Promise(resolve => setImmediate(resolve));
    const kept = keeper(store, clock, 'alive');
    const before_ms = clock.passed_ms;
    await run({ writers: sides, readers: sides, kept });
    expect(kept.use.ran).toBe(4);
    expect(clock.passed_ms - before_ms).toBeGreaterThanOrEqual(LIMITS.cells_lease_ms);
  });

  it('go on at once without one that is known to be gone, because a person who stopped it asks again', async () => {
    const [store, clock, sides] = [memory(), standingClock(), versions(2)];
    const dead: PlainReaders = { parquet: inProcess.parquet, read: () => new Promise(() => undefined) };
    void run({ writers: sides, readers: sides, kept: keeper(store, clock, 'dead'), plain: dead });
    await new Promise(resolve => setImmediate(resolve));
    const kept = keeper(store, clock, 'alive', CODE, ['dead']);
    const before_ms = clock.passed_ms;
    await run({ writers: sides, readers: sides, kept });
    expect(kept.use.ran).toBe(4);
    expect(clock.passed_ms - before_ms).toBeLessThan(LIMITS.cells_poll_ms);
  });

  it('leave to the other what they could not run, because readers did not start', async () => {
    const [store, clock, sides] = [memory(), standingClock(), versions(1)];
    const fault = new Fault('PLAIN_READER_UNAVAILABLE', { how: 'a test' });
    const refused = keeper(store, clock).find([{ key: CODE, reader: sides[0]! }], async () => fault);
    expect(await refused).toBe(fault);
    const before_ms = clock.passed_ms;
    const ran = await keeper(store, clock, 'two').find([{ key: CODE, reader: sides[0]! }], async () => []);
    expect(ran).toEqual(new Map());
    expect(clock.passed_ms - before_ms).toBeLessThan(LIMITS.cells_lease_ms);
  });
});
