import * as z from 'zod';
import { canonicalJson } from '../base/canonical-json.ts';
import type { Fault } from '../base/fault.ts';
import type { Members } from '../contract/members.ts';
import { Count, DigestText, readBoundDocument, Word } from './bound-document.ts';

export const SNAPSHOT_SCHEMA = 'training.dataset.snapshot.v1';

const Source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('field'), field: Count }),
  z.strictObject({ kind: z.literal('constant'), value: z.string() }),
  z.strictObject({ kind: z.literal('envelope'), column: Word }),
]);

const Snapshot = z.strictObject({
  schema: z.literal(SNAPSHOT_SCHEMA),
  recordSchema: DigestText,
  tokenizer: z.union([z.literal('none'), DigestText], { error: 'is neither none nor a digest' }),
  tombstoneWatermark: Count,
  benchmarkFence: Count,
  /** What the members were taken from: digests of files, or of what a generator was asked for. */
  sources: z.array(DigestText).min(1, { error: 'is empty' }).max(100_000),
  /** Where each record says who it is; without it no reader could take the members from the shards again. */
  members: z.strictObject({ sampleId: Source, sourceId: Source, sourceVersion: Source, split: Source }),
  count: Count,
  memberTreeRoot: DigestText,
});

/** The logical members of a data set, apart from any shard. */
export type Snapshot = Readonly<Omit<z.output<typeof Snapshot>, 'schema' | 'members'> & { members: Members }>;

/** @faults those of `readBoundDocument` */
export function parseSnapshot(bytes: Uint8Array): Snapshot | Fault {
  return readBoundDocument(
    'snapshot.json',
    SNAPSHOT_SCHEMA,
    Snapshot.transform(({ schema: _, ...snapshot }): Snapshot => snapshot),
    bytes,
  );
}

/** RFC 8785; `datasetSnapshot` is the digest of these bytes as stored. */
export const snapshotBytes = (snapshot: Snapshot): Uint8Array =>
  Buffer.from(canonicalJson({ schema: SNAPSHOT_SCHEMA, ...snapshot }), 'utf8');
