import { createHash } from 'node:crypto';
import type { RecordBatch } from 'apache-arrow';
import { type Digest, sha256 } from '../base/digest.ts';
import { columnsOf } from '../contract/batch.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { canonicalOrder } from './avro-schema.ts';
import { ByteSink } from './byte-sink.ts';
import { type Form, nullWhereNoneMayBe, recordWriter, type WriteRecord } from './record-writer.ts';

const ALL: ReadonlySet<FieldId> = new Set();

/** The canonical bytes of each record, without the fields named by id. `docs/formats.md` has them type by type. */
export function canonicalRecords(
  schema: Schema,
  batch: RecordBatch,
  without: ReadonlySet<FieldId> = ALL,
): readonly Uint8Array[] {
  return eachRecord(schema, batch, without, sink => sink.toBytes());
}

/** The digest of each record's content; `without` has the ids of the fields its member identity comes from. */
export function contentDigests(
  schema: Schema,
  batch: RecordBatch,
  without: ReadonlySet<FieldId> = ALL,
): readonly Digest[] {
  return eachRecord(schema, batch, without, sink => sha256(sink.peek()));
}

/** The digest of a whole shard: its batches' records in stored order, each after its length as an Avro long. */
export function logicalDigest(schema: Schema, batches: readonly RecordBatch[]): Digest {
  const hash = createHash('sha256');
  const length = new ByteSink();
  for (const batch of batches)
    eachRecord(schema, batch, ALL, sink => {
      length.clear();
      length.int(sink.length);
      hash.update(length.peek()).update(sink.peek());
    });
  return `sha256:${hash.digest('hex')}`;
}

function eachRecord<T>(
  schema: Schema,
  batch: RecordBatch,
  without: ReadonlySet<FieldId>,
  take: (sink: ByteSink) => T,
): T[] {
  const write = canonicalWriter(schema, batch, without);
  const sink = new ByteSink();
  return Array.from({ length: batch.numRows }, (_, row) => {
    sink.clear();
    write(row, sink);
    return take(sink);
  });
}

/** Fields by id, null first, sets by the bytes of their elements and maps by those of their keys. */
const CANONICAL: Form = { nullAt: () => 0, inOrder: canonicalOrder, sorted: true };

/** @throws TypeError at a null where none may be: such a record has no canonical form, and gates refuse it before. */
function canonicalWriter(schema: Schema, batch: RecordBatch, without: ReadonlySet<FieldId>): WriteRecord {
  const columns = columnsOf(schema, batch);
  const field = nullWhereNoneMayBe(columns);
  if (field !== undefined) throw new TypeError(`field ${field} is not nullable and holds a null`);
  const kept = canonicalOrder(schema.fields).filter(place => !without.has(place.field.id));
  return recordWriter(
    kept.map(place => columns[place.index]!),
    CANONICAL,
  );
}
