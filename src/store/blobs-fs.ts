import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { type Digest, isDigest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { makeFolder } from './make-folder.ts';
import type { BlobStat, Blobs } from './port.ts';

/**
 * Blobs as files: `<root>/sha256/<first two hex digits>/<hex digits>`.
 *
 * A file gets its name only when its bytes are on the disk, so a name is never seen over half a blob; what a killed
 * writer leaves stands in `<root>/incoming` and is nobody's. When a file was last changed is when its blob was last put.
 */
export class FileBlobs implements Blobs {
  readonly #root: string;
  readonly #now_ms: () => number;

  constructor(root: string, now_ms: () => number) {
    [this.#root, this.#now_ms] = [root, now_ms];
  }

  async put(bytes: Uint8Array): Promise<Digest | Fault> {
    const digest = sha256(bytes);
    const held = await this.get(digest);
    return this.#try(async () => {
      const final = this.#place(digest);
      if (!(held instanceof Fault) && (await this.#renewed(final))) {
        await syncFolder(path.dirname(final)); // whoever wrote it may not have come so far
        return digest;
      }
      const incoming = path.join(this.#root, 'incoming', randomUUID());
      await makeFolderDurably(path.dirname(incoming));
      await makeFolderDurably(path.dirname(final));
      try {
        await writeDurably(incoming, bytes, this.#seconds());
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
      const bytes = await ifThere(readFile(this.#place(digest)));
      if (bytes === undefined) return new Fault('BLOB_UNKNOWN', { digest });
      const found = sha256(bytes);
      return found === digest ? bytes : new Fault('BLOB_CORRUPT', { digest, found });
    });
  }

  async stat(digest: Digest): Promise<BlobStat | undefined | Fault> {
    return this.#try(() => this.#statOf(digest, this.#place(digest)));
  }

  async *list(): AsyncIterable<BlobStat | Fault> {
    const top = path.join(this.#root, 'sha256');
    const folders = await this.#try(() => namesIn(top));
    if (folders instanceof Fault) return yield folders;
    for (const folder of folders) {
      const names = await this.#try(() => namesIn(path.join(top, folder)));
      if (names instanceof Fault) return yield names;
      for (const name of names) {
        const digest = `sha256:${name}`;
        if (!isDigest(digest) || !name.startsWith(folder)) continue;
        const found = await this.stat(digest);
        if (found !== undefined) yield found;
        if (found instanceof Fault) return;
      }
    }
  }

  async remove(digest: Digest): Promise<Fault | undefined> {
    return this.#try(async () => {
      await rm(this.#place(digest), { force: true });
      return undefined;
    });
  }

  async removeLeftovers(older_ms: number): Promise<number | Fault> {
    return this.#try(async () => {
      const folder = path.join(this.#root, 'incoming');
      let removed = 0;
      for (const name of await namesIn(folder)) {
        const place = path.join(folder, name);
        const age_ms = await this.#ageOf(place);
        if (age_ms === undefined || age_ms <= older_ms) continue;
        await rm(place, { force: true });
        removed += 1;
      }
      return removed;
    });
  }

  async #statOf(digest: Digest, place: string): Promise<BlobStat | undefined> {
    const found = await ifThere(stat(place));
    return found && { digest, bytes: found.size, age_ms: Math.round(this.#now_ms() - found.mtimeMs) };
  }

  async #ageOf(place: string): Promise<number | undefined> {
    const found = await ifThere(stat(place));
    return found && this.#now_ms() - found.mtimeMs;
  }

  /** Whether it is still there, and then as young as what is put now. */
  async #renewed(place: string): Promise<boolean> {
    const now = this.#seconds();
    return (await ifThere(utimes(place, now, now).then(() => true))) ?? false;
  }

  #seconds(): number {
    return this.#now_ms() / 1000;
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

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const namesIn = async (folder: string): Promise<readonly string[]> => (await ifThere(readdir(folder))) ?? [];

async function writeDurably(file: string, bytes: Uint8Array, at: number): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.utimes(at, at);
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
