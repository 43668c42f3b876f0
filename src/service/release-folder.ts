import { constants, type Stats } from 'node:fs';
import { link, lstat, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { makeFolder } from '../store/make-folder.ts';
import { reasonOf } from './read-file.ts';

/** Where things lie in the folder of a release. What is named by a digest is never anything else. */
export const PLACES = {
  manifest: 'manifest.json',
  pointer: 'release.json',
  snapshot: 'snapshot.json',
  members: 'members.bin',
  schema: (digest: Digest) => `schemas/${hex(digest)}.json`,
  vocabulary: (digest: Digest) => `vocabularies/${hex(digest)}.json`,
  change: (digest: Digest) => `changes/${hex(digest)}.json`,
  shard: (digest: Digest) => `shards/${hex(digest)}.avro`,
} as const;

const hex = (digest: Digest): string => digest.slice('sha256:'.length);

/** A folder keeps no versions: an object's version is what its name says, and nothing is ever overwritten. */
export const folderVersion = (digest: Digest): string => digest;

/** Half-written files stand here until they are whole; nothing of it is left when a build is done. */
export const STAGING = '.staging';

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
  for (let tries = 1; ; tries++) {
    try {
      return await createOnce(folder, name, bytes);
    } catch (error) {
      // Whoever asked for the same and is done has cleared the staging folder away.
      if (codeOf(error) === 'ENOENT' && tries < CREATE_TRIES && (await isFolder(folder))) continue;
      return new Fault('RELEASE_FOLDER_UNUSABLE', { path: folder, reason: reasonOf(error) });
    }
  }
}

/** One for each file that a release has beside its shards is more than a build that ends can spoil. */
const CREATE_TRIES = 8;

async function createOnce(
  folder: string,
  name: string,
  bytes: Uint8Array,
): Promise<'created' | 'already there' | Fault> {
  const target = path.join(folder, name);
  const staged = path.join(folder, STAGING, `${path.basename(name)}.${crypto.randomUUID()}`);
  makeFolder(path.dirname(target));
  makeFolder(path.dirname(staged));
  try {
    await writeWhole(staged, bytes);
    await link(staged, target);
    return 'created';
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return await sameBytes(name, target, bytes);
  } finally {
    await rm(staged, { force: true });
  }
}

/** Leaves nothing of the way the files were written, that of killed builds included. */
export const removeStaging = (folder: string): Promise<void> =>
  rm(path.join(folder, STAGING), { recursive: true, force: true }).catch(() => undefined);

export type FileFound =
  | { readonly kind: 'absent' }
  | { readonly kind: 'irregular'; readonly what: string }
  | { readonly kind: 'unread'; readonly size: number }
  | { readonly kind: 'read'; readonly bytes: Uint8Array };

/**
 * A regular file of the folder itself: what a link leads to may be another file tomorrow, and what is no file may never
 * end. It is read when `wanted` says so of its size, and then no further than that size.
 */
export async function readFileOf(
  folder: string,
  name: string,
  wanted: (size: number) => boolean,
): Promise<FileFound> {
  const inside = path.dirname(name);
  const above = inside === '.' ? 'a folder' : await kindOf(path.join(folder, inside));
  if (above === undefined) return { kind: 'absent' };
  if (above !== 'a folder') return { kind: 'irregular', what: `in ${inside}, which is ${above}` };
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(
      path.join(folder, name),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch (error) {
    const what = await kindOf(path.join(folder, name));
    if (what === undefined) return { kind: 'absent' };
    return {
      kind: 'irregular',
      what: what === 'a file' ? `a file that can't be opened (${reasonOf(error)})` : what,
    };
  }
  try {
    const status = await file.stat();
    if (!status.isFile()) return { kind: 'irregular', what: kindName(status) };
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

/** What stands at a path, the link itself where it is one; undefined where nothing does. */
export const kindOf = (file: string): Promise<string | undefined> =>
  lstat(file).then(kindName, () => undefined);

function kindName(status: Stats): string {
  if (status.isFile()) return 'a file';
  if (status.isDirectory()) return 'a folder';
  if (status.isSymbolicLink()) return 'a symbolic link';
  if (status.isFIFO()) return 'a pipe';
  return status.isSocket() ? 'a socket' : 'a device';
}

/** Everything in a release's folder, and in the folders it has, sorted; folders end in `/`. */
export async function listRelease(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await entriesOf(folder)) {
    found.push(entry.isDirectory() ? `${entry.name}/` : entry.name);
    if (!entry.isDirectory() || !FOLDERS.includes(entry.name)) continue;
    for (const below of await entriesOf(path.join(folder, entry.name)))
      found.push(`${entry.name}/${below.name}${below.isDirectory() ? '/' : ''}`);
  }
  return found.sort();
}

/** The folders that a release has files in. */
export const FOLDERS: readonly string[] = ['schemas', 'vocabularies', 'changes', 'shards', STAGING];

const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => []);

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

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
