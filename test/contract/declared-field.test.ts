import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { CONVENTIONS, conventionConversion } from '../../src/contract/convention.ts';
import { meaningOf, sameMeaning } from '../../src/contract/meaning.ts';
import {
  recordSchemaDigest,
  schemaDocument,
  schemaFromDocument,
} from '../../src/contract/schema-document.ts';
import { gate } from '../../src/convert/gates.ts';
import { anyDeclared } from './any-declared.ts';
import { makeField, makeList, makeSchema } from './make-field.ts';
import { ANIMALS, fieldOf, must, NORMALIZER, parseField, parseText } from './small-subject.ts';

const list = (
  own: string,
  element = '{id: 2, physical: float32, logical: number, nullable: false}',
): string => `physical: list, logical: sequence, element: ${element}, ${own}`;
const matrix = (rows: number, own: string, columns = 3): string =>
  list(
    `length: ${rows}, ${own}`,
    `{id: 3, physical: list, logical: sequence, nullable: false, length: ${columns}, element: {id: 4, physical: uint8, logical: number, nullable: false}}`,
  );
const label = (own: string): string =>
  `logical: label, physical: int64, vocabulary: "${ANIMALS.digest}", unknownPolicy: reject, ignoreValue: -100, ${own}`;
const one = (value: string, means = 'unknown'): string => `sentinels: [{value: ${value}, means: ${means}}]`;

/** Each row: a field that is refused, and one that differs in that alone and is accepted. */
const FIELDS: ReadonlyArray<readonly [code: string, refused: string, accepted: string]> = [
  [
    'SHAPE',
    'physical: int32, nullable: true, nullMeans: maybe',
    'physical: int32, nullable: true, nullMeans: withheld',
  ],
  [
    'FIELD_KEY_MEANINGLESS',
    'physical: int32, nullMeans: none',
    'physical: int32, nullable: true, nullMeans: none',
  ],
  ['FIELD_KEY_MEANINGLESS', 'physical: int32, nan: refuse', 'physical: float16, nan: refuse'],
  [
    'FIELD_KEY_MEANINGLESS',
    'physical: decimal, precision: 3, scale: 0, infinity: value',
    'physical: float64, infinity: value',
  ],
  ['SHAPE', 'physical: float64, infinity: unknown', 'physical: float64, infinity: refuse'],
  [
    'FIELD_KEY_MEANINGLESS',
    'physical: int32, emptyMeans: value',
    'physical: string, logical: text, emptyMeans: value',
  ],
  [
    'FIELD_KEY_MEANINGLESS',
    list('minLength: 1, maxLength: 2, emptyMeans: unknown'),
    list('maxLength: 2, emptyMeans: unknown'),
  ],
  [
    'UNKNOWN_KEY',
    'physical: int32, sentinels: [{value: -1, mean: unknown}]',
    `physical: int32, ${one('-1')}`,
  ],
  ['SHAPE', 'physical: int32, sentinels: [-1]', `physical: int32, ${one('-1')}`],
  ['SENTINEL_TYPE', `physical: int32, ${one('-1.5')}`, `physical: int32, ${one('-1')}`],
  ['SENTINEL_TYPE', `physical: int32, nullable: true, ${one('null')}`, `physical: int32, ${one('-1')}`],
  ['SENTINEL_TYPE', `physical: float32, ${one('0.1')}`, `physical: float32, ${one('0.5')}`],
  ['SENTINEL_TYPE', `physical: uint8, ${one('256')}`, `physical: uint8, ${one('255')}`],
  [
    'SENTINEL_TYPE',
    `physical: date, logical: date, ${one('0')}`,
    `physical: date, logical: date, ${one('9999-12-31')}`,
  ],
  [
    'SENTINEL_COLLIDES',
    `physical: int32, range: [0, 9], ${one('9')}`,
    `physical: int32, range: [0, 9], ${one('10')}`,
  ],
  [
    'SENTINEL_COLLIDES',
    'physical: float64, sentinels: [{value: 0, means: none}, {value: -0.0, means: unknown}]',
    'physical: float64, sentinels: [{value: 0, means: none}, {value: -1, means: unknown}]',
  ],
  ['SENTINEL_COLLIDES', label(one('3000000000')), label(one('3000000001'))],
  ['SENTINEL_COLLIDES', label(one('-100')), label(one('-1'))],
  ['SENTINEL_COLLIDES', 'physical: int32, sentinels: []', `physical: int32, ${one('-1')}`],
  [
    'SENTINEL_COLLIDES',
    `physical: string, logical: text, emptyMeans: unknown, ${one("''")}`,
    `physical: string, logical: text, ${one("''")}`,
  ],
  ['FIELD_KEY_MEANINGLESS', `physical: bool, logical: flag, ${one('false')}`, `physical: int8, ${one('0')}`],
  [
    'DEFAULT_RANGE',
    'physical: int32, range: [0, 9], default: -1',
    `physical: int32, range: [0, 9], default: -1, ${one('-1')}`,
  ],
  [
    'DEFAULT_RANGE',
    'physical: int32, range: [0, 9], writeDefault: -1',
    `physical: int32, range: [0, 9], writeDefault: -1, ${one('-1')}`,
  ],
  [
    'DEFAULT_TYPE',
    'physical: int32, writeDefault: x',
    'physical: int32, writeDefault: {value: 1, means: value}',
  ],
  [
    'DEFAULT_NULL',
    'physical: int32, writeDefault: null',
    'physical: int32, nullable: true, writeDefault: null',
  ],
  [
    'UNKNOWN_KEY',
    list('length: 2', '{id: 2, physical: int32, logical: number, nullable: false, writeDefault: 1}'),
    list('length: 2'),
  ],
  [
    'FIELD_KEY_MEANINGLESS',
    `physical: string, logical: identifier, normalizer: "${NORMALIZER}"`,
    `physical: string, logical: text, normalizer: "${NORMALIZER}"`,
  ],
  [
    'NORMALIZER_UNKNOWN',
    `physical: string, logical: text, normalizer: "${ANIMALS.digest}"`,
    `physical: string, logical: text, normalizer: "${NORMALIZER}"`,
  ],
  ['CONVENTION_UNKNOWN', list('length: 4, convention: xyhw'), list('length: 4, convention: xywh')],
  ['CONVENTION_UNKNOWN', list('length: 4, convention: X-mine'), list('length: 4, convention: x-mine')],
  ['CONVENTION_UNFIT', list('length: 5, convention: xyxy'), list('length: 4, convention: xyxy')],
  ['CONVENTION_UNFIT', list('maxLength: 4, convention: xyxy'), list('length: 4, convention: xyxy')],
  [
    'CONVENTION_UNFIT',
    list('length: 4, convention: [xyxy, xywh]'),
    list('length: 4, convention: [xyxy, x-normalised]'),
  ],
  ['CONVENTION_UNFIT', list('length: 4, convention: []'), list('length: 4')],
  [
    'CONVENTION_UNFIT',
    'physical: tensor, logical: tensor, shape: [3, 4, 5], element: {id: 2, physical: uint8, logical: number, nullable: false}, convention: [HWC, RGB]',
    'physical: tensor, logical: tensor, shape: [4, 5, 3], element: {id: 2, physical: uint8, logical: number, nullable: false}, convention: [HWC, RGB]',
  ],
  [
    'CONVENTION_UNFIT',
    'physical: struct, logical: structure, fields: [{id: 2, name: x, physical: int8, logical: number, nullable: false}], convention: xy',
    'physical: struct, logical: structure, fields: [{id: 2, name: x, physical: int8, logical: number, nullable: false}, {id: 3, name: y, physical: int8, logical: number, nullable: false}], convention: xy',
  ],
  ['FIELD_KEY_MEANINGLESS', list('length: 2, order: set, convention: xy'), list('length: 2, convention: xy')],
  ['CONVENTION_UNFIT', list('length: 3, convention: HW'), list('length: 3, convention: RGB')],
  ['CONVENTION_UNFIT', matrix(2, 'convention: CHW'), matrix(2, 'convention: TC')],
  ['CONVENTION_UNFIT', matrix(2, 'convention: [CT, RGB]'), matrix(2, 'convention: [TC, RGB]')],
  ['CONVENTION_UNFIT', matrix(2, 'convention: [HW, RGB]'), matrix(2, 'convention: HW')],
  ['FIELD_KEY_MEANINGLESS', 'physical: int32, convention: xy', list('length: 2, convention: xy')],
];

describe('what a field says of values that are none', () => {
  it.each(FIELDS)('is refused with %s: %s', (code, refused, accepted) => {
    const fault = parseField(refused) as Fault;
    expect([
      fault.code,
      fault.at?.line,
      parseField(accepted) instanceof Fault && parseField(accepted),
    ]).toEqual([code, 3, false]);
  });

  it('is no part of the digest where it is not said, because contracts that say nothing stay what they were', () => {
    const { schema } = must(parseField('physical: float64'));
    expect(Object.keys((schemaDocument(schema) as { fields: [object] }).fields[0]).sort()).toEqual([
      'aliases',
      'id',
      'logical',
      'name',
      'nullable',
      'type',
    ]);
  });

  it('does not depend on the order in which sentinels or conventions were written', () => {
    const digest = (own: string) => must(parseField(own)).recordSchema;
    const [a, b] = ['{value: -1, means: none}', '{value: -2, means: unknown}'];
    expect(digest(`physical: int8, sentinels: [${a}, ${b}]`)).toBe(
      digest(`physical: int8, sentinels: [${b}, ${a}]`),
    );
    expect(digest(list('length: 3, convention: [RGB, x-sky]'))).toBe(
      digest(list('length: 3, convention: [x-sky, RGB]')),
    );
    expect(digest(list('length: 3, convention: [RGB]'))).toBe(digest(list('length: 3, convention: RGB')));
  });

  it('reads its canonical document back', () =>
    fc.assert(
      fc.property(anyDeclared, field => {
        const schema = makeSchema([field]);
        const text = canonicalJson(schemaDocument(schema));
        expect(canonicalJson(schemaDocument(must(schemaFromDocument(text, new Map()))))).toBe(text);
      }),
      { numRuns: 50 },
    ));

  it('is refused in a canonical document with sentinels in another order', () => {
    const { schema } = must(
      parseField('physical: int8, sentinels: [{value: -1, means: none}, {value: -2, means: none}]'),
    );
    const text = canonicalJson(schemaDocument(schema));
    const turned = text.replace(
      '{"means":"none","value":-1},{"means":"none","value":-2}',
      '{"means":"none","value":-2},{"means":"none","value":-1}',
    );
    expect(turned).not.toBe(text);
    expect((schemaFromDocument(turned, new Map()) as Fault).code).toBe('SCHEMA_DOCUMENT');
  });

  it('has another digest for another element of it, of a nested field too', () => {
    const nested = (own: string) =>
      must(
        parseField(list('length: 2', `{id: 2, physical: float32, logical: number, nullable: false${own}}`)),
      ).recordSchema;
    expect(
      new Set(['', ', nan: refuse', ', nan: value', ', sentinels: [{value: -1, means: none}]'].map(nested))
        .size,
    ).toBe(4);
  });
});

describe('the gate of such a field', () => {
  const unit = { min: 0, max: 1 };
  it.each([
    [
      'a sentinel outside the range',
      { range: unit, sentinels: [{ value: -1, means: 'unknown' }] },
      -1,
      undefined,
    ],
    ['what is no sentinel', { range: unit, sentinels: [{ value: -1, means: 'unknown' }] }, -2, 'RANGE'],
    ['NaN that stands for unknown, in a range', { range: unit, nan: 'unknown' }, Number.NaN, undefined],
    ['NaN refused, without a range', { nan: 'refuse' }, Number.NaN, 'NAN_NOT_ALLOWED'],
    ['NaN where nothing is said, without a range', {}, Number.NaN, undefined],
    ['NaN where nothing is said, in a range', { range: unit }, Number.NaN, 'NAN_NOT_ALLOWED'],
    ['an infinity refused', { infinity: 'refuse' }, Number.NEGATIVE_INFINITY, 'INFINITY_NOT_ALLOWED'],
    ['an infinity outside the range', { range: unit, infinity: 'value' }, Number.POSITIVE_INFINITY, 'RANGE'],
    ['an infinity where nothing is said', {}, Number.POSITIVE_INFINITY, undefined],
  ] as const)('says of %s what it should', (_, given, value, code) => {
    expect(gate(makeField('float64', given), value)).toBe(code);
  });

  it('lets a sentinel of a label in, whatever the vocabulary says', () => {
    const field = fieldOf(label(one('-1')));
    expect([gate(field, -1n), gate(field, -2n)]).toEqual([undefined, 'UNKNOWN_ENUM']);
  });
});

describe('what a value means', () => {
  const same = (a: Parameters<typeof meaningOf>, b: Parameters<typeof meaningOf>): boolean =>
    sameMeaning(meaningOf(...a), meaningOf(...b));
  const missing = makeField('int32', {
    nullable: true,
    nullMeans: 'unknown',
    sentinels: [{ value: -999, means: 'unknown' }],
  });
  const text = makeField('string', { emptyMeans: 'unknown' });
  const box = (convention: string) =>
    makeList(makeField('float32', { id: 2 }), 4, 4, { convention: [convention] });

  it('is not a quantity for a sentinel, and not a null either: from one to the other is a conversion', () => {
    expect(same([missing, -999], [makeField('int32'), -999])).toBe(false);
    expect(same([missing, -999], [missing, null])).toBe(false);
    expect(
      same([missing, -999], [makeField('int64', { sentinels: [{ value: -9n, means: 'unknown' }] }), -9n]),
    ).toBe(true);
  });

  it('is another for a null that says another thing', () => {
    const none = makeField('int32', { nullable: true, nullMeans: 'none' });
    expect([same([missing, null], [none, null]), same([none, null], [none, null])]).toEqual([false, true]);
  });

  it('is another for a NaN that is a value', () => {
    const of = (nan: 'unknown' | 'value') => makeField('float64', { nan });
    expect(same([of('unknown'), Number.NaN], [of('value'), Number.NaN])).toBe(false);
    expect(same([of('unknown'), 1], [of('value'), 1])).toBe(true);
  });

  it('keeps null, empty, and a list of nulls apart, and an empty text that says it is unknown from one that does not', () => {
    const items = makeList(makeField('int32', { id: 2, nullable: true }), 0, 9, { nullable: true });
    const states = [null, [], [null]] as const;
    for (const a of states) for (const b of states) expect(same([items, a], [items, b])).toBe(a === b);
    expect(same([text, ''], [makeField('string'), ''])).toBe(false);
    expect(same([text, 'a'], [makeField('string'), 'a'])).toBe(true);
  });

  it('is another for the same four numbers in another convention', () => {
    const numbers = [10, 20, 40, 60];
    expect(same([box('xyxy'), numbers], [box('xywh'), numbers])).toBe(false);
    expect(same([box('xyxy'), numbers], [box('xyxy'), numbers])).toBe(true);
  });
});

describe('the conversion between two conventions', () => {
  const names = [...CONVENTIONS.keys()];
  const permuted = (conversion: string, parts: readonly string[]) =>
    conversion
      .replace(/^[a-z]+ /, '')
      .split(', ')
      .map(place => parts[Number(place)]);

  it('puts every part of the one where the other has it, or says how it is reckoned', () => {
    let seen = 0;
    for (const from of names)
      for (const to of names) {
        const conversion = conventionConversion(from, to);
        if (conversion === undefined || !/^(positions|axes) /.test(conversion)) continue;
        seen++;
        expect(permuted(conversion, CONVENTIONS.get(from)!.parts)).toEqual(CONVENTIONS.get(to)!.parts);
      }
    expect(seen).toBeGreaterThan(names.length);
  });

  it.each(['xyxy', 'yxyx', 'xxyy', 'xywh', 'cxcywh'])(
    'reckons every box from %s right, checked on a box',
    from => {
      const box: Readonly<Record<string, number>> = {
        x0: 10,
        y0: 20,
        x1: 40,
        y1: 60,
        w: 30,
        h: 40,
        cx: 25,
        cy: 40,
      };
      const values = CONVENTIONS.get(from)!.parts.map(part => box[part]!);
      for (const to of ['xyxy', 'yxyx', 'xxyy', 'xywh', 'cxcywh']) {
        const conversion = conventionConversion(from, to)!;
        const made = conversion.startsWith('positions')
          ? permuted(conversion, values.map(String)).map(Number)
          : conversion.split(', ').map(text => reckoned(text, box));
        expect(made).toEqual(CONVENTIONS.get(to)!.parts.map(part => box[part]));
      }
    },
  );

  it("is unknown between sorts, and for names of one's own", () => {
    expect(conventionConversion('xyxy', 'RGBA')).toBeUndefined();
    expect(conventionConversion('x-mine', 'xyxy')).toBeUndefined();
  });

  it('stays inside one sort and keeps the parts apart, because two parts of one name are none', () => {
    for (const [name, { parts }] of CONVENTIONS) expect(new Set(parts).size, name).toBe(parts.length);
  });
});

/** `(x0 + x1)/2` of a box: one sum or difference, and halves. */
function reckoned(text: string, box: Readonly<Record<string, number>>): number {
  const value = (word: string) => box[word.replace('/2', '')]! / (word.endsWith('/2') ? 2 : 1);
  const whole = /^\((.+)\)\/2$/.exec(text);
  if (whole !== null) return reckoned(whole[1]!, box) / 2;
  const [left, sign, right] = text.split(' ');
  if (sign === undefined) return value(left!);
  return sign === '+' ? value(left!) + value(right!) : value(left!) - value(right!);
}

it('keeps the digest of a contract whose keys and comments are written otherwise', () => {
  const a = must(
    parseText(
      'schema: s.v1\nfields:\n  - {id: 1, name: a, physical: float64, logical: number, nullable: false, nan: refuse}\n',
    ),
  );
  const b = must(
    parseText(
      '# said\nfields:\n  - {nan: refuse, nullable: false, logical: number, physical: float64, name: a, id: 1, doc: x}\nschema: s.v1\n',
    ),
  );
  expect(recordSchemaDigest(a.schema)).toBe(recordSchemaDigest(b.schema));
});
