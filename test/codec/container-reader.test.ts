import { deflateRawSync, deflateSync, zstdCompressSync } from 'node:zlib';
import type { RecordBatch } from 'apache-arrow';
import fc from 'fast-check';
import { compressSync } from 'snappy';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { avroWriterSchemaOf } from '../../src/codec/avro-schema.ts';
import { ByteSink } from '../../src/codec/byte-sink.ts';
import { ContainerReader } from '../../src/codec/container/container-reader.ts';
import { ContainerWriter } from '../../src/codec/container/container-writer.ts';
import { CONTAINER_CODECS, type ContainerCodec } from '../../src/codec/container/packing.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { makeField, makeList, makeSchema, makeSet, makeStruct } from '../contract/make-field.ts';
import { schemaAndRows } from './any-schema.ts';

const META = new Map([['made.by', 'a test']]);

type Read = { readonly rows: RecordValues[]; readonly batches: number; readonly reader: ContainerReader };

/** The file, pushed in pieces of the sizes given, over and over. */
function read(schema: Schema, file: Uint8Array, sizes: readonly number[] = [file.length]): Read | Fault {
  const reader = new ContainerReader(schema);
  const batches: RecordBatch[] = [];
  for (let [at, turn] = [0, 0]; at < file.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    // What was pushed is the caller's again afterwards.
    const piece = Buffer.from(Uint8Array.from(file.subarray(at, at + size)).buffer);
    const made = reader.push(piece);
    piece.fill(0xee);
    if (made instanceof Fault) return made;
    batches.push(...made);
    at += size;
  }
  const last = reader.end();
  if (last instanceof Fault) return last;
  batches.push(...last);
  return { rows: batches.flatMap(batch => rowsOf(schema, batch)), batches: batches.length, reader };
}

function written(
  schema: Schema,
  rows: readonly RecordValues[],
  codec: ContainerCodec,
  cuts: readonly number[] = [],
): Uint8Array {
  const writer = new ContainerWriter(schema, { codec, meta: META, blockBytes: 40 });
  const parts = [0, ...cuts, rows.length].sort((a, b) => a - b);
  const bytes = parts.slice(1).map((end, at) => writer.push(batchOf(schema, rows.slice(parts[at], end))));
  return Buffer.concat([...bytes.map(whole), writer.end()]);
}

function whole(bytes: Uint8Array | Fault): Uint8Array {
  if (bytes instanceof Fault) throw bytes;
  return bytes;
}

const SYNC = new Uint8Array(16).fill(7);

/** A file of one block put together by hand. */
function fileOf(schema: Json, count: number, packed: Uint8Array, codec?: string): Uint8Array {
  const sink = new ByteSink();
  sink.raw(Buffer.from('Obj\u0001', 'latin1'));
  const entries = [
    ['avro.schema', canonicalJson(schema)],
    ...(codec === undefined ? [] : [['avro.codec', codec]]),
  ];
  sink.int(entries.length);
  for (const text of entries.flat()) sink.string(Buffer.from(text));
  sink.byte(0);
  sink.raw(SYNC);
  sink.int(count);
  sink.string(packed);
  sink.raw(SYNC);
  return sink.toBytes();
}

describe('a reader of container files', () => {
  it('gives back any records under any schema, however they are packed and the bytes arrive', () =>
    fc.assert(
      fc.property(
        schemaAndRows,
        fc.constantFrom(...CONTAINER_CODECS),
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
        ([schema, rows], codec, sizes) => {
          const found = read(schema, written(schema, rows, codec), sizes);
          if (found instanceof Fault) throw found;
          expect(found.rows).toEqual(rows);
          expect(found.reader.header).toMatchObject({ codec, meta: META });
        },
      ),
      { numRuns: 60 },
    ));

  it('reads byte by byte', () => {
    const schema = makeSchema([makeField('string')]);
    const rows = Array.from({ length: 50 }, (_, row) => [`row ${row}`]);
    expect(read(schema, written(schema, rows, 'deflate'), [1])).toMatchObject({ rows });
  });

  it('hands on batches of bounded rows, and of bounded bytes', () => {
    const ints = makeSchema([makeField('int32')]);
    const many = LIMITS.batch_rows + 1;
    const file = fileOf(avroWriterSchemaOf(ints), many, new Uint8Array(many));
    expect(read(ints, file)).toMatchObject({ batches: 2 });
    const texts = makeSchema([makeField('bytes')]);
    const half = LIMITS.batch_bytes / 2;
    const long = new ByteSink();
    for (let row = 0; row < 5; row++) long.string(new Uint8Array(half));
    expect(read(texts, fileOf(avroWriterSchemaOf(texts), 5, long.toBytes()))).toMatchObject({ batches: 3 });
  });

  it('makes small batches of nulls that take much room, because they take none in the file', () => {
    const schema = makeSchema([makeField('fixed', { type: { kind: 'fixed', size: 4_096 }, nullable: true })]);
    const rows = LIMITS.batch_columns_bytes / 4_096;
    const file = fileOf(avroWriterSchemaOf(schema), 2 * rows, new Uint8Array(2 * rows));
    const reader = new ContainerReader(schema);
    const batches = reader.push(file) as readonly { readonly numRows: number }[];
    expect(batches.length).toBe(2);
    expect(Math.max(...batches.map(batch => batch.numRows))).toBeLessThanOrEqual(rows);
  });

  it('refuses a file cut anywhere but between two blocks', () => {
    const schema = makeSchema([makeField('string')]);
    const rows = Array.from({ length: 9 }, (_, row) => [`row ${row}, and more`]);
    const file = written(schema, rows, 'null');
    const ends = new Map<unknown, number>();
    for (let end = 0; end < file.length; end++) {
      const found = read(schema, file.subarray(0, end), [30]);
      const kind = found instanceof Fault ? found.code : 'read';
      ends.set(kind, (ends.get(kind) ?? 0) + 1);
    }
    expect([...ends.keys()].sort()).toEqual(['CONTAINER_TRUNCATED', 'read']);
    expect(ends.get('read')).toBeLessThan(9);
  });

  it('says again what it said first, and takes nothing more', () => {
    const schema = makeSchema([makeField('bool')]);
    const reader = new ContainerReader(schema);
    const fault = reader.push(Buffer.from('PAR1'));
    expect(fault).toMatchObject({ code: 'CONTAINER_MAGIC' });
    expect(reader.push(written(schema, [[true]], 'null'))).toBe(fault);
    expect(reader.end()).toBe(fault);
  });

  it('tells a record that is wrong by row, block and the path of its field', () => {
    const schema = makeSchema([
      makeStruct([makeList(makeField('bool', { id: 5, name: 'flag' }), 0, 9, { id: 4, name: 'flags' })]),
    ]);
    const rows = Array.from({ length: 40 }, (_, row): RecordValues => [[[row % 2 === 0, true]]]);
    const file = written(schema, rows, 'null');
    // The last record: a block of two, two flags, an end; then the sync marker.
    file[file.length - 16 - 2] = 9;
    expect(read(schema, file)).toMatchObject({
      code: 'CONTAINER_RECORD',
      facts: { code: 'MALFORMED', row: 39, block: 3, field: 'parts (200).flags (4).flag (5)' },
    });
  });

  it('tells in which block and row an element stands twice, though only its whole set shows it', () => {
    const schema = makeSchema([makeSet(makeField('int32', { id: 3, name: 'one' }), 0, 9)]);
    const rows = Array.from({ length: 40 }, (_, row): RecordValues => [row === 33 ? [5, 5] : [1, 2]]);
    expect(read(schema, written(schema, rows, 'snappy'))).toMatchObject({
      code: 'CONTAINER_RECORD',
      facts: { code: 'DUPLICATE_ELEMENT', row: 33, block: 3, field: 'kinds (100)' },
    });
  });
});

describe('a writer of container files', () => {
  it('makes the same bytes however the records were cut into batches', () =>
    fc.assert(
      fc.property(
        schemaAndRows,
        fc.constantFrom(...CONTAINER_CODECS),
        fc.array(fc.nat(12), { maxLength: 4 }),
        ([schema, rows], codec, cuts) => {
          const inRange = cuts.map(cut => Math.min(cut, rows.length));
          expect(written(schema, rows, codec, inRange)).toEqual(written(schema, rows, codec));
        },
      ),
      { numRuns: 60 },
    ));

  it('makes a lawful file of no records', () =>
    expect(
      read(makeSchema([makeField('bool')]), written(makeSchema([makeField('bool')]), [], 'zstandard')),
    ).toMatchObject({
      rows: [],
    }));

  it('refuses a record that no block can hold', () => {
    const schema = makeSchema([makeField('bytes')]);
    const writer = new ContainerWriter(schema, { codec: 'null', meta: META });
    const large = new Uint8Array(LIMITS.container_block_bytes_max / 2 + 1);
    expect(writer.push(batchOf(schema, [[new Uint8Array(1)], [large]]))).toMatchObject({
      code: 'CONTAINER_RECORD_TOO_LARGE',
      facts: { row: 1 },
    });
  });
});

describe('a packed block', () => {
  const schema = makeSchema([makeField('string')]);
  const ONE = Uint8Array.of(2, 0x61);
  const of = (codec: string, packed: Uint8Array): unknown =>
    read(schema, fileOf(avroWriterSchemaOf(schema), 1, packed, codec));
  const zstd = zstdCompressSync(Buffer.alloc(200, 'ab'));
  const snappy = Buffer.concat([compressSync(Buffer.from(ONE)), Buffer.alloc(4)]);
  const beyond = Buffer.alloc(LIMITS.container_block_bytes_max + 1);

  it.each<readonly [string, string, Uint8Array, string]>([
    ['a snappy block with the checksum of other bytes', 'snappy', snappy, 'checksum'],
    ['a snappy block without one', 'snappy', snappy.subarray(0, 3), 'no snappy stream'],
    [
      'a snappy block that announces 4 GiB',
      'snappy',
      Buffer.from('ffffffff0f0001aabbccdd', 'hex'),
      'more than',
    ],
    [
      'a snappy block of a longer number',
      'snappy',
      Buffer.from('ffffffffffff01aabbccdd', 'hex'),
      'more than',
    ],
    ['a zstandard bomb', 'zstandard', zstdCompressSync(beyond), 'more than'],
    ['a deflate bomb', 'deflate', deflateRawSync(beyond), 'more than'],
    ['an empty zstandard block', 'zstandard', new Uint8Array(0), 'cut short'],
    ['another thing than zstandard', 'zstandard', ONE, 'cut short'],
    ['bytes behind a zstandard frame', 'zstandard', Buffer.concat([zstd, ONE]), 'bytes follow'],
    ['two zstandard frames', 'zstandard', Buffer.concat([zstd, zstd]), 'bytes follow'],
  ])('is refused: %s', (_, codec, packed, problem) =>
    expect(of(codec, packed)).toMatchObject({
      code: 'CONTAINER_BLOCK',
      facts: { block: 0, problem: expect.stringContaining(problem) },
    }),
  );

  it('may end with three bytes of a zlib checksum, as Python has it, and with no others', () => {
    const stream = deflateSync(ONE).subarray(2, -1);
    expect(of('deflate', stream)).toMatchObject({ rows: [['a']] });
    for (const at of [1, 2, 3]) {
      const changed = Uint8Array.from(stream);
      changed[stream.length - at]! ^= 1;
      expect(of('deflate', changed)).toMatchObject({ code: 'CONTAINER_BLOCK' });
    }
    expect(of('deflate', stream.subarray(0, -1))).toMatchObject({ code: 'CONTAINER_BLOCK' });
    const long = new ByteSink();
    long.string(Buffer.alloc(200_000, 'ÿ'));
    expect(of('deflate', deflateSync(long.toBytes()).subarray(2, -1))).not.toBeInstanceOf(Fault);
  });

  it('is refused when a zstandard frame is cut anywhere, because its library says nothing of it', () => {
    for (let end = 0; end < zstd.length; end++)
      expect(of('zstandard', zstd.subarray(0, end))).toMatchObject({ code: 'CONTAINER_BLOCK' });
  });

  it('is refused when it announces more than a block may have, and nothing waits for it', () => {
    const head = fileOf(avroWriterSchemaOf(schema), 1, new Uint8Array(0)).slice(0, -17);
    const reader = new ContainerReader(schema);
    expect(reader.push(Buffer.concat([head, Buffer.from('808080808001', 'hex')]))).toMatchObject({
      code: 'CONTAINER_BLOCK',
    });
  });
});
