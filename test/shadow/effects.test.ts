import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jensenShannon } from '../../src/base/divergence.ts';
import { batchOf } from '../../src/contract/batch.ts';
import { divergenceChance } from '../../src/shadow/chance.ts';
import {
  distanceEffect as distanceOfRanks,
  quantileEffect as movesOfRanks,
} from '../../src/shadow/distances.ts';
import { distinctEffect } from '../../src/shadow/effects.ts';
import { quantileOf, ranksOfSorted } from '../../src/shadow/ranks.ts';
import { statisticsOf } from '../../src/shadow/statistics.ts';
import type { ValueCounts } from '../../src/shadow/value-counts.ts';
import { chance } from '../golden/chance.ts';
import { field, schemaOf } from '../golden/weather.ts';

const distanceEffect = (a: Float64Array, b: Float64Array) =>
  distanceOfRanks(ranksOfSorted(a), ranksOfSorted(b));
const quantileEffect = (a: Float64Array, b: Float64Array) => movesOfRanks(ranksOfSorted(a), ranksOfSorted(b));
const quantile = (sorted: Float64Array, at: number) => quantileOf(ranksOfSorted(sorted), at);

const counts = fc.array(fc.nat({ max: 1000 }), { minLength: 4, maxLength: 4 });
const numbers = fc
  .array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 40 })
  .map(values => Float64Array.from(values).sort());

describe('the Jensen–Shannon divergence', () => {
  it('is 1 between sides that share nothing and 0 between equal proportions', () => {
    expect(jensenShannon([5, 0], [0, 9])).toBe(1);
    expect(jensenShannon([200, 100, 300], [400, 200, 600])).toBe(0);
  });

  it('is a known value: half of the mass moved to a new place is 0.3113', () =>
    expect(jensenShannon([2, 0], [1, 1])).toBeCloseTo(0.311278, 6));

  it('is of nothing no number', () => expect(jensenShannon([0, 0], [1, 2])).toBeUndefined());

  it('is symmetric, 0 … 1, and the same at any size', () =>
    fc.assert(
      fc.property(counts, counts, fc.integer({ min: 1, max: 50 }), (a, b, times) => {
        const divergence = jensenShannon(a, b);
        if (divergence === undefined) return;
        expect(divergence).toBeGreaterThanOrEqual(0);
        expect(divergence).toBeLessThanOrEqual(1);
        expect(jensenShannon(b, a)).toBeCloseTo(divergence, 12);
        expect(
          jensenShannon(
            a.map(count => count * times),
            b,
          ),
        ).toBeCloseTo(divergence, 12);
      }),
    ));

  it('stays under its chance level in nearly all pairs drawn from one population', () => {
    const draw = chance(21);
    const sample = (size: number) => {
      const found = [0, 0, 0, 0];
      for (let row = 0; row < size; row++) found[Math.floor(draw() * 4)]!++;
      return found;
    };
    let over = 0;
    for (let round = 0; round < 500; round++)
      if (jensenShannon(sample(400), sample(60))! > divergenceChance(4, 400, 60)) over++;
    expect(over).toBeLessThanOrEqual(4);
  });
});

describe('the distance of two columns', () => {
  it('is 0 of a column and itself, and 1 of columns that do not touch', () => {
    expect(distanceEffect(Float64Array.of(1, 2), Float64Array.of(1, 1, 2, 2)).effect).toBe(0);
    expect(distanceEffect(Float64Array.of(1, 2), Float64Array.of(3)).effect).toBe(1);
  });

  it('is what a count by hand gives', () =>
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const below = (side: Float64Array, value: number) =>
          side.filter(each => each <= value).length / side.length;
        const expected = Math.max(...[...a, ...b].map(value => Math.abs(below(a, value) - below(b, value))));
        expect(distanceEffect(a, b).effect).toBeCloseTo(expected, 12);
      }),
    ));

  it('is finite in quantiles, however large or equal the numbers', () =>
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const { effect, chance: level } = quantileEffect(a, b);
        expect(Number.isNaN(effect) || Number.isNaN(level)).toBe(false);
      }),
    ));
});

describe('the number of distinct values', () => {
  const ids = (rows: number, distinct = rows) => {
    const counts: ValueCounts = {
      level: 0,
      counted: Array.from({ length: distinct }, (_, at) => ({
        key: `${at}`,
        value: undefined,
        count: rows / distinct,
      })),
      heavy: [],
      unlisted_rows: 0,
    };
    return { counts, values: rows };
  };

  it('is the same for unique values at any size, because a larger set has more of them', () =>
    expect(distinctEffect(ids(1000), ids(250)).effect).toBeCloseTo(0, 9));

  it('has fallen where values repeat that were unique', () =>
    expect(distinctEffect(ids(1000), ids(1000, 100)).effect).toBeCloseTo(0.9, 9));

  it.each([200, 5000, 12_000])('is no chance where %s different values became one', rows => {
    const { effect, chance } = distinctEffect(ids(rows), ids(rows, 1));
    expect(effect).toBeGreaterThan(chance * 3);
  });

  it('may be chance in a handful of rows', () => {
    const { effect, chance } = distinctEffect(ids(5), ids(5, 1));
    expect(effect).toBeLessThan(chance);
  });

  it('leaves nothing to chance where each value stands in many rows', () => {
    const { effect, chance } = distinctEffect(ids(3000, 2), ids(3000, 1));
    expect(effect).toBe(0.5);
    expect(chance).toBeLessThan(0.01);
  });
});

describe('statistics of one side', () => {
  it('are counts that add up and quantiles that were observed', () => {
    const schema = schemaOf([field(1, 'x', 'float64'), field(2, 'y', 'string', { logical: 'category' })]);
    const rows = [
      [1, 'a'],
      [2, 'a'],
      [null, 'b'],
      [Number.NaN, null],
      [4, 'a'],
    ];
    expect(statisticsOf(schema, batchOf(schema, rows)).fields).toMatchObject([
      { name: 'x', nulls: 1, notFinite: 1, values: 3, distinct: 3, quantiles: [1, 1, 1, 1, 2, 4, 4, 4, 4] },
      {
        name: 'y',
        nulls: 1,
        values: 4,
        distinct: 2,
        categories: {
          top: [
            { text: 'a', count: 3 },
            { text: 'b', count: 1 },
          ],
          others: 0,
        },
      },
    ]);
  });

  it('keep a quantile when every row is there twice', () =>
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 1000 }), (column, at) => {
        const twice = Float64Array.from([...column, ...column]).sort();
        expect(quantile(twice, at)).toBe(quantile(column, at));
      }),
    ));
});
