import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { ANIMALS, fieldOf, must, parseField, SMALL } from './small-subject.ts';

const label = (own: string, vocabulary = ANIMALS): string =>
  `logical: label, ${own}, vocabulary: "${vocabulary.digest}", unknownPolicy: reject`;

/** Each row: a field that is refused, with the key the place points at, and one that differs in that and is accepted. */
const FIELDS: ReadonlyArray<readonly [code: string, at: string, refused: string, accepted: string]> = [
  ['FIELD_KEY_MISSING', '{', 'id: 1', 'physical: int32'],
  ['SHAPE', 'int24', 'physical: int24', 'physical: int32'],
  ['FIELD_KEY_MISSING', '{', 'physical: decimal, scale: 2', 'physical: decimal, scale: 2, precision: 9'],
  ['FIELD_KEY_MISSING', '{', 'physical: decimal, precision: 9', 'physical: decimal, scale: 2, precision: 9'],
  [
    'TYPE_PARAMETER',
    '10',
    'physical: decimal, precision: 9, scale: 10',
    'physical: decimal, precision: 9, scale: 9',
  ],
  [
    'TYPE_PARAMETER',
    '77',
    'physical: decimal, precision: 77, scale: 0',
    'physical: decimal, precision: 76, scale: 0',
  ],
  ['FIELD_KEY_MEANINGLESS', '9', 'physical: int32, precision: 9', 'physical: int32'],
  [
    'FIELD_KEY_MEANINGLESS',
    '4',
    'physical: bytes, logical: binary, size: 4',
    'physical: fixed, logical: binary, size: 4',
  ],
  ['FIELD_KEY_MISSING', '{', 'physical: fixed, logical: binary', 'physical: fixed, logical: binary, size: 4'],
  [
    'TYPE_PARAMETER',
    '0',
    'physical: fixed, logical: binary, size: 0',
    'physical: fixed, logical: binary, size: 1',
  ],
  [
    'TYPE_PARAMETER',
    '4097',
    'physical: fixed, logical: binary, size: 4097',
    'physical: fixed, logical: binary, size: 4096',
  ],
  [
    'FIELD_KEY_MISSING',
    '{',
    'physical: timestamp, logical: timestamp, unit: ms',
    'physical: timestamp, logical: timestamp, unit: ms, zone: local',
  ],
  [
    'SHAPE',
    'utc',
    'physical: timestamp, logical: timestamp, unit: ms, zone: utc',
    'physical: timestamp, logical: timestamp, unit: ms, zone: instant',
  ],
  [
    'FIELD_KEY_MISSING',
    '{',
    'physical: time, logical: time',
    'physical: time, logical: time, unit: microseconds',
  ],
  ['UNIT_OF_TIME', 'h', 'physical: time, logical: time, unit: h', 'physical: time, logical: time, unit: s'],
  [
    'UNIT_OF_TIME',
    'd',
    'physical: duration, logical: duration, unit: d',
    'physical: duration, logical: duration, unit: ns',
  ],
  [
    'LOGICAL_PHYSICAL',
    'timestamp',
    'physical: timestamp, zone: local, logical: duration, unit: s',
    'physical: duration, logical: duration, unit: s',
  ],
  [
    'LOGICAL_PHYSICAL',
    'string',
    'physical: list, logical: tokens, maxLength: 9, element: {id: 2, physical: string, logical: text, nullable: false}',
    'physical: list, logical: tokens, maxLength: 9, element: {id: 2, physical: uint32, logical: number, nullable: false}',
  ],
  [
    'LOGICAL_PHYSICAL',
    'int8',
    'physical: list, logical: embedding, maxLength: 9, element: {id: 2, physical: int8, logical: number, nullable: false}',
    'physical: list, logical: embedding, maxLength: 9, element: {id: 2, physical: float16, logical: number, nullable: false}',
  ],
  [
    'FIELD_KEY_MISSING',
    '{',
    'physical: struct, logical: structure',
    'physical: struct, logical: structure, fields: [{id: 2, name: a, physical: int32, logical: number, nullable: false}]',
  ],
  [
    'FIELD_KEY_MISSING',
    '{',
    'physical: struct, logical: structure, fields: []',
    'physical: struct, logical: structure, fields: [{id: 2, name: a, physical: int32, logical: number, nullable: false}]',
  ],
  [
    'FIELD_NAME_DUPLICATE',
    'a',
    'physical: struct, logical: structure, fields: [{id: 2, name: a, physical: int32, logical: number, nullable: false}, {id: 3, name: a, physical: bool, logical: flag, nullable: false}]',
    'physical: struct, logical: structure, fields: [{id: 2, name: a, physical: int32, logical: number, nullable: false}, {id: 3, name: b, physical: bool, logical: flag, nullable: false}]',
  ],
  [
    'FIELD_ID_DUPLICATE',
    '2',
    'physical: struct, logical: structure, fields: [{id: 2, name: a, physical: int32, logical: number, nullable: false}, {id: 2, name: b, physical: bool, logical: flag, nullable: false}]',
    'physical: struct, logical: structure, fields: [{id: 2, name: a, physical: int32, logical: number, nullable: false}]',
  ],
  [
    'FIELD_KEY_MEANINGLESS',
    '[',
    'physical: int32, fields: [{id: 2, name: a, physical: int32, logical: number, nullable: false}]',
    'physical: int32',
  ],
  [
    'FIELD_KEY_MISSING',
    '{',
    'physical: map, logical: mapping, value: {id: 3, physical: int32, logical: number, nullable: true}, maxEntries: 9',
    'physical: map, logical: mapping, key: {id: 2, physical: string, logical: text, nullable: false}, value: {id: 3, physical: int32, logical: number, nullable: true}, maxEntries: 9',
  ],
  [
    'FIELD_KEY_MISSING',
    '{',
    'physical: map, logical: mapping, key: {id: 2, physical: string, logical: text, nullable: false}, value: {id: 3, physical: int32, logical: number, nullable: true}',
    'physical: map, logical: mapping, key: {id: 2, physical: string, logical: text, nullable: false}, value: {id: 3, physical: int32, logical: number, nullable: true}, maxEntries: 9',
  ],
  [
    'NESTED_PART',
    '{',
    'physical: map, logical: mapping, key: {id: 2, physical: string, logical: text, nullable: true}, value: {id: 3, physical: int32, logical: number, nullable: true}, maxEntries: 9',
    'physical: map, logical: mapping, key: {id: 2, physical: string, logical: text, nullable: false}, value: {id: 3, physical: int32, logical: number, nullable: true}, maxEntries: 9',
  ],
  [
    'NESTED_PART',
    '{',
    'physical: map, logical: mapping, key: {id: 2, physical: float64, logical: number, nullable: false}, value: {id: 3, physical: int32, logical: number, nullable: true}, maxEntries: 9',
    'physical: map, logical: mapping, key: {id: 2, physical: string, logical: text, nullable: false}, value: {id: 3, physical: int32, logical: number, nullable: true}, maxEntries: 9',
  ],
  [
    'UNKNOWN_KEY',
    'default',
    'physical: map, logical: mapping, key: {id: 2, physical: string, logical: text, nullable: false}, value: {id: 3, physical: int32, logical: number, nullable: true, default: 1}, maxEntries: 9',
    'physical: map, logical: mapping, key: {id: 2, physical: string, logical: text, nullable: false}, value: {id: 3, physical: int32, logical: number, nullable: true}, maxEntries: 9',
  ],
  [
    'FIELD_KEY_MISSING',
    '{',
    'physical: tensor, logical: tensor, element: {id: 2, physical: int32, logical: number, nullable: false}',
    'physical: tensor, logical: tensor, element: {id: 2, physical: int32, logical: number, nullable: false}, shape: [2, 3]',
  ],
  [
    'TENSOR_SHAPE',
    '[',
    'physical: tensor, logical: tensor, element: {id: 2, physical: int32, logical: number, nullable: false}, shape: [2, 0]',
    'physical: tensor, logical: tensor, element: {id: 2, physical: int32, logical: number, nullable: false}, shape: [2, 3]',
  ],
  [
    'TENSOR_SHAPE',
    '[',
    'physical: tensor, logical: tensor, element: {id: 2, physical: int32, logical: number, nullable: false}, shape: [1024, 1025]',
    'physical: tensor, logical: tensor, element: {id: 2, physical: int32, logical: number, nullable: false}, shape: [1024, 1024]',
  ],
  [
    'NESTED_PART',
    '{',
    'physical: tensor, logical: tensor, element: {id: 2, physical: int32, logical: number, nullable: true}, shape: [2]',
    'physical: tensor, logical: tensor, element: {id: 2, physical: int32, logical: number, nullable: false}, shape: [2, 3]',
  ],
  [
    'NESTED_PART',
    '{',
    'physical: tensor, logical: tensor, element: {id: 2, physical: string, logical: text, nullable: false}, shape: [2]',
    'physical: tensor, logical: tensor, element: {id: 2, physical: int32, logical: number, nullable: false}, shape: [2, 3]',
  ],
  [
    'SHAPE',
    'bag',
    'physical: list, logical: sequence, element: {id: 2, physical: int32, logical: number, nullable: false}, maxLength: 9, order: bag',
    'physical: list, logical: sequence, element: {id: 2, physical: int32, logical: number, nullable: false}, maxLength: 9, order: set',
  ],
  [
    'NESTED_PART',
    '{',
    'physical: list, logical: sequence, element: {id: 2, physical: int32, logical: number, nullable: true}, maxLength: 9, order: set',
    'physical: list, logical: sequence, element: {id: 2, physical: int32, logical: number, nullable: true}, maxLength: 9, order: sequence',
  ],
  [
    'DEFAULT_TWICE',
    '[',
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
  ['SHAPE', '1.5', 'id: 1, physical: int32, aliases: [1.5]', 'physical: int32, aliases: [b]'],
  ['SHAPE', 'yes', 'physical: int32, nullable: yes', 'physical: int32, nullable: true'],
  ['SHAPE', '9a', 'physical: int32, name: 9a', 'physical: int32, name: a9'],
  ['LOGICAL_PHYSICAL', 'string', 'physical: string', 'physical: string, logical: text'],
  ['LOGICAL_PHYSICAL', 'float64', 'logical: count, physical: float64', 'logical: count, physical: int64'],
  [
    'FIELD_KEY_MISSING',
    '{',
    'physical: float64, logical: quantity',
    'physical: float64, logical: quantity, unit: mm',
  ],
  ['FIELD_KEY_MEANINGLESS', 'mm', 'physical: float64, unit: mm', 'physical: float64'],
  [
    'UNIT_UNKNOWN',
    'parsec_',
    'physical: float64, logical: quantity, unit: parsec_',
    'physical: float64, logical: quantity, unit: m',
  ],
  [
    'UNIT_DIMENSION',
    'mm',
    'physical: int64, logical: duration, unit: mm',
    'physical: int64, logical: duration, unit: ms',
  ],
  [
    'UNIT_DIMENSION',
    'm/s',
    'physical: int64, logical: duration, unit: m/s',
    'physical: int64, logical: duration, unit: day',
  ],
  [
    'UNIT_DIMENSION',
    's',
    'physical: int64, logical: count, unit: s',
    'physical: int64, logical: count, unit: "{token}"',
  ],
  [
    'VOCABULARY_UNKNOWN',
    '"sha256',
    `physical: string, logical: category, unknownPolicy: pass, vocabulary: "sha256:${'0'.repeat(64)}"`,
    'physical: string, logical: category',
  ],
  [
    'FIELD_KEY_MISSING',
    '{',
    'physical: string, logical: label',
    label('physical: string, ignoreValue: -100'),
  ],
  [
    'FIELD_KEY_MEANINGLESS',
    '"sha256',
    `physical: string, logical: text, vocabulary: "${SMALL.digest}"`,
    'physical: string, logical: text',
  ],
  [
    'FIELD_KEY_MISSING',
    '{',
    `physical: string, logical: category, vocabulary: "${SMALL.digest}"`,
    `physical: string, logical: category, unknownPolicy: pass, vocabulary: "${SMALL.digest}"`,
  ],
  [
    'FIELD_KEY_MEANINGLESS',
    'pass',
    'physical: string, logical: category, unknownPolicy: pass',
    'physical: string, logical: category',
  ],
  [
    'TERM_CODE_RANGE',
    '"sha256',
    label('physical: int32, ignoreValue: -100'),
    label('physical: int64, ignoreValue: -100'),
  ],
  ['FIELD_KEY_MISSING', '{', label('physical: string'), label('physical: string, ignoreValue: -1')],
  [
    'FIELD_KEY_MISSING',
    '{',
    `physical: string, logical: category, unknownPolicy: ignore, vocabulary: "${SMALL.digest}"`,
    `physical: string, logical: category, unknownPolicy: ignore, ignoreValue: 9, vocabulary: "${SMALL.digest}"`,
  ],
  ['FIELD_KEY_MEANINGLESS', '-100', 'physical: int32, ignoreValue: -100', 'physical: int32'],
  [
    'IGNORE_VALUE_RANGE',
    '2147483648',
    label('physical: int32, ignoreValue: 2147483648', SMALL),
    label('physical: int32, ignoreValue: 2147483647', SMALL),
  ],
  [
    'IGNORE_VALUE_COLLIDES',
    '1,',
    label('physical: string, ignoreValue: 1'),
    label('physical: string, ignoreValue: 2'),
  ],
  [
    'POLICY_TERM_UNKNOWN',
    '{map',
    `physical: string, logical: category, vocabulary: "${SMALL.digest}", unknownPolicy: {map: cow}`,
    `physical: string, logical: category, vocabulary: "${SMALL.digest}", unknownPolicy: {map: dog}`,
  ],
  [
    'POLICY_TERM_UNKNOWN',
    '{map',
    `physical: string, logical: category, vocabulary: "${SMALL.digest}", unknownPolicy: {map: 3}`,
    `physical: string, logical: category, vocabulary: "${SMALL.digest}", unknownPolicy: {map: 2}`,
  ],
  [
    'FIELD_KEY_MEANINGLESS',
    '[0',
    'physical: string, logical: text, range: [0, 1]',
    'physical: int32, range: [0, 1]',
  ],
  [
    'FIELD_KEY_MEANINGLESS',
    '[null',
    'physical: int32, range: [null, null]',
    'physical: int32, range: [null, 1]',
  ],
  [
    'FIELD_KEY_MEANINGLESS',
    '[0',
    label('physical: int64, ignoreValue: 9, range: [0, 3]'),
    label('physical: int64, ignoreValue: 9'),
  ],
  ['RANGE_ORDER', '[2', 'physical: int32, range: [2, 1]', 'physical: int32, range: [1, 1]'],
  [
    'RANGE_ORDER',
    '["2020',
    'physical: date, logical: date, range: ["2020-01-02", "2020-01-01"]',
    'physical: date, logical: date, range: ["2020-01-01", "2020-01-02"]',
  ],
  [
    'RANGE_PHYSICAL',
    '[0',
    'physical: int32, range: [0, 2147483648]',
    'physical: int32, range: [-2147483648, 2147483647]',
  ],
  [
    'RANGE_PHYSICAL',
    '[0',
    'physical: int64, range: [0, 9223372036854775808]',
    'physical: int64, range: [0, 9223372036854775807]',
  ],
  ['RANGE_PHYSICAL', '[0', 'physical: float32, range: [0, 4e38]', 'physical: float32, range: [0, 3e38]'],
  ['RANGE_PHYSICAL', '1.5', 'physical: int32, range: [0, 1.5]', 'physical: float32, range: [0, 1.5]'],
  ['RANGE_PHYSICAL', '1e3', 'physical: int64, range: [0, 1e3]', 'physical: int64, range: [0, 1000]'],
  [
    'RANGE_PHYSICAL',
    '2020-02-30',
    'physical: date, logical: date, range: [2020-02-30, null]',
    'physical: date, logical: date, range: [2020-02-29, null]',
  ],
  ['SHAPE', '[1]', 'physical: int32, range: [1]', 'physical: int32, range: [1, null]'],
  ['DEFAULT_TYPE', '1.0', 'physical: int32, default: 1.0', 'physical: int32, default: 1'],
  ['DEFAULT_TYPE', '1e3', 'physical: int64, default: 1e3', 'physical: int64, default: 1000'],
  [
    'DEFAULT_TYPE',
    '2147483648',
    'physical: int32, default: 2147483648',
    'physical: int64, default: 2147483648',
  ],
  [
    'DEFAULT_TYPE',
    '9007199254740993',
    'physical: float64, default: 9007199254740993',
    'physical: float64, default: 9007199254740992',
  ],
  [
    'DEFAULT_TYPE',
    '"true"',
    'physical: bool, logical: flag, default: "true"',
    'physical: bool, logical: flag, default: true',
  ],
  [
    'DEFAULT_TYPE',
    '5',
    'physical: string, logical: text, default: 5',
    'physical: string, logical: text, default: "5"',
  ],
  [
    'DEFAULT_TYPE',
    '"0"',
    'physical: bytes, logical: binary, default: "0"',
    'physical: bytes, logical: binary, default: "00ff"',
  ],
  [
    'DEFAULT_TYPE',
    '2019-02-29',
    'physical: date, logical: date, default: 2019-02-29',
    'physical: date, logical: date, default: 2020-02-29',
  ],
  [
    'DEFAULT_TYPE',
    'x',
    'physical: int32, default: {value: x, means: value}',
    'physical: int32, default: {value: 1, means: value}',
  ],
  [
    'UNKNOWN_KEY',
    'mean:',
    'physical: int32, default: {value: 1, mean: value}',
    'physical: int32, default: {value: 1, means: unknown}',
  ],
  ['DEFAULT_NOT_EXACT', '0.1', 'physical: float32, default: 0.1', 'physical: float64, default: 0.1'],
  [
    'DEFAULT_RANGE',
    '2,',
    'physical: int32, range: [0, 1], default: 2',
    'physical: int32, range: [0, 1], default: 1',
  ],
  [
    'DEFAULT_RANGE',
    '-0.5',
    'physical: float64, range: [0, null], default: -0.5',
    'physical: float64, range: [0, null], default: 1e300',
  ],
  [
    'DEFAULT_NULL',
    'null',
    'physical: int32, default: null',
    'physical: int32, nullable: true, default: null',
  ],
  [
    'DEFAULT_TERM',
    'cow',
    label('physical: string, ignoreValue: 9, default: cow', SMALL),
    label('physical: string, ignoreValue: 9, default: dog', SMALL),
  ],
  [
    'DEFAULT_TERM',
    '2,',
    label('physical: int32, ignoreValue: 9, default: 2', SMALL),
    label('physical: int32, ignoreValue: 9, default: 1', SMALL),
  ],
];

describe('a field', () => {
  it.each(FIELDS)('is refused with %s at %s: %s', (code, at, refused) => {
    const result = parseField(refused);
    expect(result).toBeInstanceOf(Fault);
    const fault = result as Fault;
    expect([fault.code, fault.at?.line]).toEqual([code, 3]);
    expect(fault.at?.snippet?.slice(fault.at.column - 1, fault.at.column - 1 + at.length)).toBe(at);
  });

  it.each(FIELDS.map(([code, , , accepted]) => [accepted, code] as const))(
    'is accepted: %s (no %s)',
    accepted => {
      fieldOf(accepted);
    },
  );

  it('has no default where none is written, and a null where null is', () => {
    expect(fieldOf('physical: int32, nullable: true').default).toEqual({ kind: 'none' });
    expect(fieldOf('physical: int32, nullable: true, default: null').default).toEqual({
      kind: 'value',
      value: null,
      means: 'unknown',
    });
  });

  it('takes a default that does not say for unknown, because nobody said it was true', () => {
    expect(fieldOf('physical: int64, default: 0').default).toEqual({
      kind: 'value',
      value: 0n,
      means: 'unknown',
    });
    expect(fieldOf('physical: int64, default: {value: 0, means: value}').default).toMatchObject({
      means: 'value',
    });
  });

  it('keeps 64-bit integers exact, from the digits as they are written', () => {
    const field = fieldOf('physical: int64, range: [-9223372036854775808, null], default: 9007199254740993');
    expect(field.default).toMatchObject({ value: 9007199254740993n });
    expect(field.range).toEqual({ min: -9223372036854775808n, max: undefined });
  });

  it('keeps the sign of a zero default and drops that of a range end, where it says nothing', () => {
    expect(fieldOf('physical: float64, default: -0').default).toMatchObject({ value: -0 });
    expect(fieldOf('physical: float64, range: [-0.0, 1]').range).toEqual({ min: 0, max: 1 });
  });

  it('counts dates in days', () => {
    expect(fieldOf('physical: date, logical: date, default: 1970-01-02').default).toMatchObject({ value: 1 });
    expect(fieldOf('physical: date, logical: date, range: [1969-12-31, null]').range).toEqual({
      min: -1n,
      max: undefined,
    });
  });
});

describe('a list', () => {
  const element = '{id: 2, physical: int32, logical: number, nullable: false, range: [0, 9]}';
  const list = (own: string): string => `physical: list, logical: sequence, ${own}`;
  const refused: ReadonlyArray<readonly [code: string, own: string]> = [
    ['FIELD_KEY_MISSING', list('length: 3')],
    ['LIST_LENGTH', list(`element: ${element}`)],
    ['LIST_LENGTH', list(`element: ${element}, minLength: 3`)],
    ['LIST_LENGTH', list(`element: ${element}, minLength: 3, maxLength: 2`)],
    ['LIST_LENGTH', list(`element: ${element}, length: 3, maxLength: 3`)],
    ['SHAPE', list(`element: ${element}, length: -1`)],
    ['FIELD_ID_DUPLICATE', list(`element: ${element.replace('id: 2', 'id: 1')}, length: 3`)],
    ['KEY_MISSING', list(`element: ${element.replace('id: 2, ', '')}, length: 3`)],
    ['UNKNOWN_KEY', list(`element: ${element.replace('id: 2', 'id: 2, name: b')}, length: 3`)],
    ['UNKNOWN_KEY', list(`element: ${element.replace('id: 2', 'id: 2, default: 1')}, length: 3`)],
    ['UNKNOWN_KEY', list(`element: ${element.replace('id: 2', 'id: 2, owner: x')}, length: 3`)],
    ['FIELD_KEY_MISSING', list(`element: ${element.replace('number', 'quantity')}, length: 3`)],
    ['DEFAULT_LENGTH', list(`element: ${element}, maxLength: 2, default: [1, 2, 3]`)],
    ['DEFAULT_LENGTH', list(`element: ${element}, length: 2, default: [1]`)],
    ['DEFAULT_TYPE', list(`element: ${element}, maxLength: 2, default: [1, x]`)],
    ['DEFAULT_RANGE', list(`element: ${element}, maxLength: 2, default: [1, 10]`)],
    ['DEFAULT_NULL', list(`element: ${element}, maxLength: 2, default: [null]`)],
    ['FIELD_KEY_MEANINGLESS', `physical: int32, element: ${element}`],
    ['FIELD_KEY_MEANINGLESS', 'physical: int32, maxLength: 3'],
  ];
  it.each(refused)('is refused with %s: %s', (code, own) => {
    const fault = parseField(own) as Fault;
    expect([fault.code, fault.at?.line]).toEqual([code, 3]);
  });

  it('has an element that is a field of its own, and governed as the list is', () => {
    const contract = must(
      parseField(list(`element: ${element}, minLength: 1, maxLength: 2, default: [0, 9]`)),
    );
    expect(contract.schema.fields[0]?.type).toMatchObject({
      kind: 'list',
      length: { min: 1, max: 2 },
      element: { id: 2, name: 'element', type: { kind: 'int32' } },
    });
    expect(contract.governance.get(2)).toMatchObject({ owner: 'o', sensitivity: 'public' });
    expect(contract.places.get(2)?.line).toBe(3);
  });

  it('may hold lists', () => {
    const inner = `{id: 2, physical: list, logical: sequence, nullable: false, length: 2, element: ${element.replace('2', '3')}}`;
    expect(
      must(parseField(list(`element: ${inner}, maxLength: 9, default: [[1, 2]]`))).schema.fields,
    ).toHaveLength(1);
  });
});
