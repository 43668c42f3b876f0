import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parquetCodec } from '../../../src/codec/parquet/parquet-codec.ts';
import type { Value } from '../../../src/contract/value.ts';
import { parquetWasm } from '../../../src/engine/parquet-wasm.ts';
import { makeField, makeList, makeSchema, makeTensor } from '../../contract/make-field.ts';
import {
  decimal,
  inner,
  NESTED,
  PyarrowFiles,
  type ReadFile,
  type RefusedFile,
  scalar,
  TEXTS,
  text,
  timestamp,
  unit,
  value,
} from '../pyarrow-files.ts';

const codec = parquetCodec(parquetWasm());
const FILES = new PyarrowFiles(path.join(import.meta.dirname, 'pyarrow'), '.parquet', codec);
const times = (count: number): readonly Value[] => Array.from({ length: count }, () => TEXTS).flat();

const READ: readonly ReadFile[] = [
  ...['none', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4'].map(
    (packing): ReadFile => [`utf8-${packing}`, text, times(20)],
  ),
  ...['utf8-v2-pages', 'utf8-checksums', 'large-utf8', 'dictionary'].map(
    (file): ReadFile => [file, text, TEXTS],
  ),
  ['utf8-row-groups', text, times(4)],
  ...['no-rows', 'no-rows-plain'].map((file): ReadFile => [file, text, []]),
  ['no-rows-between', text, times(2)],
  ['list', makeList(inner('int32', { nullable: true }), 0, 9, value), [[1, 2], null, [], [3, null]]],
  ['fixed-size-list', makeTensor(inner('int32'), [2], value), [[1, 2], null, [3, 4]]],
  ...NESTED,
  ['timestamp-s', timestamp('s', 'local'), [-1n, null, 1_330_523_130n]],
  ['timestamp-us-utc', timestamp('us', 'instant'), [-1n, null, 1_330_523_130_125_000n]],
  ['duration-s', scalar('duration', { unit: unit('s') }), [-1n, null, 5n]],
  ['time32-s', scalar('time', { unit: unit('s') }), [0n, null, 86_399n]],
  ['date32', scalar('date'), [1, null]],
  ['uint8', scalar('uint8'), [1, null, 255]],
  ['uint64', scalar('uint64'), [1n, null, 2n ** 64n - 1n]],
  ['float16', scalar('float16'), [0.5, null, -0]],
  ['decimal', decimal(9, 2), [-125n, null, 999_999_999n]],
  ['decimal-int32', decimal(9, 2), [-125n, null]],
  ['decimal256', decimal(60, 2), [-125n, null]],
  ['fixed-size-binary', scalar('fixed'), [Uint8Array.of(0x61, 0x62, 0x63, 0x64), null]],
  ['delta', scalar('int32'), Array.from({ length: 1000 }, (_, row) => row)],
  ['field-id', makeField('int32', { id: 7 }), [1, 2]],
];

const REFUSED: readonly RefusedFile[] = [
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
  ['decimal', 'another scale is another number', decimal(9, 3), 'TYPE_MISMATCH', 1, 0, 0],
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
  FILES.test(READ, REFUSED, ['timestamp-int96']);

  it('reads no moments of twelve bytes, because nobody wrote down whether they are instants', () => {
    for (const zone of ['instant', 'local'] as const)
      expect(
        codec.decode(makeSchema([timestamp('ns', zone)]), FILES.bytesOf('timestamp-int96')),
      ).toMatchObject({
        code: 'UNSUPPORTED',
      });
  });

  it.each([
    ['has values though it has no rows', 1, 'MALFORMED'],
    ['has bytes at no place', 5, 'TRUNCATED'],
    ['has values and bytes at no place', undefined, 'MALFORMED'],
  ])('is refused where a column of a row group without rows %s', (_, at, code) => {
    const bytes = FILES.bytesOf('no-rows-plain');
    // The values of a column, its bytes unpacked and packed, and its place: none of each.
    const column = bytes.indexOf(Buffer.from('1600160016002600', 'hex'));
    for (const place of at === undefined ? [1, 5] : [at]) bytes[column + place] = 2;
    expect(codec.decode(makeSchema([text]), bytes)).toMatchObject({ code, block: 0 });
  });

  it('has the checksum that its writer gave each page, or is refused', () => {
    const bytes = FILES.bytesOf('utf8-checksums');
    // Statistics have the text too; in the page the next one follows it.
    bytes[bytes.indexOf('é\u0001\0\0\0a') - 3]! ^= 1;
    expect(codec.decode(makeSchema([text]), bytes)).toMatchObject({
      code: 'CHECKSUM_DIFFERS',
      block: 0,
      field: text.id,
    });
  });
});
