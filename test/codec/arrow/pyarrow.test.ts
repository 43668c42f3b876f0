import path from 'node:path';
import { describe } from 'vitest';
import { arrowCodec } from '../../../src/codec/arrow/arrow-codec.ts';
import type { Value } from '../../../src/contract/value.ts';
import { makeList, makeStruct, makeTensor } from '../../contract/make-field.ts';
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

const REPEATED = Array.from(
  { length: 800 },
  (_, row) => ['abc', 'b'.repeat(300), null, 'é'.repeat(200)][row % 4]!,
);
const list = makeList(inner('int32', { nullable: true }), 0, 9, value);
const LISTS: readonly Value[] = [[1, 2], null, [], [3, null]];
const pair = makeTensor(inner('int32'), [2], value);
const PAIRS: readonly Value[] = [[1, 2], null, [3, 4]];
const DECIMALS: readonly Value[] = [-125n, null, 999_999_999n];

const READ: readonly ReadFile[] = [
  ...['utf8', 'utf8-file', 'large-utf8', 'utf8-view', 'dictionary', 'dictionary-uint8'].map(
    (file): ReadFile => [file, text, TEXTS],
  ),
  ...['dictionary-null-value', 'dictionary-deltas', 'dictionary-replaced'].map(
    (file): ReadFile => [file, text, TEXTS],
  ),
  ...['utf8-lz4', 'utf8-zstd', 'utf8-zstd-file'].map((file): ReadFile => [file, text, REPEATED]),
  ['int32-lz4', scalar('int32'), Array.from({ length: 40_000 }, (_, row) => (row * 7919) % 1000)],
  ['binary-view', scalar('bytes'), [Uint8Array.of(0, 255), null, new Uint8Array(20).fill(0x78)]],
  ...['list', 'large-list', 'list-view', 'large-list-view'].map((file): ReadFile => [file, list, LISTS]),
  ['list-view-overlapping', makeList(inner('int32'), 0, 9, value), [[2, 3], [1, 2, 3], []]],
  ...['fixed-size-list', 'list-of-two'].map((file): ReadFile => [file, pair, PAIRS]),
  ['fixed-size-list', makeList(inner('int32'), 0, 9, value), PAIRS],
  ...NESTED,
  [
    'struct-list-of-structs',
    makeStruct(
      [
        makeList(makeStruct([inner('int64', { id: 5, name: 'b' })], { id: 4, name: 'element' }), 0, 3, {
          id: 3,
          name: 'a',
        }),
      ],
      value,
    ),
    [[[[1n]]], null],
  ],
  ['null', scalar('int32'), [null, null, null]],
  ['null', pair, [null, null, null]],
  ['bool', scalar('bool'), Array.from({ length: 15 }, (_, row) => [true, null, false][row % 3]!)],
  ['date64', scalar('date'), [1, null]],
  ['timestamp-us-utc', timestamp('us', 'instant'), [-1n, null, 1_330_523_130_125_000n]],
  ['timestamp-us-utc', timestamp('ns', 'instant'), [-1000n, null, 1_330_523_130_125_000_000n]],
  ['timestamp-us', timestamp('ms', 'local'), [-1n, null, 1_330_523_130_125n]],
  ['timestamp-s', timestamp('ms', 'local'), [-1000n, null, 1_330_523_130_000n]],
  ['time32-s', scalar('time', { unit: unit('s') }), [0n, null, 86_399n]],
  ['time32-s', scalar('time', { unit: unit('ns') }), [0n, null, 86_399_000_000_000n]],
  ['duration-s', scalar('duration', { unit: unit('ms') }), [-1000n, null, 5000n]],
  ...[32, 64, 128, 256].map((bits): ReadFile => [`decimal${bits}`, decimal(9, 2), DECIMALS]),
  ['decimal128', decimal(40, 2), DECIMALS],
  ['float16', scalar('float16'), [0.5, null, -0]],
  ['float16', scalar('float64'), [0.5, null, -0]],
  ...(['int8', 'int16', 'int32'] as const).map((kind): ReadFile => ['int8', scalar(kind), [-1, null, 127]]),
  ['int8', scalar('int64'), [-1n, null, 127n]],
  ['uint32', scalar('int64'), [1n, null, 4_294_967_295n]],
  ['uint32', scalar('uint64'), [1n, null, 4_294_967_295n]],
  ['run-end-encoded', scalar('int32'), [7, 7, 8]],
  ['fixed-size-binary', scalar('fixed'), [Uint8Array.of(0x61, 0x62, 0x63, 0x64), null]],
];

const REFUSED: readonly RefusedFile[] = [
  ['utf8', 'bytes are no text', scalar('bytes'), 'TYPE_MISMATCH', 1, 0],
  ['utf8', 'a null may not be', scalar('string', { nullable: false }), 'NULL_NOT_ALLOWED', 1, 1],
  ['dictionary', 'a null may not be', scalar('string', { nullable: false }), 'NULL_NOT_ALLOWED', 1, 1],
  [
    'dictionary-null-value',
    'the value it names is null',
    scalar('string', { nullable: false }),
    'NULL_NOT_ALLOWED',
    1,
    1,
  ],
  ['null', 'a null may not be', scalar('int32', { nullable: false }), 'NULL_NOT_ALLOWED', 1, 0],
  ['list', 'an element is null', makeList(inner('int32'), 0, 9, value), 'NULL_NOT_ALLOWED', 2, 3],
  [
    'list',
    'a list is too long',
    makeList(inner('int32', { nullable: true }), 0, 1, value),
    'ARRAY_TOO_LONG',
    1,
    0,
  ],
  [
    'list-of-two',
    'a tensor has another size',
    makeTensor(inner('int32'), [3], value),
    'ARRAY_TOO_SHORT',
    1,
    0,
  ],
  [
    'struct',
    'a member is null',
    makeStruct([inner('int32', { name: 'a' }), inner('string', { id: 3, name: 'b' })], value),
    'NULL_NOT_ALLOWED',
    2,
    2,
  ],
  [
    'struct',
    'a member is unknown',
    makeStruct([inner('string', { name: 'b' })], value),
    'UNKNOWN_FIELD',
    1,
    0,
  ],
  ['utf8', 'the column has another name', scalar('string', { name: 'other' }), 'UNKNOWN_FIELD', undefined, 0],
  ['timestamp-us', 'it is no instant', timestamp('us', 'instant'), 'TYPE_MISMATCH', 1, 0],
  ['timestamp-us-utc', 'it is an instant', timestamp('us', 'local'), 'TYPE_MISMATCH', 1, 0],
  ['timestamp-us-utc', 'a millisecond is too coarse', timestamp('ms', 'instant'), 'OVERFLOW', 1, 0],
  ['duration-s', 'a duration is no moment', timestamp('s', 'local'), 'TYPE_MISMATCH', 1, 0],
  ['uint32', 'a type may be too narrow', scalar('int32'), 'TYPE_MISMATCH', 1, 0],
  ['decimal128', 'another scale is another number', decimal(9, 3), 'TYPE_MISMATCH', 1, 0],
  ['decimal128', 'it has more digits', decimal(8, 2), 'TYPE_MISMATCH', 1, 0],
  ['float16', 'a half is no bfloat16', scalar('bfloat16'), 'TYPE_MISMATCH', 1, 0],
];

describe('Arrow files that pyarrow wrote', () => {
  new PyarrowFiles(path.join(import.meta.dirname, 'pyarrow'), '.arrow', arrowCodec).test(READ, REFUSED);
});
