import { expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { ApartRecords } from '../../src/codec/apart.ts';
import { writeContainer } from '../../src/codec/avro-container.ts';
import { ContainerReader } from '../../src/codec/container/container-reader.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { JsonLinesReader } from '../../src/codec/json-lines-reader.ts';
import { batchOf } from '../../src/contract/batch.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';

/** A null in it takes a mebibyte, and there is room for 256. */
const schema = makeSchema([
  makeList(
    makeField('fixed', { id: 2, name: 'x', nullable: true, type: { kind: 'fixed', size: 1 << 20 } }),
    0,
    1_000,
    { id: 1, name: 'l' },
  ),
]);
const nulls = (count: number): readonly [readonly null[]] => [Array.from({ length: count }, () => null)];
const rows = [nulls(150), nulls(150), nulls(300), nulls(1)];

const FORMATS = {
  avro: {
    bytes: writeContainer(schema, batchOf(schema, rows), { codec: 'null', meta: new Map() }),
    open: (apart: ApartRecords) => new ContainerReader(schema, apart),
  },
  json: {
    bytes: jsonCodec.encode(schema, batchOf(schema, rows)),
    open: (apart: ApartRecords) => new JsonLinesReader(schema, apart),
  },
};

it.each(Object.entries(FORMATS))(
  'refuses of %s the record alone that no batch has room for, because others only lack it in one together',
  (_, { bytes, open }) => {
    if (bytes instanceof Fault) throw bytes;
    const apart = new ApartRecords();
    const reader = open(apart);
    const made = [reader.push(bytes), reader.end()].flatMap(each => {
      if (each instanceof Fault) throw each;
      return each;
    });
    expect(made.map(batch => [batch.numRows, apart.of(batch)])).toEqual([
      [1, []],
      [1, []],
      [2, [{ row: 0, field: 2, code: 'OVERFLOW' }]],
    ]);
  },
);
