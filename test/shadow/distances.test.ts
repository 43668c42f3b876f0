import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareField } from '../../src/contract/bare-field.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import { alignedCounts } from '../../src/shadow/aligned.ts';
import { compareSummaries } from '../../src/shadow/compare.ts';
import { movedEffect, numberStabilityEffect } from '../../src/shadow/distances.ts';
import { hellingerEffect, largestEffect, oneSidedEffect, stabilityEffect } from '../../src/shadow/effects.ts';
import { factorBetween } from '../../src/shadow/factor.ts';
import { ranksOfSorted } from '../../src/shadow/ranks.ts';
import { columnSummary, type DataSummary } from '../../src/shadow/summary.ts';
import { shadowVerdict } from '../../src/shadow/verdict.ts';
import { chance } from '../golden/chance.ts';

const ranksOf = (values: readonly number[]) => ranksOfSorted(Float64Array.from(values).sort());
const sides = (before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>) => {
  const counted = (counts: Readonly<Record<string, number>>) =>
    new Map(Object.entries(counts).map(([text, count]) => [text, { text, count }]));
  return alignedCounts(counted(before), counted(after));
};
const shares = fc
  .tuple(fc.nat(900), fc.nat(900), fc.nat(900))
  .filter(counts => counts.some(count => count > 0));
const named = ([a, b, c]: readonly number[]) => ({ ...(a && { a }), ...(b && { b }), ...(c && { c }) });

describe('distances of categories', () => {
  it('are known values: half of all moved to a new category', () => {
    const moved = sides({ a: 2 }, { a: 1, b: 1 });
    expect(largestEffect(moved).effect).toBe(0.5);
    expect(hellingerEffect(moved).effect).toBeCloseTo(Math.sqrt(1 - Math.SQRT1_2), 12);
    expect(oneSidedEffect(moved, 'after').effect).toBe(0.5);
    expect(stabilityEffect(moved).effect).toBeCloseTo(
      0.5 * Math.log(2) + (0.5 - 1e-4) * Math.log(0.5 / 1e-4),
      9,
    );
  });

  it('are 0 of the same proportions at any size, and finite of any', () =>
    fc.assert(
      fc.property(shares, shares, fc.integer({ min: 1, max: 40 }), (a, b, times) => {
        const often = a.map(count => count * times);
        for (const measure of [largestEffect, hellingerEffect, stabilityEffect]) {
          expect(measure(sides(named(a), named(often))).effect).toBe(0);
          const { effect } = measure(sides(named(a), named(b)));
          expect(Number.isFinite(effect)).toBe(true);
          expect(measure(sides(named(often), named(b))).effect).toBeCloseTo(effect!, 9);
        }
      }),
    ));

  it('are nothing beside something not 0, and can not be evaluated', () => {
    for (const measure of [largestEffect, hellingerEffect, stabilityEffect])
      expect(measure(sides({}, { a: 5 })).effect).toBeUndefined();
  });
});

const numbers = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 40 });

describe('how far values moved on average', () => {
  it('is the mean distance of sorted pairs, where the sides have one size', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -99, max: 99 })), {
          minLength: 2,
          maxLength: 30,
        }),
        pairs => {
          const [a, b] = [
            pairs.map(([x]) => x).sort((x, y) => x - y),
            pairs.map(([, y]) => y).sort((x, y) => x - y),
          ];
          const mean = a.reduce((sum, x) => sum + x, 0) / a.length;
          const deviation = Math.sqrt(a.reduce((sum, x) => sum + (x - mean) ** 2, 0) / a.length);
          if (deviation === 0) return;
          const expected = a.reduce((sum, x, at) => sum + Math.abs(x - b[at]!), 0) / a.length / deviation;
          expect(movedEffect(ranksOf(a), ranksOf(b)).effect).toBeCloseTo(expected, 9);
        },
      ),
    ));

  it('is 0 of a column and itself, also of the largest numbers there are', () => {
    const ends = ranksOf([-Number.MAX_VALUE, 0, Number.MAX_VALUE]);
    expect(movedEffect(ends, ends).effect).toBe(0);
    expect(movedEffect(ranksOf([5, 5]), ranksOf([5])).effect).toBe(0);
    expect(movedEffect(ranksOf([5, 5]), ranksOf([6])).effect).toBeCloseTo(1 / 6, 12);
  });

  it('is a number also where the deviation is the least there is', () => {
    for (const [a, b] of [
      [
        [0, 1e-323],
        [-1, 0],
      ],
      [
        [0, -1e-323],
        [0, 1],
      ],
    ] as const)
      expect(movedEffect(ranksOf(a), ranksOf(b)).effect).toBeGreaterThan(1e300);
  });

  it('and the stability of numbers are finite, whatever the numbers', () =>
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }),
        numbers,
        (a, b) => {
          for (const measure of [movedEffect, numberStabilityEffect])
            for (const { effect, chance: level } of [
              measure(ranksOf(a), ranksOf(b)),
              measure(ranksOf(b), ranksOf(a)),
            ]) {
              expect(Number.isNaN(effect)).toBe(false);
              expect(Number.isNaN(level)).toBe(false);
            }
        },
      ),
    ));
});

describe('one factor between two distributions', () => {
  const draw = chance(40);
  const skewed = (count: number) => Array.from({ length: count }, () => draw() ** 2 * 300 + draw());

  it.each([1000, 3.6, 1 / 60, 25.4, 0.45359237, 8.1])(
    'of ×%f is found between rows that nobody can pair',
    times => {
      const found = factorBetween(ranksOf(skewed(9000)), ranksOf(skewed(8000).map(value => value * times)));
      expect(found!.times / times).toBeGreaterThan(0.9);
      expect(found!.times / times).toBeLessThan(1.1);
      expect(found!.near).toBe(times === 8.1 ? undefined : times);
    },
  );

  it('is not found where there is none: the same, a shift, another shape, a constant, few values', () => {
    const [one, other] = [skewed(2000), skewed(2000)];
    expect(factorBetween(ranksOf(one), ranksOf(other))).toBeUndefined();
    expect(factorBetween(ranksOf(one), ranksOf(other.map(value => value + 500)))).toBeUndefined();
    expect(factorBetween(ranksOf(one), ranksOf(other.map(value => 300 - value)))).toBeUndefined();
    expect(
      factorBetween(
        ranksOf(one.map(value => (value > 90 ? value : 2 * value))),
        ranksOf(other.map(value => (value > 90 ? 9 * value : value))),
      ),
    ).toBeUndefined();
    expect(factorBetween(ranksOf(one.map(() => 5)), ranksOf(one.map(() => 5000)))).toBeUndefined();
    expect(
      factorBetween(ranksOf(one.slice(0, 20)), ranksOf(one.slice(0, 20).map(value => value * 1000))),
    ).toBeUndefined();
    // A narrow one that moved by a tenth fits a factor as well as a shift.
    const narrow = one.map(value => 1000 + value / 300);
    expect(factorBetween(ranksOf(narrow), ranksOf(narrow.map(value => value + 100)))).toBeUndefined();
  });
});

describe('what units and values say of each other', () => {
  const draw = chance(41);
  const values = (times: number) => Array.from({ length: 1200 }, () => times * (1 + draw() ** 3 * 900));
  function side(unit: string, all: readonly number[]): DataSummary {
    const parsed = parseUnit(unit);
    if (parsed instanceof Error) throw parsed;
    const field = { ...bareField(1, 'took', { kind: 'float64' }, 'duration'), unit: parsed };
    const schema = { fields: [field], normalizer: undefined, key: [], label: undefined, slices: [] };
    return {
      schema,
      rows: all.length,
      fields: [columnSummary(field, row => all[row]!, all.length)],
      slices: [],
    };
  }
  const judged = (before: DataSummary, after: DataSummary) => {
    const comparison = compareSummaries(before, after);
    const failing = shadowVerdict(comparison, {}).checks.filter(
      ({ answer }) => answer === 'exceeded' || answer === 'not-evaluated',
    );
    return { findings: comparison.findings, failing: failing.map(({ measure }) => measure) };
  };

  it('is nothing where both changed by the same', () =>
    expect(judged(side('s', values(1)), side('ms', values(1000)))).toEqual({ findings: [], failing: [] }));

  it('is that the values changed and the unit did not', () =>
    expect(judged(side('s', values(1)), side('s', values(1000)))).toMatchObject({
      findings: [{ kind: 'values-without-unit', said: 1, near: 1000 }],
      failing: expect.arrayContaining(['shadow.factor:took']),
    }));

  it('is that the unit changed and the values did not', () =>
    expect(judged(side('s', values(1)), side('ms', values(1)))).toMatchObject({
      findings: [{ kind: 'unit-without-values', said: 1000, near: 1, units: { before: 's', after: 'ms' } }],
      failing: expect.arrayContaining(['shadow.factor:took']),
    }));

  it('is that both changed, and not by the same', () =>
    expect(judged(side('s', values(1)), side('ms', values(60)))).toMatchObject({
      findings: [{ kind: 'factor-differs', said: 1000 }],
    }));

  it('of units that no number leads between can not be evaluated', () =>
    expect(judged(side('s', values(1)), side('m', values(1))).failing).toEqual(
      expect.arrayContaining(['shadow.distance:took', 'shadow.factor:took']),
    ));
});
