import { describe, expect, it } from 'vitest';
import { type Digest, sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { BlobStat, Blobs } from '../../src/store/port.ts';

/** What every place for blobs must do. `open` answers with one that holds nothing yet. */
export function blobsSuite(name: string, open: () => Blobs | Promise<Blobs>): void {
  describe(`${name} blobs`, () => {
    it('give back what was put, under its digest', async () => {
      const blobs = await open();
      for (const text of ['', 'a', 'x'.repeat(1 << 20)]) {
        const digest = await blobs.put(Buffer.from(text));
        expect(digest).toBe(sha256(text));
        expect(Buffer.from((await blobs.get(digest as Digest)) as Uint8Array).toString()).toBe(text);
      }
    });

    it('refuse what was never put', async () => {
      const digest = sha256('never');
      expect(await (await open()).get(digest)).toMatchObject({ code: 'BLOB_UNKNOWN', facts: { digest } });
    });

    it('take the same bytes from many at once', async () => {
      const blobs = await open();
      const bytes = Buffer.alloc(100_000, 7);
      const digests = await Promise.all(Array.from({ length: 10 }, () => blobs.put(bytes)));
      expect(new Set(digests)).toEqual(new Set([sha256(bytes)]));
    });

    it('keep every byte that there is, and are not changed with the array that was put', async () => {
      const blobs = await open();
      const bytes = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));
      const digest = (await blobs.put(bytes)) as Digest;
      const before = Buffer.from(bytes);
      bytes.fill(0);
      expect(Buffer.from((await blobs.get(digest)) as Uint8Array)).toEqual(before);
    });

    it('tell of each how large and how old it is, and of none that there is none', async () => {
      const blobs = await open();
      const digest = (await blobs.put(Buffer.from('four'))) as Digest;
      const found = (await blobs.stat(digest)) as BlobStat;
      expect(found).toMatchObject({ digest, bytes: 4 });
      expect(found.age_ms).toBeLessThan(60_000);
      expect(await blobs.stat(sha256('never'))).toBeUndefined();
    });

    it('are listed, each once, and none where nothing was put', async () => {
      const blobs = await open();
      expect(await listed(blobs)).toEqual([]);
      for (const text of ['a', 'b', 'a']) await blobs.put(Buffer.from(text));
      expect(await listed(blobs)).toEqual([sha256('a'), sha256('b')].sort());
    });

    it('are gone when they are removed, the others are not, and can be put anew', async () => {
      const blobs = await open();
      for (const text of ['a', 'b']) await blobs.put(Buffer.from(text));
      expect(await blobs.remove(sha256('a'))).toBeUndefined();
      expect(await blobs.remove(sha256('never'))).toBeUndefined();
      expect(await blobs.get(sha256('a'))).toMatchObject({ code: 'BLOB_UNKNOWN' });
      expect(await listed(blobs)).toEqual([sha256('b')]);
      await blobs.put(Buffer.from('a'));
      expect(Buffer.from((await blobs.get(sha256('a'))) as Uint8Array).toString()).toBe('a');
    });

    it('leave nothing behind that would have to be removed, where nobody was killed', async () => {
      const blobs = await open();
      await blobs.put(Buffer.from('a'));
      expect(await blobs.removeLeftovers(-1)).toBe(0);
      expect(await listed(blobs)).toEqual([sha256('a')]);
    });

    it('hold many at once, each its own', async () => {
      const blobs = await open();
      const texts = Array.from({ length: 50 }, (_, index) => `blob ${index}`);
      const digests = await Promise.all(texts.map(text => blobs.put(Buffer.from(text))));
      const back = await Promise.all(digests.map(digest => blobs.get(digest as Digest)));
      expect(back.map(bytes => Buffer.from(bytes as Uint8Array).toString())).toEqual(texts);
    });
  });
}

async function listed(blobs: Blobs): Promise<readonly Digest[]> {
  const digests: Digest[] = [];
  for await (const found of blobs.list()) {
    if (found instanceof Fault) throw found;
    digests.push(found.digest);
  }
  return digests.sort();
}
