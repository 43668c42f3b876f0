import { describe, expect, it } from 'vitest';
import { type Digest, sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { BlobbedReader, BlobbedStore } from '../../src/store/blobbed.ts';
import { MemoryBlobs, MemoryStore } from '../../src/store/memory.ts';

const ASK = { kind: 'ask' } as const;
const LARGE = Buffer.alloc(LIMITS.blob_from_bytes + 1, 7);
const SMALL = Buffer.alloc(LIMITS.blob_from_bytes, 7);

const commit = (...objects: readonly Uint8Array[]) => ({
  answer: { kind: 'done' },
  refs: new Map([['a', 1]]),
  objects,
});

function made() {
  const inner = new MemoryStore(() => 7);
  const blobs = new MemoryBlobs(() => 7);
  return { inner, blobs, store: new BlobbedStore(inner, blobs) };
}

describe('a store with blobs', () => {
  it('keeps what is too large for a database as a blob, and gives it back as an object', async () => {
    const { inner, blobs, store } = made();
    let decided = 0;
    const answer = await store.transact('s', 'op', ASK, () => {
      decided += 1;
      return commit(SMALL, LARGE);
    });
    expect(answer).toEqual({ kind: 'done', seq: 1 });
    expect(decided, 'first it is known what is to be put').toBe(2);
    const [small, large] = [sha256(SMALL), sha256(LARGE)];
    expect(await inner.getObject(small)).not.toBeInstanceOf(Fault);
    expect(await inner.getObject(large)).toMatchObject({ code: 'OBJECT_UNKNOWN' });
    expect(await blobs.stat(small)).toBeUndefined();
    for (const [digest, bytes] of [
      [small, SMALL],
      [large, LARGE],
    ] as const) {
      expect(bytes.equals((await store.getObject(digest)) as Uint8Array)).toBe(true);
      expect(bytes.equals((await new BlobbedReader(inner, blobs).getObject(digest)) as Uint8Array)).toBe(
        true,
      );
      const still = await store.sweep(held => held.getObject(digest));
      expect(bytes.equals(still as Uint8Array)).toBe(true);
    }
    expect(await store.transact('s', 'op', ASK, () => commit()), 'a repeat').toEqual(answer);
  });

  it('takes an object by itself, as it takes one of a decision', async () => {
    const { inner, blobs, store } = made();
    expect(await store.putObject(LARGE)).toBe(sha256(LARGE));
    expect(await store.putObject(SMALL)).toBe(sha256(SMALL));
    expect(await blobs.stat(sha256(LARGE))).toMatchObject({ bytes: LARGE.length });
    expect(await inner.sweep(still => still.objects(undefined, 9))).toMatchObject([
      { digest: sha256(SMALL) },
    ]);
  });

  it('puts nothing of what is refused, and decides nothing where no blob can be put', async () => {
    const { blobs, store, inner } = made();
    const refusal = new Fault('OBJECT_UNKNOWN', { digest: 'x' });
    expect(await store.transact('s', 'op', ASK, () => refusal)).toBe(refusal);
    expect(await blobs.stat(sha256(LARGE))).toBeUndefined();
    class Full extends MemoryBlobs {
      override async put(): Promise<never> {
        return new Fault('STORE_UNAVAILABLE', { path: 'blobs', problem: 'ENOSPC' }) as never;
      }
    }
    const full = new BlobbedStore(inner, new Full(() => 7));
    expect(await full.transact('s', 'op', ASK, () => commit(LARGE))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    expect(await inner.scopes()).toEqual([]);
  });

  it('decides anew on what is there when its blobs are put, because others may have been first', async () => {
    const { blobs, store } = made();
    class Slow extends MemoryBlobs {
      override async put(bytes: Uint8Array): Promise<Digest> {
        await store.transact('s', 'other', ASK, () => commit());
        return blobs.put(bytes);
      }
    }
    const slow = new BlobbedStore(store, new Slow(() => 7));
    const answer = await slow.transact('s', 'op', ASK, ({ seq }) =>
      seq === 0 ? commit(LARGE) : new Fault('OBJECT_UNKNOWN', { digest: `seq ${seq}` }),
    );
    expect(answer).toMatchObject({ code: 'OBJECT_UNKNOWN', facts: { digest: 'seq 1' } });
  });

  it('puts a blob once more that was collected before anything named it', async () => {
    const { inner } = made();
    class Collected extends MemoryBlobs {
      puts = 0;
      override async put(bytes: Uint8Array): Promise<Digest> {
        const digest = await super.put(bytes);
        this.puts += 1;
        if (this.puts === 1) await this.remove(digest);
        return digest;
      }
    }
    const blobs = new Collected(() => 7);
    const store = new BlobbedStore(inner, blobs);
    expect(await store.transact('s', 'op', ASK, () => commit(LARGE))).toMatchObject({ seq: 1 });
    expect(blobs.puts).toBe(2);
    expect(await store.getObject(sha256(LARGE))).not.toBeInstanceOf(Fault);
  });

  it('finds a blob that was altered, as it finds an object that was', async () => {
    class Altered extends MemoryBlobs {
      override async get(digest: Digest): Promise<Fault> {
        return new Fault('BLOB_CORRUPT', { digest, found: sha256('other') });
      }
    }
    const store = new BlobbedStore(made().inner, new Altered(() => 7));
    await store.putObject(LARGE);
    const corrupt = { code: 'OBJECT_CORRUPT', facts: { digest: sha256(LARGE), found: sha256('other') } };
    expect(await store.getObject(sha256(LARGE))).toMatchObject(corrupt);
    expect(await store.checkIntegrity()).toMatchObject(corrupt);
    expect(await made().store.checkIntegrity()).toBeUndefined();
  });

  it('refuses what is too large for a blob, too', async () => {
    const most = LIMITS.blob_bytes_max;
    // Its length alone is looked at: nothing of it is read.
    const huge = new Proxy(new Uint8Array(), {
      get: (target, key) => (key === 'length' ? most + 1 : Reflect.get(target, key)),
    });
    const { store } = made();
    const fault = { code: 'OBJECT_TOO_LARGE', facts: { bytes: most + 1, most } };
    expect(await store.putObject(huge)).toMatchObject(fault);
    expect(await store.transact('s', 'op', ASK, () => commit(huge))).toMatchObject(fault);
  });
});
