import type { FieldCase } from './field-cases.ts';

/** What stands where nothing was written. */
export const FIELD_DEFAULT_CASES: readonly FieldCase[] = [
  [
    'DEFAULT_TWICE',
    '1]',
    'physical: list, logical: sequence, element: {id: 2, physical: int32, logical: number, nullable: false}, maxLength: 9, order: set, default: [1, 1]',
    'physical: list, logical: sequence, element: {id: 2, physical: int32, logical: number, nullable: false}, maxLength: 9, order: set, default: [2, 1]',
  ],
  [
    'DEFAULT_TWICE',
    '{',
    'physical: map, logical: mapping, key: {id: 2, physical: string, logical: text, nullable: false}, value: {id: 3, physical: int32, logical: number, nullable: true}, maxEntries: 9, default: {value: [{key: a, value: 1}, {key: a, value: 2}], means: value}',
    'physical: map, logical: mapping, key: {id: 2, physical: string, logical: text, nullable: false}, value: {id: 3, physical: int32, logical: number, nullable: true}, maxEntries: 9, default: {value: [{key: a, value: 1}, {key: b, value: null}], means: value}',
  ],
  [
    'DEFAULT_TYPE',
    '{',
    'physical: struct, logical: structure, fields: [{id: 2, name: a, physical: int32, logical: number, nullable: false}], default: {value: {}, means: value}',
    'physical: struct, logical: structure, fields: [{id: 2, name: a, physical: int32, logical: number, nullable: false}], default: {value: {a: 1}, means: value}',
  ],
  [
    'DEFAULT_TYPE',
    '{',
    'physical: struct, logical: structure, fields: [{id: 2, name: a, physical: int32, logical: number, nullable: false}], default: {value: {b: 1}, means: value}',
    'physical: struct, logical: structure, fields: [{id: 2, name: a, physical: int32, logical: number, nullable: false}], default: {value: {a: 1}, means: value}',
  ],
  [
    'DEFAULT_TYPE',
    '[',
    'physical: tensor, logical: tensor, element: {id: 2, physical: int32, logical: number, nullable: false}, shape: [2, 3], default: [1, 2, 3, 4, 5]',
    'physical: tensor, logical: tensor, element: {id: 2, physical: int32, logical: number, nullable: false}, shape: [2, 3], default: [1, 2, 3, 4, 5, 6]',
  ],
  ['DEFAULT_NOT_EXACT', '0.1', 'physical: float16, default: 0.1', 'physical: float16, default: 0.5'],
  ['DEFAULT_NOT_EXACT', '257', 'physical: bfloat16, default: 257', 'physical: bfloat16, default: 256'],
  ['DEFAULT_TYPE', '65520', 'physical: float16, default: 65520', 'physical: float16, default: 65504'],
  ['DEFAULT_TYPE', '-1', 'physical: uint8, default: -1', 'physical: uint8, default: 255'],
  [
    'DEFAULT_TYPE',
    '18446744073709551616',
    'physical: uint64, default: 18446744073709551616',
    'physical: uint64, default: 18446744073709551615',
  ],
  [
    'DEFAULT_TYPE',
    '0.125',
    'physical: decimal, precision: 9, scale: 2, default: 0.125',
    'physical: decimal, precision: 9, scale: 2, default: 0.12',
  ],
  [
    'DEFAULT_TYPE',
    '1e1',
    'physical: decimal, precision: 9, scale: 2, default: 1e1',
    'physical: decimal, precision: 9, scale: 2, default: 10',
  ],
  [
    'DEFAULT_TYPE',
    '10000000',
    'physical: decimal, precision: 9, scale: 2, default: 10000000',
    'physical: decimal, precision: 9, scale: 2, default: "9999999.99"',
  ],
  [
    'RANGE_PHYSICAL',
    '0.001',
    'physical: decimal, precision: 9, scale: 2, range: [0.001, 1]',
    'physical: decimal, precision: 9, scale: 2, range: [0.01, 1]',
  ],
  [
    'DEFAULT_TYPE',
    '"00"',
    'physical: fixed, logical: binary, size: 2, default: "00"',
    'physical: fixed, logical: binary, size: 2, default: "00ff"',
  ],
  [
    'DEFAULT_TYPE',
    '"24:00:00',
    'physical: time, logical: time, unit: s, default: "24:00:00"',
    'physical: time, logical: time, unit: s, default: "23:59:59"',
  ],
  [
    'DEFAULT_TYPE',
    '"2012',
    'physical: timestamp, zone: instant, logical: timestamp, unit: s, default: "2012-02-29T00:00:00.5Z"',
    'physical: timestamp, zone: instant, logical: timestamp, unit: s, default: "2012-02-29T00:00:00Z"',
  ],
  [
    'DEFAULT_TYPE',
    '"2012',
    'physical: timestamp, zone: local, logical: timestamp, unit: s, default: "2012-02-29T00:00:00Z"',
    'physical: timestamp, zone: local, logical: timestamp, unit: s, default: "2012-02-29T00:00:00"',
  ],
];
