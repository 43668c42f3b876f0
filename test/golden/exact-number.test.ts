import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ExactNumber,
  exactNumber,
  fractionOf,
  isAtMost,
  nearly,
} from '../../src/golden/exact-number.ts';

/** Long division by hand: the share to so many digits behind the point, and whether anything is left over. */
function divided(numerator: bigint, denominator: bigint, digits: number) {
  const isNegative = numerator < 0n !== denominator < 0n && numerator !== 0n;
  let rest = numerator < 0n ? -numerator : numerator;
  const by = denominator < 0n ? -denominator : denominator;
  let text = String(rest / by);
  rest %= by;
  if (digits > 0) text += '.';
  for (let digit = 0; digit < digits; digit++) {
    rest *= 10n;
    text += String(rest / by);
    rest %= by;
  }
  return { text: `${isNegative ? '-' : ''}${text}`, isEven: rest === 0n };
}

const whole = fc.bigInt(-(10n ** 38n), 10n ** 38n);
const notZero = whole.filter(value => value !== 0n);
const DIGITS = 45;

describe('a number that is told with all its digits', () => {
  it.each<[bigint, bigint, ExactNumber]>([
    [1000n, 1n, 1000],
    [-6n, 4n, -1.5],
    [6n, -4n, -1.5],
    [1n, 3n, '1/3'],
    [-2n, 6n, '-1/3'],
    [0n, 7n, 0],
    [1n, 1000n, 0.001],
    [9007199254740993n, 1n, 9007199254740993n],
    [30000000000000000001n, 10n ** 20n, '0.30000000000000000001'],
    [123456789012345n, 10n ** 3n, 123456789012.345],
    [1234567890123456n, 10n ** 3n, '1234567890123.456'],
  ])('of %s by %s is %s', (numerator, denominator, told) => {
    expect(exactNumber(numerator, denominator)).toBe(told);
  });

  it('is the share to every digit that anybody divides by hand, or a fraction that has no end', () =>
    fc.assert(
      fc.property(
        whole,
        fc.oneof(
          notZero,
          fc.nat(30).map(digits => 10n ** BigInt(digits)),
        ),
        (a, b) => {
          const told = exactNumber(a, b);
          const { text, isEven } = divided(a, b, DIGITS);
          if (typeof told === 'number' || typeof told === 'bigint' || !told.includes('/')) {
            const plain = typeof told === 'number' ? told.toFixed(DIGITS) : String(told);
            // A double that is printed so far shows what it is, which is next to what it stands for.
            if (typeof told === 'number') expect(Number(text)).toBe(told);
            else if (isEven) expect(divided(...partsOf(plain), DIGITS).text).toBe(text);
          } else {
            const [above, below] = told.split('/').map(BigInt) as [bigint, bigint];
            expect(divided(above, below, DIGITS).text).toBe(text);
            expect(below).toBeGreaterThan(1n);
          }
          const [above, below] = fractionOf(told);
          expect(above * b).toBe(a * below);
        },
      ),
      { numRuns: 200 },
    ));

  it('is at most a threshold exactly where it is, however near it lies', () => {
    const most = 0.3;
    expect(isAtMost('0.30000000000000000000', most)).toBe(true);
    expect(isAtMost('0.30000000000000000001', most)).toBe(false);
    expect(isAtMost('0.29999999999999999999', most)).toBe(true);
    expect(isAtMost('1/3', 0.3333333333333333)).toBe(false);
    expect(isAtMost('1/3', 0.3333333333333334)).toBe(true);
    expect(isAtMost('1/3', Number.NaN)).toBe(false);
    expect(isAtMost(1, Number.NaN)).toBe(false);
    expect(isAtMost('1/3', Number.POSITIVE_INFINITY)).toBe(true);
    expect(isAtMost(Number.POSITIVE_INFINITY, 1e308)).toBe(false);
    expect(isAtMost(9007199254740993n, 9007199254740992)).toBe(false);
  });

  it('is near the double that it is guessed by', () => {
    expect(nearly('1/3')).toBe(1 / 3);
    expect(nearly(1000n)).toBe(1000);
    expect(nearly('0.30000000000000000001')).toBe(0.3);
  });
});

function partsOf(text: string): [bigint, bigint] {
  const [before, after = ''] = text.split('.');
  return [BigInt(`${before}${after}`), 10n ** BigInt(after.length)];
}
