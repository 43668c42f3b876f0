import type { RecordBatch } from 'apache-arrow';
import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { avroCodec } from '../codec/avro.ts';
import type { Codec } from '../codec/codec.ts';
import { type CsvLexical, type FieldLexical, readCsv } from '../codec/csv.ts';
import { jsonCodec } from '../codec/json.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { DataFormat, GoldenSet } from './set.ts';

/**
 * The records of a set: exactly the bytes, and as many, as its manifest declares.
 *
 * @param schema  that of the version the manifest names
 * @faults DATA_DIGEST_MISMATCH SET_FIELD_UNKNOWN DATA_REFUSED, those of `readCsv`, DATA_ROWS_MISMATCH, in this order
 */
export function readSet(set: GoldenSet, schema: Schema, bytes: Uint8Array): RecordBatch | Fault {
  const { file, format, sha256: declared, rows } = set.data;
  const found = sha256(bytes);
  if (found !== declared) return new Fault('DATA_DIGEST_MISMATCH', { file, declared, found });
  const lexical = lexicalOf(set, schema);
  if (lexical instanceof Fault) return lexical;
  const batch = READERS[format](file, bytes, schema, lexical);
  if (batch instanceof Fault || batch.numRows === rows) return batch;
  return new Fault('DATA_ROWS_MISMATCH', { file, declared: rows, found: batch.numRows });
}

/** The field that says which split a sample belongs to; undefined when the set names none. */
export function splitOf(set: GoldenSet, schema: Schema): FieldId | undefined | Fault<'SET_FIELD_UNKNOWN'> {
  return set.split === undefined ? undefined : fieldId(set, schema, set.split);
}

type Reader = (file: string, bytes: Uint8Array, schema: Schema, lexical: CsvLexical) => RecordBatch | Fault;

/** JSON and Avro have one spelling of everything, so what a manifest says about spelling binds in CSV alone. */
const READERS: Readonly<Record<DataFormat, Reader>> = {
  csv: readCsv,
  json: decodeWith(jsonCodec),
  avro: decodeWith(avroCodec),
};

function decodeWith(codec: Codec): Reader {
  return (file, bytes, schema) => {
    const result = codec.decode(schema, bytes);
    if (result.kind === 'decoded') return result.batch;
    return new Fault('DATA_REFUSED', { file, code: result.code, row: result.row });
  };
}

function lexicalOf(set: GoldenSet, schema: Schema): CsvLexical | Fault<'SET_FIELD_UNKNOWN'> {
  const forms = new Map<FieldId, FieldLexical>();
  for (const name of new Set([...Object.keys(set.lexical), ...Object.keys(set.nulls)])) {
    const id = fieldId(set, schema, name);
    if (id instanceof Fault) return id;
    forms.set(id, { date: set.lexical[name], null: set.nulls[name] });
  }
  return forms;
}

function fieldId(set: GoldenSet, schema: Schema, name: string): FieldId | Fault<'SET_FIELD_UNKNOWN'> {
  const field = schema.fields.find(candidate => candidate.name === name);
  if (field !== undefined) return field.id;
  return new Fault('SET_FIELD_UNKNOWN', { file: set.data.file, field: name, version: set.version });
}
