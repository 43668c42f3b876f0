import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrowSchemaOf, batchOf, batchOfColumns, columnReader, rowsOf } from '../../src/contract/batch.ts';
import { columnBuilder } from '../../src/contract/column-builder.ts';
import type { Int64Builder } from '../../src/contract/scalar-builders.ts';
import { schemaAndRows } from '../codec/any-schema.ts';
import { makeField, makeList, makeSchema } from './make-field.ts';

const nested = makeList(
  makeList(makeField('string', { id: 3, nullable: true }), 0, 9, { id: 2, nullable: true }),
  0,
  9,
  {
    id: 1,
    nullable: true,
  },
);

describe('record batches', () => {
  it('give back the rows they were made of, for any schema', () =>
    fc.assert(
      fc.property(schemaAndRows, ([schema, rows]) => {
        expect(rowsOf(schema, batchOf(schema, rows))).toEqual(rows);
      }),
    ));

  it('give back a slice of the rows after slicing, and a slice of that', () =>
    fc.assert(
      fc.property(schemaAndRows, fc.nat(12), fc.nat(12), ([schema, rows], start, length) => {
        const once = batchOf(schema, rows).slice(start, start + length);
        expect(rowsOf(schema, once)).toEqual(rows.slice(start, start + length));
        expect(rowsOf(schema, once.slice(1, 4))).toEqual(rows.slice(start, start + length).slice(1, 4));
      }),
    ));

  it('are read the same after a trip through Arrow IPC, because its offsets and bitmaps are then not ours', () =>
    fc.assert(
      fc.property(schemaAndRows, ([schema, rows]) => {
        const bytes = arrow.tableToIPC(new arrow.Table([batchOf(schema, rows)]), 'file');
        const batches = arrow.tableFromIPC(bytes).batches;
        expect(batches.flatMap(batch => rowsOf(schema, batch))).toEqual(rows);
      }),
    ));

  it('agree with what Arrow itself reads from them', () => {
    const schema = makeSchema([makeField('int64', { id: 4, name: 'big', nullable: true }), nested]);
    const rows = [
      [9007199254740993n, [['a', null], null, []]],
      [null, null],
    ];
    const [first, second] = batchOf(schema, rows).toArray();
    expect(first!['big']).toBe(9007199254740993n);
    expect(first!['items'].toArray().map((item: arrow.Vector | null) => item?.toArray() ?? null)).toEqual([
      ['a', null],
      null,
      [],
    ]);
    expect([second!['big'], second!['items']]).toEqual([null, null]);
  });

  it('keep each field id in the field metadata, a list element’s too', () => {
    const [field] = arrowSchemaOf(makeSchema([nested])).fields;
    expect(field!.metadata.get('PARQUET:field_id')).toBe('1');
    expect(field!.type.children[0].metadata.get('PARQUET:field_id')).toBe('2');
  });

  it('read a nested list that was sliced inside, because a child may start anywhere', () => {
    const schema = makeSchema([nested]);
    const rows = [[[['a'], ['b', null]]], [null], [[null, ['c']]], [[[]]]];
    expect(rowsOf(schema, batchOf(schema, rows).slice(2))).toEqual(rows.slice(2));
  });

  it('keep a byte order mark in a string, because it is part of the value', () => {
    const schema = makeSchema([makeField('string')]);
    expect(rowsOf(schema, batchOf(schema, [['\ufeffa']]))).toEqual([['\ufeffa']]);
  });

  it('keep -0 and NaN', () => {
    const schema = makeSchema([makeField('float64')]);
    expect(rowsOf(schema, batchOf(schema, [[-0], [Number.NaN]]))).toEqual([[-0], [Number.NaN]]);
  });

  it('throw at bytes that are not UTF-8 instead of reading U+FFFD', () => {
    const field = makeField('string');
    const data = arrow.makeData({
      type: new arrow.Utf8(),
      length: 1,
      nullCount: 0,
      valueOffsets: new Int32Array([0, 1]),
      data: new Uint8Array([0xff]),
    });
    expect(() => columnReader(field, data)(0)).toThrow(TypeError);
    expect(() => rowsOf(makeSchema([field]), batchOfColumns(makeSchema([field]), [data], 1))).toThrow(
      TypeError,
    );
  });

  it.each([
    ['a lone surrogate', makeField('string'), '\ud800', TypeError],
    ['another type', makeField('string'), 1, TypeError],
    ['a number for a bigint', makeField('int64'), 1, TypeError],
    ['2^63', makeField('int64'), 2n ** 63n, RangeError],
    ['2^31', makeField('int32'), 2 ** 31, RangeError],
    ['a half', makeField('int32'), 0.5, RangeError],
    ['2^7', makeField('int8'), 128, RangeError],
    ['-1 for an unsigned', makeField('uint8'), -1, RangeError],
    ['2^64', makeField('uint64'), 2n ** 64n, RangeError],
    ['-1n for an unsigned', makeField('uint64'), -1n, RangeError],
    ['2^11 + 1 for a half', makeField('float16'), 2_049, RangeError],
    ['2^8 + 1 for a bfloat16', makeField('bfloat16'), 257, RangeError],
    ['too many digits', makeField('decimal'), 10n ** 9n, RangeError],
    ['bytes of another length', makeField('fixed'), Uint8Array.of(1), RangeError],
    ['the end of a day for a time in it', makeField('time'), 86_400_000n, RangeError],
    ['text for bytes', makeField('bytes'), 'a', TypeError],
    ['text for a bool', makeField('bool'), 'true', TypeError],
    ['one item for a list', nested, 'a', TypeError],
    ['nothing', makeField('string'), undefined, TypeError],
  ])('throw when built with %s, because Arrow would bend it in silence', (_, field, value, error) => {
    expect(() => batchOf(makeSchema([field]), [[value as never]])).toThrow(error);
  });

  it('throw when a row has not one value a field', () => {
    const schema = makeSchema([makeField('bool')]);
    expect(() => batchOf(schema, [[]])).toThrow(TypeError);
    expect(() => batchOf(schema, [[true, true]])).toThrow(TypeError);
    expect(() => rowsOf(makeSchema([]), batchOf(schema, [[true]]))).toThrow(TypeError);
  });

  it('hold columns of many values, because builders grow', () => {
    const builder = columnBuilder(makeField('int64', { nullable: true })) as Int64Builder;
    for (let row = 0; row < 10_000; row++) builder.append(row % 7 === 0 ? null : BigInt(row) * 2n ** 40n);
    const read = columnReader(makeField('int64', { nullable: true }), builder.finish());
    expect([read(0), read(1), read(9_999), read(7)]).toEqual([null, 2n ** 40n, 9_999n * 2n ** 40n, null]);
  });
});
