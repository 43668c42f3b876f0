import type { RecordBatch } from 'apache-arrow';
import type { Json } from '../base/canonical-json.ts';
import { avroSchemaOf } from '../codec/avro-schema.ts';
import type { Codec, Refusal } from '../codec/codec.ts';
import { rowsOf } from '../contract/batch.ts';
import type { FieldId } from '../contract/field.ts';
import type { ReadPlan } from '../contract/read-plan.ts';
import type { RejectCode } from '../contract/reject.ts';
import type { Schema } from '../contract/schema.ts';
import { applyPlan } from '../convert/apply-plan.ts';
import { decodedFile } from './decoded-file.ts';
import type { Observed } from './outcome.ts';
import type { Probe } from './probe.ts';

/** What our own decoding and read plan make of one record's bytes. A throw in here is a crash of ours, and is told. */
export function guardedRead(
  codec: Codec,
  writer: Schema,
  reader: Schema,
  plan: ReadPlan,
  probe: Probe,
): Observed {
  try {
    if (probe.row !== undefined) return rowRead(codec, writer, reader, plan, probe.bytes, probe.row);
    return unregistered(writer, probe.published) ?? decodeAndApply(codec, writer, reader, plan, probe.bytes);
  } catch (error) {
    return { kind: 'crash', how: error instanceof Error ? error.name : typeof error };
  }
}

function decodeAndApply(
  codec: Codec,
  writer: Schema,
  reader: Schema,
  plan: ReadPlan,
  bytes: Uint8Array,
): Observed {
  const decoded = codec.decode(writer, bytes);
  if (decoded.kind === 'refused') return stopped(decoded);
  // A frame holds one record. Bytes that decode as none, or as two, are another record's or cut.
  if (decoded.rows !== 1) return refused(decoded.rows === 0 ? 'TRUNCATED' : 'TRAILING_BYTES', undefined);
  return applied(writer, reader, plan, decoded.batch);
}

const stopped = ({ code, field, offset }: Refusal): Observed => ({ kind: 'refused', code, field, offset });

const applied = (writer: Schema, reader: Schema, plan: ReadPlan, batch: RecordBatch): Observed =>
  eachApplied(writer, reader, plan, batch)[0]!;

/** What is read of each record of a batch. */
function eachApplied(
  writer: Schema,
  reader: Schema,
  plan: ReadPlan,
  batch: RecordBatch,
): readonly Observed[] {
  const result = applyPlan(plan, writer, reader, batch);
  if (result.kind === 'refused') {
    const [first] = result.refusals;
    return new Array<Observed>(batch.numRows).fill(refused(first!.code, first!.field));
  }
  const rejects = new Map(result.rejects.map(reject => [reject.row, reject]));
  const records = rowsOf(reader, result.accepted).values();
  return Array.from({ length: batch.numRows }, (_, row): Observed => {
    const reject = rejects.get(row);
    if (reject !== undefined) return refused(reject.code, reject.field);
    return { kind: 'read', values: records.next().value!.map(value => ({ kind: 'value', value })) };
  });
}

/** A file is read as a whole, by whoever asks for one of its records first. */
function rowRead(
  codec: Codec,
  writer: Schema,
  reader: Schema,
  plan: ReadPlan,
  bytes: Uint8Array,
  row: number,
): Observed {
  const decoded = decodedFile(codec, writer, bytes);
  if (decoded.kind === 'refused') return stopped(decoded);
  const files = READ.get(plan) ?? new WeakMap<Uint8Array, readonly Observed[]>();
  READ.set(plan, files);
  const read = files.get(bytes) ?? eachApplied(writer, reader, plan, decoded.batch);
  files.set(bytes, read);
  return read[row] ?? refused('TRUNCATED', undefined);
}

const READ = new WeakMap<ReadPlan, WeakMap<Uint8Array, readonly Observed[]>>();

const refused = (code: RejectCode, field: FieldId | undefined): Observed => ({
  kind: 'refused',
  code,
  field,
  offset: undefined,
});

/**
 * Avro bytes have no names in them: what a producer added stands in the schema it published beside them. So that is
 * held against the registered version before a byte is decoded.
 */
function unregistered(writer: Schema, published: Json | undefined): Observed | undefined {
  if (published === undefined) return undefined;
  const registered = new Map(avroFields(avroSchemaOf(writer)).map(field => [field.name, field]));
  for (const { name, type } of avroFields(published)) {
    const known = registered.get(name);
    if (known === undefined) return refused('UNKNOWN_FIELD', undefined);
    if (Array.isArray(type) && type.includes('null') && !Array.isArray(known.type))
      return refused('NULL_NOT_ALLOWED', known['field-id']);
  }
  return undefined;
}

type AvroField = { readonly name: string; readonly type: Json; readonly 'field-id': FieldId };

const avroFields = (record: Json): readonly AvroField[] =>
  (record as unknown as { readonly fields: readonly AvroField[] }).fields;
