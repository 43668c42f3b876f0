import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field, Scalar } from '../../src/contract/field.ts';
import { meaningOf, sameMeaning } from '../../src/contract/meaning.ts';
import type { Value } from '../../src/contract/value.ts';
import { makeField, makeList, makeVocabulary, unit } from './make-field.ts';

const quantity = (code: string, kind: 'int32' | 'int64' | 'float64' | 'float32' = 'float64'): Field =>
  makeField(kind, { logical: 'quantity', unit: unit(code) });
const weather = makeVocabulary('1: sun', '2: rain|rainy = 40', '3: snow');
const turned = makeVocabulary('3: snow', '2: rain', '1: sun');
const label = (kind: 'string' | 'int32' | 'int64', given: Partial<Field> = {}): Field =>
  makeField(kind, { logical: 'label', vocabulary: weather, unknownPolicy: { kind: 'reject' }, ...given });
const plain = (kind: Scalar): Field => makeField(kind);

type Side = readonly [field: Field, value: Value];
const same = ([fieldA, a]: Side, [fieldB, b]: Side): boolean => {
  const [left, right] = [meaningOf(fieldA, a), meaningOf(fieldB, b)];
  expect(sameMeaning(left, right)).toBe(sameMeaning(right, left));
  return sameMeaning(left, right);
};

describe('one meaning', () => {
  it.each<[string, Side, Side]>([
    ['2 s is 2000 ms', [quantity('s', 'int64'), 2n], [quantity('ms', 'int64'), 2000n]],
    ['32 degrees Fahrenheit is 0 Celsius', [quantity('[degF]'), 32], [quantity('Cel'), 0]],
    ['18 km/h is 5 m/s', [quantity('km/h', 'int32'), 18], [quantity('m/s'), 5]],
    ['a half turn is 200 gon', [quantity('deg'), 180], [quantity('gon'), 200]],
    ['no angle is no angle', [quantity('deg', 'int64'), 0n], [quantity('rad'), 0]],
    ['an integer is the float of the same size', [plain('int32'), 7], [plain('float64'), 7]],
    ['an integer is the wider integer', [plain('int32'), -7], [plain('int64'), -7n]],
    ['a quantity of -0 is a quantity of 0', [quantity('m'), -0], [quantity('m'), 0]],
    ['NaN is NaN, whatever its bits', [plain('float32'), Number.NaN], [plain('float64'), Number.NaN]],
    ['an infinite length is infinite in any unit', [quantity('m'), Infinity], [quantity('km'), Infinity]],
    ['an alias is its term', [label('string'), 'rainy'], [label('string'), 'rain']],
    ['a code is its term', [label('int32'), 40], [label('string'), 'rain']],
    [
      'a term is itself in a turned vocabulary',
      [label('int64'), 0n],
      [label('int32', { vocabulary: turned }), 2],
    ],
    ['a text is its UTF-8', [makeField('string'), 'é'], [makeField('bytes'), Buffer.from('é')]],
    ['a half is the double of its size', [plain('float16'), 0.5], [plain('float64'), 0.5]],
    [
      'a decimal is the number it writes, at any scale',
      [makeField('decimal', { type: { kind: 'decimal', precision: 9, scale: 2 } }), 1250n],
      [makeField('decimal', { type: { kind: 'decimal', precision: 9, scale: 3 } }), 12_500n],
    ],
    [
      'a price in a unit is that quantity',
      [makeField('decimal', { logical: 'quantity', unit: unit('m') }), 150n],
      [quantity('cm', 'int32'), 150],
    ],
    [
      'a moment is one in any unit',
      [makeField('timestamp', { unit: unit('s') }), -2n],
      [makeField('timestamp', { unit: unit('ns') }), -2_000_000_000n],
    ],
    [
      'a duration is the quantity of time it counts',
      [makeField('duration', { unit: unit('us') }), 1_500_000n],
      [makeField('float64', { logical: 'duration', unit: unit('s') }), 1.5],
    ],
    [
      'fixed bytes are bytes',
      [makeField('fixed'), Uint8Array.of(1, 2, 3, 4)],
      [makeField('bytes'), Uint8Array.of(1, 2, 3, 4)],
    ],
    ['a null is a null', [plain('int32'), null], [quantity('s'), null]],
    [
      'a list is its elements, in order',
      [makeList(quantity('s'), 0, 9), [1, null]],
      [makeList(quantity('ms'), 0, 9), [1000, null]],
    ],
  ])('%s', (_, a, b) => {
    expect(same(a, b)).toBe(true);
  });
});

describe('another meaning', () => {
  it.each<[string, Side, Side]>([
    ['2 s is not 2 ms', [quantity('s', 'int64'), 2n], [quantity('ms', 'int64'), 2n]],
    ['1 s is not 1 m', [quantity('s'), 1], [quantity('m'), 1]],
    ['no double is π', [quantity('deg'), 180], [quantity('rad'), Math.PI]],
    ['5 dollars are not 5 euros', [quantity('[USD]'), 5], [quantity('[EUR]'), 5]],
    ['5 tokens are not 5 samples', [quantity('{token}'), 5], [quantity('{sample}'), 5]],
    ['a number is not a quantity', [plain('float64'), 1], [quantity('1'), 1]],
    [
      '2^53 + 1 is not 2^53, though its double is',
      [plain('int64'), 9007199254740993n],
      [plain('float64'), 9007199254740992],
    ],
    ['0.1 is not the nearest 32-bit float', [plain('float64'), 0.1], [plain('float32'), Math.fround(0.1)]],
    ['a number keeps the sign of its zero', [plain('float64'), -0], [plain('float64'), 0]],
    ['NaN is not zero', [plain('float64'), Number.NaN], [plain('float64'), 0]],
    ['infinities have signs', [plain('float64'), Infinity], [plain('float64'), -Infinity]],
    ['null is not zero', [plain('int32'), null], [plain('int32'), 0]],
    ['null is not an empty text', [makeField('string'), null], [makeField('string'), '']],
    ['null, [] and [null] are three things', [makeList(plain('int32'), 0, 9), []], [plain('int32'), null]],
    ['[] is not [null]', [makeList(plain('int32'), 0, 9), []], [makeList(plain('int32'), 0, 9), [null]]],
    ['order counts', [makeList(plain('int32'), 0, 9), [1, 2]], [makeList(plain('int32'), 0, 9), [2, 1]]],
    [
      'one code in a turned vocabulary is another term',
      [label('int32'), 0],
      [label('int32', { vocabulary: turned }), 0],
    ],
    ['an unknown term is no term', [label('string'), 'fog'], [label('string'), 'rain']],
    ['unknown terms differ', [label('string'), 'fog'], [label('string'), 'mist']],
    [
      'a moment is not what a clock on a wall showed',
      [makeField('timestamp'), 0n],
      [makeField('timestamp', { type: { kind: 'timestamp', zone: 'local' } }), 0n],
    ],
    ['a time of day is no length of time', [makeField('time'), 5n], [makeField('duration'), 5n]],
    ['a moment is no number', [makeField('timestamp'), 5n], [plain('int64'), 5n]],
    ['0.1 is not the nearest half', [plain('float64'), 0.1], [plain('float16'), Math.f16round(0.1)]],
    [
      'the same digits at another scale are another number',
      [makeField('decimal', { type: { kind: 'decimal', precision: 9, scale: 2 } }), 1250n],
      [makeField('decimal', { type: { kind: 'decimal', precision: 9, scale: 3 } }), 1250n],
    ],
    ['a text is not a date', [makeField('string'), '3'], [makeField('date'), 3]],
    ['composed and decomposed are two texts', [makeField('string'), 'ã'], [makeField('string'), 'a\u0303']],
  ])('%s', (_, a, b) => {
    expect(same(a, b)).toBe(false);
  });
});

describe('a label', () => {
  it('means what the loss skips at its ignore value, and something unknown elsewhere outside', () => {
    const field = label('int64', { ignoreValue: -100n });
    expect(meaningOf(field, -100n)).toEqual({ kind: 'ignored' });
    expect(meaningOf(field, 99n)).toEqual({ kind: 'outside', value: '99' });
    expect(meaningOf(label('string'), 'fog')).toEqual({ kind: 'outside', value: 'fog' });
  });

  it('reads a label before an alias, because the label is what a term says of itself', () => {
    const swapped = makeVocabulary('1: sun|rain', '2: rain');
    expect(meaningOf(label('string', { vocabulary: swapped }), 'rain')).toEqual({ kind: 'term', term: 2 });
  });

  it('is not found through the prototype of an object', () => {
    expect(meaningOf(label('string'), '__proto__')).toEqual({ kind: 'outside', value: '__proto__' });
  });
});

describe('laws of meaning', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });

  it('is the same exactly where two doubles are the same number', () =>
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(same([quantity('s'), a], [quantity('s'), b])).toBe(a === b);
      }),
    ));

  it('is kept by every int64, and shared by no two', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 2n }), value => {
        const field = quantity('By', 'int64');
        expect(same([field, value], [field, value])).toBe(true);
        expect(same([field, value], [field, value + 1n])).toBe(false);
      }),
    ));
});
