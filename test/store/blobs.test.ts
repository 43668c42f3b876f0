import { globSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Digest, sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { FileBlobs } from '../../src/store/blobs-fs.ts';
import { MemoryBlobs } from '../../src/store/memory.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { blobsSuite } from './blobs.suite.ts';

const folder = temporaryFolder();
let roots = 0;
const fresh = (): string => path.join(folder, String(++roots), 'blobs');

blobsSuite('memory', () => new MemoryBlobs(() => Date.now()));
blobsSuite('file', () => new FileBlobs(fresh(), () => Date.now()));

describe('file blobs', () => {
  const placeOf = (root: string): string => globSync(path.join(root, 'sha256', '*', '*'))[0]!;

  it('leave nothing in the folder for incoming bytes', async () => {
    const root = fresh();
    await new FileBlobs(root, () => Date.now()).put(Buffer.from('a'));
    expect(globSync(path.join(root, 'incoming', '*'))).toEqual([]);
  });

  it('refuse altered and cut bytes, and are whole again when the right ones are put', async () => {
    const root = fresh();
    const blobs = new FileBlobs(root, () => Date.now());
    const digest = (await blobs.put(Buffer.from('right'))) as Digest;
    writeFileSync(placeOf(root), 'wrong');
    expect(await blobs.get(digest)).toMatchObject({
      code: 'BLOB_CORRUPT',
      facts: { digest, found: sha256('wrong') },
    });
    truncateSync(placeOf(root), 2);
    expect(await blobs.get(digest)).toMatchObject({ code: 'BLOB_CORRUPT' });
    await blobs.put(Buffer.from('right'));
    expect(readFileSync(placeOf(root), 'utf8')).toBe('right');
  });

  it('answer with a fault, not a crash, where no folder can be made', async () => {
    const root = fresh();
    mkdirSync(path.dirname(root), { recursive: true });
    writeFileSync(root, 'a file stands here');
    const outcome = await new FileBlobs(root, () => Date.now()).put(Buffer.from('a'));
    expect(outcome).toBeInstanceOf(Fault);
    expect(outcome).toMatchObject({ code: 'STORE_UNAVAILABLE', exit: 4, facts: { path: root } });
  });

  it('are as young as they were last put, and what killed writers left is removed when it is old', async () => {
    const root = fresh();
    let now_ms = Date.now();
    const blobs = new FileBlobs(root, () => now_ms);
    const digest = (await blobs.put(Buffer.from('a'))) as Digest;
    now_ms += 5_000;
    expect(await blobs.stat(digest)).toMatchObject({ age_ms: 5_000 });
    await blobs.put(Buffer.from('a'));
    expect(await blobs.stat(digest)).toMatchObject({ age_ms: 0 });
    writeFileSync(path.join(root, 'incoming', 'half'), 'ha');
    expect(await blobs.removeLeftovers(60_000)).toBe(0);
    now_ms += 120_000;
    expect(await blobs.removeLeftovers(60_000)).toBe(1);
    expect(globSync(path.join(root, 'incoming', '*'))).toEqual([]);
    writeFileSync(path.join(root, 'sha256', 'ab'), 'a file where a folder should be');
    const found: unknown[] = [];
    for await (const one of blobs.list()) found.push(one);
    expect(found.at(-1)).toMatchObject({ code: 'STORE_UNAVAILABLE', facts: { problem: 'ENOTDIR' } });
  });

  it('never take a path for a digest', async () => {
    const blobs = new FileBlobs(fresh(), () => Date.now());
    await expect(blobs.get('sha256:../../etc/passwd')).rejects.toThrow(TypeError);
  });
});
