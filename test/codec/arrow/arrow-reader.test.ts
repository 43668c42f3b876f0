import { readFileSync } from 'node:fs';
import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { arrowCodec, arrowFile, arrowStream } from '../../../src/codec/arrow/arrow-codec.ts';
import { ArrowReader } from '../../../src/codec/arrow/arrow-reader.ts';
import { logicalDigest } from '../../../src/codec/canonical-record.ts';
import { arrowType } from '../../../src/contract/arrow-field.ts';
import { batchOf, batchOfColumns, rowsOf } from '../../../src/contract/batch.ts';
import type { Schema } from '../../../src/contract/schema.ts';
import type { RecordValues } from '../../../src/contract/value.ts';
import { makeField, makeList, makeMap, makeSchema, makeSet } from '../../contract/make-field.ts';
import { schemaAndRows } from '../any-schema.ts';

const schema = makeSchema([
  makeField('int32', { id: 7, name: 'count' }),
  makeField('string', { id: 3, name: 'text', nullable: true }),
]);
const ROWS: RecordValues[] = [
  [1, 'one'],
  [2, null],
  [-3, 'drei, größer'],
];
const stream = must(arrowStream(schema, [batchOf(schema, ROWS), batchOf(schema, ROWS.slice(1))]));
const file = must(arrowFile(schema, [batchOf(schema, ROWS), batchOf(schema, ROWS.slice(1))]));

function must(bytes: Uint8Array | Fault): Uint8Array {
  if (bytes instanceof Fault) throw bytes;
  return bytes;
}

/** All rows of bytes that arrive in pieces, or the refusal. */
function read(of: Schema, pieces: readonly Uint8Array[]): RecordValues[] | object {
  const reader = new ArrowReader(of);
  const rows: RecordValues[] = [];
  for (const piece of pieces) {
    const batches = reader.push(piece);
    if ('kind' in batches) return batches;
    rows.push(...batches.flatMap(batch => rowsOf(of, batch)));
  }
  return reader.end() ?? rows;
}

const inPieces = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size));

describe('the Arrow reader', () => {
  it.each([1, 3, 64, 100_000])('reads a stream and a file in pieces of %i bytes', size => {
    for (const bytes of [stream, file])
      expect(read(schema, inPieces(bytes, size))).toEqual([...ROWS, ...ROWS.slice(1)]);
  });

  it('gives a batch as soon as its last byte is there, because a file of any size must fit', () => {
    const reader = new ArrowReader(schema);
    const given = inPieces(stream, 1).map(piece => {
      const batches = reader.push(piece);
      return 'kind' in batches ? batches : batches.length;
    });
    expect(given.filter(count => count === 1)).toHaveLength(2);
    expect(given.indexOf(1)).toBeLessThan(stream.length * 0.75);
  });

  it('reads what the file and the stream have as the same records', () =>
    fc.assert(
      fc.property(schemaAndRows, ([any, rows]) => {
        const batches = [batchOf(any, rows), batchOf(any, rows)];
        const results = [arrowFile(any, batches), arrowStream(any, batches)].map(bytes =>
          arrowCodec.decode(any, must(bytes)),
        );
        for (const result of results) {
          if (result.kind === 'refused') throw new Error(result.code);
          expect(logicalDigest(any, [result.batch])).toBe(logicalDigest(any, batches));
        }
      }),
      { numRuns: 50 },
    ));

  it('reads a file whose schema stands in its footer alone, as the library writes it', () => {
    const writer = new arrow.RecordBatchFileWriter();
    writer.write(batchOf(schema, ROWS));
    writer.finish();
    const result = arrowCodec.decode(schema, writer.toUint8Array(true));
    expect(result.kind === 'decoded' && rowsOf(schema, result.batch)).toEqual(ROWS);
  });

  it('is refused wherever it is cut, and where bytes follow', () => {
    for (const bytes of [stream, file])
      for (let length = 0; length < bytes.length; length++)
        expect(read(schema, [bytes.slice(0, length)]), `cut to ${length}`).toMatchObject({
          kind: 'refused',
          code: expect.stringMatching(/^(TRUNCATED|MALFORMED)$/),
        });
    expect(read(schema, [stream, Uint8Array.of(0)])).toMatchObject({ code: 'TRAILING_BYTES' });
    expect(read(schema, [file, Uint8Array.of(0)])).toMatchObject({ kind: 'refused' });
  });

  it('keeps to the footer, because another reader reads by it', () => {
    const footer_bytes = new DataView(file.buffer, file.byteOffset).getInt32(file.length - 10, true);
    const start = file.length - 10 - footer_bytes;
    let refused = 0;
    // Bytes that pad a flat buffer say nothing; most of the others do.
    for (let at = start; at < file.length - 10; at++) {
      const bytes = file.slice();
      bytes[at]! ^= 0x41;
      const result = read(schema, [bytes]);
      if (Array.isArray(result)) expect(result).toEqual([...ROWS, ...ROWS.slice(1)]);
      else refused++;
    }
    expect(refused).toBeGreaterThan(footer_bytes / 3);
  });

  it.each([
    ['of its metadata', 4, 0x7f_ff_ff_f0],
    ['of its metadata, beyond 31 bits', 4, 0xff_ff_ff_f0],
  ])('makes no room for a length %s that no bytes are there for', (_, at, length) => {
    const bytes = stream.slice();
    new DataView(bytes.buffer).setUint32(at, length, true);
    const before = process.memoryUsage().arrayBuffers;
    expect(read(schema, [bytes])).toMatchObject({ kind: 'refused', code: 'MALFORMED' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 20);
  });

  it('makes no room for a body, a column or a buffer of 2^60 bytes or rows', () => {
    const big = 2n ** 60n;
    let tried = 0;
    for (let at = 0; at + 8 <= stream.length; at += 4) {
      const bytes = stream.slice();
      const view = new DataView(bytes.buffer);
      if (view.getBigInt64(at, true) <= 0n) continue;
      view.setBigInt64(at, big, true);
      const result = read(schema, [bytes]);
      expect(Array.isArray(result) || 'code' in result).toBe(true);
      tried++;
    }
    expect(tried).toBeGreaterThan(50);
    expect(process.memoryUsage().arrayBuffers).toBeLessThan(2 ** 30);
  });

  it('says where bytes are no UTF-8, though the library that wrote them would not', () => {
    const at = Buffer.from(stream).indexOf('größer');
    const bytes = stream.slice();
    bytes[at + 2] = 0xff;
    expect(read(schema, [bytes])).toMatchObject({
      code: 'INVALID_UTF8',
      field: 3,
      row: 2,
      block: 0,
      offset: at + 2,
    });
  });

  it('refuses texts that part a character between them', () => {
    const parted = arrowOf(
      [makeField('string', { id: 3, name: 'text' })],
      [
        arrow.makeData({
          type: new arrow.Utf8(),
          length: 2,
          nullCount: 0,
          valueOffsets: Int32Array.of(0, 1, 2),
          data: Buffer.from('é'),
        }),
      ],
    );
    expect(parted).toMatchObject({ code: 'INVALID_UTF8', field: 3, row: 0 });
  });

  it('takes what lies under a null for nothing, and drops nulls that stand where nothing is read', () => {
    const member = makeField('string', { id: 4, name: 'm0' });
    const field = {
      ...makeField('bool', { id: 2, name: 'parts', nullable: true }),
      type: { kind: 'struct' as const, fields: [member] },
    };
    const inside = arrow.makeData({
      type: new arrow.Utf8(),
      length: 2,
      nullCount: 1,
      nullBitmap: Uint8Array.of(0b01),
      valueOffsets: Int32Array.of(0, 1, 2),
      data: Buffer.from([0x61, 0xff]),
    });
    const struct = arrow.makeData({
      type: new arrow.Struct([new arrow.Field('m0', new arrow.Utf8(), true)]),
      length: 2,
      nullCount: 1,
      nullBitmap: Uint8Array.of(0b01),
      children: [inside],
    });
    expect(arrowOf([field], [struct])).toEqual([[['a']], [null]]);
  });

  it.each([
    [
      'a key',
      makeMap(makeField('int32', { id: 5, name: 'key' }), makeField('bool', { id: 6, name: 'value' }), 4),
      [
        [1, true],
        [1, false],
      ],
      'DUPLICATE_KEY',
      300,
    ],
    [
      'an element',
      makeSet(makeField('int32', { id: 5, name: 'element' }), 0, 4),
      [1, 1],
      'DUPLICATE_ELEMENT',
      100,
    ],
  ])('refuses %s that stands twice', (_, field, twice, code, id) => {
    const of = makeSchema([field]);
    const bytes = must(arrowStream(of, [batchOf(of, [[[]], [twice]])]));
    expect(read(of, [bytes])).toMatchObject({ code, field: id, row: 1 });
  });

  it('refuses a time beyond the end of the day and a list beyond its length, by row and field', () => {
    const wide = makeSchema([makeField('duration', { id: 2, name: 'at' })]);
    const times = makeSchema([makeField('time', { id: 2, name: 'at' })]);
    const lists = [9, 1].map(max => makeSchema([makeList(makeField('int8', { id: 3 }), 0, max)]));
    const long = must(arrowStream(lists[0]!, [batchOf(lists[0]!, [[[1]], [[1, 2]]])]));
    expect(read(lists[1]!, [long])).toMatchObject({ code: 'ARRAY_TOO_LONG', field: 100, row: 1 });
    const data = arrow.makeData({
      type: new arrow.TimeMillisecond(),
      length: 2,
      nullCount: 0,
      data: Int32Array.of(0, 86_400_000),
    });
    expect(arrowOf(times.fields, [data])).toMatchObject({ code: 'OVERFLOW', field: 2, row: 1 });
    expect(read(times, [must(arrowStream(wide, [batchOf(wide, [[0n]])]))])).toMatchObject({
      code: 'TYPE_MISMATCH',
    });
  });

  it('finds columns by id, whatever they are called and wherever they stand', () => {
    const renamed = makeSchema([
      makeField('string', { id: 3, name: 'count', nullable: true }),
      makeField('int32', { id: 7, name: 'text' }),
    ]);
    expect(read(renamed, [stream])).toEqual(
      [...ROWS, ...ROWS.slice(1)].map(([count, text]) => [text, count]),
    );
    const other = makeSchema([makeField('int32', { id: 8, name: 'count' }), schema.fields[1]!]);
    expect(read(other, [stream])).toMatchObject({ code: 'UNKNOWN_FIELD', row: 0 });
  });

  it('fills what is absent from a default, counts it, and without one refuses', () => {
    const none = makeField('int64', { id: 9, name: 'more' });
    const more = makeSchema([
      ...schema.fields,
      { ...none, default: { kind: 'value', value: 5n, means: 'value' } },
    ]);
    const result = arrowCodec.decode(more, stream);
    if (result.kind === 'refused') throw new Error(result.code);
    expect(rowsOf(more, result.batch).map(row => row[2])).toEqual([5n, 5n, 5n, 5n, 5n]);
    expect(result.absentFilled).toEqual(new Map([[9, 5]]));
    const without = makeSchema([...schema.fields, none]);
    expect(read(without, [stream])).toMatchObject({ code: 'MISSING_FIELD', field: 9 });
  });

  it('reads of columns that share their memory what each of them has', () => {
    const pair = [makeField('int64', { id: 1, name: 'a' }), makeField('int64', { id: 2, name: 'b' })];
    const of = makeSchema(pair);
    const numbers = BigInt64Array.from({ length: 12 }, (_, at) => BigInt(at));
    for (const start of [0, 3, 8]) {
      const columns = [0, start].map((from, at) =>
        arrow.makeData({
          type: arrowType(pair[at]!),
          length: 4,
          nullCount: 0,
          data: numbers.subarray(from, from + 4),
        } as never),
      );
      const bytes = must(arrowStream(of, [batchOfColumns(of, columns, 4)]));
      expect(read(of, [bytes]), `from ${start}`).toEqual(
        Array.from({ length: 4 }, (_, row) => [numbers[row], numbers[start + row]]),
      );
    }
  });

  it('reads a file of another origin: 200,000 flights', () => {
    const flights = makeSchema([
      makeField('int16', { id: 1, name: 'delay' }),
      makeField('int16', { id: 2, name: 'distance' }),
      makeField('float32', { id: 3, name: 'time' }),
    ]);
    const bytes = readFileSync('node_modules/vega-datasets/data/flights-200k.arrow');
    const result = arrowCodec.decode(flights, bytes);
    if (result.kind === 'refused') throw new Error(result.code);
    const table = arrow.tableFromIPC(bytes);
    expect(result.rows).toBe(table.numRows);
    expect(result.batch.data.children.map(({ values }) => values)).toEqual(
      table.schema.fields.map(({ name }) => table.getChild(name)!.data[0]!.values.slice(0, table.numRows)),
    );
  });
});

/** What columns that a library wrote without ids are read as. */
function arrowOf(fields: Schema['fields'], columns: readonly arrow.Data[]): RecordValues[] | object {
  const own = new arrow.Schema(fields.map(({ name }, at) => new arrow.Field(name, columns[at]!.type, true)));
  const children = [...columns];
  const type = new arrow.Struct(own.fields);
  const batch = new arrow.RecordBatch(
    own,
    arrow.makeData({ type, length: columns[0]!.length, nullCount: 0, children }),
  );
  return read(makeSchema([...fields]), [arrow.tableToIPC(new arrow.Table(own, [batch]), 'stream')]);
}
