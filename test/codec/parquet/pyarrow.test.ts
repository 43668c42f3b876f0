import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parquetCodec } from '../../../src/codec/parquet/parquet-codec.ts';
import { rowsOf } from '../../../src/contract/batch.ts';
import type { Field, Scalar } from '../../../src/contract/field.ts';
import { parseUnit } from '../../../src/contract/parse-unit.ts';
import type { Unit } from '../../../src/contract/unit.ts';
import type { Value } from '../../../src/contract/value.ts';
import { parquetWasm } from '../../../src/engine/parquet-wasm.ts';
import {
  makeField,
  makeList,
  makeMap,
  makeSchema,
  makeStruct,
  makeTensor,
} from '../../contract/make-field.ts';

const FOLDER = path.join(import.meta.dirname, 'pyarrow');
const codec = parquetCodec(parquetWasm());
const unit = (code: string): Unit => parseUnit(code) as Unit;
const scalar = (kind: Scalar, given: Partial<Field> = {}): Field =>
  makeField(kind, { id: 1, nullable: true, ...given });
const inner = (kind: Scalar, given: Partial<Field> = {}): Field =>
  makeField(kind, { id: 2, name: 'element', ...given });
const value = { id: 1, name: 'value', nullable: true };
const timestamp = (code: string, zone: 'instant' | 'local'): Field =>
  scalar('timestamp', { type: { kind: 'timestamp', zone }, unit: unit(code) });
const decimal = (precision: number): Field =>
  scalar('decimal', { type: { kind: 'decimal', precision, scale: 2 } });

const text = scalar('string');
const TEXTS: readonly Value[] = ['a', null, '', 'longer than twelve bytes, é', 'a'];
const times = (count: number): readonly Value[] => Array.from({ length: count }, () => TEXTS).flat();

type Case = readonly [file: string, field: Field, values: readonly Value[]];

const READ: readonly Case[] = [
  ...['none', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4'].map(
    (packing): Case => [`utf8-${packing}`, text, times(20)],
  ),
  ...['utf8-v2-pages', 'utf8-checksums', 'large-utf8', 'dictionary'].map((file): Case => [file, text, TEXTS]),
  ['utf8-row-groups', text, times(4)],
  ['list', makeList(inner('int32', { nullable: true }), 0, 9, value), [[1, 2], null, [], [3, null]]],
  ['fixed-size-list', makeTensor(inner('int32'), [2], value), [[1, 2], null, [3, 4]]],
  [
    'map',
    makeMap(
      inner('string', { name: 'key' }),
      inner('int32', { id: 3, name: 'value', nullable: true }),
      4,
      value,
    ),
    [
      [
        ['a', 1],
        ['b', null],
      ],
      null,
      [],
    ],
  ],
  [
    'struct',
    makeStruct([inner('string', { name: 'b' }), inner('int32', { id: 3, name: 'a', nullable: true })], value),
    [['x', 1], null, ['y', null]],
  ],
  ['timestamp-s', timestamp('s', 'local'), [-1n, null, 1_330_523_130n]],
  ['timestamp-us-utc', timestamp('us', 'instant'), [-1n, null, 1_330_523_130_125_000n]],
  ['duration-s', scalar('duration', { unit: unit('s') }), [-1n, null, 5n]],
  ['time32-s', scalar('time', { unit: unit('s') }), [0n, null, 86_399n]],
  ['date32', scalar('date'), [1, null]],
  ['uint8', scalar('uint8'), [1, null, 255]],
  ['uint64', scalar('uint64'), [1n, null, 2n ** 64n - 1n]],
  ['float16', scalar('float16'), [0.5, null, -0]],
  ['decimal', decimal(9), [-125n, null, 999_999_999n]],
  ['decimal-int32', decimal(9), [-125n, null]],
  ['decimal256', decimal(60), [-125n, null]],
  ['fixed-size-binary', scalar('fixed'), [Uint8Array.of(0x61, 0x62, 0x63, 0x64), null]],
  ['delta', scalar('int32'), Array.from({ length: 1000 }, (_, row) => row)],
  ['field-id', makeField('int32', { id: 7 }), [1, 2]],
];

type Refused = readonly [
  file: string,
  why: string,
  field: Field,
  code: string,
  field: number | undefined,
  row: number,
  block: number,
];

const REFUSED: readonly Refused[] = [
  [
    'utf8-row-groups',
    'a null may not be',
    scalar('string', { nullable: false }),
    'NULL_NOT_ALLOWED',
    1,
    1,
    0,
  ],
  ['timestamp-us-utc', 'it is an instant', timestamp('us', 'local'), 'TYPE_MISMATCH', 1, 0, 0],
  ['timestamp-us-utc', 'a second is too coarse', timestamp('s', 'instant'), 'OVERFLOW', 1, 0, 0],
  [
    'decimal',
    'another scale is another number',
    scalar('decimal', { type: { kind: 'decimal', precision: 9, scale: 3 } }),
    'TYPE_MISMATCH',
    1,
    0,
    0,
  ],
  ['uint64', 'a type may be too narrow', scalar('int64'), 'TYPE_MISMATCH', 1, 0, 0],
  [
    'field-id',
    'the id is another',
    makeField('int32', { id: 8, name: 'renamed' }),
    'UNKNOWN_FIELD',
    undefined,
    0,
    0,
  ],
];

describe('Parquet files that pyarrow wrote', () => {
  it.each(READ)('%s holds what was written', (file, field, values) => {
    const schema = makeSchema([field]);
    const result = codec.decode(schema, bytesOf(file));
    if (result.kind === 'refused') throw new Error(`${result.code} at ${result.offset}`);
    expect(rowsOf(schema, result.batch).map(([only]) => only)).toEqual(values);
  });

  it.each(REFUSED)('%s is refused where %s', (file, _, field, code, at, row, block) => {
    const result = codec.decode(makeSchema([field]), bytesOf(file));
    expect(result).toMatchObject({ kind: 'refused', code, field: at, row, block });
  });

  it('reads no moments of twelve bytes, because nobody wrote down whether they are instants', () => {
    for (const zone of ['instant', 'local'] as const)
      expect(codec.decode(makeSchema([timestamp('ns', zone)]), bytesOf('timestamp-int96'))).toMatchObject({
        code: 'UNSUPPORTED',
      });
  });

  it('has the checksum that its writer gave each page, or is refused', () => {
    const bytes = bytesOf('utf8-checksums');
    // Statistics have the text too; in the page the next one follows it.
    bytes[bytes.indexOf('é\u0001\0\0\0a') - 3]! ^= 1;
    expect(codec.decode(makeSchema([text]), bytes)).toMatchObject({ code: 'CHECKSUM_DIFFERS', block: 0 });
  });

  it('are all read or refused here', () => {
    const named = new Set([...READ, ...REFUSED, ['timestamp-int96']].map(([file]) => `${file}.parquet`));
    expect(readdirSync(FOLDER).filter(name => name.endsWith('.parquet') && !named.has(name))).toEqual([]);
  });
});

const bytesOf = (file: string): Buffer => readFileSync(path.join(FOLDER, `${file}.parquet`));
