import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { type Digest, sha256 } from '../../../src/base/digest.ts';
import { Fault } from '../../../src/base/fault.ts';
import { LIMITS } from '../../../src/base/limits.ts';
import { type Collected, collect } from '../../../src/service/collect/collect.ts';
import { collectAsked } from '../../../src/service/collect/collect-asked.ts';
import type { KeptBlobs } from '../../../src/service/kept-blobs.ts';
import { BlobbedStore } from '../../../src/store/blobbed.ts';
import { MemoryBlobs, MemoryStore } from '../../../src/store/memory.ts';
import type { Store } from '../../../src/store/port.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

function made() {
  const clock = { now_ms: 0 };
  const now_ms = () => clock.now_ms;
  const [objects, data] = [new MemoryBlobs(now_ms), new MemoryBlobs(now_ms)];
  const inner = new MemoryStore(now_ms);
  const kept: KeptBlobs = {
    path: 'blobs',
    objects,
    data,
    probe: async () => 'fit',
    reach: async () => undefined,
  };
  return { clock, kept, inner, store: new BlobbedStore(inner, objects) };
}

let ops = 0;
const write = (store: Store, refs: Record<string, Json>, objects: readonly string[] = [], scope = 's') =>
  store.transact(scope, `op-${++ops}`, { kind: 'test' }, () => ({
    answer: { kind: 'done' },
    refs: new Map(Object.entries(refs)),
    objects: objects.map(text => Buffer.from(text)),
  }));

const put = (store: Store, text: string) => store.putObject(Buffer.from(text));
const has = async (store: Store, text: string): Promise<boolean> =>
  !((await store.getObject(sha256(text))) instanceof Fault);
const done = (found: Collected | Fault): Collected => {
  if (found instanceof Fault) throw found;
  return found;
};

describe('what is collected', () => {
  it('is what nothing names: neither a reference, nor an answer, nor an object that is named itself', async () => {
    const { clock, kept, store } = made();
    const inner = `{"below": "${sha256('leaf')}"}`;
    for (const text of ['leaf', inner, 'answered', 'nobody', 'named by a part of a name'])
      await put(store, text);
    await store.transact('s', 'op', { kind: 'test' }, () => ({
      answer: { kind: 'done', had: sha256('answered') },
      refs: new Map<string, Json>([
        ['a', { record: sha256(inner) }],
        [`approval/${sha256('named by a part of a name').slice('sha256:'.length)}`, 1],
      ]),
      objects: [],
    }));
    clock.now_ms = WEEK_MS + 1;
    const ask = { store, kept, older_ms: WEEK_MS };
    const dry = done(await collect({ ...ask, isDry: true }));
    expect(dry.objects).toEqual({ kept: 4, young: 0, removed: 1, bytes: 6 });
    expect(await has(store, 'nobody'), 'nothing is removed where that is only asked').toBe(true);
    expect(done(await collect({ ...ask, isDry: false }))).toEqual(dry);
    expect(await has(store, 'nobody')).toBe(false);
    for (const text of ['leaf', inner, 'answered', 'named by a part of a name'])
      expect(await has(store, text)).toBe(true);
    expect(done(await collect({ ...ask, isDry: false })).objects).toMatchObject({ kept: 4, removed: 0 });
  });

  it('is not what was put a while ago, because whoever put it may be about to name it', async () => {
    const { clock, kept, store } = made();
    await put(store, 'x');
    clock.now_ms = WEEK_MS;
    const ask = { store, kept, older_ms: WEEK_MS, isDry: false };
    expect(done(await collect(ask)).objects).toMatchObject({ young: 1, removed: 0 });
    await put(store, 'x');
    clock.now_ms += 1;
    expect(done(await collect(ask)).objects, 'it was put again').toMatchObject({ young: 1, removed: 0 });
    clock.now_ms += WEEK_MS;
    expect(done(await collect(ask)).objects).toMatchObject({ young: 0, removed: 1 });
  });

  it('is what a reference named once only a while after that was noticed, as somebody may still read it', async () => {
    const { clock, kept, store } = made();
    await write(store, { a: sha256('old') }, ['old']);
    await write(store, { a: sha256('new') }, ['new']);
    clock.now_ms = 10 * WEEK_MS;
    const ask = { store, kept, older_ms: WEEK_MS, isDry: false };
    expect(done(await collect({ ...ask, isDry: true })).objects).toMatchObject({ young: 1 });
    for (const days of [0, 7]) {
      clock.now_ms += days * DAY_MS;
      expect(done(await collect(ask)).objects).toMatchObject({ kept: 1, young: 1, removed: 0 });
    }
    clock.now_ms += 1;
    expect(done(await collect(ask)).objects).toMatchObject({ kept: 1, young: 0, removed: 1 });
    expect([await has(store, 'old'), await has(store, 'new')]).toEqual([false, true]);
  });

  it('is blobs as well: large objects and files of golden sets that nothing names', async () => {
    const { clock, kept, store } = made();
    const large = (name: string) => name.repeat(LIMITS.blob_from_bytes + 1);
    const leaf = sha256('leaf');
    await put(store, 'leaf');
    const named = `${large('n')} ${leaf}`;
    await write(store, { a: sha256(named), file: sha256('rows') }, [named]);
    await put(store, large('x'));
    for (const rows of ['rows', 'nobody']) await kept.data.put(Buffer.from(rows));
    clock.now_ms = WEEK_MS + 1;
    const found = done(await collect({ store, kept, older_ms: WEEK_MS, isDry: false }));
    expect(found).toEqual({
      objects: { kept: 1, young: 0, removed: 0, bytes: 0 },
      blobs: { kept: 1, young: 0, removed: 1, bytes: LIMITS.blob_from_bytes + 1 },
      data: { kept: 1, young: 0, removed: 1, bytes: 6 },
      leftovers: 0,
    });
    expect(await has(store, 'leaf'), 'a large object names it').toBe(true);
    expect(await kept.data.stat(sha256('rows'))).toBeDefined();
    expect(await kept.data.stat(sha256('nobody'))).toBeUndefined();
  });

  it('is nothing where not one of many blobs is named, because they look like those of another store', async () => {
    const { clock, kept, store } = made();
    await write(store, { a: 1 });
    await kept.data.put(Buffer.from('of another'));
    const ask = { store, kept, older_ms: WEEK_MS, isDry: false };
    expect(done(await collect(ask)).data, 'young ones are about to be named').toMatchObject({ young: 1 });
    clock.now_ms = WEEK_MS + 1;
    expect(await collect(ask)).toMatchObject({ code: 'BLOBS_FOREIGN', facts: { path: 'blobs', blobs: 1 } });
    expect(await kept.data.stat(sha256('of another'))).toBeDefined();
  });

  it('takes in what was decided since it looked, before it removes anything', async () => {
    const { clock, kept, inner } = made();
    await put(inner, 'late');
    await put(inner, 'later');
    clock.now_ms = WEEK_MS + 1;
    let sweeps = 0;
    class Busy extends BlobbedStore {
      override async sweep<T>(...[work]: Parameters<Store['sweep']>): Promise<T | Fault> {
        // The first two list; what is named between those and the next is named late.
        if (++sweeps === 3) await write(inner, { a: sha256('late') });
        return (await super.sweep(work)) as T | Fault;
      }
    }
    const store = new Busy(inner, kept.objects);
    expect(done(await collect({ store, kept, older_ms: WEEK_MS, isDry: false })).objects).toMatchObject({
      kept: 1,
      removed: 1,
    });
    expect([await has(inner, 'late'), await has(inner, 'later')]).toEqual([true, false]);
  });

  it('is nothing where an object that is named can not be read, because nobody knows what it names', async () => {
    const { clock, kept, inner } = made();
    await put(inner, 'x');
    await write(inner, { a: sha256('broken') }, ['broken']);
    class Broken extends BlobbedStore {
      override async getObject(digest: Digest): Promise<Uint8Array | Fault> {
        return digest === sha256('broken')
          ? new Fault('OBJECT_CORRUPT', { digest, found: sha256('other') })
          : super.getObject(digest);
      }
    }
    clock.now_ms = WEEK_MS + 1;
    const store = new Broken(inner, kept.objects);
    expect(await collect({ store, kept, older_ms: WEEK_MS, isDry: false })).toMatchObject({
      code: 'OBJECT_CORRUPT',
    });
    expect(await has(inner, 'x')).toBe(true);
  });

  it('is exactly what can not be reached, whatever names what', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(11), { maxLength: 3 }),
        async (edges, roots) => {
          const { clock, kept, store } = made();
          // An object can only name what was there before it.
          const texts: string[] = [];
          for (const [at, to] of edges.entries())
            texts.push(
              `object ${at} names ${to.filter(each => each < at).map(each => sha256(texts[each]!))}`,
            );
          for (const text of texts) await put(store, text);
          const named = roots.filter(root => root < texts.length);
          await write(store, { roots: named.map(root => sha256(texts[root]!)) });
          const reached = new Set(named);
          for (const at of reached) for (const to of edges[at]!) if (to < at) reached.add(to);
          clock.now_ms = WEEK_MS + 1;
          await collect({ store, kept, older_ms: WEEK_MS, isDry: false });
          for (const [at, text] of texts.entries()) expect(await has(store, text)).toBe(reached.has(at));
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('what is asked for by its digest', () => {
  const asked = (store: Store, kept: KeptBlobs, ...texts: readonly string[]) =>
    collectAsked({
      store,
      kept,
      older_ms: WEEK_MS,
      isDry: false,
      digests: texts.map(text => sha256(text)),
      now_ms: 0,
    });

  it('is refused where anything refers to it, and said by what', async () => {
    const { clock, kept, store } = made();
    const inner = `names ${sha256('leaf')}`;
    await write(store, { a: sha256(inner) }, [inner, 'leaf']);
    clock.now_ms = WEEK_MS + 1;
    const refused = await asked(store, kept, 'leaf');
    expect(refused).toMatchObject({
      code: 'OBJECT_REFERRED',
      facts: { digest: sha256('leaf'), by: `${sha256(inner)}, which s a names` },
    });
    expect(await has(store, 'leaf')).toBe(true);
  });

  it('is refused where it is young, or not there, and nothing else that was asked for with it is removed', async () => {
    const { clock, kept, store } = made();
    await put(store, 'old');
    await kept.data.put(Buffer.from('old data'));
    clock.now_ms = WEEK_MS + 1;
    await put(store, 'young');
    expect(await asked(store, kept, 'old', 'young')).toMatchObject({
      code: 'OBJECT_YOUNG',
      facts: { digest: sha256('young'), days: 7 },
    });
    expect(await asked(store, kept, 'old', 'never')).toMatchObject({ code: 'OBJECT_UNKNOWN' });
    expect(await has(store, 'old')).toBe(true);
    expect(await asked(store, kept, 'old', 'old data')).toEqual({ kept: 0, young: 0, removed: 2, bytes: 11 });
    expect(await has(store, 'old')).toBe(false);
    expect(await kept.data.stat(sha256('old data'))).toBeUndefined();
  });
});
