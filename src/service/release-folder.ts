import { constants } from 'node:fs';
import { link, mkdir, open, readdir, rmdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';

/** Where things lie in the folder of a release. What is named by a digest is never anything else. */
export const PLACES = {
  manifest: 'manifest.json',
  pointer: 'release.json',
  snapshot: 'snapshot.json',
  members: 'members.bin',
  schema: (digest: Digest) => `schemas/${hex(digest)}.json`,
  vocabulary: (digest: Digest) => `vocabularies/${hex(digest)}.json`,
  shard: (digest: Digest) => `shards/${hex(digest)}.avro`,
} as const;

const hex = (digest: Digest): string => digest.slice('sha256:'.length);

/** A folder keeps no versions: an object's version is what its name says, and nothing is ever overwritten. */
export const folderVersion = (digest: Digest): string => digest;

/** Half-written files stand here until they are whole. */
const STAGING = '.staging';

/**
 * Writes a whole file or none, and never over another. Writing the same bytes again is no change, so that an
 * interrupted build is finished by asking for it again.
 *
 * @faults STAGING_CONFLICT where a name that is a digest has other bytes, ALREADY_EXISTS where another name has,
 * RELEASE_FOLDER_UNUSABLE
 */
export async function createFile(
  folder: string,
  name: string,
  bytes: Uint8Array,
): Promise<'created' | 'already there' | Fault> {
  const target = path.join(folder, name);
  const staged = path.join(folder, STAGING, `${path.basename(name)}.${crypto.randomUUID()}`);
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await mkdir(path.join(folder, STAGING), { recursive: true });
    await writeWhole(staged, bytes);
    try {
      await link(staged, target);
      return 'created';
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      return await sameBytes(name, target, bytes);
    } finally {
      await unlink(staged);
    }
  } catch (error) {
    return new Fault('RELEASE_FOLDER_UNUSABLE', { path: target, reason: reasonOf(error) });
  }
}

/** Leaves nothing of the way the files were written, unless somebody else is still writing. */
export const removeStaging = (folder: string): Promise<void> =>
  rmdir(path.join(folder, STAGING)).catch(() => undefined);

export type FileFound =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unread'; readonly size: number }
  | { readonly kind: 'read'; readonly bytes: Uint8Array };

/**
 * A file of the folder itself: a link that leads elsewhere counts as absent. It is read when `wanted` says so of its
 * size, and then no further than that size.
 */
export async function readFileOf(
  folder: string,
  name: string,
  wanted: (size: number) => boolean,
): Promise<FileFound> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(
      path.join(folder, name),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch {
    return { kind: 'absent' };
  }
  try {
    const status = await file.stat();
    if (!status.isFile()) return { kind: 'absent' };
    if (!wanted(status.size)) return { kind: 'unread', size: status.size };
    const bytes = Buffer.allocUnsafe(status.size);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return { kind: 'read', bytes: bytes.subarray(0, filled) };
  } finally {
    await file.close();
  }
}

/** The names of a folder's files below `under`, sorted; none where there is no such folder. */
export async function listFiles(folder: string, under: string): Promise<readonly string[]> {
  const names = await readdir(path.join(folder, under)).catch(() => []);
  return names.map(name => `${under}/${name}`).sort();
}

export const isFolder = async (folder: string): Promise<boolean> =>
  stat(folder).then(
    status => status.isDirectory(),
    () => false,
  );

async function writeWhole(target: string, bytes: Uint8Array): Promise<void> {
  const file = await open(target, 'wx', 0o444);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function sameBytes(name: string, target: string, bytes: Uint8Array): Promise<'already there' | Fault> {
  const found = await readFileOf(path.dirname(target), path.basename(target), size => size === bytes.length);
  if (found.kind === 'read' && Buffer.compare(found.bytes, bytes) === 0) return 'already there';
  if (!name.includes('/')) return new Fault('ALREADY_EXISTS', { path: target });
  const other = found.kind === 'read' ? sha256(found.bytes) : 'another size or kind';
  return new Fault('STAGING_CONFLICT', { path: target, found: other });
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;
const reasonOf = (error: unknown): string => codeOf(error) ?? String(error);
