import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/contract/field.ts';
import type { Value } from '../../src/contract/value.ts';
import { makeField, makeList, makeSchema, makeSet, makeVocabulary, unit } from '../contract/make-field.ts';
import { faultsOf, planOf, valuesOf } from './converters.ts';

const one = (field: Field) => makeSchema([field]);
const int = (code: string, given: Partial<Field> = {}): Field =>
  makeField('int64', { unit: unit(code), logical: 'quantity', ...given });
const float = (code: string, given: Partial<Field> = {}): Field =>
  makeField('float64', { unit: unit(code), logical: 'quantity', ...given });
const label = (rows: readonly string[], given: Partial<Field> = {}): Field =>
  makeField('string', {
    logical: 'label',
    vocabulary: makeVocabulary(...rows),
    unknownPolicy: { kind: 'reject' },
    ...given,
  });
const steps = (...texts: readonly string[]): readonly string[] => [`{id: 1, steps: [${texts.join(', ')}]}`];
const converted = (from: Field, to: Field, step: string | readonly string[], values: readonly Value[]) =>
  valuesOf(planOf(one(from), one(to), steps(...[step].flat())), values);

describe('a unit', () => {
  it('is exact in whole numbers, or the record is refused', () => {
    expect(converted(int('s'), int('ms'), '{kind: unit, to: ms}', [3n, -1n, 2n ** 62n])).toEqual([
      3000n,
      -1000n,
      'OVERFLOW',
    ]);
    expect(converted(int('ms'), int('s'), '{kind: unit, to: s}', [3000n, 1n])).toEqual([
      3n,
      'PRECISION_LOSS',
    ]);
  });

  it('keeps an int64 that no double holds', () => {
    const plan = planOf(one(int('By')), one(int('bit')), steps('{kind: unit, to: bit}'));
    expect(valuesOf(plan, [9007199254740993n / 8n + 2n ** 53n])).toEqual([
      (9007199254740993n / 8n + 2n ** 53n) * 8n,
    ]);
  });

  it.each([
    ['floor', [-2n, -1n, 2n]],
    ['ceil', [-1n, -1n, 3n]],
    ['truncate', [-1n, -1n, 2n]],
    ['half-even', [-2n, -1n, 2n]],
    ['half-away', [-2n, -1n, 3n]],
  ])('is rounded where a rounding is named: %s', (rounding, wanted) => {
    const values = [-1500n, -1000n, 2500n];
    expect(converted(int('ms'), int('s'), `{kind: unit, to: s, rounding: ${rounding}}`, values)).toEqual(
      wanted,
    );
  });

  it('moves points on a scale by their offset, and not by a factor alone', () => {
    const step = '{kind: unit, to: Cel}';
    expect(converted(float('[degF]'), float('Cel'), step, [32, 212, -40])).toEqual([0, 100, -40]);
    expect(converted(int('[degF]'), int('Cel'), step, [32n, 33n])).toEqual([0n, 'PRECISION_LOSS']);
  });

  it('is the nearest float there is, NaN and infinities apart', () => {
    const values = [1, 0.1, Number.NaN, Number.POSITIVE_INFINITY, -0, 5e-324];
    expect(converted(float('ms'), float('s'), '{kind: unit, to: s}', values)).toEqual([
      0.001,
      0.0001,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -0,
      0,
    ]);
    expect(converted(float('deg'), float('rad'), '{kind: unit, to: rad}', [180])).toEqual([Math.PI]);
  });

  it('leaves a sentinel alone, and lets no value become one', () => {
    const sentinels = [{ value: -999n, means: 'unknown' as const }];
    const [from, to] = [int('s', { sentinels }), int('ms', { sentinels })];
    expect(converted(from, to, '{kind: unit, to: ms}', [-999n, 1n])).toEqual([-999n, 1000n]);
    const [ms, s] = [int('ms', { sentinels }), int('s', { sentinels })];
    expect(converted(ms, s, '{kind: unit, to: s}', [-999000n, -999n])).toEqual(['SENTINEL_MADE', -999n]);
  });

  it.each([
    ['of another dimension', int('s'), int('m'), '{kind: unit, to: m}'],
    ['that nobody wrote down', makeField('int64'), int('m'), '{kind: unit, to: m}'],
    ['of a float with a rounding', float('s'), float('ms'), '{kind: unit, to: ms, rounding: floor}'],
    ['that leads whole numbers to π', int('deg'), int('rad'), '{kind: unit, to: rad}'],
  ])('%s is no step', (_, from, to, step) => {
    expect(faultsOf(one(from), one(to), steps(step))).toEqual(['CONVERTER_STEP_UNFIT']);
  });

  it('other than the contract says leaves the meaning changed', () => {
    expect(faultsOf(one(int('s')), one(int('ms')), steps('{kind: unit, to: us}'))).toEqual([
      'CONVERTER_MEANING_LEFT',
    ]);
    expect(faultsOf(one(int('s')), one(int('ms')), [])).toEqual(['CONVERTER_MEANING_LEFT']);
  });

  it('that was declared wrong is declared anew, with a reason, and no value changes', () => {
    const step = '{kind: declare, what: [unit], reason: The logger always counted milliseconds.}';
    expect(converted(int('s'), int('ms'), step, [5n])).toEqual([5n]);
    expect(faultsOf(one(int('s')), one(int('ms')), steps('{kind: declare, what: [unit]}'))).toEqual([
      'KEY_MISSING',
    ]);
  });
});

describe('a cast', () => {
  const cast = (to: string, more = 'overflow: reject') => `{kind: cast, to: ${to}, ${more}}`;

  it('holds the same number, or refuses the record', () => {
    const [int64, float64] = [makeField('int64'), makeField('float64')];
    expect(converted(int64, float64, cast('float64'), [2n ** 53n, 2n ** 53n + 1n])).toEqual([
      2 ** 53,
      'PRECISION_LOSS',
    ]);
    expect(
      converted(float64, int64, cast('int64'), [2, 0.5, 1e30, Number.NaN, Number.NEGATIVE_INFINITY]),
    ).toEqual([2n, 'PRECISION_LOSS', 'OVERFLOW', 'NAN_NOT_ALLOWED', 'OVERFLOW']);
  });

  it('says what becomes of a number beyond the ends', () => {
    const [from, to] = [makeField('int32'), makeField('uint8')];
    expect(converted(from, to, cast('uint8', 'overflow: clip'), [-1, 256, 7])).toEqual([0, 255, 7]);
    expect(converted(from, { ...to, nullable: true }, cast('uint8', 'overflow: "null"'), [-1, 7])).toEqual([
      null,
      7,
    ]);
    expect(faultsOf(one(from), one(to), steps(cast('uint8', 'overflow: "null"')))).toEqual([
      'CONVERTER_NULLS_LEFT',
    ]);
    const [wide, narrow] = [makeField('float64'), makeField('float32')];
    const clip = cast('float32', 'overflow: clip, rounding: half-even');
    expect(converted(wide, narrow, clip, [1e300, 0.1])).toEqual([3.4028234663852886e38, Math.fround(0.1)]);
  });

  it('moves the digits of a decimal', () => {
    const [two, four] = [
      makeField('decimal'),
      makeField('decimal', { type: { kind: 'decimal', precision: 9, scale: 4 } }),
    ];
    expect(
      converted(two, four, cast('decimal', 'precision: 9, scale: 4, overflow: reject'), [125n, 10_000_000n]),
    ).toEqual([12500n, 'OVERFLOW']);
    const back = 'precision: 9, scale: 2, overflow: reject';
    expect(converted(four, two, cast('decimal', back), [12500n, 12501n])).toEqual([125n, 'PRECISION_LOSS']);
  });

  it('makes a moment of a count, in the unit that it counts', () => {
    const to = makeField('timestamp', { unit: unit('us') });
    const way = [cast('timestamp', 'zone: instant, overflow: reject'), '{kind: unit, to: us}'];
    expect(converted(int('ms'), to, way, [7n])).toEqual([7000n]);
  });

  it.each([
    ['from text to number', makeField('string'), makeField('int32'), cast('int32')],
    ['of a label to text', label(['1: a']), makeField('bytes'), cast('bytes')],
    ['to a decimal without digits', makeField('int32'), makeField('decimal'), cast('decimal')],
    [
      'with a scale for no decimal',
      makeField('int32'),
      makeField('int64'),
      cast('int64', 'scale: 2, overflow: reject'),
    ],
    [
      'of what counts hours to a moment',
      int('h'),
      makeField('timestamp'),
      cast('timestamp', 'zone: instant, overflow: reject'),
    ],
  ])('%s is no step', (_, from, to, step) => {
    expect(faultsOf(one(from), one(to), steps(step))).toEqual(['CONVERTER_STEP_UNFIT']);
  });
});

describe('a remap', () => {
  const from = label(['1: sun', '2: rain|rainy', '3: drizzle']);
  const to = label(['1: sun', '2: rain']);
  const remap = (terms: string, more = '') => `{kind: remap, terms: [${terms}]${more}}`;
  const merge = remap('{from: drizzle, to: rain}', ', others: same');

  it('merges terms, and leaves those that say the same', () => {
    expect(converted(from, to, merge, ['sun', 'rainy', 'drizzle'])).toEqual(['sun', 'rain', 'rain']);
  });

  it('answers for every term of the old vocabulary', () => {
    expect(faultsOf(one(from), one(to), steps(remap('{from: sun, to: sun}, {from: 2, to: 2}')))).toEqual([
      'CONVERTER_TERMS_LEFT',
    ]);
    expect(faultsOf(one(from), one(to), steps(remap('', ', others: same')))).toEqual([
      'CONVERTER_TERMS_LEFT',
    ]);
  });

  it('takes the same id for the same term only where a spelling says so', () => {
    const other = label(['1: sun', '2: hail', '3: drizzle']);
    expect(faultsOf(one(from), one(other), steps(remap('', ', others: same')))).toEqual([
      'CONVERTER_TERMS_LEFT',
    ]);
  });

  it('refuses a term, or makes a null of it', () => {
    const open = { ...to, nullable: true };
    const terms = '{from: drizzle, becomes: "null"}, {from: rain, becomes: reject}, {from: sun, to: sun}';
    expect(converted(from, open, remap(terms), ['drizzle', 'rain', 'sun'])).toEqual([
      null,
      'REFUSED_BY_CONVERTER',
      'sun',
    ]);
  });

  it.each([
    ['{from: snow, to: rain}', 'CONVERTER_TERM_UNKNOWN'],
    ['{from: sun, to: snow}', 'CONVERTER_TERM_UNKNOWN'],
    ['{from: rain, to: rain}, {from: rainy, to: sun}', 'CONVERTER_TERM_TWICE'],
    ['{from: sun, to: sun, becomes: reject}', 'SHAPE'],
    ['{from: sun}', 'SHAPE'],
  ])('refuses %s', (terms, code) => {
    expect(faultsOf(one(from), one(to), steps(remap(terms, ', others: same')))).toEqual([code]);
  });

  it('says what becomes of what the old vocabulary let in', () => {
    const open = { ...from, unknownPolicy: { kind: 'pass' } } as const;
    const wide = label(['1: sun', '2: rain', '4: fog'], { unknownPolicy: { kind: 'pass' } });
    const rules = '{from: drizzle, to: rain}';
    const same = (more: string) => remap(rules, `, others: same${more}`);
    expect(faultsOf(one(open), one(wide), steps(same('')))).toEqual(['CONVERTER_UNKNOWN_LEFT']);
    expect(faultsOf(one(from), one(to), steps(same(', unknown: reject')))).toEqual(['CONVERTER_STEP_UNFIT']);
    expect(converted(open, wide, same(', unknown: pass'), ['hail', 'fog'])).toEqual([
      'hail',
      'TERM_NAMED_LATER',
    ]);
    expect(converted(open, wide, [same(', unknown: {to: sun}')], ['hail', 'fog'])).toEqual(['sun', 'sun']);
    expect(converted(open, wide, [same(', unknown: reject')], ['hail'])).toEqual(['UNKNOWN_ENUM']);
  });

  it('turns codes into labels and back, and keeps what the loss skips', () => {
    const codes = label(['1: sun', '2: rain = 7'], { type: { kind: 'int32' }, ignoreValue: -100n });
    const text = label(['1: sun', '2: rain']);
    const all = remap('', ', others: same, ignored: reject');
    expect(converted(codes, text, all, [0, 7, 2, -100])).toEqual([
      'sun',
      'rain',
      'UNKNOWN_ENUM',
      'REFUSED_BY_CONVERTER',
    ]);
    expect(faultsOf(one(codes), one(text), steps(remap('', ', others: same')))).toEqual([
      'CONVERTER_UNKNOWN_LEFT',
    ]);
    const other = { ...codes, vocabulary: makeVocabulary('1: sun = 3', '2: rain = 4'), ignoreValue: -1n };
    expect(converted(codes, other, remap('', ', others: same'), [0, 7, -100])).toEqual([3, 4, -1]);
    expect(converted(text, other, remap('', ', others: same'), ['sun', 'rain'])).toEqual([3, 4]);
  });
});

describe('what stands for none', () => {
  const nullable = makeField('int32', { nullable: true });
  const plain = makeField('int32');

  it('is filled with what they all held, or with a sentinel where nobody knows', () => {
    expect(converted(nullable, plain, '{kind: fill, value: 0, means: value}', [null, 3])).toEqual([0, 3]);
    expect(faultsOf(one(nullable), one(plain), steps('{kind: fill, value: 0, means: unknown}'))).toEqual([
      'CONVERTER_STEP_UNFIT',
    ]);
    const marked = { ...plain, sentinels: [{ value: -9, means: 'unknown' as const }] };
    expect(converted(nullable, marked, '{kind: fill, value: -9, means: unknown}', [null, 3, -9])).toEqual([
      -9,
      3,
      'SENTINEL_MADE',
    ]);
  });

  it('is blanked: zeros that meant missing become null, and the others stay', () => {
    const open = { ...nullable, nullMeans: 'unknown' as const };
    expect(converted(plain, open, '{kind: blank, values: [0, -9], means: unknown}', [0, -9, 4])).toEqual([
      null,
      null,
      4,
    ]);
  });

  it('is told from NaN, and from what is empty', () => {
    const [from, to] = [
      makeField('float64', { nan: 'unknown' }),
      makeField('float64', { nan: 'refuse', nullable: true, nullMeans: 'unknown' }),
    ];
    expect(converted(from, to, '{kind: blank, also: [nan], means: unknown}', [Number.NaN, 0])).toEqual([
      null,
      0,
    ]);
    const [text, other] = [
      makeField('string', { emptyMeans: 'unknown' }),
      makeField('string', { nullable: true, nullMeans: 'unknown', emptyMeans: 'value' }),
    ];
    expect(converted(text, other, '{kind: blank, also: [empty], means: unknown}', ['', 'a'])).toEqual([
      null,
      'a',
    ]);
  });

  it('is refused by name', () => {
    expect(converted(nullable, plain, '{kind: reject, what: ["null"]}', [null, 3])).toEqual([
      'REFUSED_BY_CONVERTER',
      3,
    ]);
    expect(faultsOf(one(nullable), one(plain), [])).toEqual(['CONVERTER_NULLS_LEFT']);
    expect(faultsOf(one(plain), one(plain), steps('{kind: reject, what: ["null"]}'))).toEqual([
      'CONVERTER_STEP_UNFIT',
    ]);
  });
});

describe('other steps', () => {
  it('clip a number to a range, refuse it, or make a null of it', () => {
    const [from, to] = [makeField('int32'), makeField('int32', { range: { min: 0n, max: 9n } })];
    expect(converted(from, to, '{kind: range, outside: clip}', [-5, 12, 4])).toEqual([0, 9, 4]);
    expect(converted(from, to, '{kind: range, max: 8, outside: clip}', [-5, 12])).toEqual(['RANGE', 8]);
    expect(converted(from, to, '{kind: range, outside: reject}', [12])).toEqual(['RANGE']);
    const open = { ...to, nullable: true };
    expect(converted(from, open, '{kind: range, outside: "null"}', [12, 4])).toEqual([null, 4]);
    expect(faultsOf(one(from), one(to), steps('{kind: range, min: 9, max: 0, outside: clip}'))).toEqual([
      'CONVERTER_STEP_UNFIT',
    ]);
    expect(faultsOf(one(from), one(to), steps('{kind: range, min: 0.5, outside: clip}'))).toEqual([
      'CONVERTER_VALUE_UNFIT',
    ]);
  });

  it('bring text into a Unicode form', () => {
    const text = makeField('string');
    expect(converted(text, text, '{kind: text, form: NFC}', ['a\u0303', 'ã'])).toEqual(['ã', 'ã']);
    expect(converted(text, text, '{kind: text, form: NFKC}', ['ﬁ'])).toEqual(['fi']);
  });

  it('make a set of a sequence, and refuse one in which something stands twice', () => {
    const element = makeField('int32', { id: 2 });
    const [list, set] = [
      makeList(element, 0, 9, { id: 1 }),
      makeSet(element, 0, 9, { id: 1, name: 'items' }),
    ];
    expect(
      converted(list, set, '{kind: order, to: set}', [
        [3, 1, 2],
        [1, 1],
      ]),
    ).toEqual([[1, 2, 3], 'DUPLICATE_ELEMENT']);
    expect(faultsOf(one(list), one(set), [])).toEqual(['CONVERTER_MEANING_LEFT']);
  });

  it('put the parts of a box where the other convention has them', () => {
    const box = (convention: string): Field =>
      makeList(makeField('int32', { id: 2 }), 4, 4, { id: 1, convention: [convention] });
    const places = '{kind: places, from: [1, 0, 3, 2], convention: yxyx}';
    expect(converted(box('xyxy'), box('yxyx'), places, [[1, 2, 3, 4]])).toEqual([[2, 1, 4, 3]]);
    expect(
      faultsOf(
        one(box('xyxy')),
        one(box('yxyx')),
        steps('{kind: places, from: [0, 1, 2, 3], convention: yxyx}'),
      ),
    ).toEqual(['CONVERTER_STEP_UNFIT']);
    expect(faultsOf(one(box('xyxy')), one(box('xywh')), [])).toEqual(['CONVERTER_MEANING_LEFT']);
  });
});
