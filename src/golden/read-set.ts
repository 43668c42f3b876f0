import type { RecordBatch } from 'apache-arrow';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { placeOfByte } from '../base/utf8.ts';
import { avroCodec } from '../codec/avro.ts';
import type { Refusal } from '../codec/codec.ts';
import { CONTAINER_MAGIC } from '../codec/container/block-splitter.ts';
import { type CsvLexical, type FieldLexical, readCsv } from '../codec/csv.ts';
import { jsonCodec } from '../codec/json.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import { nearest } from '../contract/nearest.ts';
import type { Schema } from '../contract/schema.ts';
import { secondsOf } from './doubts/unit-suspects.ts';
import type { DataFormat, GoldenSet } from './set.ts';

/** The records of a set, and of how many of them each field was absent and filled with its default. */
export type SetRead = {
  readonly batch: RecordBatch;
  readonly absentFilled: ReadonlyMap<FieldId, number>;
  /** As those of a decoded batch. */
  readonly absentRows?: ReadonlyMap<FieldId, readonly number[]>;
};

/**
 * The records of a set: exactly the bytes, and as many, as its manifest declares.
 *
 * @param schema  that of the version the manifest names
 * @faults DATA_DIGEST_MISMATCH SET_FIELD_UNKNOWN SET_KEY_MEANINGLESS DATA_REFUSED DATA_BYTES_REFUSED
 *   DATA_CONTAINER, those of `readCsv`, DATA_ROWS_MISMATCH, in this order
 */
export function readSet(set: GoldenSet, schema: Schema, bytes: Uint8Array): SetRead | Fault {
  const { file, sha256: declared, rows } = set.data;
  const found = sha256(bytes);
  if (found !== declared) return digestFault(set, file, found);
  const misspelled = spellingFault(set, schema);
  if (misspelled !== undefined) return misspelled;
  const read = readRecords(set, schema, bytes);
  if (read instanceof Fault || read.batch.numRows === rows) return read;
  return new Fault(
    'DATA_ROWS_MISMATCH',
    { file, declared: rows, found: read.batch.numRows },
    set.places.get('data.rows'),
  );
}

/** The records of a set, whatever it declares of them. @faults those of `readSet`, without its digest and rows */
export function readRecords(set: GoldenSet, schema: Schema, bytes: Uint8Array): SetRead | Fault {
  const { file, format } = set.data;
  const read = READERS[format](file, bytes, schema, lexicalOf(set, schema));
  // What its form can't hold is no fault of the file.
  return read instanceof Fault && read.at === undefined
    ? new Fault(read.code, read.facts, set.places.get('data.format'))
    : read;
}

/** That the data are not those the manifest declares, told where it does. */
export const digestFault = ({ data, places }: GoldenSet, file: string, found: Digest): Fault =>
  new Fault('DATA_DIGEST_MISMATCH', { file, declared: data.sha256, found }, places.get('data.sha256'));

/** The field that says which split a sample belongs to; undefined when the set names none. */
export const splitOf = ({ split }: GoldenSet, schema: Schema): FieldId | undefined =>
  split === undefined ? undefined : fieldNamed(schema, split)?.id;

/**
 * What a manifest says of fields that aren't there, or that has nothing to say where it stands: left alone, it would
 * look as if it bound.
 *
 * @faults SET_FIELD_UNKNOWN SET_KEY_MEANINGLESS
 */
export function spellingFault(set: GoldenSet, schema: Schema): Fault | undefined {
  const said: readonly Said[] = [
    ...(set.split === undefined ? [] : [{ key: 'split', name: set.split, place: 'split' }]),
    ...(['lexical', 'nulls', 'witness'] as const).flatMap(key =>
      Object.keys(set[key]).map(name => ({ key, name, place: `${key}.${name}` })),
    ),
    ...Object.entries(set.witness).flatMap(([of, name]) =>
      name === false ? [] : [{ key: 'witness', name, place: `witness.${of}`, of }],
    ),
  ];
  for (const { key, name, place, of } of said) {
    const at = set.places.get(place);
    const field = fieldNamed(schema, name);
    if (field === undefined) {
      const known = nearest(
        name,
        schema.fields.map(each => each.name),
      );
      return new Fault('SET_FIELD_UNKNOWN', { key, field: name, version: set.version, nearest: known }, at);
    }
    const because = of === name ? 'it is no witness of itself' : meaningless(key, set.data.format, field);
    if (because !== undefined) return new Fault('SET_KEY_MEANINGLESS', { key, field: name, because }, at);
  }
  return strataFault(set, schema);
}

/** `of`: the field that one is to witness for. */
type Said = { readonly key: string; readonly name: string; readonly place: string; readonly of?: string };

/** A stratum is a slice or a field. */
function strataFault({ strata, version, places }: GoldenSet, { slices, fields }: Schema): Fault | undefined {
  const known = [...slices, ...fields].map(each => each.name);
  const unknown = strata.find(name => !known.includes(name));
  if (unknown === undefined) return undefined;
  const facts = { key: 'strata', field: unknown, version, nearest: nearest(unknown, known) };
  return new Fault('SET_FIELD_UNKNOWN', facts, places.get('strata'));
}

function meaningless(key: string, format: DataFormat, field: Field): string | undefined {
  const { type } = field;
  if (key === 'split') return undefined;
  if (key === 'witness') return secondsOf(field) === undefined ? 'it counts no time' : undefined;
  if (format !== 'csv') return `${format} has one spelling of everything`;
  return key === 'lexical' && type.kind !== 'date' ? `it is no date but a ${type.kind}` : undefined;
}

type Reader = (file: string, bytes: Uint8Array, schema: Schema, lexical: CsvLexical) => SetRead | Fault;

/** JSON and Avro have one spelling of everything, so what a manifest says about spelling binds in CSV alone. */
const READERS: Readonly<Record<DataFormat, Reader>> = {
  csv: readWholeCsv,
  json: readJson,
  avro: readAvro,
};

/** Its header names every field. */
function readWholeCsv(...of: Parameters<Reader>): SetRead | Fault {
  const batch = readCsv(...of);
  return batch instanceof Fault ? batch : { batch, absentFilled: new Map() };
}

function readJson(file: string, bytes: Uint8Array, schema: Schema): SetRead | Fault {
  const result = jsonCodec.decode(schema, bytes);
  if (result.kind === 'decoded') return result;
  const { code, row, offset } = result;
  const facts = { code, record: row + 1, field: refusedField(schema, result) };
  const place = offset === undefined ? { file, line: row + 1, column: 1 } : placeOfByte(file, bytes, offset);
  return new Fault('DATA_REFUSED', facts, place);
}

function readAvro(file: string, bytes: Uint8Array, schema: Schema): SetRead | Fault {
  const result = avroCodec.decode(schema, bytes);
  if (result.kind === 'decoded') return result;
  if (CONTAINER_MAGIC.every((byte, index) => bytes[index] === byte))
    return new Fault('DATA_CONTAINER', { file });
  const { code, row, offset = 0 } = result;
  const facts = { file, code, record: row + 1, field: refusedField(schema, result), offset };
  return new Fault('DATA_BYTES_REFUSED', facts);
}

const refusedField = (schema: Schema, { field }: Refusal): string =>
  field === undefined ? '' : fieldText(schema, field);

const lexicalOf = ({ lexical, nulls }: GoldenSet, schema: Schema): CsvLexical =>
  new Map(
    schema.fields
      .filter(({ name }) => Object.hasOwn(lexical, name) || Object.hasOwn(nulls, name))
      .map(({ id, name }): [FieldId, FieldLexical] => [id, { date: lexical[name], null: nulls[name] }]),
  );

const fieldNamed = (schema: Schema, name: string): Field | undefined =>
  schema.fields.find(field => field.name === name);
