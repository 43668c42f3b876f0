import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalMultiples, multipleText, orderOfMultiple, piMultiple } from '../../src/contract/pi-multiple.ts';
import { divide, ONE, rational, rationalFromText, rationalOf, ZERO } from '../../src/contract/rational.ts';

/** Machin's formula, with five digits to spare. */
function piDigits(places: bigint): bigint {
  const one = 10n ** (places + 5n);
  const arctan = (inverse: bigint): bigint => {
    let [term, sum, odd] = [one / inverse, 0n, 1n];
    for (let sign = 1n; term !== 0n; sign = -sign) {
      sum += (sign * term) / odd;
      term /= inverse * inverse;
      odd += 2n;
    }
    return sum;
  };
  return (4n * (4n * arctan(5n) - arctan(239n))) / 10n ** 5n;
}

describe('a multiple of a power of π', () => {
  it('stands between the fractions with 149 digits of π, because its own bounds have 150', () => {
    const digits = piDigits(149n);
    const pi = piMultiple(ONE, 1);
    expect(orderOfMultiple(pi, rational(digits, 10n ** 149n))).toBe(1);
    expect(orderOfMultiple(pi, rational(digits + 1n, 10n ** 149n))).toBe(-1);
    expect(orderOfMultiple(piMultiple(ONE, -1), rational(10n ** 149n, digits))).toBe(-1);
    expect(orderOfMultiple(piMultiple(ONE, -1), rational(10n ** 149n, digits + 1n))).toBe(1);
  });

  it('is ordered as doubles are, where doubles can tell', () =>
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.integer({ min: -4, max: 4 }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        (times, pi, other) => {
          const product = times * Math.PI ** pi;
          if (Math.abs(product - other) <= 1e-9 * Math.abs(other)) return;
          expect(Math.sign(orderOfMultiple(piMultiple(rationalOf(times), pi), rationalOf(other)))).toBe(
            Math.sign(product - other),
          );
        },
      ),
    ));

  it('is no other power of π, and no power at all where it is zero', () => {
    expect(equalMultiples(piMultiple(ONE, 1), piMultiple(ONE, 0))).toBe(false);
    expect(equalMultiples(piMultiple(ZERO, 1), piMultiple(ZERO, 0))).toBe(true);
    expect(orderOfMultiple(piMultiple(ZERO, 1), ZERO)).toBe(0);
  });

  it.each([
    ['1', 1, 'π'],
    ['1/180', 1, 'π/180'],
    ['180', -1, '180/π'],
    ['1/2', -1, '1/(2π)'],
    ['-3/2', 2, '-3π^2/2'],
    ['1000', 0, '1000'],
    ['5/9', 0, '5/9'],
  ])('%s with π to the %i is written %s', (times, pi, text) => {
    expect(multipleText(piMultiple(divide(rationalFromText(times), ONE), pi))).toBe(text);
  });
});
