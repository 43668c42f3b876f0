import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { PlainReader } from '../../src/engine/plain-reader.ts';
import { parseSaid } from '../../src/engine/plain-wire.ts';
import type { PlainOutcome, Selection } from '../../src/matrix/plain-lane.ts';
import { CODECS } from '../matrix/run.ts';
import { field, listOf, schemaOf, unit } from '../matrix/schemas.ts';

type Columnar = 'arrow' | 'parquet';
const COLUMNAR: readonly Columnar[] = ['arrow', 'parquet'];

const fileOf = (codec: Columnar, schema: Schema, ...rows: RecordValues[]): Uint8Array => {
  const bytes = CODECS[codec].codec.encode(schema, batchOf(schema, rows));
  if (bytes instanceof Error) throw bytes;
  return bytes;
};

const read = (
  codec: Columnar,
  bytes: Uint8Array,
  row: number,
  wanted: readonly string[],
  select: Selection = { kind: 'record' },
): PlainOutcome =>
  new PlainReader().read('k', {
    codec,
    bytes,
    row,
    select,
    writerSchema: null,
    readerSchema: { columns: wanted.map(name => ({ name })) },
  });

describe.each(COLUMNAR)('an ordinary reader of %s', codec => {
  const schema = schemaOf(field(1, 'n', 'int64'), field(2, 'text', 'string', { nullable: true }));
  const file = fileOf(codec, schema, [7n, 'a'], [2n ** 53n + 1n, null]);

  it('takes a column by its name and as the file types it, row by row', () => {
    expect(read(codec, file, 0, ['text', 'n'])).toEqual({
      kind: 'read',
      values: [
        ['text', { kind: 'string', value: 'a' }],
        ['n', { kind: 'bigint', text: '7' }],
      ],
    });
    expect(read(codec, file, 1, ['n', 'text'])).toEqual({
      kind: 'read',
      values: [
        ['n', { kind: 'bigint', text: '9007199254740993' }],
        ['text', { kind: 'null' }],
      ],
    });
  });

  it('holds nothing where there is no such column, and no such record', () => {
    expect(read(codec, file, 0, ['m', 'n'])).toMatchObject({ values: [['n', {}]] });
    expect(read(codec, file, 2, ['n'])).toEqual({ kind: 'read', values: [] });
    expect(read(codec, file, 0, [], { kind: 'field', name: 'm' })).toEqual({ kind: 'read', values: [] });
  });

  it('looks at no unit of a moment, and hands over words of a decimal', () => {
    const clocks: readonly Field[] = [
      field(1, 'at', { kind: 'timestamp', zone: 'instant' }, { unit: unit('us') }),
      field(2, 'day', 'date'),
      field(3, 'price', { kind: 'decimal', precision: 9, scale: 2 }),
    ];
    const bytes = fileOf(codec, schemaOf(...clocks), [1_234_567n, 3, 1_050n]);
    expect(read(codec, bytes, 0, ['at', 'day', 'price'])).toMatchObject({
      values: [
        ['at', { kind: 'bigint', text: '1234567' }],
        ['day', { kind: 'number', text: '3' }],
        [
          'price',
          { kind: 'bytes', base64: Buffer.from([0x1a, 4, ...new Uint8Array(14)]).toString('base64') },
        ],
      ],
    });
  });

  it('hands over what is in lists, structs and maps', () => {
    const nested = schemaOf(
      field(1, 'l', listOf(field(2, 'element', 'int32'), 0, 3)),
      field(3, 's', { kind: 'struct', fields: [field(4, 'x', 'bool'), field(5, 'y', 'bytes')] }),
      field(6, 'm', {
        kind: 'map',
        key: field(7, 'key', 'string'),
        value: field(8, 'value', 'int32'),
        entries: 3,
      }),
    );
    const bytes = fileOf(codec, nested, [[1, 2], [true, Uint8Array.of(255)], [['a', 5]]]);
    const number = (text: string) => ({ kind: 'number', text });
    expect(read(codec, bytes, 0, ['l', 's', 'm'])).toEqual({
      kind: 'read',
      values: [
        ['l', { kind: 'list', items: [number('1'), number('2')] }],
        [
          's',
          {
            kind: 'record',
            members: [
              ['x', { kind: 'boolean', value: true }],
              ['y', { kind: 'bytes', base64: '/w==' }],
            ],
          },
        ],
        [
          'm',
          { kind: 'list', items: [{ kind: 'list', items: [{ kind: 'string', value: 'a' }, number('5')] }] },
        ],
      ],
    });
  });

  it('refuses with a code that goes over the wire, and never throws', () => {
    for (const cut of [0, 1, file.length >> 1, file.length - 9, file.length - 1]) {
      const outcome = read(codec, file.subarray(0, cut), 0, ['n']);
      expect(parseSaid(JSON.stringify({ kind: 'answer', outcome })), `${cut}`).toBeDefined();
    }
  });
});

describe('text that is no UTF-8', () => {
  const schema = schemaOf(field(1, 'n', 'int32'), field(2, 'text', 'string'));
  const spoilt = (codec: Columnar): Uint8Array => {
    const bytes = Buffer.from(fileOf(codec, schema, [7, 'a mark to find']));
    for (let at = bytes.indexOf('a mark'); at >= 0; at = bytes.indexOf('a mark')) bytes[at] = 0xff;
    return bytes;
  };

  it('is made another text in Arrow, in silence', () =>
    expect(read('arrow', spoilt('arrow'), 0, ['text'])).toMatchObject({
      values: [['text', { value: '\ufffd mark to find' }]],
    }));

  it('ends a whole file of Parquet, the column beside it too', () => {
    const bytes = spoilt('parquet');
    expect(read('parquet', bytes, 0, ['n', 'text'])).toEqual({ kind: 'refused', code: 'TEXT_INVALID' });
    expect(read('parquet', bytes, 0, [], { kind: 'field', name: 'n' })).toMatchObject({ kind: 'refused' });
  });
});
