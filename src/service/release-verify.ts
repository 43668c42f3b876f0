import path from 'node:path';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { MEMBER_PARTS } from '../contract/members.ts';
import type { Schema } from '../contract/schema.ts';
import { schemaFromDocument } from '../contract/schema-document.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import type { Manifest, ShardDescriptor } from '../release/manifest.ts';
import { DIFF_KINDS, type DiffKind } from '../release/member-diff.ts';
import { type MemberList, memberCollector } from '../release/member-list.ts';
import { parseRootPointer } from '../release/root-pointer.ts';
import type { ShardOrder } from '../release/shard-order.ts';
import { type Carriage, carriageOf, givesMemberText } from '../release/shard-records.ts';
import type { Snapshot } from '../release/snapshot.ts';
import { type OpenSnapshot, openManifest, openSnapshot, verifySet } from '../release/verify-release.ts';
import { mayHoldAShard, type ShardFound, verifyShard } from '../release/verify-shard.ts';
import { parseVocabularyFile } from '../release/vocabulary-file.ts';
import { type ReleaseChange, releaseChanges } from './release-changes.ts';
import { folderVersion, isFolder, listRelease, PLACES, readFileOf } from './release-folder.ts';

export type VerifyAsk = {
  readonly dir: string;
  /** The root the caller was told, by somebody other than the folder. */
  readonly expectedRoot?: Digest;
  /** Whether findings may show sample ids. Default: they don't. */
  readonly showValues?: boolean;
  readonly progress?: (done: number, of: number) => void;
};

export type ShardVerdict = {
  readonly id: string;
  readonly holds: boolean;
  readonly code: Fault['code'] | undefined;
  readonly records: number;
};

/**
 * Everything that was found wrong, worst believed first: documents, then shards in the manifest's order, then the set.
 * A report that is not `holds` has findings; one that is has none.
 */
export type VerifyReport = {
  readonly verdict: 'holds' | 'refused';
  /** Of the manifest's bytes as they are; undefined when there are none. */
  readonly root: Digest | undefined;
  readonly manifest: Manifest | undefined;
  /** What the change records say that the manifest binds; none where they could not be read. */
  readonly changes: readonly ReleaseChange[];
  readonly shards: readonly ShardVerdict[];
  /** Records that were decoded, of all that were declared. */
  readonly records: { readonly read: number; readonly declared: number };
  /** Undefined when a shard could not be read, because then a difference says nothing about members. */
  readonly members: Readonly<Record<DiffKind, number>> | undefined;
  /** Files of the folder that nothing names. They are never read, and change no verdict. */
  readonly undeclared: readonly string[];
  readonly findings: readonly Fault[];
};

/**
 * Recomputes everything a manifest says, from the bytes of the folder alone.
 *
 * @faults FOLDER_UNREADABLE for what is no folder; all else is a finding of the report
 */
export async function releaseVerify(ask: VerifyAsk): Promise<VerifyReport | Fault> {
  if (!(await isFolder(ask.dir))) {
    return new Fault('FOLDER_UNREADABLE', { path: ask.dir, reason: 'it is none' });
  }
  const bytes = await readDocument(ask.dir, PLACES.manifest, LIMITS.manifest_bytes_max);
  if (bytes instanceof Fault) return refused(undefined, bytes);
  const root = sha256(bytes);
  const expected = await expectedRoots(ask);
  if (expected instanceof Fault) return refused(root, expected);
  const manifest = openManifest(bytes, expected);
  if (manifest instanceof Fault) return refused(root, manifest);
  const opened = await openDocuments(ask, manifest);
  if (opened instanceof Fault) return refused(root, opened, manifest);

  const read = await readShards(ask, manifest, opened.carriage);
  const { members, orders } = read;
  const set =
    members && verifySet(manifest, opened, { members, orders, showValues: ask.showValues ?? false });
  const findings = [...read.faults, ...(set?.faults ?? [])];
  return {
    verdict: findings.length === 0 ? 'holds' : 'refused',
    root,
    manifest,
    changes: opened.changes,
    shards: read.verdicts,
    records: { read: read.records, declared: manifest.totals.records },
    members: set && counters(kind => set.diff[kind].count),
    undeclared: await undeclaredFiles(ask.dir, manifest, opened.vocabularies),
    findings,
  };
}

const counters = (count: (kind: DiffKind) => number): Readonly<Record<DiffKind, number>> =>
  Object.fromEntries(DIFF_KINDS.map(kind => [kind, count(kind)])) as Record<DiffKind, number>;

const refused = (root: Digest | undefined, finding: Fault, manifest?: Manifest): VerifyReport => ({
  verdict: 'refused',
  root,
  manifest,
  changes: [],
  shards: [],
  records: { read: 0, declared: manifest?.totals.records ?? 0 },
  members: undefined,
  undeclared: [],
  findings: [finding],
});

/** @faults SET_INCOMPLETE OBJECT_IRREGULAR BOUND_DOCUMENT_SYNTAX */
async function readDocument(dir: string, name: string, limit_bytes: number): Promise<Uint8Array | Fault> {
  const found = await readFileOf(dir, name, size => size <= limit_bytes);
  if (found.kind === 'read') return found.bytes;
  if (found.kind === 'absent') return new Fault('SET_INCOMPLETE', { absent: name });
  return found.kind === 'irregular'
    ? new Fault('OBJECT_IRREGULAR', { object: name, found: found.what })
    : new Fault('BOUND_DOCUMENT_SYNTAX', {
        document: name,
        offset: limit_bytes,
        expected: 'its end before here',
      });
}

async function expectedRoots({ dir, expectedRoot }: VerifyAsk): Promise<readonly Digest[] | Fault> {
  const told = expectedRoot === undefined ? [] : [expectedRoot];
  const bytes = await readDocument(dir, PLACES.pointer, LIMITS.document_bytes_max);
  if (bytes instanceof Fault) return told.length > 0 && bytes.code === 'SET_INCOMPLETE' ? told : bytes;
  const pointed = parseRootPointer(bytes);
  return pointed instanceof Fault ? pointed : [...told, pointed];
}

type OpenDocuments = OpenSnapshot & {
  readonly carriage: Carriage;
  readonly changes: readonly ReleaseChange[];
  readonly vocabularies: readonly Digest[];
};

async function openDocuments(
  { dir, showValues = false }: VerifyAsk,
  manifest: Manifest,
): Promise<OpenDocuments | Fault> {
  const snapshot = await readDocument(dir, PLACES.snapshot, LIMITS.manifest_bytes_max);
  if (snapshot instanceof Fault) return snapshot;
  const members = await readDocument(dir, PLACES.members, MEMBERS_BYTES_MAX);
  if (members instanceof Fault) return members;
  const opened = openSnapshot(manifest, snapshot, members, showValues);
  if (opened instanceof Fault) return opened;

  const read = await readSchema(dir, manifest.recordSchema);
  if (read instanceof Fault) return read;
  const { schema, vocabularies } = read;
  const wrong = unusableMembers(schema, opened.snapshot);
  if (wrong !== undefined) return wrong;
  const changes = await readChanges(dir, manifest);
  if (changes instanceof Fault) return changes;
  const carriage = carriageOf(schema, opened.snapshot.members, manifest.recordSchema);
  return { ...opened, carriage, changes, vocabularies };
}

/** @faults SET_INCOMPLETE, and those of `releaseChanges` */
async function readChanges(dir: string, manifest: Manifest): Promise<readonly ReleaseChange[] | Fault> {
  const read = new Map<Digest, Uint8Array>();
  for (const digest of manifest.changeRecords) {
    const bytes = await readDocument(dir, PLACES.change(digest), LIMITS.object_bytes_max);
    if (bytes instanceof Fault) return bytes;
    read.set(digest, bytes);
  }
  return releaseChanges(manifest, read);
}

/** Two digests and four short texts a member. */
const MEMBERS_BYTES_MAX = 2_000_000_000;

/** @faults SET_INCOMPLETE DIGEST_MISMATCH, and those of `schemaFromDocument` */
async function readSchema(
  dir: string,
  recordSchema: Digest,
): Promise<{ readonly schema: Schema; readonly vocabularies: readonly Digest[] } | Fault> {
  const name = PLACES.schema(recordSchema);
  const bytes = await readDocument(dir, name, LIMITS.schema_document_bytes_max);
  if (bytes instanceof Fault) return bytes;
  const found = sha256(bytes);
  if (found !== recordSchema) return otherBytes(name, recordSchema, found);
  const text = Buffer.from(bytes).toString('utf8');
  const vocabularies = await readVocabularies(dir, text);
  if (vocabularies instanceof Fault) return vocabularies;
  const schema = schemaFromDocument(text, vocabularies);
  return schema instanceof Fault ? schema : { schema, vocabularies: [...vocabularies.keys()] };
}

/** A quote within a string is escaped, so nothing but a key and its value reads like this in a canonical document. */
const VOCABULARY = /"vocabulary":"(sha256:[0-9a-f]{64})"/g;

/** The vocabularies that a schema's document names; no other is read. @faults SET_INCOMPLETE DIGEST_MISMATCH */
async function readVocabularies(
  dir: string,
  schemaText: string,
): Promise<ReadonlyMap<Digest, Vocabulary> | Fault> {
  const read = new Map<Digest, Vocabulary>();
  for (const [, digest] of schemaText.matchAll(VOCABULARY)) {
    const named = digest as Digest;
    if (read.has(named)) continue;
    const name = PLACES.vocabulary(named);
    const bytes = await readDocument(dir, name, LIMITS.schema_document_bytes_max);
    if (bytes instanceof Fault) return bytes;
    const found = sha256(bytes);
    if (found !== named) return otherBytes(name, named, found);
    const vocabulary = parseVocabularyFile(name, bytes);
    if (vocabulary instanceof Fault) return vocabulary;
    read.set(named, vocabulary);
  }
  return read;
}

const otherBytes = (object: string, declared: Digest, found: Digest): Fault =>
  new Fault('DIGEST_MISMATCH', { object, declared, found, holds: 'something else' });

/** A snapshot may name any field; only one the schema has, and whose values have one text, says who a record is. */
function unusableMembers(schema: Schema, { members }: Snapshot): Fault | undefined {
  const part = MEMBER_PARTS.find(name => {
    const source = members[name];
    if (source.kind !== 'field') return false;
    const field = schema.fields.find(({ id }) => id === source.field);
    return field === undefined || !givesMemberText(field);
  });
  return (
    part &&
    new Fault('BOUND_DOCUMENT_FIELD', {
      document: 'snapshot.json',
      path: `members.${part}.field`,
      problem: 'is no field that can say who a record is',
    })
  );
}

type ReadShards = {
  readonly verdicts: readonly ShardVerdict[];
  readonly faults: readonly Fault[];
  readonly records: number;
  readonly members: MemberList | undefined;
  readonly orders: readonly ShardOrder[] | undefined;
};

/** One shard in memory at a time; all are looked at, whatever the first ones say. */
async function readShards(ask: VerifyAsk, manifest: Manifest, carriage: Carriage): Promise<ReadShards> {
  const collector = memberCollector();
  const verdicts: ShardVerdict[] = [];
  const faults: Fault[] = [];
  const orders: ShardOrder[] = [];
  let unread = 0;
  for (const descriptor of manifest.shards) {
    const found = await findShard(ask.dir, manifest, descriptor);
    const { id, fault, records, members, order } = verifyShard(manifest, descriptor, found, carriage);
    verdicts.push({ id, holds: fault === undefined, code: fault?.code, records });
    if (fault !== undefined) faults.push(fault);
    if (members === undefined) unread++;
    else collector.addAll(members, verdicts.length - 1);
    if (order !== undefined) orders.push(order);
    ask.progress?.(verdicts.length, manifest.shards.length);
  }
  const records = verdicts.reduce((sum, verdict) => sum + verdict.records, 0);
  return {
    verdicts,
    faults,
    records,
    members: unread === 0 ? collector.sorted() : undefined,
    orders: faults.length === 0 ? orders : undefined,
  };
}

async function findShard(dir: string, manifest: Manifest, descriptor: ShardDescriptor): Promise<ShardFound> {
  const worthReading = (size: number): boolean =>
    size <= LIMITS.shard_bytes_max && mayHoldAShard(manifest, size);
  const found = await readFileOf(dir, PLACES.shard(descriptor.digest), worthReading);
  return found.kind === 'absent' || found.kind === 'irregular'
    ? found
    : { ...found, objectVersion: folderVersion(descriptor.digest) };
}

async function undeclaredFiles(
  dir: string,
  manifest: Manifest,
  vocabularies: readonly Digest[],
): Promise<readonly string[]> {
  const { manifest: itself, pointer, snapshot, members } = PLACES;
  const files = [
    ...[itself, pointer, snapshot, members, PLACES.schema(manifest.recordSchema)],
    ...vocabularies.map(PLACES.vocabulary),
    ...manifest.changeRecords.map(PLACES.change),
    ...manifest.shards.map(shard => PLACES.shard(shard.digest)),
  ];
  const declared = new Set(files.flatMap(name => [name, `${path.dirname(name)}/`]));
  return (await listRelease(dir)).filter(name => !declared.has(name));
}
