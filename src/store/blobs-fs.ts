import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Digest, isDigest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { makeFolder } from './make-folder.ts';
import type { Blobs } from './port.ts';

/**
 * Blobs as files: `<root>/sha256/<first two hex digits>/<hex digits>`.
 *
 * A file gets its name only when its bytes are on the disk, so a name is never seen over half a blob; what a killed
 * writer leaves stands in `<root>/incoming` and is nobody's.
 */
export class FileBlobs implements Blobs {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(bytes: Uint8Array): Promise<Digest | Fault> {
    const digest = sha256(bytes);
    const held = await this.get(digest);
    return this.#try(async () => {
      const final = this.#place(digest);
      if (!(held instanceof Fault)) {
        await syncFolder(path.dirname(final)); // whoever wrote it may not have come so far
        return digest;
      }
      const incoming = path.join(this.#root, 'incoming', randomUUID());
      await makeFolderDurably(path.dirname(incoming));
      await makeFolderDurably(path.dirname(final));
      try {
        await writeDurably(incoming, bytes);
        // Whoever else renames onto the same name brings the same bytes.
        await rename(incoming, final);
      } catch (error) {
        await rm(incoming, { force: true });
        throw error;
      }
      await syncFolder(path.dirname(final));
      return digest;
    });
  }

  async get(digest: Digest): Promise<Uint8Array | Fault> {
    return this.#try(async () => {
      const bytes = await readIfThere(this.#place(digest));
      if (bytes === undefined) return new Fault('BLOB_UNKNOWN', { digest });
      const found = sha256(bytes);
      return found === digest ? bytes : new Fault('BLOB_CORRUPT', { digest, found });
    });
  }

  /** A digest is a path here, so that its shape is looked at once more. */
  #place(digest: Digest): string {
    if (!isDigest(digest)) throw new TypeError('a blob is named by a digest');
    const hex = digest.slice('sha256:'.length);
    return path.join(this.#root, 'sha256', hex.slice(0, 2), hex);
  }

  async #try<T>(work: () => Promise<T>): Promise<T | Fault> {
    try {
      return await work();
    } catch (error) {
      const problem = (error as NodeJS.ErrnoException).code;
      if (typeof problem !== 'string' || error instanceof TypeError) throw error;
      return new Fault('STORE_UNAVAILABLE', { path: this.#root, problem });
    }
  }
}

async function readIfThere(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name is durable only when the folder that holds it is. */
async function makeFolderDurably(folder: string): Promise<void> {
  const first = makeFolder(folder);
  if (first === undefined) return;
  for (let made = path.resolve(folder); made.length >= first.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
