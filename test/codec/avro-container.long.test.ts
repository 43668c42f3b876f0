import { deflateRawSync, inflateRaw, zstdDecompress } from 'node:zlib';
import avsc from 'avsc';
import fc from 'fast-check';
import { uncompressSync } from 'snappy';
import { describe, expect, it } from 'vitest';
import { Fault, type FaultCode } from '../../src/base/fault.ts';
import { containerSchemaText, decodeContainer, writeContainer } from '../../src/codec/avro-container.ts';
import { ByteSink } from '../../src/codec/byte-sink.ts';
import { CONTAINER_CODECS, type ContainerCodec } from '../../src/codec/container/packing.ts';
import { type Container, readContainer } from '../../src/codec/read-container.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { makeField, makeSchema } from '../contract/make-field.ts';
import { schemaAndRows } from './any-schema.ts';

const schema = makeSchema([
  makeField('int32', { id: 1, name: 'a' }),
  makeField('string', { id: 2, name: 'b' }),
]);
const ROWS: RecordValues[] = Array.from({ length: 500 }, (_, row) => [row, `text ${row}`]);
const META = new Map([['assay.recordSchema', 'sha256:00']]);

function written(codec: ContainerCodec, rows = ROWS, under: Schema = schema, blockBytes = 1000): Uint8Array {
  const file = writeContainer(under, batchOf(under, rows), { codec, meta: META, blockBytes });
  if (file instanceof Fault) throw file;
  return file;
}

/** What avsc has no codec for itself; the checksum of a snappy block it is not shown. */
const AVSC_CODECS = {
  null: (packed: Buffer, done: Done) => done(null, packed),
  deflate: inflateRaw,
  snappy: (packed: Buffer, done: Done) => done(null, uncompressSync(packed.subarray(0, -4)) as Buffer),
  zstandard: (packed: Buffer, done: Done) => zstdDecompress(packed, done),
};
type Done = (error: Error | null, unpacked?: Buffer) => void;

describe.each(CONTAINER_CODECS)('a container file with codec %s', codec => {
  it('is refused when its blocks together unpack to more than one batch may hold, each being small', () => {
    const of = (limit_bytes: number) => decodeContainer(schema, written(codec), limit_bytes);
    const { blocks } = readContainer(written('null')) as Container;
    const all = blocks.reduce((sum, { packed }) => sum + packed.length, 0);
    expect(of(all)).not.toBeInstanceOf(Fault);
    expect(of(all - 1)).toMatchObject({ code: 'CONTAINER_BLOCK', facts: { block: blocks.length - 1 } });
    expect(of(1_500)).toMatchObject({ code: 'CONTAINER_BLOCK', facts: { block: 1 } });
  });

  it('gives back its records, its header and its blocks', () => {
    const read = decodeContainer(schema, written(codec));
    if (read instanceof Fault) throw read;
    expect(rowsOf(schema, read.batch)).toEqual(ROWS);
    expect(read.container).toMatchObject({ codec, meta: META, schemaText: containerSchemaText(schema) });
    expect(read.container.blocks.length).toBeGreaterThan(3);
  });

  it('gives back any records under any schema', () =>
    fc.assert(
      fc.property(schemaAndRows, ([any, rows]) => {
        const read = decodeContainer(any, written(codec, rows, any, 20));
        if (read instanceof Fault) throw read;
        expect(rowsOf(any, read.batch)).toEqual(rows);
      }),
    ));

  it('is read by avsc', async () => {
    const decoder = new avsc.streams.BlockDecoder({ codecs: AVSC_CODECS });
    const rows: unknown[] = [];
    decoder.on('data', (row: { a: number; b: string }) => rows.push([row.a, row.b]));
    const ended = new Promise((resolve, reject) => decoder.on('end', resolve).on('error', reject));
    decoder.end(Buffer.from(written(codec)));
    await ended;
    expect(rows).toEqual(ROWS);
  });

  it('is the same bytes each time, and other bytes for other records', () => {
    expect(written(codec)).toEqual(written(codec));
    expect(written(codec)).not.toEqual(written(codec, [...ROWS].reverse()));
  });

  it('is refused, and nothing throws, when cut anywhere', () => {
    const file = written(codec, ROWS.slice(0, 40), schema, 100);
    const ends = new Set<FaultCode | undefined>();
    for (let end = 0; end < file.length; end++) {
      const read = decodeContainer(schema, file.subarray(0, end));
      ends.add(read instanceof Fault ? read.code : undefined);
    }
    // A cut between two blocks leaves a whole, shorter file: only a descriptor can tell.
    ends.delete(undefined);
    expect([...ends]).toEqual(['CONTAINER_TRUNCATED']);
  });

  it('never makes anything throw, whatever byte is changed', () => {
    const file = written(codec, ROWS.slice(0, 20), schema, 100);
    for (let at = 0; at < file.length; at++)
      for (const flip of [1, 0x80, 0xff]) {
        const changed = file.slice();
        changed[at]! ^= flip;
        expect(() => decodeContainer(schema, changed)).not.toThrow();
      }
  });
});

type Parts = {
  readonly magic?: string;
  readonly header?: readonly (readonly [key: string, text: string | Uint8Array])[];
  readonly count?: number;
  readonly packed?: Uint8Array;
  readonly end?: Uint8Array;
};

const SYNC = Uint8Array.from({ length: 16 }, (_, index) => index);
const ONE = Uint8Array.of(2, 2, 0x61);

/** A container file put together by hand, lawful but for what is given. */
function parts({ magic = 'Obj\u0001', header, count = 1, packed = ONE, end = SYNC }: Parts): Uint8Array {
  const sink = new ByteSink();
  sink.raw(Buffer.from(magic, 'latin1'));
  const entries = header ?? [['avro.schema', containerSchemaText(schema)]];
  sink.int(entries.length);
  for (const [key, text] of entries) {
    sink.string(Buffer.from(key));
    sink.string(Buffer.from(text));
  }
  if (entries.length > 0) sink.byte(0);
  sink.raw(SYNC);
  sink.int(count);
  sink.string(packed);
  sink.raw(end);
  return sink.toBytes();
}

const SCHEMA = ['avro.schema', containerSchemaText(schema)] as const;
const DEFLATE = ['avro.codec', 'deflate'] as const;

describe('a strict reader of container files', () => {
  it('takes the lawful file that the broken ones below are made of', () => {
    expect(decodeContainer(schema, parts({}))).not.toBeInstanceOf(Fault);
    expect(
      decodeContainer(schema, parts({ header: [SCHEMA, DEFLATE], packed: deflateRawSync(ONE) })),
    ).not.toBeInstanceOf(Fault);
  });

  it.each<readonly [string, Parts, FaultCode, object]>([
    ['another magic', { magic: 'PAR1' }, 'CONTAINER_MAGIC', {}],
    ['no schema', { header: [DEFLATE] }, 'CONTAINER_HEADER', { offset: 4 }],
    ['an empty header', { header: [] }, 'CONTAINER_HEADER', { offset: 4 }],
    ['a header key twice', { header: [SCHEMA, SCHEMA] }, 'CONTAINER_HEADER', { offset: 4 }],
    [
      'a header that is not UTF-8',
      { header: [['avro.schema', Uint8Array.of(0xff)]] },
      'CONTAINER_HEADER',
      {},
    ],
    [
      'too many header entries',
      { header: Array.from({ length: 65 }, (_, i) => [`k${i}`, '']) },
      'CONTAINER_HEADER',
      {},
    ],
    [
      'another codec',
      { header: [SCHEMA, ['avro.codec', 'lz4']] },
      'CONTAINER_CODEC_UNKNOWN',
      { codec: 'lz4' },
    ],
    ['another schema', { header: [['avro.schema', '"int"']] }, 'CONTAINER_SCHEMA_DIFFERS', {}],
    ['a block without records', { count: 0, packed: Uint8Array.of() }, 'CONTAINER_BLOCK', { block: 0 }],
    ['a block of minus one record', { count: -1 }, 'CONTAINER_BLOCK', { block: 0 }],
    ['another sync marker', { end: SYNC.toReversed() }, 'CONTAINER_SYNC', { block: 0 }],
    ['half a sync marker', { end: SYNC.subarray(0, 8) }, 'CONTAINER_TRUNCATED', {}],
    [
      'a record too few',
      { count: 2 },
      'CONTAINER_RECORD',
      { code: 'TRUNCATED', row: 1, block: 0, field: 'a (1)', offset: 3 },
    ],
    [
      'bytes after the records',
      { packed: Uint8Array.of(2, 2, 0x61, 9) },
      'CONTAINER_RECORD',
      { code: 'TRAILING_BYTES', row: 1, offset: 3 },
    ],
    [
      'a record that is not UTF-8',
      { packed: Uint8Array.of(2, 2, 0xff) },
      'CONTAINER_RECORD',
      { code: 'INVALID_UTF8', field: 'b (2)', offset: 2 },
    ],
    ['a broken deflate stream', { header: [SCHEMA, DEFLATE], packed: ONE }, 'CONTAINER_BLOCK', { block: 0 }],
    [
      'bytes after a deflate stream',
      { header: [SCHEMA, DEFLATE], packed: Buffer.concat([deflateRawSync(ONE), ONE]) },
      'CONTAINER_BLOCK',
      { block: 0 },
    ],
    [
      'a deflate bomb',
      { header: [SCHEMA, DEFLATE], packed: deflateRawSync(new Uint8Array((1 << 26) + 1)) },
      'CONTAINER_BLOCK',
      { problem: expect.stringContaining('more than') },
    ],
  ])('refuses %s', (_, given, code, facts) => {
    const fault = decodeContainer(schema, parts(given)) as Fault;
    expect(fault).toBeInstanceOf(Fault);
    expect([fault.code, fault.facts]).toEqual([code, expect.objectContaining(facts)]);
  });

  it('allocates nothing for a length of 2^60', () => {
    const file = Buffer.concat([
      Buffer.from('Obj\u0001', 'latin1'),
      Buffer.from([2, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20]),
    ]);
    expect(readContainer(file)).toBeInstanceOf(Fault);
  });

  it('says of a schema it was not given which one it is, by digest', () => {
    const other = makeSchema([makeField('bool')]);
    const fault = decodeContainer(other, written('null')) as Fault;
    expect(fault.code).toBe('CONTAINER_SCHEMA_DIFFERS');
    expect(Object.values(fault.facts)).toEqual([
      expect.stringMatching(/^sha256:/),
      expect.stringMatching(/^sha256:/),
    ]);
  });

  it('cannot write a null where the schema has no branch for it', () => {
    const bool = makeSchema([makeField('bool', { id: 4 })]);
    const fault = writeContainer(bool, batchOf(bool, [[null]]), { codec: 'null', meta: new Map() }) as Fault;
    expect(fault.code).toBe('CODEC_CANNOT_CARRY');
  });
});
