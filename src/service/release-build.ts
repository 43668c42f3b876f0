import type { RecordBatch } from 'apache-arrow';
import { canonicalJson } from '../base/canonical-json.ts';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Field } from '../contract/field.ts';
import type { Members } from '../contract/members.ts';
import { childrenOf } from '../contract/nested.ts';
import { vocabularyDocument } from '../contract/parse-vocabulary.ts';
import type { Schema } from '../contract/schema.ts';
import { recordSchemaDigest, schemaDocument } from '../contract/schema-document.ts';
import {
  changeRecordSet,
  type Manifest,
  manifestBytes,
  parseManifest,
  type ShardDescriptor,
} from '../release/manifest.ts';
import { repeatedSamples } from '../release/member-diff.ts';
import {
  type MemberList,
  memberCollector,
  membersBlob,
  memberTreeRoot,
  type Origin,
  orderedMemberTupleRoot,
} from '../release/member-list.ts';
import { rootPointerBytes } from '../release/root-pointer.ts';
import { sampleList } from '../release/sample-list.ts';
import type { ShardPacking } from '../release/shard-file.ts';
import { COMPRESSIONS, MEDIA_TYPE, SERIALIZER, writeShard } from '../release/shard-file.ts';
import { shardId } from '../release/shard-id.ts';
import { SHARDING_FUNCTION } from '../release/shard-plan.ts';
import { type Carriage, carriageOf, describeRecords } from '../release/shard-records.ts';
import { snapshotBytes } from '../release/snapshot.ts';
import { type ReleaseChange, releaseChanges } from './release-changes.ts';
import { claimFolder, type ReleaseHead, unfitFolder } from './release-claim.ts';
import { createFile, folderVersion, PLACES, removeStaging } from './release-folder.ts';
import { gatherShards, type RecordSource, SOURCE_CHANGED, takeMembers } from './release-source.ts';

export type ReleaseAsk = {
  readonly dir: string;
  readonly schema: Schema;
  /** What turns its text into tokens; none where no text becomes tokens. */
  readonly tokenizer?: Digest | undefined;
  readonly members: Members;
  readonly source: RecordSource;
  /** Default: four, or as many as there are records where these are fewer. */
  readonly shards?: number | undefined;
  readonly sortSeed: number;
  readonly tombstoneWatermark: number;
  readonly benchmarkFence: number;
  /** Of the proposals that led to this schema; at least one. */
  readonly changeRecords: readonly BoundChange[];
  /** Default `null`: stored as it is. */
  readonly compression?: ShardPacking;
  /** Whether refusals may show sample ids. Default: they don't. */
  readonly showValues?: boolean;
  readonly progress?: (done: number, of: number) => void;
};

/** A change record as it is stored, and whether its change is still only proposed. */
export type BoundChange = { readonly bytes: Uint8Array; readonly proposed: boolean };

export type Built = {
  readonly dir: string;
  readonly root: Digest;
  readonly manifest: Manifest;
  readonly changes: readonly ReleaseChange[];
};

/**
 * Writes a release into a folder: the snapshot first, from the source; then the shards; the manifest last, so that a
 * build that was interrupted leaves none. Asking again finishes it, and gives the same root.
 *
 * @faults RELEASE_ASK SHARDS_UNFILLED SCHEMA_REPORT_UNBOUND EMPTY_RELEASE RECORDS_UNLAWFUL MEMBER_PART_UNUSABLE MEMBER_DUPLICATE
 * STAGING_CONFLICT SHARD_TOO_LARGE, and those of `releaseChanges` and `claimFolder`
 */
export async function releaseBuild(asked: ReleaseAsk): Promise<Built | Fault> {
  const recordSchema = recordSchemaDigest(asked.schema);
  const wrong = wrongAsk(asked, recordSchema) ?? (await unfitFolder(asked.dir));
  if (wrong !== undefined) return wrong;
  const bound = boundChanges(asked);
  const changes = releaseChanges(bound, bound.bytes);
  if (changes instanceof Fault) return changes;

  const carriage = carriageOf(asked.schema, asked.members, recordSchema);
  const members = await takeMembers(carriage, asked.source);
  if (members instanceof Fault) return members;
  const ask = { ...asked, shards: asked.shards ?? Math.min(SHARDS_USUAL, members.list.count) };
  const unfit = unfitMembers(ask, members.list);
  if (unfit !== undefined) return unfit;

  const snapshot = snapshotOf(ask, carriage, members.list);
  const head = headOf(ask, recordSchema, sha256(snapshot), bound);
  const claimed = await claimFolder(ask.dir, head, snapshot);
  if (claimed !== undefined) return claimed;
  const documents = await writeAll(ask.dir, [
    ...schemaFiles(ask.schema, recordSchema),
    ...[...bound.bytes].map(([digest, bytes]): NamedBytes => [PLACES.change(digest), bytes]),
    [PLACES.members, membersBlob(members.list)],
    [PLACES.snapshot, snapshot],
  ]);
  if (documents instanceof Fault) return documents;

  const shards = await writeShards(ask, carriage, members.sampleIds);
  if (shards instanceof Fault) return shards;
  if (memberTreeRoot(shards.members) !== memberTreeRoot(members.list)) {
    return new Fault('RELEASE_ASK', { problem: SOURCE_CHANGED });
  }
  return commit(ask, manifestOf(head, ask, members.list, shards.descriptors), changes);
}

const SHARDS_USUAL = 4;

/** The number of shards is settled. */
type SizedAsk = ReleaseAsk & { readonly shards: number };

function wrongAsk(ask: ReleaseAsk, recordSchema: Digest): Fault | undefined {
  const numbers = ['sortSeed', 'tombstoneWatermark', 'benchmarkFence'] as const;
  const odd = numbers.find(name => !Number.isSafeInteger(ask[name]) || ask[name] < 0);
  if (odd !== undefined || !Number.isSafeInteger(ask.shards ?? 0))
    return new Fault('RELEASE_ASK', { problem: `${odd ?? 'shards'} is no count` });
  if (ask.shards !== undefined && (ask.shards < 1 || ask.shards > LIMITS.release_shards_max)) {
    return new Fault('RELEASE_ASK', { problem: `shards is not in 1 to ${LIMITS.release_shards_max}` });
  }
  if (ask.source.digests.length === 0) return new Fault('RELEASE_ASK', { problem: 'no source is named' });
  return ask.changeRecords.length === 0 ? new Fault('SCHEMA_REPORT_UNBOUND', { recordSchema }) : undefined;
}

function unfitMembers(ask: SizedAsk, list: MemberList): Fault | undefined {
  if (list.count === 0) return new Fault('EMPTY_RELEASE', { what: 'records' });
  const { count, samples } = repeatedSamples(list);
  const show = { place: ({ row }: Origin) => `record ${row}`, values: ask.showValues ?? false };
  if (count > 0) return new Fault('MEMBER_DUPLICATE', { count, samples: sampleList(samples, count, show) });
  return list.count < ask.shards
    ? new Fault('SHARDS_UNFILLED', { records: list.count, shards: ask.shards })
    : undefined;
}

const snapshotOf = (ask: ReleaseAsk, carriage: Carriage, list: MemberList): Uint8Array =>
  snapshotBytes({
    recordSchema: carriage.recordSchema,
    tokenizer: ask.tokenizer ?? 'none',
    tombstoneWatermark: ask.tombstoneWatermark,
    benchmarkFence: ask.benchmarkFence,
    sources: [...new Set(ask.source.digests)].sort(),
    members: ask.members,
    count: list.count,
    memberTreeRoot: memberTreeRoot(list),
  });

type NamedBytes = readonly [name: string, bytes: Uint8Array];

/** What a reader needs to make sense of the shards with nothing but the folder. */
function schemaFiles(schema: Schema, recordSchema: Digest): NamedBytes[] {
  const inside = (field: Field): Field[] => [
    field,
    ...childrenOf(field.type).flatMap(child => inside(child.field)),
  ];
  const vocabularies = new Map(
    schema.fields
      .flatMap(inside)
      .flatMap(({ vocabulary }) => (vocabulary === undefined ? [] : [[vocabulary.digest, vocabulary]])),
  );
  const text = (json: string): Uint8Array => Buffer.from(json, 'utf8');
  return [
    [PLACES.schema(recordSchema), text(canonicalJson(schemaDocument(schema)))],
    ...[...vocabularies].map(
      ([digest, vocabulary]): NamedBytes => [
        PLACES.vocabulary(digest),
        text(canonicalJson(vocabularyDocument(vocabulary))),
      ],
    ),
  ];
}

async function writeAll(dir: string, files: readonly NamedBytes[]): Promise<Fault | undefined> {
  for (const [name, bytes] of files) {
    const written = await createFile(dir, name, bytes);
    if (written instanceof Fault) return written;
  }
  return undefined;
}

type WrittenShards = { readonly descriptors: readonly ShardDescriptor[]; readonly members: MemberList };

async function writeShards(
  ask: SizedAsk,
  carriage: Carriage,
  sampleIds: readonly string[],
): Promise<WrittenShards | Fault> {
  const all = memberCollector();
  const descriptors: ShardDescriptor[] = [];
  for await (const batch of gatherShards(carriage, ask.source, sampleIds, ask)) {
    if (batch instanceof Fault) return batch;
    const shard = await writeOne(ask, carriage, descriptors.length, batch);
    if (shard instanceof Fault) return shard;
    all.addAll(shard.members, descriptors.length);
    descriptors.push(shard.descriptor);
    ask.progress?.(descriptors.length, ask.shards);
  }
  return { descriptors, members: all.sorted() };
}

async function writeOne(
  ask: SizedAsk,
  carriage: Carriage,
  index: number,
  batch: RecordBatch,
): Promise<{ readonly descriptor: ShardDescriptor; readonly members: MemberList } | Fault> {
  const read = describeRecords(carriage, [batch]);
  if (read instanceof Fault) return read;
  const id = shardId(index, ask.shards);
  const bytes = writeShard(carriage, id, batch, ask.compression ?? 'null');
  if (bytes instanceof Fault) return bytes;

  const digest = sha256(bytes);
  const written = await createFile(ask.dir, PLACES.shard(digest), bytes);
  if (written instanceof Fault) return written;
  const descriptor = {
    id,
    mediaType: MEDIA_TYPE,
    digest,
    size: bytes.length,
    objectVersion: folderVersion(digest),
    logicalDigest: read.logicalDigest,
    records: read.records,
    memberSetDigest: memberTreeRoot(read.members),
  };
  return { descriptor, members: read.members };
}

type BoundChanges = Pick<Manifest, 'changeRecords' | 'proposed'> & {
  readonly bytes: ReadonlyMap<Digest, Uint8Array>;
};

function boundChanges({ changeRecords }: ReleaseAsk): BoundChanges {
  const named = changeRecords.map(({ bytes, proposed }) => ({ digest: sha256(bytes), bytes, proposed }));
  return {
    changeRecords: changeRecordSet(named.map(({ digest }) => digest)),
    proposed: changeRecordSet(named.filter(({ proposed }) => proposed).map(({ digest }) => digest)),
    bytes: new Map(named.map(({ digest, bytes }) => [digest, bytes])),
  };
}

function headOf(
  ask: SizedAsk,
  recordSchema: Digest,
  datasetSnapshot: Digest,
  { changeRecords, proposed }: BoundChanges,
): ReleaseHead {
  const codec = ask.compression ?? 'null';
  return {
    datasetSnapshot,
    recordSchema,
    parameters: {
      serializer: SERIALIZER,
      sortSeed: ask.sortSeed,
      shardingFunction: SHARDING_FUNCTION,
      compression: { codec, level: COMPRESSIONS[codec] },
      keyVersion: 'none',
    },
    changeRecords,
    proposed,
    shards: ask.shards,
  };
}

function manifestOf(
  head: ReleaseHead,
  { tombstoneWatermark, benchmarkFence }: ReleaseAsk,
  list: MemberList,
  shards: readonly ShardDescriptor[],
): Manifest {
  return {
    ...head,
    tombstoneWatermark,
    benchmarkFence,
    shards,
    totals: { shards: shards.length, records: list.count },
    orderedMemberTupleRoot: orderedMemberTupleRoot({
      datasetSnapshot: head.datasetSnapshot,
      tombstoneWatermark,
      benchmarkFence,
      count: list.count,
      memberTreeRoot: memberTreeRoot(list),
    }),
  };
}

/** A manifest that this release's own parser would refuse is never written. */
async function commit(
  ask: ReleaseAsk,
  manifest: Manifest,
  changes: readonly ReleaseChange[],
): Promise<Built | Fault> {
  const bytes = manifestBytes(manifest);
  const read = parseManifest(bytes);
  if (read instanceof Fault) return read;

  const root = sha256(bytes);
  const written = await writeAll(ask.dir, [
    [PLACES.pointer, rootPointerBytes(root)],
    [PLACES.manifest, bytes],
  ]);
  if (written instanceof Fault) return written;
  await removeStaging(ask.dir);
  return { dir: ask.dir, root, manifest, changes };
}
