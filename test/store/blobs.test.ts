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

blobsSuite('memory', () => new MemoryBlobs());
blobsSuite('file', () => new FileBlobs(fresh()));

describe('file blobs', () => {
  const placeOf = (root: string): string => globSync(path.join(root, 'sha256', '*', '*'))[0]!;

  it('leave nothing in the folder for incoming bytes', async () => {
    const root = fresh();
    await new FileBlobs(root).put(Buffer.from('a'));
    expect(globSync(path.join(root, 'incoming', '*'))).toEqual([]);
  });

  it('refuse altered and cut bytes, and are whole again when the right ones are put', async () => {
    const root = fresh();
    const blobs = new FileBlobs(root);
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
    const outcome = await new FileBlobs(root).put(Buffer.from('a'));
    expect(outcome).toBeInstanceOf(Fault);
    expect(outcome).toMatchObject({ code: 'STORE_UNAVAILABLE', exit: 4, facts: { path: root } });
  });

  it('never take a path for a digest', async () => {
    const blobs = new FileBlobs(fresh());
    await expect(blobs.get('sha256:../../etc/passwd')).rejects.toThrow(TypeError);
  });
});
