import { describe, expect, it } from 'vitest';
import { NumberErrorSum } from '../../src/golden/number-error.ts';

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
