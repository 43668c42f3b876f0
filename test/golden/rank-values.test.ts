import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankValues } from '../../src/golden/rank-values.ts';

/** By comparing every two values. */
function rankedByHand(values: readonly (number | bigint | null)[]) {
  const distinct: (number | bigint)[] = [];
  for (const value of values)
    if (value !== null && !Number.isNaN(value) && !distinct.some(known => known === value))
      distinct.push(value);
  distinct.sort((a, b) => (a < b ? -1 : 1));
  const ranks = values.map(value =>
    value === null ? distinct.length + 1 : Number.isNaN(value) ? distinct.length : distinct.indexOf(value),
  );
  return { distinct: distinct.map(value => (value === 0 ? 0 : value)), ranks };
}

const ranked = (values: readonly (number | bigint | null)[]) => {
  const { distinct, ranks } = rankValues(values);
  return { distinct: Array.from(distinct), ranks: [...ranks] };
};

describe('the ranks of values', () => {
  it('are those of the doubles, infinities, zeros with a sign and subnormal ones too', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.double(), { freq: 5 }), { maxLength: 40 }), values => {
        const again = [...values, ...values.slice(0, 5), -0, 0];
        expect(ranked(again)).toEqual(rankedByHand(again));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['64 bits', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
    ['more, as a decimal may have', fc.bigInt({ min: -(2n ** 120n), max: 2n ** 120n })],
    ['few values', fc.bigInt({ min: -3n, max: 3n })],
  ])('are those of integers of %s, because two that are one double are two', (_, integer) => {
    fc.assert(
      fc.property(fc.array(fc.option(integer, { freq: 5 }), { maxLength: 40 }), values => {
        expect(ranked(values)).toEqual(rankedByHand(values));
      }),
      { numRuns: 40 },
    );
  });
});
