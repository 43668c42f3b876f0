import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { Table as WasmTable, writeParquet } from 'parquet-wasm/node';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import type { Column, ColumnarSchema } from '../../../src/native/columnar/column.ts';
import { columnTypeText } from '../../../src/native/columnar/column.ts';
import { parseFooter } from '../../../src/native/parquet/parse-footer.ts';
import {
  BYTE_ARRAY,
  column,
  FIXED,
  footer,
  group,
  INT32,
  INT64,
  INT96,
  parquetFile,
  type Raw,
  REPEATED,
  REQUIRED,
  schemaOf,
  struct,
} from './footer.ts';

function parsed(bytes: Uint8Array): ColumnarSchema {
  const found = parseFooter('a.parquet', bytes);
  if (found instanceof Fault) throw new Error(found.message);
  return found;
}

/** `name?: type` of a column, with what stands in it. */
function text({ name, nullable, type }: Column): string {
  const head = `${name}${nullable ? '?' : ''}: ${columnTypeText(type)}`;
  switch (type.kind) {
    case 'list':
      return `${head} of (${text(type.element)})`;
    case 'map':
      return `${head} of (${text(type.key)}) to (${text(type.value)})`;
    case 'struct':
      return `${head} {${type.fields.map(text).join(', ')}}`;
    default:
      return head;
  }
}

const shown = (...elements: readonly Raw[]): string =>
  parsed(footer(schemaOf(1, ...elements)))
    .columns.map(text)
    .join();

const fieldOf = (name: string, type: arrow.DataType, id: number, nullable = true): arrow.Field =>
  new arrow.Field(name, type, nullable, new Map([['PARQUET:field_id', String(id)]]));

/** As arrow-rs writes it. */
function written(...fields: readonly arrow.Field[]): Uint8Array {
  const table = new arrow.Table(new arrow.Schema([...fields]));
  return writeParquet(WasmTable.fromIPCStream(arrow.tableToIPC(table, 'stream')));
}

const footerOf = (file: Uint8Array): Uint8Array => {
  const length = Buffer.from(file.buffer, file.byteOffset, file.byteLength).readUInt32LE(file.byteLength - 8);
  return file.subarray(file.byteLength - 8 - length, file.byteLength - 8);
};

const REAL = written(
  fieldOf('i', new arrow.Int32(), 1, false),
  fieldOf('u', new arrow.Uint16(), 2),
  fieldOf('tags', new arrow.List(fieldOf('item', new arrow.Utf8(), 4)), 3),
  fieldOf('point', new arrow.Struct([fieldOf('x', new arrow.Float64(), 6)]), 5),
  fieldOf('at', new arrow.TimestampMicrosecond('UTC'), 7),
  fieldOf('local', new arrow.TimestampMillisecond(), 8),
  fieldOf('day', new arrow.DateDay(), 9),
  fieldOf('price', new arrow.Decimal(2, 9, 128), 10),
  fieldOf('hash', new arrow.FixedSizeBinary(16), 11),
  fieldOf('half', new arrow.Float16(), 12),
);

describe('the footer of a file that another program wrote', () => {
  it('gives its columns, their types, ids and what may be null', () => {
    const { columns, keys } = parsed(footerOf(REAL));
    expect(columns.map(text)).toEqual([
      'i: int32',
      'u?: uint16',
      'tags?: list of (item?: string)',
      'point?: struct {x?: float64}',
      'at?: timestamp[us, UTC]',
      'local?: timestamp[ms]',
      'day?: date',
      'price?: decimal(9, 2)',
      'hash?: fixed(16)',
      'half?: float16',
    ]);
    expect(columns.map(({ id }) => id)).toEqual([1, 2, 3, 5, 7, 8, 9, 10, 11, 12]);
    expect(keys).toEqual(['ARROW:schema']);
  });

  it('says the same as another reader of it', () => {
    const other = parquetMetadata(REAL).schema.filter(({ type }) => type !== undefined);
    const leaves = (columns: readonly Column[]): readonly Column[] =>
      columns.flatMap(one => {
        if (one.type.kind === 'list') return leaves([one.type.element]);
        return one.type.kind === 'struct' ? leaves(one.type.fields) : [one];
      });
    const ours = leaves(parsed(footerOf(REAL)).columns);
    expect(ours.map(({ name, id, stored }) => ({ name, id, physical: stored.replace(/\(.*/, '') }))).toEqual(
      other.map(({ name, field_id, type }) => ({ name, id: field_id, physical: type })),
    );
  });
});

describe('the annotations of old writers', () => {
  it.each<[string, number, Partial<Raw>, string]>([
    ['UTF8', BYTE_ARRAY, { converted: 0 }, 'string'],
    ['ENUM', BYTE_ARRAY, { converted: 4 }, 'enum'],
    ['DECIMAL', INT64, { converted: 5, precision: 18, scale: 4 }, 'decimal(18, 4)'],
    ['DECIMAL in fixed bytes', FIXED, { length: 9, converted: 5, precision: 21, scale: 0 }, 'decimal(21, 0)'],
    ['DATE', INT32, { converted: 6 }, 'date'],
    ['TIME_MILLIS', INT32, { converted: 7 }, 'time[ms]'],
    ['TIMESTAMP_MICROS', INT64, { converted: 10 }, 'timestamp[us, UTC]'],
    ['UINT_8', INT32, { converted: 11 }, 'uint8'],
    ['INT_16', INT32, { converted: 16 }, 'int16'],
    ['JSON', BYTE_ARRAY, { converted: 19 }, 'json'],
    ['INTERVAL', FIXED, { length: 12, converted: 21 }, 'interval[months, days, ms]'],
    ['none on INT96', INT96, {}, 'int96'],
    ['none on bytes', BYTE_ARRAY, {}, 'binary'],
    [
      'two that differ, of which the newer counts',
      INT64,
      {
        converted: 9,
        logical: [
          8,
          struct([
            [1, 2, []],
            [2, 12, struct([[3, 12, struct([])]])],
          ]),
        ],
      },
      'timestamp[ns]',
    ],
  ])('%s', (_, type, more, expected) => expect(shown(column('a', type, more))).toBe(`a?: ${expected}`));

  it.each<[string, readonly Raw[], string]>([
    [
      'three levels',
      [group('a', 1, { converted: 3 }), group('list', 1, { repetition: REPEATED }), column('element', INT32)],
      'a?: list of (element?: int32)',
    ],
    [
      'two levels, of a column',
      [group('a', 1, { converted: 3 }), column('element', INT32, { repetition: REPEATED })],
      'a?: list of (element: int32)',
    ],
    [
      'two levels, of a struct with two columns',
      [
        group('a', 1, { converted: 3 }),
        group('element', 2, { repetition: REPEATED }),
        column('x', INT32),
        column('y', INT32),
      ],
      'a?: list of (element: struct {x?: int32, y?: int32})',
    ],
    [
      'two levels, of a struct called array',
      [group('a', 1, { converted: 3 }), group('array', 1, { repetition: REPEATED }), column('x', INT32)],
      'a?: list of (array: struct {x?: int32})',
    ],
    [
      'two levels, of a struct called like the list',
      [group('a', 1, { converted: 3 }), group('a_tuple', 1, { repetition: REPEATED }), column('x', INT32)],
      'a?: list of (a_tuple: struct {x?: int32})',
    ],
    ['no annotation at all', [column('a', INT32, { repetition: REPEATED })], 'a: list of (a: int32)'],
    [
      'a map of the oldest kind',
      [
        group('a', 1, { converted: 2 }),
        group('map', 2, { repetition: REPEATED }),
        column('key', BYTE_ARRAY, { repetition: REQUIRED, converted: 0 }),
        column('value', INT32),
      ],
      'a?: map of (key: string) to (value?: int32)',
    ],
    [
      'a map without values',
      [
        group('a', 1, { converted: 1 }),
        group('key_value', 1, { repetition: REPEATED }),
        column('key', BYTE_ARRAY, { repetition: REQUIRED, converted: 0 }),
      ],
      'a?: map of (key: string) to (value?: null)',
    ],
  ])('%s', (_, elements, expected) => expect(shown(...elements)).toBe(expected));
});

describe('a footer that is none', () => {
  const refused = (bytes: Uint8Array) => {
    const found = parseFooter('a.parquet', bytes);
    return found instanceof Fault ? found.code : 'taken';
  };

  it.each<[string, readonly Raw[]]>([
    ['no root', []],
    ['a group with more columns than there are', schemaOf(2, column('a', INT32))],
    ['columns that belong to nobody', schemaOf(1, column('a', INT32), column('b', INT32))],
    ['a text in an integer', schemaOf(1, column('a', INT32, { converted: 0 }))],
    ['an integer of 64 bits in 32', schemaOf(1, column('a', INT32, { converted: 18 }))],
    [
      'a decimal that its bytes can not hold',
      schemaOf(1, column('a', INT32, { converted: 5, precision: 10, scale: 0 })),
    ],
    [
      'a decimal with more digits behind the point than it has',
      schemaOf(1, column('a', INT32, { converted: 5, precision: 2, scale: 3 })),
    ],
    ['a list that is built like none', schemaOf(1, group('a', 1, { converted: 3 }), column('b', INT32))],
    ['a physical type that is unknown', schemaOf(1, column('a', 9))],
    ['a logical type that is unknown', schemaOf(1, column('a', INT32, { logical: [99, struct([])] }))],
    ['a fixed length that is missing', schemaOf(1, column('a', FIXED))],
    ['a column that says nothing of null', schemaOf(1, { name: 'a', type: INT32 })],
    [
      'groups in groups without end',
      schemaOf(1, ...Array.from({ length: 200 }, () => group('g', 1)), column('a', INT32)),
    ],
  ])('is refused with %s', (_, elements) => expect(refused(footer(elements))).toBe('PARQUET_UNREADABLE'));

  it.each<[string, readonly number[]]>([
    ['nothing', []],
    ['a list longer than the footer', [0x29, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07]],
    ['a text longer than the footer', [0x18, 0xff, 0xff, 0xff, 0xff, 0x07]],
    ['a number without end', [0x15, ...Array.from({ length: 40 }, () => 0xff)]],
    ['lists in lists without end', [0x19, ...Array.from({ length: 4_000 }, () => 0x19)]],
    ['structs in structs without end', Array.from({ length: 4_000 }, () => 0x1c)],
    ['a name that is not UTF-8', [0x29, 0x1c, 0x48, 0x01, 0xff, 0x00, 0x00]],
  ])('is refused with %s', (_, bytes) => expect(refused(Uint8Array.from(bytes))).toBe('PARQUET_UNREADABLE'));

  it('ends in a schema or a fault, whatever became of its bytes', () => {
    const bytes = footerOf(REAL);
    const damage = fc.array(fc.tuple(fc.nat(bytes.byteLength - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(damage, fc.nat(bytes.byteLength), (hits, length) => {
        const hurt = Uint8Array.from(bytes);
        for (const [at, byte] of hits) hurt[at] = byte;
        for (const one of [hurt, hurt.subarray(0, length)])
          expect(['PARQUET_UNREADABLE', 'taken']).toContain(refused(one));
      }),
      { numRuns: 500 },
    );
  });

  it('is read by hand as another reader reads it, so that these tests test something', () => {
    const bytes = footer(schemaOf(1, column('a', INT32, { converted: 6, id: 7 })));
    expect(parquetMetadata(parquetFile(bytes)).schema[1]).toMatchObject({
      name: 'a',
      type: 'INT32',
      converted_type: 'DATE',
      field_id: 7,
      repetition_type: 'OPTIONAL',
    });
  });
});
