import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberErrorSum } from '../../src/golden/number-error.ts';

describe('the absolute error', () => {
  it('of decimals is in their own unit, and exact before it is a double', () => {
    const sum = new NumberErrorSum(2);
    sum.add(10n ** 37n, 10n ** 37n + 30n);
    sum.add(100n, 110n);
    expect(sum.finish()).toMatchObject({ absolute: 0.3, differ: 2, pattern: undefined });
  });

  it('shows that every decimal moved by the same amount', () => {
    const sum = new NumberErrorSum(2);
    for (const value of [0n, 10n ** 20n, -5n]) sum.add(value, value + 125n);
    expect(sum.finish().pattern).toEqual({ kind: 'shifted', by: 1.25 });
  });

  it('of 64-bit integers is exact', () => {
    const sum = new NumberErrorSum();
    sum.add(2n ** 63n, 2n ** 63n + 1n);
    expect(sum.finish().absolute).toBe(1n);
  });
});

const relativeOf = (before: number | bigint, after: number | bigint): number => {
  const sum = new NumberErrorSum();
  sum.add(before, after);
  return sum.finish().relative;
};

describe('the relative error', () => {
  it.each([
    [10, 7, 0.3],
    [10n, 7n, 0.3],
    [-3n, 5n, 1.6],
    [0, 5e-324, 1],
    [1e308, -1e308, 2],
    [2n ** 53n + 1n, 2n ** 53n, 1.1102230246251564e-16],
    [10n ** 37n, 10n ** 37n + 1n, 1e-37],
    [3n * 10n ** 30n, 2n * 10n ** 30n, 1 / 3],
  ])('from %s to %s is %s', (before, after, relative) => {
    expect(relativeOf(before, after)).toBe(relative);
    expect(relativeOf(after, before)).toBe(relative);
  });

  it('of whole numbers is the double nearest to the fraction, because a threshold of 0.3 allows 3 in 10', () => {
    const whole = fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n }).filter(value => value !== 0n);
    fc.assert(
      fc.property(whole, whole, (before, after) => {
        const found = relativeOf(before, after);
        const larger = [before, -before, after, -after].sort((a, b) => (a < b ? -1 : 1)).at(-1)!;
        const away = before > after ? before - after : after - before;
        // |found − away / larger| ≤ half the distance to the next double, all of it times larger × 2^200.
        const scaled = (value: number): bigint => BigInt(value * 2 ** 200);
        const off = scaled(found) * larger - (away << 200n);
        const half = scaled(2 ** (Math.floor(Math.log2(found || 1)) - 53)) * larger;
        expect(off <= half && -off <= half).toBe(true);
      }),
    );
  });

  it('is never zero of a difference, because an int64 may change by less than a double can tell', () => {
    const sum = new NumberErrorSum();
    sum.add(9_007_199_254_740_992n, 9_007_199_254_740_993n);
    expect(sum.finish().relative).toBeGreaterThan(0);
    const same = new NumberErrorSum();
    same.add(9_007_199_254_740_993n, 9_007_199_254_740_993n);
    expect(same.finish().relative).toBe(0);
  });
});
