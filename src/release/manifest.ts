import * as z from 'zod';
import { canonicalJson } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { Count, DigestText, readBoundDocument, Word } from './bound-document.ts';
import { parseShardId } from './shard-id.ts';

export const MANIFEST_SCHEMA = 'training.shard.release.v1';

/** Markers a store hands out for "whatever is there now". */
const MUTABLE_VERSIONS = ['null', 'latest'];

const ObjectVersion = Word.refine(version => !MUTABLE_VERSIONS.includes(version), {
  error: 'names no one version of an object',
});

const Shard = z.strictObject({
  id: z.string({ error: 'is not a string' }),
  mediaType: Word,
  digest: DigestText,
  size: Count,
  objectVersion: ObjectVersion,
  logicalDigest: DigestText,
  records: Count,
  /** Absent when the snapshot's tokenizer is `none`. */
  tokens: z.exactOptional(Count),
  memberSetDigest: DigestText,
});

/** What a deterministic writer needs, beside the snapshot, to write the same shards again. */
const Parameters = z.strictObject({
  serializer: Word,
  sortSeed: Count,
  shardingFunction: Word,
  compression: z.strictObject({ codec: Word, level: Count }),
  keyVersion: Word,
});

const Manifest = z.strictObject({
  schema: z.literal(MANIFEST_SCHEMA),
  datasetSnapshot: DigestText,
  tombstoneWatermark: Count,
  benchmarkFence: Count,
  recordSchema: DigestText,
  parameters: Parameters,
  changeRecords: z.array(DigestText).max(1_000),
  /** Those of them whose change was only proposed when the release was built. Said even where there are none. */
  proposed: z.array(DigestText).max(1_000),
  shards: z.array(Shard).max(LIMITS.release_shards_max),
  totals: z.strictObject({ shards: Count, records: Count }),
  orderedMemberTupleRoot: DigestText,
});

export type ShardDescriptor = Readonly<z.output<typeof Shard>>;
export type ReleaseParameters = Readonly<z.output<typeof Parameters>>;
export type Manifest = Readonly<
  Omit<z.output<typeof Manifest>, 'schema' | 'shards'> & { shards: readonly ShardDescriptor[] }
>;

/**
 * The manifest in the bytes that its root digest covers.
 *
 * @faults those of `readBoundDocument`, then SHARD_ID_FORMAT EMPTY_RELEASE SHARD_ID_SET SHARD_REPEATED TOTALS_MISMATCH
 * SCHEMA_REPORT_UNBOUND, BOUND_DOCUMENT_FIELD for lists of change records that are no sets, in this order
 */
export function parseManifest(bytes: Uint8Array): Manifest | Fault {
  const read = readBoundDocument('manifest.json', MANIFEST_SCHEMA, Manifest, bytes);
  if (read instanceof Fault) return read;
  for (const check of MANIFEST_CHECKS) {
    const fault = check(read);
    if (fault !== undefined) return fault;
  }
  const { schema: _, ...manifest } = read;
  return manifest;
}

/** The bytes of a manifest as this writer stores them: RFC 8785. Other writers' bytes are read, never printed again. */
export const manifestBytes = (manifest: Manifest): Uint8Array =>
  Buffer.from(canonicalJson({ schema: MANIFEST_SCHEMA, ...manifest }), 'utf8');

/** What one document alone can contradict itself in; the first failure is the one reported. */
const MANIFEST_CHECKS: ReadonlyArray<(manifest: Manifest) => Fault | undefined> = [
  shardIdsReadable,
  notEmpty,
  shardIdsComplete,
  shardsDiffer,
  totalsAddUp,
  schemaReportBound,
  changeRecordsAreSets,
  proposedAreBound,
];

function shardIdsReadable({ shards }: Manifest): Fault | undefined {
  const index = shards.findIndex(shard => parseShardId(shard.id) === undefined);
  return index < 0 ? undefined : new Fault('SHARD_ID_FORMAT', { path: `shards[${index}].id` });
}

function notEmpty({ shards, totals }: Manifest): Fault | undefined {
  if (shards.length === 0) return new Fault('EMPTY_RELEASE', { what: 'shards' });
  return totals.records === 0 ? new Fault('EMPTY_RELEASE', { what: 'records' }) : undefined;
}

/** As many different indices below n as there are shards leave no gap. */
function shardIdsComplete({ shards }: Manifest): Fault | undefined {
  const seen = new Set<number>();
  for (const [place, shard] of shards.entries()) {
    const id = parseShardId(shard.id)!;
    const problem =
      id.of !== shards.length
        ? `counts ${id.of} shards where ${shards.length} are listed`
        : id.index >= id.of
          ? 'has an index beyond its count'
          : seen.has(id.index)
            ? `repeats index ${id.index}`
            : undefined;
    if (problem !== undefined) return new Fault('SHARD_ID_SET', { path: `shards[${place}].id`, problem });
    seen.add(id.index);
  }
  return undefined;
}

/** A sample occurs once, so no two shards are equal; and a manifest could have one object read 20,000 times. */
function shardsDiffer({ shards }: Manifest): Fault | undefined {
  const seen = new Map<Digest, string>();
  for (const [place, { id, digest }] of shards.entries()) {
    const other = seen.get(digest);
    if (other !== undefined) return new Fault('SHARD_REPEATED', { path: `shards[${place}].digest`, other });
    seen.set(digest, id);
  }
  return undefined;
}

function totalsAddUp({ shards, totals }: Manifest): Fault | undefined {
  const found: ReadonlyArray<readonly ['shards' | 'records', number]> = [
    ['shards', shards.length],
    ['records', shards.reduce((sum, shard) => sum + shard.records, 0)],
  ];
  const wrong = found.find(([of, count]) => totals[of] !== count);
  return wrong === undefined
    ? undefined
    : new Fault('TOTALS_MISMATCH', { of: wrong[0], declared: totals[wrong[0]], found: wrong[1] });
}

function schemaReportBound({ changeRecords, recordSchema }: Manifest): Fault | undefined {
  return changeRecords.length === 0 ? new Fault('SCHEMA_REPORT_UNBOUND', { recordSchema }) : undefined;
}

function changeRecordsAreSets(manifest: Manifest): Fault | undefined {
  const broken = (['changeRecords', 'proposed'] as const).find(name =>
    manifest[name].some((digest, place) => place > 0 && manifest[name][place - 1]! >= digest),
  );
  return broken && fieldFault(broken, 'is not ascending, or has a digest twice');
}

function proposedAreBound({ changeRecords, proposed }: Manifest): Fault | undefined {
  const stranger = proposed.findIndex(digest => !changeRecords.includes(digest));
  return stranger < 0
    ? undefined
    : fieldFault(`proposed[${stranger}]`, 'is none of the change records that are bound');
}

const fieldFault = (path: string, problem: string): Fault =>
  new Fault('BOUND_DOCUMENT_FIELD', { document: 'manifest.json', path, problem });

/** The changeRecords of a manifest, each once, in ascending order, so that a set has one spelling. */
export const changeRecordSet = (digests: readonly Digest[]): Digest[] => [...new Set(digests)].sort();
