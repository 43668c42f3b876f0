import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import type { Decision } from '../../src/change/decision.ts';
import { openStore } from '../../src/main/open-store.ts';
import { DeferredStore } from '../../src/store/deferred.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { storeSuite } from './store.suite.ts';

const folder = temporaryFolder();
let files = 0;
const fresh = (): string => path.join(folder, String(++files), 'registry.sqlite');

async function deferred(file: string): Promise<Store> {
  const store = await openStore({ file, makesFolder: true }, () => 7, 'make');
  if (store instanceof Fault) throw store;
  return store;
}

storeSuite('deferred', () => deferred(fresh()));

const REFUSED = new Fault('OBJECT_UNKNOWN', { digest: 'sha256:0' });
const KEPT: Decision<{ kind: 'done' }> = {
  answer: { kind: 'done' },
  refs: new Map([['a', 1]]),
  objects: [Buffer.from('x')],
};

describe('a store that is not there yet', () => {
  it('is not made, nor its folder, by reading, by a refusal, or by what is too large to keep', async () => {
    const file = fresh();
    const store = await deferred(file);
    expect(await store.readScope('s')).toMatchObject({ seq: 0 });
    expect(await store.scopes()).toEqual([]);
    expect(await store.transact('s', 'op', { kind: 'ask' }, () => REFUSED)).toBe(REFUSED);
    const large = { ...KEPT, objects: [Buffer.alloc(LIMITS.object_bytes_max + 1)] };
    expect(await store.transact('s', 'op', { kind: 'ask' }, () => large)).toMatchObject({
      code: 'OBJECT_TOO_LARGE',
    });
    await store.close();
    expect(existsSync(path.dirname(file))).toBe(false);
  });

  it('is made by the first that is kept, and has it', async () => {
    const file = fresh();
    const store = await deferred(file);
    await store.transact('s', 'refused', { kind: 'ask' }, () => REFUSED);
    expect(await store.transact('s', 'op', { kind: 'ask' }, () => KEPT)).toEqual({ kind: 'done', seq: 1 });
    await store.close();
    const again = await deferred(file);
    expect(await again.readScope('s')).toMatchObject({
      seq: 1,
      refs: new Map([['a', { generation: 1, value: 1 }]]),
    });
    await again.close();
  });

  it('is the one that another has made meanwhile, which is not judged as if it were empty', async () => {
    const file = fresh();
    const [late, early] = [await deferred(file), await deferred(file)];
    expect(await late.readScope('s')).toMatchObject({ seq: 0 });
    expect(await early.transact('s', 'one', { kind: 'ask' }, () => KEPT)).toMatchObject({ seq: 1 });
    const seen: number[] = [];
    const second = await late.transact('s', 'two', { kind: 'ask' }, state => {
      seen.push(state.seq);
      return KEPT;
    });
    expect([second, seen]).toEqual([{ kind: 'done', seq: 2 }, [1]]);
    await Promise.all([late.close(), early.close()]);
  });

  it('is made once for many who begin together, some of them refused, and loses nobody', async () => {
    const file = fresh();
    const stores = await Promise.all(Array.from({ length: 8 }, () => deferred(file)));
    const answers = await Promise.all(
      stores.flatMap((store, one) =>
        [0, 1].map(two =>
          store.transact('s', `${one}-${two}`, { kind: 'ask' }, () => (two === 0 ? KEPT : REFUSED)),
        ),
      ),
    );
    const kept = answers.filter(answer => !(answer instanceof Fault));
    expect(kept.map(answer => (answer as { seq: number }).seq).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    for (const store of stores) expect(await store.checkIntegrity()).toBeUndefined();
    await Promise.all(stores.map(store => store.close()));
  });

  it('is asked for again when it could not be made at first, because the disk may have room by then', async () => {
    const full = new Fault('STORE_UNAVAILABLE', { path: 'registry.sqlite', problem: 'ENOSPC' });
    const outcomes: (Store | Fault)[] = [full, new MemoryStore(() => 7)];
    const store = new DeferredStore({
      now_ms: () => 7,
      isAbsent: () => true,
      make: async () => outcomes.shift() ?? full,
    });
    expect(await store.transact('s', 'op', { kind: 'ask' }, () => KEPT)).toBe(full);
    expect(await store.transact('s', 'op', { kind: 'ask' }, () => KEPT)).toMatchObject({ seq: 1 });
    expect(await store.readScope('s')).toMatchObject({ seq: 1 });
  });
});
