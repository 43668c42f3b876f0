import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  divide,
  equal,
  multiply,
  ONE,
  power,
  rational,
  rationalFromText,
  rationalOf,
  rationalText,
  subtract,
  ZERO,
} from '../../src/contract/rational.ts';

const fraction = fc
  .tuple(fc.bigInt({ min: -1000n, max: 1000n }), fc.bigInt({ min: 1n, max: 1000n }))
  .map(([numerator, denominator]) => rational(numerator, denominator));

describe('an exact fraction', () => {
  it.each([
    ['6/4', '3/2'],
    ['-6/4', '-3/2'],
    ['0/7', '0'],
    ['273.15', '5463/20'],
    ['-0.5', '-1/2'],
    ['007', '7'],
  ])('%s is %s, because there is one way to write it', (text, lowest) => {
    expect(rationalText(rationalFromText(text))).toBe(lowest);
  });

  it.each(['', '1e3', '1/0', '0x10', '1.', '.5', '1/2/3', 'NaN'])('refuses "%s" as a mistake', text => {
    expect(() => rationalFromText(text)).toThrow(RangeError);
  });

  it('refuses what is no fraction', () => {
    expect(() => rational(1n, 0n)).toThrow(RangeError);
    expect(() => rationalOf(Number.NaN)).toThrow(RangeError);
    expect(() => rationalOf(Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => power(ZERO, -1)).toThrow(RangeError);
  });

  it('keeps every bit of an integer that no double holds', () => {
    expect(rationalOf(9007199254740993n)).toEqual(rational(9007199254740993n));
    expect(equal(rationalOf(9007199254740993n), rationalOf(9007199254740992))).toBe(false);
  });

  it('is the double it came from, for every finite double', () =>
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        const { numerator, denominator } = rationalOf(value);
        // Powers of two divide exactly while both sides are doubles; beyond that, scale in two steps.
        const half = denominator > 2n ** 1000n ? 2n ** 1000n : denominator;
        expect(Number(numerator) / Number(half) / Number(denominator / half)).toBe(value === 0 ? 0 : value);
      }),
    ));

  it('adds, multiplies and undoes both', () =>
    fc.assert(
      fc.property(fraction, fraction, fraction, (a, b, c) => {
        expect(multiply(a, add(b, c))).toEqual(add(multiply(a, b), multiply(a, c)));
        expect(subtract(add(a, b), b)).toEqual(a);
        if (b.numerator !== 0n) expect(divide(multiply(a, b), b)).toEqual(a);
      }),
    ));

  it('has powers that add up', () =>
    fc.assert(
      fc.property(
        fraction.filter(value => value.numerator !== 0n),
        fc.integer({ min: -9, max: 9 }),
        fc.integer({ min: -9, max: 9 }),
        (base, a, b) => {
          expect(multiply(power(base, a), power(base, b))).toEqual(power(base, a + b));
          expect(multiply(power(base, a), power(base, -a))).toEqual(ONE);
        },
      ),
    ));
});
