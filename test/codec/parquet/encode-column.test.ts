import { zstdDecompressSync } from 'node:zlib';
import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { parquetCodec } from '../../../src/codec/parquet/parquet-codec.ts';
import { batchOf, batchOfColumns, rowsOf } from '../../../src/contract/batch.ts';
import type { Field } from '../../../src/contract/field.ts';
import type { Schema } from '../../../src/contract/schema.ts';
import type { RecordValues, Value } from '../../../src/contract/value.ts';
import { parquetWasm } from '../../../src/engine/parquet-wasm.ts';
import { makeField, makeSchema, unit } from '../../contract/make-field.ts';
import { schemaAndRows } from '../any-schema.ts';
import { fileOfGroups, type SaidOfColumn, saidOfColumns } from './written-groups.ts';

const library = parquetWasm();
const codec = parquetCodec(library);
const [PLAIN, RLE, RLE_DICTIONARY] = [0, 3, 8];

const fileOf = (schema: Schema, rows: readonly RecordValues[], size = rows.length): Buffer => {
  const batches = Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    batchOf(schema, rows.slice(at * size, (at + 1) * size)),
  );
  return fileOfGroups(library, schema, [batches]);
};

function read(schema: Schema, bytes: Uint8Array): RecordValues[] {
  const decoded = codec.decode(schema, bytes);
  if (decoded.kind === 'refused') throw new Error(decoded.code);
  return rowsOf(schema, decoded.batch);
}

/** What is said of the one column of these values. */
function saidOf(field: Field, values: readonly Value[], size?: number): SaidOfColumn {
  const schema = makeSchema([field]);
  const rows = values.map((value): RecordValues => [value]);
  const bytes = fileOf(schema, rows, size);
  expect(read(schema, bytes)).toEqual(rows);
  return saidOfColumns(bytes)[0]![0]!;
}

/** What the library says of the same. */
function librarySays(field: Field, values: readonly Value[]): SaidOfColumn {
  const schema = makeSchema([field]);
  const batch = batchOf(
    schema,
    values.map(value => [value]),
  );
  return saidOfColumns(codec.encode(schema, batch) as Uint8Array)[0]![0]!;
}

const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex');
const double = (value: number): string => hex(Float64Array.of(value).buffer);

describe('a column of a row group', () => {
  it('is read as the records that were written, whatever their schema, and however they came in batches', () => {
    fc.assert(
      fc.property(schemaAndRows, fc.integer({ min: 1, max: 5 }), ([schema, rows], size) => {
        fc.pre(rows.length > 0);
        const bytes = fileOf(schema, rows, size);
        expect(read(schema, bytes)).toEqual(rows);
        expect(bytes).toEqual(fileOf(schema, rows));
      }),
      { numRuns: 60 },
    );
  });

  const some = ({ id }: Field, values: readonly Value[]) => ({ id, values });
  const nullable = true;
  const COLUMNS: readonly (readonly [Field, readonly Value[]])[] = [
    [makeField('bool', { nullable }), [true, null, false, true]],
    [makeField('bool'), [true, true]],
    [makeField('int8', { nullable }), [-128, 127, null, 0]],
    [makeField('int16'), [-32768, 32767]],
    [makeField('int32'), [2 ** 31 - 1, -(2 ** 31), 0]],
    [makeField('uint8'), [255, 1]],
    [makeField('uint16'), [65535, 1]],
    [makeField('uint32'), [2 ** 32 - 1, 1, 2 ** 31]],
    [makeField('int64'), [-(2n ** 63n), 2n ** 63n - 1n, 5n]],
    [makeField('int64'), [2n ** 32n + 1n, 2n ** 32n, 2n ** 31n]],
    [makeField('uint64'), [2n ** 64n - 1n, 1n, 2n ** 63n]],
    [makeField('float32', { nullable }), [1.5, -2, null, Number.POSITIVE_INFINITY]],
    [makeField('float64'), [0.1, Number.NEGATIVE_INFINITY, 7]],
    [makeField('string', { nullable }), ['b', 'ä', null, '', 'a']],
    [makeField('bytes'), [Uint8Array.of(0xff), Uint8Array.of(), Uint8Array.of(0x7f, 1)]],
    [makeField('date'), [-1, 20_000]],
    [makeField('time', { unit: unit('s') }), [1n, 86_399n]],
    [makeField('time', { unit: unit('us') }), [1n, 86_399_000_000n]],
    [makeField('timestamp', { unit: unit('s') }), [-5n, 5n]],
    [makeField('timestamp', { unit: unit('ns') }), [-5n, 5n]],
    [makeField('duration', { unit: unit('ms') }), [9n, -9n]],
  ];

  it.each(COLUMNS.map(([field, values]) => [field.type.kind, some(field, values), field] as const))(
    'has of %s the least and the greatest value and the nulls that the library would have told',
    (_, { values }, field) => {
      const { encodings: own, ...said } = saidOf(field, values);
      const { encodings: theirs, ...expected } = librarySays(field, values);
      expect(said).toEqual(expected);
      expect([own.includes(RLE), theirs.includes(RLE)]).toEqual([true, true]);
    },
  );

  it('counts no NaN among its bounds, and lets a zero be either', () => {
    const field = makeField('float64');
    expect(saidOf(field, [Number.NaN, 3, Number.NaN, 1])).toMatchObject({
      least: double(1),
      greatest: double(3),
    });
    expect(saidOf(field, [0, 1])).toMatchObject({ least: double(-0), greatest: double(1) });
    expect(saidOf(field, [-1, -0])).toMatchObject({ least: double(-1), greatest: double(0) });
  });

  it('has no bounds where no value has an order, or none is there', () => {
    const none = { least: undefined, greatest: undefined };
    expect(saidOf(makeField('float64'), [Number.NaN, Number.NaN])).toMatchObject({ ...none, nulls: 0 });
    expect(saidOf(makeField('string', { nullable: true }), [null, null])).toMatchObject({
      ...none,
      nulls: 2,
    });
  });

  it('keeps the payload of a NaN and the sign of a zero', () => {
    const schema = makeSchema([makeField('float64')]);
    const bits = BigUint64Array.of(0x7ff8000000000123n, 0x8000000000000000n, 0n, 0xfff8000000000000n);
    const values = new Float64Array(bits.buffer);
    const data = arrow.makeData({ type: new arrow.Float64(), length: 4, nullCount: 0, data: values });
    const file = fileOfGroups(library, schema, [[batchOfColumns(schema, [data], 4)]]);
    const decoded = codec.decode(schema, file);
    const found =
      decoded.kind === 'decoded' ? (decoded.batch.data.children[0]!.values as Float64Array) : undefined;
    expect(new BigUint64Array(found!.slice().buffer)).toEqual(bits);
  });

  it('tells of long texts a bound that is short and a text', () => {
    const long = 'ä'.repeat(100);
    const { least, greatest, areExact } = saidOf(makeField('string'), [long]);
    const [low, high] = [least, greatest].map(bytes => Buffer.from(bytes as string, 'hex').toString('utf8'));
    expect([low, high, areExact]).toEqual(['ä'.repeat(32), `${'ä'.repeat(31)}å`, [false, false]]);
    expect(Buffer.compare(Buffer.from(high!), Buffer.from(long))).toBe(1);
    // Nothing short is above it.
    const last = '\u{10ffff}'.repeat(20);
    expect(saidOf(makeField('string'), [last])).toMatchObject({
      greatest: Buffer.from(last).toString('hex'),
      areExact: [true, false],
    });
    // The next letter would be half of one.
    const before = saidOf(makeField('string'), ['\ud7ff'.repeat(30)]).greatest as string;
    expect(Buffer.from(before, 'hex').toString('utf8')).toBe(`${'\ud7ff'.repeat(20)}\ue000`);
    const bytes = new Uint8Array(70).fill(0xff);
    bytes[3] = 7;
    expect(saidOf(makeField('bytes'), [bytes])).toMatchObject({
      greatest: 'ffffff08',
      areExact: [false, false],
    });
  });

  it('has a dictionary where values come again, and none where each is another', () => {
    const again = Array.from({ length: 300 }, (_, row) => BigInt(row % 7));
    const other = Array.from({ length: 300 }, (_, row) => BigInt(row));
    expect(saidOf(makeField('int64'), again).encodings).toEqual([PLAIN, RLE, RLE_DICTIONARY]);
    expect(saidOf(makeField('int64'), other).encodings).toEqual([PLAIN, RLE]);
    const words = again.map(value => `word ${value}`);
    expect(saidOf(makeField('string'), words).encodings).toEqual([PLAIN, RLE, RLE_DICTIONARY]);
    expect(saidOf(makeField('string'), other.map(String)).encodings).toEqual([PLAIN, RLE]);
  });

  it('has no dictionary where somebody chose values of one hash, because each would be held against all others', () => {
    // Those that the hash takes to small numbers: its multiplier's inverse, some times.
    let inverse = 1;
    for (let step = 0; step < 5; step++) inverse = Math.imul(inverse, 2 - Math.imul(0x9e3779b1, inverse));
    const chosen = Array.from({ length: 3_000 }, (_, row) => Math.imul(inverse, row % 600));
    expect(saidOf(makeField('int32'), chosen).encodings).toEqual([PLAIN, RLE]);
  });

  it('has its first pages by a dictionary, and those behind a full one without', () => {
    const rows = 400_000;
    const schema = makeSchema([makeField('int64')]);
    const values = BigInt64Array.from({ length: rows }, (_, row) => BigInt(row < 140_000 ? row % 9 : row));
    const data = arrow.makeData({ type: new arrow.Int64(), length: rows, nullCount: 0, data: values });
    const file = fileOfGroups(library, schema, [[batchOfColumns(schema, [data], rows)]]);
    const decoded = codec.decode(schema, file);
    expect(decoded.kind === 'decoded' && decoded.batch.data.children[0]!.values).toEqual(values);
    expect(saidOfColumns(file)[0]![0]).toMatchObject({
      encodings: [PLAIN, RLE, RLE_DICTIONARY],
      least: hex(BigInt64Array.of(0n).buffer),
      greatest: hex(BigInt64Array.of(BigInt(rows - 1)).buffer),
    });
  });

  it('is read alike by another reader of Parquet', async () => {
    const schema = makeSchema([
      makeField('int64', { id: 1, name: 'count', nullable }),
      makeField('string', { id: 2, name: 'word', nullable }),
      makeField('float64', { id: 3, name: 'score' }),
      makeField('bool', { id: 4, name: 'flag', nullable }),
      makeField('uint32', { id: 5, name: 'size' }),
    ]);
    const rows = Array.from({ length: 1_000 }, (_, row): RecordValues => {
      const flag = row < 300 ? null : row % 2 === 0;
      return [
        row % 5 === 0 ? null : BigInt(row % 60),
        row % 90 < 40 ? null : `w${row % 9}`,
        row / 3,
        flag,
        row,
      ];
    });
    const file = new Uint8Array(fileOf(schema, rows, 100)).buffer;
    const found = await parquetReadObjects({
      file,
      compressors: { ZSTD: bytes => zstdDecompressSync(bytes) },
    });
    expect(found.map(record => Object.values(record))).toEqual(rows);
  });

  it('is no row group where a null stands in a field that has none', () => {
    const schema = makeSchema([makeField('int64', { nullable: true })]);
    const batch = batchOf(schema, [[null]]);
    const strict = makeSchema([makeField('int64')]);
    const wrong = batchOfColumns(strict, batch.data.children, 1);
    expect(() => fileOfGroups(library, strict, [[wrong]])).toThrow(TypeError);
  });
});
