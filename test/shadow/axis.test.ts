import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Value } from '../../src/contract/value.ts';
import { toldApart } from '../../src/shadow/axis.ts';
import { compareShadow, compareSummaries, type ShadowComparison } from '../../src/shadow/compare.ts';
import { cutsFrom } from '../../src/shadow/cuts.ts';
import { unitStep } from '../../src/shadow/pairs.ts';
import { orderedText, placeOfOrdered } from '../../src/shadow/place.ts';
import { mergedRanks, quantileOf, type Ranks, rankError, ranksOfSorted } from '../../src/shadow/ranks.ts';
import { mergedSummaries, summaryOf } from '../../src/shadow/summary.ts';
import { summaryDocument, summaryFromDocument } from '../../src/shadow/summary-document.ts';
import { shadowVerdict } from '../../src/shadow/verdict.ts';
import { makeField, makeSchema, unit } from '../contract/make-field.ts';

/** Bases near which doubles lie 256, 2^15 and more apart. */
const BASES = [2n ** 60n, -(2n ** 60n), 2n ** 62n + 1n] as const;
const small = fc.array(fc.bigInt({ min: 0n, max: 60n }), { minLength: 1, maxLength: 40 });
const ascending = (values: readonly bigint[]) => values.toSorted((a, b) => Number(a - b));

const INT: Field = makeField('int64', { id: 1, name: 'x' });
const wide = (precision: number, scale: number): Field => ({
  ...INT,
  type: { kind: 'decimal', precision, scale },
});

const compared = (field: Field, before: readonly Value[], after: readonly Value[]): ShadowComparison => {
  const schema = makeSchema([field]);
  const batch = (values: readonly Value[]) =>
    batchOf(
      schema,
      values.map(value => [value]),
    );
  return compareShadow(schema, batch(before), batch(after));
};
const effectOf = ({ measurements }: ShadowComparison, measure: string) =>
  measurements.find(each => each.measure === measure)?.effect;

/** Kolmogorov–Smirnov by its definition, over whole numbers. */
function distanceOf(before: readonly bigint[], after: readonly bigint[]): number {
  const share = (values: readonly bigint[], at: bigint) =>
    values.filter(value => value <= at).length / values.length;
  return Math.max(...[...before, ...after].map(at => Math.abs(share(before, at) - share(after, at))));
}

/** Of the two sides, each value beside its own of a common multiple of rows. */
function movedOf(before: readonly bigint[], after: readonly bigint[]): number {
  const repeat = (values: readonly bigint[], times: number) =>
    ascending(values).flatMap(value => Array.from({ length: times }, () => value));
  const [left, right] = [repeat(before, after.length), repeat(after, before.length)];
  return left.reduce((sum, value, at) => sum + Math.abs(Number(value - right[at]!)), 0) / left.length;
}

describe('numbers beyond what a double tells apart', () => {
  it('lie as far apart as whole numbers say, wherever they lie, of integers and decimals alike', () =>
    fc.assert(
      fc.property(fc.constantFrom(...BASES), fc.constantFrom(0, 2, 30), small, small, (base, scale, a, b) => {
        const field = scale === 0 ? INT : wide(scale === 2 ? 38 : 76, scale);
        const lift = (values: readonly bigint[]) =>
          values.map(value => (scale === 0 ? base : base * 10n ** 15n) + value);
        const found = compared(field, lift(a), lift(b));
        expect(effectOf(found, 'shadow.distance')).toBeCloseTo(distanceOf(a, b), 12);
        const mean = a.reduce((sum, value) => sum + Number(value), 0) / a.length;
        const deviation = Math.sqrt(
          a.reduce((sum, value) => sum + (Number(value) - mean) ** 2, 0) / a.length,
        );
        if (deviation > 0)
          expect(effectOf(found, 'shadow.wasserstein')).toBeCloseTo(movedOf(a, b) / deviation, 6);
        const [histogram] = found.histograms;
        const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
        expect(total(histogram!.before) + histogram!.outside.before).toBe(a.length);
        expect(total(histogram!.after) + histogram!.outside.after).toBe(b.length);
      }),
      { numRuns: 60 },
    ));

  it('are measured as the same numbers near 0 are', () =>
    fc.assert(
      fc.property(small, small, (a, b) => {
        if (
          a.length < 2 ||
          quantileOf(ranksOfSorted(ascending(a)), 950) === quantileOf(ranksOfSorted(ascending(a)), 50)
        )
          return;
        const lift = (values: readonly bigint[]) => values.map(value => 2n ** 60n + value);
        const [near, far] = [compared(INT, a, b), compared(INT, lift(a), lift(b))];
        for (const measure of ['shadow.distance', 'shadow.quantiles', 'shadow.wasserstein', 'shadow.psi'])
          expect(effectOf(far, measure)).toBeCloseTo(effectOf(near, measure) as number, 9);
      }),
      { numRuns: 60 },
    ));

  it('stay apart though one value lies far from all others', () => {
    const cluster = (from: number) =>
      Array.from({ length: 400 }, (_, at) => 2n ** 60n + BigInt(from + (at % 50)));
    const found = compared(INT, [0n, ...cluster(0)], [0n, ...cluster(40)]);
    expect(effectOf(found, 'shadow.distance')).toBeGreaterThan(0.79);
    expect(shadowVerdict(found, {}).holds).toBe(false);
  });

  it('are told with every digit, where doubles would not tell them apart and only there', () => {
    const { before, after } = compared(INT, [2n ** 60n, 2n ** 60n + 1n], [-5n, 2n ** 53n]);
    expect([before.fields[0]!.quantiles!.at(0), before.fields[0]!.quantiles!.at(-1)]).toEqual([
      '1152921504606846976',
      '1152921504606846977',
    ]);
    expect([after.fields[0]!.quantiles!.at(0), after.fields[0]!.quantiles!.at(-1)]).toEqual([-5, 2 ** 53]);
    const decimal = compared(wide(38, 2), [1234567890123456789012345678n], [150n]);
    expect(decimal.before.fields[0]!.quantiles![0]).toBe('12345678901234567890123456.78');
    expect(decimal.after.fields[0]!.quantiles![0]).toBe(1.5);
  });

  it('are drawn as far apart as their digits are', () => {
    expect(toldApart('1152921504606847016', '1152921504606846976')).toBe(40);
    expect(toldApart('-12345678901234567890123456.75', '-12345678901234567890123456.8')).toBe(0.05);
    expect(toldApart(-0.25, '0.00000000000000000000')).toBe(-0.25);
    expect(toldApart(1e-40, '5')).toBe(-5);
  });

  it('are the same in another scale', () => {
    const values = Array.from({ length: 50 }, (_, at) => 10n ** 20n + BigInt(at));
    const side = (field: Field, times: bigint) => {
      const schema = makeSchema([field]);
      return summaryOf(
        schema,
        batchOf(
          schema,
          values.map(value => [value * times]),
        ),
      );
    };
    const found = compareSummaries(side(wide(38, 2), 1n), side(wide(38, 4), 100n));
    expect(effectOf(found, 'shadow.distance')).toBe(0);
    expect(effectOf(found, 'shadow.wasserstein')).toBe(0);
    const moved = compareSummaries(side(wide(38, 2), 1n), side(wide(38, 3), 11n));
    expect(effectOf(moved, 'shadow.distance')).toBe(1);
  });

  it('are the same in another unit, and differ there by one last digit', () => {
    const side = (code: string, of: (at: bigint) => bigint) => {
      const schema = makeSchema([{ ...INT, unit: unit(code) }]);
      return summaryOf(
        schema,
        batchOf(
          schema,
          Array.from({ length: 50 }, (_, at) => [of(BigInt(at))]),
        ),
      );
    };
    const before = side('m', at => 2n ** 53n + at);
    const same = compareSummaries(
      before,
      side('mm', at => (2n ** 53n + at) * 1000n),
    );
    const moved = compareSummaries(
      before,
      side('mm', at => (2n ** 53n + at) * 1000n + 1n),
    );
    expect(effectOf(same, 'shadow.distance')).toBe(0);
    expect(effectOf(moved, 'shadow.distance')).toBeCloseTo(1 / 50, 12);
  });

  it('are the same in parts, and in documents of parts', () =>
    fc.assert(
      fc.property(small, small, (a, b) => {
        const schema = makeSchema([INT]);
        const side = (values: readonly bigint[]) =>
          summaryOf(
            schema,
            batchOf(
              schema,
              values.map(value => [2n ** 60n + value]),
            ),
          );
        const whole = side([...a, ...b]).fields[0]!.numbers;
        expect(mergedSummaries([side(a), side(b)]).fields[0]!.numbers).toEqual(whole);
      }),
      { numRuns: 30 },
    ));

  it('are kept with every digit by the document of a column of many values', () => {
    const schema = makeSchema([INT]);
    const numbers: Ranks = {
      at: [-(2n ** 63n), 2n ** 60n, 2n ** 60n + 1n],
      upTo: [1, 2, 9],
      isExact: false,
      error_rows: 0,
    };
    const own = summaryOf(
      schema,
      batchOf(
        schema,
        Array.from({ length: 9 }, () => [0n]),
      ),
    );
    const counts = { level: 1, counted: [], heavy: [], unlisted_rows: 0 };
    const summary = { ...own, fields: [{ ...own.fields[0]!, counts, numbers }] };
    const document = summaryDocument(summary, 'sha256:0', []);
    const read = summaryFromDocument(JSON.parse(JSON.stringify(document)), schema, 'sha256:0');
    expect(typeof read === 'string' ? read : read.fields[0]!.numbers).toEqual(numbers);
  });
});

describe('whole numbers known at some of them', () => {
  it('are within the error they state, one part after the other', () =>
    fc.assert(
      fc.property(
        fc.array(small, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, every) => {
          const sketches = parts.map((part): Ranks<bigint> => {
            const sorted = ascending(part.map(value => 2n ** 60n + value));
            const at = cutsFrom(
              sorted.filter((_, place) => place % every === 0),
              [sorted[0]!, sorted.at(-1)!],
            );
            return {
              at,
              upTo: at.map(cut => sorted.filter(value => value <= cut).length),
              isExact: false,
              error_rows: 0,
            };
          });
          const all = parts.flat().map(value => 2n ** 60n + value);
          const merged = mergedRanks(sketches);
          for (const thousandths of [0, 50, 500, 950, 1000]) {
            const quantile = quantileOf(merged, thousandths);
            const target = Math.max(1, Math.ceil((thousandths * all.length) / 1000));
            const error = rankError(merged);
            expect(all.filter(value => value < quantile).length).toBeLessThanOrEqual(target + error);
            expect(all.filter(value => value <= quantile).length).toBeGreaterThanOrEqual(target - error);
          }
        },
      ),
      { numRuns: 60 },
    ));

  it('have the order of their texts', () =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 76n), max: 10n ** 76n }),
        fc.bigInt({ min: -(10n ** 76n), max: 10n ** 76n }),
        (a, b) => {
          expect(placeOfOrdered(orderedText(a))).toBe(a);
          expect(orderedText(a) < orderedText(b)).toBe(a < b);
        },
      ),
    ));
});

describe('moments and what a clock shows', () => {
  it('have no distance, because no number leads from one to the other', () => {
    const [moment, clock] = (['instant', 'local'] as const).map(zone => ({
      ...makeField('timestamp', { id: 1, name: 'x', unit: unit('s') }),
      type: { kind: 'timestamp', zone } as const,
    }));
    expect([unitStep(moment!, clock!), unitStep(clock!, moment!), unitStep(clock!, clock!)]).toEqual([
      'apart',
      'apart',
      'same',
    ]);
  });
});

describe('what is not finite', () => {
  const REAL: Field = makeField('float64', { id: 1, name: 'x', nullable: true });
  const ramp = Array.from({ length: 2_000 }, (_, at) => at / 7);

  it('is no chance where there was none, however few rows it is', () => {
    const verdict = shadowVerdict(compared(REAL, ramp, [...ramp.slice(1), Number.NaN]), {});
    expect(verdict.checks).toContainEqual(
      expect.objectContaining({ measure: 'shadow.not-finite:x', answer: 'exceeded' }),
    );
    expect(verdict.holds).toBe(false);
  });

  it('is counted where it stands in an element or a member, and not beside what is compared', () => {
    const list: Field = {
      ...makeField('float64', { id: 1, name: 'x' }),
      type: {
        kind: 'list',
        element: makeField('float64', { id: 2, name: 'e' }),
        length: { min: 0, max: 9 },
      },
      logical: 'embedding',
    } as Field;
    const vectors: readonly Value[] = ramp.map(value => [value, 2.5]);
    const found = compared(list, vectors, [[1, Number.NEGATIVE_INFINITY], ...vectors.slice(1)]);
    expect(found.after.fields[0]).toMatchObject({ notFinite: 1, values: 1_999, distinct: 1_999 });
    expect(
      shadowVerdict(found, {})
        .checks.filter(({ answer }) => answer === 'exceeded')
        .map(({ measure }) => measure),
    ).toEqual(['shadow.not-finite:x']);
    expect(shadowVerdict(compared(list, vectors, vectors), {}).holds).toBe(true);
  });

  it('leaves no distance to evaluate where nothing else is on both sides, and fails', () => {
    const lost = Array.from({ length: 40 }, () => Number.NaN);
    const verdict = shadowVerdict(compared(REAL, lost, lost), {});
    expect(verdict.checks.map(({ measure, answer }) => [measure, answer])).toContainEqual([
      'shadow.distance:x',
      'not-evaluated',
    ]);
    expect(verdict.holds).toBe(false);
  });

  it('is something else than nulls alone, of which no distance is counted as measured', () => {
    const none = Array.from({ length: 40 }, () => null);
    const found = compared(REAL, none, none);
    expect(found.measurements.map(({ measure }) => measure)).toEqual([
      'shadow.null-rate',
      'shadow.not-finite',
    ]);
    expect(shadowVerdict(found, {}).holds).toBe(true);
    expect(shadowVerdict(found, { 'shadow.distance:x': 0.5 }).holds).toBe(false);
  });
});
