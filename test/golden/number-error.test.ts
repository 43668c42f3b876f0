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

describe('the relative error', () => {
  it('is never zero of a difference, because an int64 may change by less than a double can tell', () => {
    const sum = new NumberErrorSum();
    sum.add(9_007_199_254_740_992n, 9_007_199_254_740_993n);
    expect(sum.finish().relative).toBeGreaterThan(0);
    const same = new NumberErrorSum();
    same.add(9_007_199_254_740_993n, 9_007_199_254_740_993n);
    expect(same.finish().relative).toBe(0);
  });
});
