import { Fault } from '../../../src/base/fault.ts';
import { arrowCodec } from '../../../src/codec/arrow/arrow-codec.ts';
import { avroCodec } from '../../../src/codec/avro.ts';
import type { Codec } from '../../../src/codec/codec.ts';
import { jsonCodec } from '../../../src/codec/json.ts';
import { parquetCodec } from '../../../src/codec/parquet/parquet-codec.ts';
import { batchOf } from '../../../src/contract/batch.ts';
import type { Field } from '../../../src/contract/field.ts';
import type { RejectCode } from '../../../src/contract/reject.ts';
import type { Schema } from '../../../src/contract/schema.ts';
import type { RecordValues, Value } from '../../../src/contract/value.ts';
import { parquetWasm } from '../../../src/engine/parquet-wasm.ts';
import { makeField, makeList, makeMap, makeSchema, makeSet } from '../../contract/make-field.ts';

/** Every codec; Parquet unpacked, so that a byte that is changed is the byte of a value. */
export const CODECS: Readonly<Record<Codec['name'], Codec>> = {
  avro: avroCodec,
  json: jsonCodec,
  arrow: arrowCodec,
  parquet: parquetCodec(parquetWasm(), 'none'),
};

export type Corruption = {
  readonly name: string;
  readonly writer: Schema;
  readonly rows: readonly RecordValues[];
  readonly reader: Schema;
  readonly change?: (bytes: Uint8Array) => Uint8Array;
  readonly row: number;
  readonly field: number | undefined;
  /** The code of each codec. Avro without a header has records of its writer's schema alone, and no word for some. */
  readonly codes: Readonly<Partial<Record<Codec['name'], RejectCode>>>;
};

const ID = 11;
const own = makeField('int32', { id: 4, name: 'count' });
const rowsWith = (values: readonly Value[]): readonly RecordValues[] =>
  values.map((value, at) => [at, value]);
const schemaWith = (field: Field): Schema => makeSchema([own, { ...field, id: ID, name: 'value' }]);
const all = (code: RejectCode): Corruption['codes'] => ({
  avro: code,
  json: code,
  arrow: code,
  parquet: code,
});

const text = schemaWith(makeField('string'));
const lists = [9, 2].map(max => schemaWith(makeList(makeField('int8', { id: 12, name: 'element' }), 0, max)));
const nullable = schemaWith(makeField('string', { nullable: true }));
const deep = [true, false].map(isNullable =>
  schemaWith(makeList(makeField('string', { id: 12, name: 'element', nullable: isNullable }), 0, 9)),
);
const keys = schemaWith(
  makeMap(makeField('int32', { id: 12, name: 'key' }), makeField('bool', { id: 13 }), 4),
);
const elements = schemaWith(makeSet(makeField('int32', { id: 12, name: 'element' }), 0, 4));

/** What somebody's bytes are wrong in, each with its code and its place. */
export const CORRUPTIONS: readonly Corruption[] = [
  {
    name: 'a field that the reader does not have',
    writer: text,
    rows: rowsWith(['a', 'b']),
    reader: makeSchema([own]),
    row: 0,
    field: undefined,
    codes: { json: 'UNKNOWN_FIELD', arrow: 'UNKNOWN_FIELD', parquet: 'UNKNOWN_FIELD' },
  },
  {
    name: 'a field that is not there and has no default',
    writer: makeSchema([own]),
    rows: [[1], [2]],
    reader: text,
    row: 0,
    field: ID,
    codes: { json: 'MISSING_FIELD', arrow: 'MISSING_FIELD', parquet: 'MISSING_FIELD' },
  },
  {
    name: 'a null where none may be',
    writer: nullable,
    rows: rowsWith(['a', 'b', null]),
    reader: text,
    row: 2,
    field: ID,
    codes: { json: 'NULL_NOT_ALLOWED', arrow: 'NULL_NOT_ALLOWED', parquet: 'NULL_NOT_ALLOWED' },
  },
  {
    name: 'a null in a list of none',
    writer: deep[0]!,
    rows: rowsWith([['a'], [], ['b', null]]),
    reader: deep[1]!,
    row: 2,
    field: 12,
    codes: { json: 'NULL_NOT_ALLOWED', arrow: 'NULL_NOT_ALLOWED', parquet: 'NULL_NOT_ALLOWED' },
  },
  {
    name: 'a text that is no UTF-8',
    writer: text,
    rows: rowsWith(['some', 'text', 'that is MARKed', 'here']),
    reader: text,
    change: bytes => replaced(bytes, 'MARK', Buffer.from([0x4d, 0xff, 0xfe, 0x4b])),
    row: 2,
    field: ID,
    codes: all('INVALID_UTF8'),
  },
  {
    name: 'a list that is too long',
    writer: lists[0]!,
    rows: rowsWith([[1], [1, 2, 3]]),
    reader: lists[1]!,
    row: 1,
    field: ID,
    codes: all('ARRAY_TOO_LONG'),
  },
  {
    name: 'a key that stands twice',
    writer: keys,
    rows: rowsWith([
      [[1, true]],
      [
        [1, true],
        [1, false],
      ],
    ]),
    reader: keys,
    row: 1,
    field: ID,
    codes: all('DUPLICATE_KEY'),
  },
  {
    name: 'an element of a set that stands twice',
    writer: elements,
    rows: rowsWith([
      [1, 2],
      [2, 2],
    ]),
    reader: elements,
    row: 1,
    field: ID,
    codes: all('DUPLICATE_ELEMENT'),
  },
  {
    name: 'a number beyond its type',
    writer: schemaWith(makeField('int64')),
    rows: rowsWith([1n, 2n ** 40n]),
    reader: schemaWith(makeField('int32')),
    row: 1,
    field: ID,
    // Formats with types refuse the type, whatever its values are.
    codes: { avro: 'OVERFLOW', json: 'OVERFLOW' },
  },
  {
    name: 'a type that has more values',
    writer: schemaWith(makeField('int64')),
    rows: rowsWith([1n]),
    reader: schemaWith(makeField('int32')),
    row: 0,
    field: ID,
    codes: { arrow: 'TYPE_MISMATCH', parquet: 'TYPE_MISMATCH' },
  },
];

export function corrupted({ writer, rows, change = bytes => bytes }: Corruption, codec: Codec): Uint8Array {
  const bytes = codec.encode(writer, batchOf(writer, rows));
  if (bytes instanceof Fault) throw bytes;
  return change(bytes);
}

/** Every time it stands there: a file may have a text in its statistics, too. */
function replaced(bytes: Uint8Array, found: string, by: Uint8Array): Uint8Array {
  const made = Buffer.from(bytes);
  for (let at = made.indexOf(found); at >= 0; at = made.indexOf(found, at + 1)) made.set(by, at);
  return made;
}
