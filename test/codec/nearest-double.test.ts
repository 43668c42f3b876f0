import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearestDouble } from '../../src/codec/nearest-double.ts';

function nearest(digits: bigint, power: number): number {
  const text = String(digits);
  const [first, rest] = [text.slice(0, 9), text.slice(9)];
  return nearestDouble(Number(first), Number(rest), rest.length, power);
}

const byLibrary = (digits: bigint, power: number): number => Number(`${digits}e${power}`);

const digits = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n });

it('finds the double that the library finds, or none', () =>
  fc.assert(
    fc.property(digits, fc.integer({ min: -50, max: 30 }), (some, power) => {
      const found = nearest(some, power);
      if (!Number.isNaN(found)) expect(found).toBe(byLibrary(some, power));
    }),
    { numRuns: 2_000 },
  ));

it('finds every double printed with all its digits, of sizes that data have, because it would be slow otherwise', () =>
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 10, noNaN: true }),
      fc.integer({ min: -28, max: 0 }),
      (lead, power) => {
        const value = Number(`${lead}e${power}`);
        const [mantissa, exponent] = value.toExponential(16).split('e') as [string, string];
        expect(nearest(BigInt(mantissa.replace('.', '')), Number(exponent) - 16)).toBe(value);
      },
    ),
    { numRuns: 1_000 },
  ));

it('never takes the wrong one of two doubles that the digits lie between, however near to their middle', () =>
  fc.assert(
    fc.property(
      fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n }),
      fc.integer({ min: -100, max: 5 }),
      fc.bigInt({ min: -2n, max: 2n }),
      (mantissa, exponent, apart) => {
        // The middle is an odd number of halves of the last bit.
        let [above, below, power] = [2n * mantissa + 1n, 1n, 0];
        if (exponent > 1) above <<= BigInt(exponent - 1);
        else below <<= BigInt(1 - exponent);
        for (; above / below < 10n ** 17n; above *= 10n) power--;
        const found = nearest(above / below + apart, power);
        if (!Number.isNaN(found)) expect(found).toBe(byLibrary(above / below + apart, power));
      },
    ),
    { numRuns: 1_000 },
  ));

it('leaves the middle between two doubles to exact numbers', () => {
  // 2^53 + 1, and the same in tenths.
  expect(nearest(9_007_199_254_740_993n, 0)).toBeNaN();
  expect(nearest(90_071_992_547_409_930n, -1)).toBeNaN();
  expect(nearest(90_071_992_547_409_931n, -1)).toBe(2 ** 53 + 2);
});
