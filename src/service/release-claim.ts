import { rm } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { type Manifest, parseManifest } from '../release/manifest.ts';
import { createFile, FOLDERS, kindOf, listRelease, PLACES, readFileOf, STAGING } from './release-folder.ts';

/** What one build is of: everything its manifest will say but what follows from it. */
export type ReleaseHead = Pick<
  Manifest,
  'datasetSnapshot' | 'recordSchema' | 'parameters' | 'changeRecords' | 'proposed'
> & { readonly shards: number };

/** Says which release is being built into a folder; it stands there until the manifest does. */
const CLAIM = `${STAGING}/build.json`;

/**
 * Takes a folder for one release, so that no other is mixed into it; a build of the same one may join or go on.
 *
 * @faults those of `unfitFolder`; ALREADY_EXISTS where another release is, RELEASE_UNFINISHED where one is being built
 *   or was interrupted, RELEASE_FOLDER_UNUSABLE. None of them has changed anything.
 */
export async function claimFolder(
  dir: string,
  head: ReleaseHead,
  snapshot: Uint8Array,
): Promise<Fault | undefined> {
  const unfit =
    (await unfitFolder(dir)) ?? (await otherRelease(dir, head)) ?? (await otherStart(dir, snapshot));
  if (unfit !== undefined) return unfit;
  const claimed = await createFile(dir, CLAIM, Buffer.from(canonicalJson(head satisfies Json)));
  if (claimed instanceof Fault)
    return claimed.code === 'STAGING_CONFLICT' ? new Fault('RELEASE_UNFINISHED', { path: dir }) : claimed;
  // A claim is given up only after the manifest stands: what came between looking and claiming is seen now.
  const other = await otherRelease(dir, head);
  if (other !== undefined) await rm(path.join(dir, STAGING), { recursive: true, force: true });
  return other;
}

/**
 * Whether a folder can become a release: it is not there, or empty, or has nothing but files that builds write.
 *
 * @faults RELEASE_ASK for what is no folder, RELEASE_FOLDER_FOREIGN
 */
export async function unfitFolder(dir: string): Promise<Fault | undefined> {
  const kind = await kindOf(`${dir}${path.sep}.`);
  if (kind === undefined) {
    const what = await kindOf(dir);
    return what === undefined
      ? undefined
      : new Fault('RELEASE_ASK', { problem: `${dir} is ${what}, no folder` });
  }
  const foreign = (await listRelease(dir)).find(name => !isOwn(name));
  return foreign === undefined
    ? undefined
    : new Fault('RELEASE_FOLDER_FOREIGN', { path: dir, found: foreign.slice(0, LIMITS.echoed_chars_max) });
}

/** What a build writes; a file that is named by a digest is held against its bytes when it is come to. */
const isOwn = (name: string): boolean =>
  DOCUMENTS.includes(name) ||
  FOLDERS.some(folder => name === `${folder}/`) ||
  /^(?:schemas|vocabularies|changes)\/[0-9a-f]{64}\.json$/.test(name) ||
  /^shards\/[0-9a-f]{64}\.avro$/.test(name) ||
  /^\.staging\/(?:build\.json|[0-9a-z.]+\.[0-9a-f-]{36})$/.test(name);

const DOCUMENTS: readonly string[] = [PLACES.manifest, PLACES.pointer, PLACES.snapshot, PLACES.members];

async function otherRelease(dir: string, head: ReleaseHead): Promise<Fault | undefined> {
  const found = await readFileOf(dir, PLACES.manifest, size => size <= LIMITS.manifest_bytes_max);
  if (found.kind === 'absent') return undefined;
  const manifest = found.kind === 'read' ? parseManifest(found.bytes) : undefined;
  const isThis =
    manifest !== undefined &&
    !(manifest instanceof Fault) &&
    canonicalJson(headOf(manifest)) === canonicalJson(head);
  return isThis ? undefined : new Fault('ALREADY_EXISTS', { path: path.join(dir, PLACES.manifest) });
}

/** The snapshot is written before any shard: another one is of another build, whatever became of its claim. */
async function otherStart(dir: string, snapshot: Uint8Array): Promise<Fault | undefined> {
  const found = await readFileOf(dir, PLACES.snapshot, size => size === snapshot.length);
  if (found.kind === 'absent') return undefined;
  if (found.kind === 'read' && Buffer.compare(found.bytes, snapshot) === 0) return undefined;
  return new Fault('RELEASE_UNFINISHED', { path: dir });
}

const headOf = (manifest: Manifest): ReleaseHead => ({
  datasetSnapshot: manifest.datasetSnapshot,
  recordSchema: manifest.recordSchema,
  parameters: manifest.parameters,
  changeRecords: manifest.changeRecords,
  proposed: manifest.proposed,
  shards: manifest.shards.length,
});
