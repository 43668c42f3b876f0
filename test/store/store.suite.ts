import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { type Digest, documentDigest, sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import type { Answer, Decision, ScopeState } from '../../src/change/decision.ts';
import type { JournalEntry, StillStore, Store, StoredObject } from '../../src/store/port.ts';

/** Every store passes this, unedited; `open` gives an empty one whose clock stands at 7 ms. */
export const storeSuite = (name: string, open: () => Promise<Store>): void => {
  describe(`${name} store`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      expect(await store.checkIntegrity()).toBeUndefined();
      await store.close();
    });

    it('gives back an object byte for byte under its digest, and keeps the same bytes once', async () => {
      const bytes = Uint8Array.of(0, 255, 13, 10);
      const digest = sha256(bytes);
      expect(await store.putObject(bytes)).toBe(digest);
      expect(await store.putObject(bytes.slice())).toBe(digest);
      expect(plain(await store.getObject(digest))).toEqual([0, 255, 13, 10]);
    });

    it('keeps an object of no bytes, because nothing is a content too', async () => {
      const digest = await store.putObject(new Uint8Array());
      expect(plain(await store.getObject(digest as never))).toEqual([]);
    });

    it('keeps its own copy of an object, because the caller may write into the buffer again', async () => {
      const bytes = Uint8Array.of(1);
      const digest = await store.putObject(bytes);
      bytes[0] = 2;
      expect(plain(await store.getObject(digest as never))).toEqual([1]);
    });

    it('refuses an object it never saw, and one too large to keep', async () => {
      const digest = sha256('never stored');
      expect(await store.getObject(digest)).toMatchObject({ code: 'OBJECT_UNKNOWN', facts: { digest } });
      const most = LIMITS.object_bytes_max;
      const large = new Uint8Array(most + 1);
      expect(await store.putObject(large)).toMatchObject({
        code: 'OBJECT_TOO_LARGE',
        facts: { bytes: most + 1, most },
      });
      const outcome = await store.transact('s', 'op', ASK, () => commit({}, { a: 1 }, [large]));
      expect(outcome).toMatchObject({ code: 'OBJECT_TOO_LARGE' });
      expect(await store.readScope('s')).toEqual({ scope: 's', seq: 0, refs: new Map() });
    });

    it('has nothing in a scope nobody wrote to', async () => {
      expect(await store.readScope('s')).toEqual({ scope: 's', seq: 0, refs: new Map() });
      expect(await store.scopes()).toEqual([]);
      expect(await store.journal('s', 1, 10)).toEqual([]);
    });

    it('writes refs, objects and the journal entry together, and numbers the answer', async () => {
      const object = Buffer.from('{"a":1}');
      const answer = await store.transact('s', 'op-1', ASK, state => {
        expect(state).toEqual({ scope: 's', seq: 0, refs: new Map() });
        return commit({ version: 3 }, { head: { version: 3 } }, [object]);
      });
      expect(answer).toEqual({ kind: 'done', version: 3, seq: 1 });
      expect(await store.readScope('s')).toEqual({
        scope: 's',
        seq: 1,
        refs: new Map([['head', { generation: 1, value: { version: 3 } }]]),
      });
      expect(plain(await store.getObject(sha256(object)))).toEqual([...object]);
      expect(await store.journal('s', 1, 10)).toEqual([
        {
          seq: 1,
          opId: 'op-1',
          kind: 'ask',
          request: documentDigest(ASK),
          answer: { kind: 'done', version: 3 },
          at_ms: 7,
        },
      ]);
    });

    it('writes nothing of a refused decision, and decides a repeat of it anew', async () => {
      const refusal = new Fault('OBJECT_UNKNOWN', { digest: 'x' });
      expect(await store.transact('s', 'op', ASK, () => refusal)).toBe(refusal);
      expect(await store.scopes()).toEqual([]);
      const answer = await store.transact('s', 'op', ASK, () => commit({}, {}));
      expect(answer).toMatchObject({ kind: 'done', seq: 1 });
    });

    it('writes nothing of a decision that throws, and can go on after it', async () => {
      const object = Buffer.from('unwritten');
      const broken = store.transact('s', 'op', ASK, () => {
        throw new RangeError('a mistake');
      });
      await expect(broken).rejects.toThrow(RangeError);
      const unprintable = store.transact('s', 'op', ASK, () =>
        commit({}, { a: 1, b: Number.NaN as Json }, [object]),
      );
      await expect(unprintable).rejects.toThrow(TypeError);
      expect(await store.readScope('s')).toEqual({ scope: 's', seq: 0, refs: new Map() });
      expect(await store.getObject(sha256(object))).toMatchObject({ code: 'OBJECT_UNKNOWN' });
      expect(await store.transact('s', 'op', ASK, () => commit({}, {}))).toMatchObject({ seq: 1 });
    });

    it('gives a repeat of an operation its first answer, whatever happened since, and decides nothing', async () => {
      const first = await store.transact('s', 'op', ASK, () => commit({ n: 1n << 60n }, { a: 1 }));
      await store.transact('s', 'other', ASK, () => commit({}, { a: 2 }));
      const repeat = await store.transact<Answer>('s', 'op', { n: 1, kind: 'ask' }, () => {
        throw new Error('decided twice');
      });
      expect(repeat).toEqual(first);
      expect(repeat).toEqual({ kind: 'done', n: '1152921504606846976', seq: 1 });
      expect(await store.readScope('s')).toMatchObject({ seq: 2 });
    });

    it('refuses an operation id that comes back with another request', async () => {
      await store.transact('s', 'op', ASK, () => commit({}, {}));
      const other = { kind: 'ask', n: 2 };
      const outcome = await store.transact('s', 'op', other, () => commit({}, {}));
      expect(outcome).toMatchObject({
        code: 'OP_ID_REUSED',
        facts: { scope: 's', opId: 'op', recorded: documentDigest(ASK), asked: documentDigest(other) },
      });
      expect(await store.transact('another', 'op', other, () => commit({}, {}))).toMatchObject({ seq: 1 });
    });

    it('raises a generation with each write, also of the same value, because A → B → A is three writes', async () => {
      for (const [index, value] of ['a', 'b', 'a', 'a'].entries())
        await store.transact('s', `op-${index}`, ASK, () => commit({}, { alias: value }));
      const state = await store.readScope('s');
      expect(state).toMatchObject({ refs: new Map([['alias', { generation: 4, value: 'a' }]]) });
    });

    it('leaves alone the refs a decision does not write, and the other scopes', async () => {
      await store.transact('s', 'op-1', ASK, () => commit({}, { a: 1, b: 1 }));
      await store.transact('s', 'op-2', ASK, () => commit({}, { a: 2 }));
      await store.transact('r', 'op-3', ASK, () => commit({}, { a: 3 }));
      expect(await store.readScope('s')).toMatchObject({
        refs: new Map([
          ['a', { generation: 2, value: 2 }],
          ['b', { generation: 1, value: 1 }],
        ]),
      });
      expect(await store.scopes()).toEqual([
        { scope: 'r', seq: 1 },
        { scope: 's', seq: 2 },
      ]);
    });

    it('keeps names apart that a path or a query could confuse', async () => {
      const names = ["a' OR 1=1", 'a/b', 'a', 'A', 'ä', '__proto__', '%', ''];
      for (const name of names)
        await store.transact(name, 'op', ASK, () => commit({}, { [`x${name}`]: name }));
      for (const name of names) {
        const state = (await store.readScope(name)) as ScopeState;
        expect([...state.refs]).toEqual([[`x${name}`, { generation: 1, value: name }]]);
      }
    });

    it('gives a decision a copy of the refs, because what it scribbles there is not a write', async () => {
      await store.transact('s', 'op-1', ASK, state => {
        (state.refs as Map<string, unknown>).set('scribble', 1);
        return commit({}, {});
      });
      expect(await store.readScope('s')).toMatchObject({ refs: new Map() });
    });

    it('pages the journal from any entry, never beyond the limit', async () => {
      for (let n = 1; n <= 5; n++) await store.transact('s', `op-${n}`, ASK, () => commit({}, {}));
      const seqs = async (from: number, limit: number) =>
        ((await store.journal('s', from, limit)) as readonly JournalEntry[]).map(entry => entry.seq);
      expect(await seqs(1, 2)).toEqual([1, 2]);
      expect(await seqs(3, 10)).toEqual([3, 4, 5]);
      expect(await seqs(6, 10)).toEqual([]);
      expect(await seqs(1, -1)).toEqual([]);
      expect(await seqs(1, 0)).toEqual([]);
    });

    it('lets exactly one of many racing moves win, and tells the others', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          store.transact('s', `op-${n}`, ASK, state =>
            state.refs.has('alias')
              ? new Fault('OBJECT_UNKNOWN', { digest: 'x' })
              : commit({ n }, { alias: n }),
          ),
        ),
      );
      expect(outcomes.filter(outcome => !(outcome instanceof Fault))).toHaveLength(1);
    });

    it('takes scopes as another store had them, and goes on where that one was', async () => {
      const value = { a: [1, null, 'ü'] };
      const entries = [1, 2, 3].map(seq => ({
        seq,
        opId: `op ${seq} ü`,
        kind: 'ask',
        request: documentDigest({ seq }),
        answer: { kind: 'done', seq },
        at_ms: seq,
      }));
      const scope = { scope: 's', seq: 3, refs: new Map([['x', { generation: 2, value }]]), entries };
      expect(await store.restore([scope])).toBeUndefined();
      const { entries: _, ...state } = scope;
      expect(await store.readScope('s')).toEqual(state);
      expect(await store.journal('s', 1, 9)).toEqual(entries);
      const next = await store.transact('s', 'new', ASK, ({ seq, refs }) =>
        commit({ before: seq, had: refs.get('x')!.generation }, { x: 1 }),
      );
      expect(next).toEqual({ kind: 'done', before: 3, had: 2, seq: 4 });
      expect(((await store.readScope('s')) as ScopeState).refs.get('x')).toEqual({ generation: 3, value: 1 });
    });

    it('takes none where it has one, because two histories are no history', async () => {
      await store.transact('s', 'op', ASK, () => commit({}, { a: 1 }));
      const before = await store.readScope('s');
      expect(await store.restore([{ scope: 't', seq: 0, refs: new Map(), entries: [] }])).toMatchObject({
        code: 'STORE_NOT_EMPTY',
      });
      expect(await store.readScope('s')).toEqual(before);
      expect(await store.scopes()).toEqual([{ scope: 's', seq: 1 }]);
    });

    it('reads back any refs and answer as they were written', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uuid(), fc.dictionary(fc.string(), fc.jsonValue()), async (opId, values) => {
          const scope = `s-${opId}`;
          const answer = await store.transact(scope, opId, ASK, () =>
            commit({ values: values as Json }, values as Record<string, Json>),
          );
          const { refs } = (await store.readScope(scope)) as ScopeState;
          const read = Array.from(refs, ([name, { value }]) => [name, value]);
          const text = JSON.parse(JSON.stringify(values)) as object; // -0 has no text of its own
          expect(new Map(read as [string, Json][])).toEqual(new Map(Object.entries(text)));
          expect(answer).toEqual({ kind: 'done', values: text, seq: 1 });
        }),
        { numRuns: 40 },
      );
    });
    it('shows to who sweeps it every object, in order and in pages, with an age where it was put by itself', async () => {
      await store.putObject(Buffer.from('put'));
      await store.transact('s', 'op', ASK, () => commit({}, { a: 1 }, [Buffer.from('decided')]));
      const [first, second] = (await store.sweep(async still => [
        ...((await still.objects(undefined, 1)) as StoredObject[]),
        ...((await still.objects(undefined, 9)) as StoredObject[]).slice(1),
      ])) as StoredObject[];
      const bytes = new Map([first!, second!].map(({ digest, bytes }) => [digest, bytes]));
      expect(bytes).toEqual(
        new Map([
          [sha256('put'), 3],
          [sha256('decided'), 7],
        ]),
      );
      expect(first!.digest < second!.digest).toBe(true);
      const age = new Map([first!, second!].map(({ digest, age_ms }) => [digest, age_ms]));
      expect(age.get(sha256('put'))).toBeTypeOf('number');
      expect(age.get(sha256('decided'))).toBeUndefined();
      expect(await store.sweep(still => still.statObject(sha256('decided')))).toEqual({
        digest: sha256('decided'),
        bytes: 7,
        age_ms: undefined,
      });
      expect(await store.sweep(still => still.statObject(sha256('never')))).toBeUndefined();
      await store.sweep(still => still.noticeObjects([sha256('decided')]));
      const noticed = await store.sweep(still => still.objects(undefined, 9));
      expect((noticed as StoredObject[]).every(({ age_ms }) => age_ms !== undefined)).toBe(true);
    });

    it('removes what who sweeps it removes, and nothing of it where that ends with a fault or a throw', async () => {
      const digest = (await store.putObject(Buffer.from('x'))) as Digest;
      const refusal = new Fault('OBJECT_UNKNOWN', { digest: 'x' });
      const remove = async (still: StillStore) => {
        await still.removeObjects([digest]);
        expect(await still.getObject(digest)).toMatchObject({ code: 'OBJECT_UNKNOWN' });
      };
      const refused = store.sweep(async still => {
        await remove(still);
        return refusal;
      });
      expect(await refused).toBe(refusal);
      const broken = store.sweep(async still => {
        await remove(still);
        throw new RangeError('a mistake');
      });
      await expect(broken).rejects.toThrow(RangeError);
      expect(await store.getObject(digest)).not.toBeInstanceOf(Fault);
      await store.sweep(remove);
      expect(await store.getObject(digest)).toMatchObject({ code: 'OBJECT_UNKNOWN' });
      expect(await store.sweep(still => still.objects(undefined, 9))).toEqual([]);
    });

    it('lets nobody decide or put while it is swept, and all who waited after it', async () => {
      await store.transact('s', 'op', ASK, () => commit({}, { a: 1 }));
      let isSwept = false;
      const waiting: Promise<unknown>[] = [];
      await store.sweep(async still => {
        for (const scope of ['s', 't'])
          waiting.push(
            store.transact(scope, 'during', ASK, () => commit({ isSwept }, { a: 2 }, [Buffer.from('x')])),
          );
        waiting.push(store.putObject(Buffer.from('y')).then(() => isSwept));
        await new Promise(resolve => setTimeout(resolve, 30));
        expect(await still.readScope('s')).toMatchObject({ seq: 1 });
        expect(await still.scopes()).toEqual([{ scope: 's', seq: 1 }]);
        expect(await still.journal('s', 1, 9)).toHaveLength(1);
        expect(await still.objects(undefined, 9)).toEqual([]);
        expect(await store.readScope('s'), 'who only reads does not wait').toMatchObject({ seq: 1 });
        isSwept = true;
        return undefined;
      });
      expect(await Promise.all(waiting)).toMatchObject([{ isSwept: true }, { isSwept: true }, true]);
      expect(await store.getObject(sha256('y'))).not.toBeInstanceOf(Fault);
    });
  });
};

const ASK = { kind: 'ask', n: 1 } as const;

const commit = (
  facts: { readonly [fact: string]: Json },
  refs: { readonly [name: string]: Json },
  objects: readonly Uint8Array[] = [],
): Decision<Answer> => ({ answer: { kind: 'done', ...facts }, refs: new Map(Object.entries(refs)), objects });

const plain = (bytes: Uint8Array | Fault): number[] => {
  if (bytes instanceof Fault) throw bytes;
  return [...bytes];
};
