import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import type { Unit } from '../../src/contract/unit.ts';
import type { Value } from '../../src/contract/value.ts';
import { WITHHELD } from '../../src/contract/withheld.ts';
import { type Comparison, compare } from '../../src/golden/compare.ts';
import { scaleEstimate } from '../../src/golden/scale-estimate.ts';
import { tellComparison, tellVerdict } from '../../src/golden/tell.ts';
import { goldenVerdict } from '../../src/golden/verdict.ts';
import { field, schemaOf } from './weather.ts';

const unit = (code: string): Unit => parseUnit(code) as Unit;
const LATENCY = field(2, 'latency', 'float64', { logical: 'duration', unit: unit('s') });

function compared(
  column: Field,
  before: readonly Value[],
  after: readonly Value[],
  units?: ReadonlyMap<number, Unit>,
): Comparison {
  const schema = schemaOf([field(1, 'id', 'int32'), column]);
  const rows = (values: readonly Value[]) => values.map((value, row) => [row, value]);
  return compare(schema, batchOf(schema, rows(before)), batchOf(schema, rows(after)), {
    explain: false,
    units,
  }) as Comparison;
}

const SECONDS = Array.from({ length: 40 }, (_, at) => 0.25 + at * 1.5);

describe('values that were multiplied while their unit stayed', () => {
  it('are found with the factor, what agrees, and what it could mean', () => {
    const later = SECONDS.map((value, at) => (at === 7 ? 3 : value * 1000));
    expect(compared(LATENCY, SECONDS, later).suspects).toEqual([
      {
        code: 'VALUES_SCALED_WITHOUT_UNIT',
        field: 2,
        name: 'latency',
        unit: { before: 's', after: 's' },
        factor: 1000,
        pairs: 40,
        agree: 39,
        guess: 's → ms',
      },
    ]);
  });

  it('are found of whole numbers that were divided and rounded, too', () => {
    const before = SECONDS.map(value => BigInt(Math.round(value * 100_000)));
    const after = before.map(value => value / 1000n);
    const column = field(2, 'latency', 'int64', { logical: 'duration', unit: unit('s') });
    expect(compared(column, before, after).suspects).toMatchObject([{ factor: 0.001 }]);
  });

  it.each([
    ['nothing changed', SECONDS, SECONDS],
    ['an amount was added', SECONDS, SECONDS.map(value => value + 1000)],
    ['one half stayed', SECONDS, SECONDS.map((value, at) => (at % 2 === 0 ? value : value * 1000))],
    ['there are too few', SECONDS.slice(0, 7), SECONDS.slice(0, 7).map(value => value * 1000)],
    ['they are all alike', SECONDS.map(() => 5), SECONDS.map(() => 5000)],
    ['all are nothing', SECONDS.map(() => 0), SECONDS.map(() => 0)],
    ['they differ by a hundredth', SECONDS, SECONDS.map(value => value * 1.009)],
  ])('are not found where %s', (_, before, after) =>
    expect(compared(LATENCY, before, after).suspects).toEqual([]),
  );

  it('are not found of moments, because a place on a line has no factor', () => {
    const column = field(2, 'seen', 'date');
    const days = SECONDS.map((_, at) => 100 + at * 10);
    const later = days.map(day => day * 3);
    expect(compared(column, days, later).suspects).toEqual([]);
  });

  it('leave out zeros, nulls, NaN and sentinels, which no factor touches', () => {
    const column = { ...LATENCY, sentinels: [{ value: -1, means: 'unknown' as const }] };
    const none: readonly Value[] = [0, null, Number.NaN, -1];
    const later = [...none, ...SECONDS.map(value => value * 60)];
    expect(compared(column, [...none, ...SECONDS], later).suspects).toMatchObject([
      { factor: 60, pairs: 40, agree: 40 },
    ]);
  });
});

describe('a unit that changed while the values stayed', () => {
  const units = new Map([[2, unit('s')]]);
  const inMs = { ...LATENCY, unit: unit('ms') };

  it('is found, with what the values should have been multiplied by', () => {
    const converted = SECONDS.map(value => value * 1000);
    expect(compared(inMs, converted, SECONDS, units).suspects).toMatchObject([
      {
        code: 'UNIT_CHANGED_WITHOUT_VALUES',
        unit: { before: 's', after: 'ms' },
        factor: 1000,
        pairs: 40,
        agree: 40,
      },
    ]);
    expect(compared(inMs, converted, converted, units).suspects).toEqual([]);
  });

  it('is found of temperatures, whose conversion adds an amount as well', () => {
    const column = { ...LATENCY, logical: 'quantity' as const, unit: unit('[degF]') };
    const celsius = SECONDS.map(value => value - 20.3);
    const converted = celsius.map(value => value * 1.8 + 32);
    const found = compared(column, converted, celsius, new Map([[2, unit('Cel')]])).suspects;
    expect(found).toMatchObject([{ code: 'UNIT_CHANGED_WITHOUT_VALUES', factor: 1.8 }]);
  });

  it('is another thing than values that were multiplied by what no unit says', () => {
    const converted = SECONDS.map(value => value * 1000);
    const twice = converted.map(value => value * 1000);
    expect(compared(inMs, converted, twice, units).suspects).toMatchObject([
      { code: 'VALUES_SCALED_WITHOUT_UNIT', factor: 1000 },
    ]);
  });
});

describe('a verdict on values and units', () => {
  const comparison = compared(
    LATENCY,
    SECONDS,
    SECONDS.map(value => value * 1000),
  );

  it('fails for the factor whatever each number may change, unless that is allowed by name', () => {
    const each = { 'number.relative:latency': 1 };
    expect(goldenVerdict(comparison, each)).toMatchObject({
      holds: false,
      checks: [
        { measure: 'number.relative:latency', answer: 'within' },
        { measure: 'values.factor:latency', observed: 1000, answer: 'no-allowance' },
      ],
    });
    expect(goldenVerdict(comparison, { ...each, 'values.factor:latency': 1000 }).holds).toBe(true);
    expect(goldenVerdict(comparison, { ...each, 'values.factor:latency': 999 }).holds).toBe(false);
  });

  it('evaluates an allowance where nothing was multiplied', () =>
    expect(goldenVerdict(compared(LATENCY, [1, 2], [1, 2]), { 'values.factor:latency': 1 })).toMatchObject({
      holds: true,
      checks: [{ observed: 1, answer: 'within' }],
    }));

  it('tells no factor of a field whose values are withheld, because a ratio gives them away', () => {
    const schema = schemaOf([field(1, 'id', 'int32'), LATENCY]);
    const told = tellComparison(schema, comparison, [2]);
    expect(told.suspects).toMatchObject([{ factor: WITHHELD, guess: WITHHELD, agree: 40 }]);
    expect(told.fields[1]?.number).toMatchObject({ ulps: WITHHELD });
    const verdict = goldenVerdict(comparison, {});
    expect(tellVerdict(told, verdict, [2]).checks).toContainEqual({
      measure: 'values.factor:latency',
      observed: WITHHELD,
      allowed: undefined,
      answer: 'no-allowance',
    });
  });
});

describe('an estimate of a factor', () => {
  it('finds any that was planted, whatever a tenth of the numbers became', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 20, maxLength: 60 }),
        fc.constantFrom(1000, 0.001, 60, 1 / 3600, 2.54, 1024, 0.5),
        fc.infiniteStream(fc.double({ min: 0.001, max: 1e9, noNaN: true })),
        (values, factor, others) => {
          const before = Float64Array.from(values, (value, at) => value + at);
          const after = before.map((value, at) => (at % 12 === 7 ? others.next().value! : value * factor));
          const found = scaleEstimate(before, after);
          expect(Math.abs(found!.factor / factor - 1)).toBeLessThan(1e-5);
          expect(found!.agree).toBeGreaterThanOrEqual(Math.ceil(values.length * 0.9));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds none between numbers that have nothing to do with each other', () => {
    const numbers = fc.array(fc.double({ min: 1, max: 2, noNaN: true }), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(numbers, numbers, fc.constantFrom(1, 1000), (before, after, size) => {
        // Two lists that fast-check made the same, or nearly constant, do have something to do with each other.
        fc.pre(new Set(before).size > 25 && new Set(after).size > 25);
        const [left, right] = [before, after].map(list =>
          list.map((value, at) => value + ((at * 7) % 10) / 10),
        );
        const shifted = right!.map((_, at) => right![(at * 11 + 4) % right!.length]! * size);
        expect(scaleEstimate(Float64Array.from(left!), Float64Array.from(shifted))).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});
