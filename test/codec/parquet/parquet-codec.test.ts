import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { LIMITS } from '../../../src/base/limits.ts';
import { arrowCodec } from '../../../src/codec/arrow/arrow-codec.ts';
import { pagesStop } from '../../../src/codec/parquet/check-pages.ts';
import { footerLength, openParquet } from '../../../src/codec/parquet/open-parquet.ts';
import { parquetCodec } from '../../../src/codec/parquet/parquet-codec.ts';
import { PARQUET_PACKINGS, type ParquetLibrary } from '../../../src/codec/parquet/parquet-library.ts';
import { batchOf, rowsOf } from '../../../src/contract/batch.ts';
import { type Field, SCALARS, type Scalar } from '../../../src/contract/field.ts';
import { parseUnit } from '../../../src/contract/parse-unit.ts';
import type { Schema } from '../../../src/contract/schema.ts';
import type { Unit } from '../../../src/contract/unit.ts';
import type { RecordValues, Value } from '../../../src/contract/value.ts';
import { parquetWasm } from '../../../src/engine/parquet-wasm.ts';
import { ARROW_SCHEMA_KEY, columnTypeText } from '../../../src/native/columnar/column.ts';
import { parseFooter } from '../../../src/native/parquet/parse-footer.ts';
import { makeField, makeSchema, makeTensor } from '../../contract/make-field.ts';

const library = parquetWasm();
const codec = parquetCodec(library);
const unit = (code: string): Unit => parseUnit(code) as Unit;
const schema = makeSchema([
  makeField('int32', { id: 7, name: 'count' }),
  makeField('string', { id: 3, name: 'text', nullable: true }),
]);
const ROWS: RecordValues[] = [
  [1, 'one'],
  [2, null],
  [-3, 'drei'],
];

function encoded(of: Schema, rows: readonly RecordValues[]): Buffer {
  const bytes = codec.encode(of, batchOf(of, rows));
  if (bytes instanceof Fault) throw bytes;
  return Buffer.from(bytes);
}

function footerOf(bytes: Uint8Array): Uint8Array {
  const length = footerLength(bytes.subarray(-8), bytes.length);
  if (typeof length !== 'number') throw new Error(length.code);
  return bytes.subarray(bytes.length - 8 - length, bytes.length - 8);
}

/** What the file itself says of a field's column, in words; the Arrow schema beside it is not asked. */
function ownType(field: Field): string {
  const parsed = parseFooter('f', footerOf(encoded(makeSchema([field]), [])));
  if (parsed instanceof Fault) throw parsed;
  const [column] = parsed.columns;
  return `${columnTypeText(column!.type)} in ${column!.stored}, id ${column!.id}`;
}

/** Of each scalar what stands in the file. A timestamp of an instant has the zone UTC. */
const OWN: Readonly<Record<Scalar, string>> = {
  bool: 'bool in BOOLEAN',
  int8: 'int8 in INT32',
  int16: 'int16 in INT32',
  int32: 'int32 in INT32',
  int64: 'int64 in INT64',
  uint8: 'uint8 in INT32',
  uint16: 'uint16 in INT32',
  uint32: 'uint32 in INT32',
  uint64: 'uint64 in INT64',
  float16: 'float16 in FIXED_LEN_BYTE_ARRAY(2)',
  bfloat16: 'fixed(2) in FIXED_LEN_BYTE_ARRAY(2)',
  float32: 'float32 in FLOAT',
  float64: 'float64 in DOUBLE',
  decimal: 'decimal(9, 2) in INT32',
  string: 'string in BYTE_ARRAY',
  bytes: 'binary in BYTE_ARRAY',
  fixed: 'fixed(4) in FIXED_LEN_BYTE_ARRAY(4)',
  date: 'date in INT32',
  time: 'time[ms] in INT32',
  timestamp: 'timestamp[ms, UTC] in INT64',
  duration: 'int64 in INT64',
};

describe('the Parquet codec', () => {
  it.each(SCALARS)('says in the file’s own types what %s is', kind => {
    expect(ownType(makeField(kind, { id: 41 }))).toBe(`${OWN[kind]}, id 41`);
  });

  it.each([
    ['time', 'time[ms] in INT32', 86_399n],
    ['timestamp', 'timestamp[ms, UTC] in INT64', -1n],
  ] as const)(
    'widens a %s in seconds, for which Parquet has no type, and reads it back',
    (kind, own, value) => {
      const field = makeField(kind, { unit: unit('s') });
      expect(ownType(field)).toBe(`${own}, id 1`);
      const of = makeSchema([field]);
      const result = codec.decode(of, encoded(of, [[value]]));
      expect(result.kind === 'decoded' && rowsOf(of, result.batch)).toEqual([[value]]);
    },
  );

  it('carries no moment that milliseconds of 64 bits don’t reach', () => {
    const of = makeSchema([makeField('timestamp', { id: 5, unit: unit('s') })]);
    expect(codec.encode(of, batchOf(of, [[2n ** 62n]]))).toMatchObject({
      code: 'CODEC_CANNOT_CARRY',
      facts: { codec: 'parquet', what: 'a moment so far away' },
    });
  });

  it('gives the library no Arrow schema that stands in the file, because the file’s own types must say it all', () => {
    const bytes = encoded(schema, ROWS);
    expect(bytes.includes(ARROW_SCHEMA_KEY)).toBe(true);
    const given: Uint8Array[] = [];
    const spying: ParquetLibrary = {
      ...library,
      read: (file, rows) => {
        given.push(file);
        return library.read(file, rows);
      },
    };
    expect(parquetCodec(spying).decode(schema, bytes).kind).toBe('decoded');
    expect(given.map(file => Buffer.from(file).includes(ARROW_SCHEMA_KEY))).toEqual([false]);
  });

  it('asks for all rows as one batch, and for them cut where the library can’t give that', () => {
    const of = makeSchema([makeField('bool')]);
    const rows = Array.from(
      { length: LIMITS.parquet_batch_rows_max + 9 },
      (_, row): RecordValues => [row % 3 === 0],
    );
    const bytes = encoded(of, rows);
    for (const isWhole of [true, false]) {
      const asked: number[] = [];
      const spying: ParquetLibrary = {
        ...library,
        read: (file, batch_rows) => {
          asked.push(batch_rows);
          return isWhole || asked.length > 1 ? library.read(file, batch_rows) : 'other';
        },
      };
      const result = parquetCodec(spying).decode(of, bytes);
      expect(result.kind === 'decoded' && rowsOf(of, result.batch)).toEqual(rows);
      expect(asked).toEqual(isWhole ? [rows.length] : [rows.length, LIMITS.parquet_batch_rows_max]);
    }
  });

  it.each(PARQUET_PACKINGS)('reads what it packed with %s', packing => {
    const own = parquetCodec(library, packing);
    const result = own.decode(schema, own.encode(schema, batchOf(schema, ROWS)) as Uint8Array);
    expect(result.kind === 'decoded' && rowsOf(schema, result.batch)).toEqual(ROWS);
  });

  it('is refused wherever it is cut, and where bytes follow', () => {
    const bytes = encoded(schema, ROWS);
    for (let length = 0; length < bytes.length; length++)
      expect(codec.decode(schema, bytes.subarray(0, length)).kind, `cut to ${length}`).toBe('refused');
    expect(codec.decode(schema, Buffer.concat([bytes, Buffer.of(0)])).kind).toBe('refused');
  });

  it('comes to an end whatever byte is changed', () =>
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (place, mask) => {
        const bytes = encoded(schema, ROWS);
        bytes[place % bytes.length]! ^= mask;
        const result = codec.decode(schema, bytes);
        if (result.kind === 'refused') return;
        // Without a checksum a changed page can be a lawful one: it is then read as what it says.
        expect(codec.decode(schema, encoded(schema, rowsOf(schema, result.batch))).kind).toBe('decoded');
      }),
      { numRuns: 150 },
    ));

  it('reads on after the library ended at what it was given', () => {
    expect(library.read(Buffer.from('PAR1 nothing PAR1'), 1)).toBe('other');
    expect(codec.decode(schema, encoded(schema, ROWS)).kind).toBe('decoded');
  });

  it('gives the row and field of a null, and the row group it is in', () => {
    const strict = makeSchema([schema.fields[0]!, { ...schema.fields[1]!, nullable: false }]);
    expect(codec.decode(strict, encoded(schema, ROWS))).toMatchObject({
      code: 'NULL_NOT_ALLOWED',
      field: 3,
      row: 1,
      block: 0,
    });
  });

  it('refuses a run of equal values that takes no room in the file and all of it in memory', () => {
    const tensor = makeTensor(makeField('int64', { id: 2, name: 'element' }), [1 << 16]);
    const of = makeSchema([tensor]);
    const zeros: readonly Value[] = Array.from({ length: 1 << 16 }, () => 0n);
    const bytes = encoded(
      of,
      Array.from({ length: 4 }, () => [zeros]),
    );
    expect(bytes.length).toBeLessThan(4096);
    const open = openParquet(bytes.subarray(0, 4), footerOf(bytes), bytes.length);
    if ('code' in open) throw new Error(open.code);
    const [column] = open.layout.groups[0]!.columns;
    expect(column).toMatchObject({ values: 4 << 16, width_bytes: 8 });
    expect(codec.decode(of, bytes).kind).toBe('decoded');
  });

  it.each([
    ['with a page cut short', -1, 'TRUNCATED'],
    ['with a page that is none', 0, 'MALFORMED'],
  ])('refuses a column %s', (_, cut, code) => {
    const bytes = encoded(schema, ROWS);
    const open = openParquet(bytes.subarray(0, 4), footerOf(bytes), bytes.length);
    if ('code' in open) throw new Error(open.code);
    const [column] = open.layout.groups[0]!.columns;
    const own = Buffer.from(bytes.subarray(column!.start, column!.start + column!.bytes + cut));
    if (cut === 0) own[0] = 0xff;
    expect(pagesStop(own, column!)).toMatchObject({ code });
  });

  it('has all columns before its footer', () => {
    const bytes = encoded(schema, ROWS);
    const footer = footerOf(bytes);
    // What is left of a file that lost its columns.
    expect(openParquet(bytes.subarray(0, 4), footer, 4 + footer.length + 8)).toMatchObject({
      code: 'TRUNCATED',
      block: 0,
    });
  });

  it('carries a file to the digest that Arrow carries it to, whole or as a slice', () => {
    const batch = batchOf(schema, ROWS).slice(1, 3);
    const [own, other] = [codec, arrowCodec].map(one =>
      one.decode(schema, one.encode(schema, batch) as Uint8Array),
    );
    if (own?.kind !== 'decoded' || other?.kind !== 'decoded') throw new Error('refused');
    expect(rowsOf(schema, own.batch)).toEqual(rowsOf(schema, other.batch));
  });
});
