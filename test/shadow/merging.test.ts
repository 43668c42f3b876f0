import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import { cutsFrom } from '../../src/shadow/cuts.ts';
import { nextBelow } from '../../src/shadow/place.ts';
import { mergedRanks, quantileOf, type Ranks, rankError, ranksOfSorted } from '../../src/shadow/ranks.ts';
import {
  byKey,
  distinctOf,
  isCounted,
  mergedCounts,
  settledCounts,
  type ValueCounts,
} from '../../src/shadow/value-counts.ts';
import { chance } from '../golden/chance.ts';

const keyOf = (value: number): string =>
  createHash('sha256').update(String(value)).digest('hex').slice(0, 16);

function countsOf(values: readonly number[]): ValueCounts {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  const counted = [...counts].map(([key, count]) => ({ key, value: undefined, count })).sort(byKey);
  return settledCounts({ level: 0, counted, heavy: [], unlisted_rows: 0 });
}

describe('counts of values', () => {
  const draw = chance(3);
  const values = (count: number, of: number) => Array.from({ length: count }, () => Math.floor(draw() * of));

  it('of parts are to the last row those of the whole, because the same values are counted everywhere', () => {
    const parts = [values(9_000, 1e6), values(12_000, 1e6), values(500, 40)];
    const whole = countsOf(parts.flat());
    expect(whole.level).toBeGreaterThan(0);
    const merged = mergedCounts(parts.map(countsOf));
    expect({ ...merged, heavy: [], unlisted_rows: 0 }).toEqual({ ...whole, heavy: [], unlisted_rows: 0 });
  });

  it('of few values hold each of them, and are exact', () =>
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(50))), parts => {
        const merged = mergedCounts(parts.map(countsOf));
        expect(merged).toEqual(countsOf(parts.flat()));
        expect(distinctOf(merged)).toEqual({ count: new Set(parts.flat()).size, error: 0 });
      }),
      { numRuns: 40 },
    ));

  it('tell how many there are within the error they state', () => {
    for (const distinct of [20_000, 60_000]) {
      const { count, error } = distinctOf(countsOf(Array.from({ length: distinct }, (_, at) => at)));
      expect(error).toBeGreaterThan(0);
      expect(error).toBeLessThan(0.06 * distinct);
      expect(Math.abs(count - distinct)).toBeLessThanOrEqual(error);
    }
  });

  it('take half of the hashes at each level', () => {
    expect(isCounted('ffffffffffffffff', 0)).toBe(true);
    expect(isCounted('7fffffffffffffff', 1)).toBe(true);
    expect(isCounted('8000000000000000', 1)).toBe(false);
    expect(isCounted('0fffffffffffffff', 4)).toBe(true);
    expect(isCounted('07ffffffffffffff', 5)).toBe(true);
    expect(isCounted('0800000000000000', 5)).toBe(false);
  });

  it('know of a frequent value that one part has no room for by how much it may be short', () => {
    const many = countsOf(Array.from({ length: 20_000 }, (_, at) => at));
    const heavy = [{ key: keyOf(7), value: undefined, count: 900 }];
    const merged = mergedCounts([
      { ...many, heavy, unlisted_rows: 40 },
      { ...many, unlisted_rows: 60 },
    ]);
    expect(merged.heavy).toEqual(heavy);
    expect(merged.unlisted_rows).toBe(100);
  });
});

const numbers = fc.array(
  fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -3, max: 3 })),
  { minLength: 1, maxLength: 60 },
);
const sortedOf = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

/** How many of ascending values are at or below a number. */
function countAt(sorted: Float64Array, number: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As a column of many values is known: at some of its numbers. */
function sketchOf(values: readonly number[], every: number): Ranks<number> {
  const sorted = sortedOf(values);
  const sample = sorted.filter((_, at) => at % every === 0);
  const at = cutsFrom([...sample], [sorted[0]!, sorted.at(-1)!]);
  return { at, upTo: at.map(number => countAt(sorted, number)), isExact: false, error_rows: 0 };
}

/** A rank that is off by no more than is stated, whichever number is asked for. */
function holdsFor(ranks: Ranks<number>, values: readonly number[]): void {
  const sorted = sortedOf(values);
  const off: number[] = [];
  for (const [place, number] of ranks.at.entries())
    if (Math.abs(ranks.upTo[place]! - countAt(sorted, number)) > ranks.error_rows) off.push(number);
  expect(off).toEqual([]);
  for (const thousandths of [0, 50, 500, 950, 1000]) {
    const quantile = quantileOf(ranks, thousandths);
    const target = Math.max(1, Math.ceil((thousandths * values.length) / 1000));
    const [below, upTo] = [countAt(sorted, nextBelow(quantile)), countAt(sorted, quantile)];
    const error = rankError(ranks);
    expect(below).toBeLessThanOrEqual(target + error);
    expect(upTo).toBeGreaterThanOrEqual(target - error);
  }
}

describe('ranks', () => {
  it('of all values are exact, and so are those of their parts put together', () =>
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 5 }), parts => {
        const merged = mergedRanks(parts.map(part => ranksOfSorted(sortedOf(part))));
        expect(merged).toEqual(ranksOfSorted(sortedOf(parts.flat())));
        expect(rankError(merged)).toBe(0);
      }),
      { numRuns: 60 },
    ));

  it('at some numbers are within the error they state', () =>
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 9 }), (values, every) => {
        holdsFor(sketchOf(values, every), values);
      }),
      { numRuns: 60 },
    ));

  it('of parts are put together within the error they state, in whichever groups', () =>
    fc.assert(
      fc.property(
        fc.array(numbers, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, every) => {
          const sketches = parts.map(part => sketchOf(part, every));
          const all = parts.flat();
          holdsFor(mergedRanks(sketches), all);
          holdsFor(mergedRanks([mergedRanks(sketches.slice(0, 2)), ...sketches.slice(2)]), all);
        },
      ),
      { numRuns: 60 },
    ));

  it('of a hundred parts stay within a hundredth, because all are put together at once', () => {
    const draw = chance(8);
    const parts = Array.from({ length: 100 }, (_, part) =>
      Array.from({ length: 2_000 }, () => draw() ** 3 * (part + 1)),
    );
    const merged = mergedRanks(parts.map(part => sketchOf(part, 2)));
    const all = parts.flat();
    expect(merged.at.length).toBeLessThanOrEqual(3 * LIMITS.shadow_cuts_max);
    expect(rankError(merged) / all.length).toBeLessThan(0.01);
    holdsFor(merged, all);
  });

  it('keep a number apart at which many rows stand: they are not on the way to it', () => {
    const values = [
      ...Array.from({ length: 4_000 }, () => 0),
      ...Array.from({ length: 6_000 }, (_, at) => 1 + at / 7),
    ];
    const ranks = sketchOf(values, 3);
    expect(rankError(ranks)).toBeLessThan(100);
    expect(quantileOf(ranks, 399)).toBe(0);
  });

  it('know the double before another', () => {
    expect(nextBelow(1)).toBe(1 - Number.EPSILON / 2);
    expect(nextBelow(0)).toBe(-Number.MIN_VALUE);
    expect(nextBelow(-1)).toBe(-1 - Number.EPSILON);
    expect(nextBelow(Number.MIN_VALUE)).toBe(0);
  });
});
