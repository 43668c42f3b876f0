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

const patternOf = (pairs: readonly (readonly [number | bigint, number | bigint])[], bits?: number) => {
  const sum = new NumberErrorSum(0, bits);
  for (const [before, after] of pairs) sum.add(before, after);
  return sum.finish().pattern;
};

const shifted = (values: readonly bigint[], by: bigint) => values.map(value => [value, value + by] as const);

describe('the rule of a change', () => {
  it.each<[string, ReturnType<typeof patternOf>, unknown]>([
    [
      'of large numbers that hardly moved',
      patternOf(
        [
          [1e12, 1e12],
          [1e12 + 1, 1e12 + 101],
          [1e12 + 2, 1e12 + 202],
        ],
        53,
      ),
      undefined,
    ],
    [
      'of the last bit',
      patternOf(
        [
          [1, 1 + 2 ** -52],
          [3, 3 + 2 ** -51],
        ],
        53,
      ),
      undefined,
    ],
    [
      'of whole numbers that hardly moved',
      patternOf([
        [10n ** 18n, 10n ** 18n + 1n],
        [10n ** 17n, 10n ** 17n + 2n],
      ]),
      undefined,
    ],
    [
      'of a factor that no double tells from 1',
      patternOf([
        [10n ** 18n, 10n ** 18n + 1n],
        [2n * 10n ** 18n, 2n * 10n ** 18n + 2n],
      ]),
      { kind: 'scaled', factor: '1.000000000000000001' },
    ],
    [
      'of a factor, but for one',
      patternOf([
        [2, 2000],
        [3_000_000, 3_000_000_001],
      ]),
      undefined,
    ],
    [
      'of seconds',
      patternOf(
        [
          [0.1, 100],
          [1.7, 1700],
          [12.345, 12345],
          [0, 0],
        ],
        53,
      ),
      { kind: 'scaled', factor: 1000 },
    ],
    [
      'of seconds, rounded to a float32',
      patternOf(
        [0.1, 1.7, 12.345].map(at => [Math.fround(at), Math.fround(at * 1000)]),
        24,
      ),
      { kind: 'scaled', factor: 1000 },
    ],
    [
      'of whole seconds',
      patternOf([
        [3n, 3000n],
        [2n ** 60n, 2n ** 60n * 1000n],
      ]),
      { kind: 'scaled', factor: 1000 },
    ],
    [
      'of a shift',
      patternOf(
        [
          [0, 0.3],
          [0.1, 0.4],
          [1e6, 1e6 + 0.3],
        ],
        53,
      ),
      { kind: 'shifted', by: 0.3 },
    ],
    [
      'of a shift below what a double tells',
      patternOf(shifted([2n ** 62n, 5n], 2n ** 54n + 1n)),
      { kind: 'shifted', by: 2n ** 54n + 1n },
    ],
    [
      'of shifts that are one double',
      patternOf([...shifted([1n, 3n], 2n ** 54n), ...shifted([5n], 2n ** 54n + 1n)]),
      undefined,
    ],
    ['of no rows', patternOf([]), undefined],
  ])('%s', (_, found, pattern) => expect(found).toEqual(pattern));

  it('is there for any shift of any whole numbers, and is exact', () => {
    const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n });
    fc.assert(
      fc.property(
        fc.uniqueArray(whole, { minLength: 3 }),
        whole.filter(by => by !== 0n),
        (values, by) => {
          expect(patternOf(shifted(values, by))).toEqual({ kind: 'shifted', by });
        },
      ),
      { numRuns: 50 },
    );
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

describe('the distance of two doubles that no double holds', () => {
  const MOST = Number.MAX_VALUE;

  it('is the exact one, and not said to be infinite, because a threshold on it must be told from none', () => {
    const sum = new NumberErrorSum(0, 53);
    sum.add(-MOST, MOST);
    expect(sum.finish().absolute).toBe(2n * BigInt(MOST));
    sum.add(1, 3);
    expect(sum.finish().absolute).toBe(2n * BigInt(MOST));
  });

  it('is the exact one of any two, and a double wherever that is finite', () => {
    const large = fc.double({ min: MOST / 4, max: MOST, noNaN: true });
    fc.assert(
      fc.property(large, large, (a, b) => {
        const sum = new NumberErrorSum(0, 53);
        sum.add(-a, b);
        const { absolute } = sum.finish();
        if (Number.isFinite(a + b)) expect(absolute).toBe(a + b);
        else expect(absolute).toBe(BigInt(a) + BigInt(b));
      }),
      { numRuns: 50 },
    );
  });

  it('is infinite between two infinities alone', () => {
    const sum = new NumberErrorSum(0, 53);
    sum.add(-MOST, MOST);
    sum.overflow();
    expect(sum.finish().absolute).toBe(Number.POSITIVE_INFINITY);
  });
});
