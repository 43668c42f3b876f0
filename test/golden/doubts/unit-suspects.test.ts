import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../../src/contract/batch.ts';
import type { Field } from '../../../src/contract/field.ts';
import type { Value } from '../../../src/contract/value.ts';
import { decadeUnit } from '../../../src/golden/doubts/decade.ts';
import { stepRatio } from '../../../src/golden/doubts/step-ratio.ts';
import { suspectText, unitSuspects, type Witnesses } from '../../../src/golden/doubts/unit-suspects.ts';
import { makeField, makeSchema, unit } from '../../contract/make-field.ts';

const elapsed = (code: string): Field =>
  makeField('float64', {
    id: 1,
    name: 'test_time',
    logical: 'duration',
    unit: unit(code),
    nullable: true,
    ...(code === 's' && { sentinels: [{ value: -999, means: 'unknown' } as const] }),
  });
const clock = (code = 's'): Field =>
  makeField('timestamp', { id: 2, name: 'clock', logical: 'timestamp', unit: unit(code), nullable: true });
const times = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));
const START = 1_700_000_000n;

function suspects(
  rows: readonly (readonly Value[])[],
  code = 's',
  witnesses: Witnesses = {},
  hidden = [] as number[],
) {
  const schema = makeSchema([elapsed(code), clock()]);
  return unitSuspects(schema, batchOf(schema, rows), witnesses, hidden);
}

/** Steps of a second beside steps of a thousand. */
const thousandfold = times(20, at => [at * 1000, START + BigInt(at)]);

describe('a unit that is held against a witness', () => {
  it('is suspected where steps are a thousand times as far, with the factor and the unit that it seems to be', () => {
    expect(suspects(thousandfold)).toEqual([
      {
        field: 1,
        name: 'test_time',
        unit: 's',
        how: 'witness',
        witness: 2,
        factor: 1000,
        seems: 'ms',
        compared: 19,
        agreeing: 19,
      },
    ]);
  });

  it('is not where they are as far, whatever unit either counts', () => {
    expect(suspects(thousandfold, 'ms')).toEqual([]);
    expect(suspects(times(20, at => [at, START + BigInt(at)]))).toEqual([]);
  });

  it('is not where the two have nothing to do with each other, nor where there are too few rows to say', () => {
    expect(suspects(times(40, at => [(at * 7919) % 101, START + BigInt(at)]))).toEqual([]);
    expect(suspects(thousandfold.slice(0, 8))).toEqual([]);
    expect(suspects(thousandfold.slice(0, 9))).toHaveLength(1);
  });

  it('finds the factor in rows of any order, with nulls, sentinels and several beginnings among them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(['ns', 1e9], ['us', 1e6], ['ms', 1000], ['min', 1 / 60], ['h', 1 / 3600]),
        fc.shuffledSubarray(
          times(60, at => at),
          { minLength: 40 },
        ),
        ([code, factor], order) => {
          const rows = order.map((at, row) =>
            row % 17 === 3
              ? [null, null]
              : row % 23 === 5
                ? [-999, START]
                : [at * 60 * Number(factor), START + BigInt(60 * at)],
          );
          const [found, ...more] = suspects(rows);
          expect(more).toEqual([]);
          expect(found).toMatchObject({ seems: code });
          expect(found!.factor).toBeCloseTo(Number(factor), 9);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('compares rows further apart where the witness is rounded to more than a step', () => {
    const rows = times(400, at => [at * 100, START + BigInt(Math.floor(at / 10))]);
    expect(suspects(rows)).toMatchObject([{ factor: 1000, seems: 'ms' }]);
  });

  it('takes no factor that is that of no unit from what nobody declared, and tells it of a witness that is', () => {
    const rows = times(20, at => [at * 3.5, START + BigInt(at)]);
    expect(suspects(rows)).toEqual([]);
    const [found] = suspects(rows, 's', { test_time: 'clock' });
    expect(found).toMatchObject({ factor: 3.5, seems: undefined });
    expect(suspects(rows, 's', { test_time: 'clock' }, [1])).toMatchObject([{ factor: { withheld: true } }]);
    expect(suspectText(makeSchema([elapsed('s'), clock()]), found!)).toContain('clock');
  });

  it('fails where the declared witness shows nothing, because a gate that looked at nothing holds nothing', () => {
    const rows = times(20, at => [at, START]);
    expect(suspects(rows)).toEqual([]);
    expect(suspects(rows, 's', { test_time: 'clock' })).toMatchObject([{ factor: undefined, compared: 0 }]);
  });

  it('is let be where the manifest says that nothing witnesses it', () => {
    expect(suspects(thousandfold, 's', { test_time: false })).toEqual([]);
  });
});

describe('a ratio of steps', () => {
  it('is one whatever is added to either side, and grows as the series does', () => {
    const [steps, scale] = [
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 12, maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
    ];
    fc.assert(
      fc.property(steps, scale, fc.integer(), fc.integer(), (moved, factor, a, b) => {
        const at = moved.map((_, end) => moved.slice(0, end + 1).reduce((sum, step) => sum + step, 0));
        const series = Float64Array.from(at, value => value * factor + a);
        const witness = Float64Array.from(at, value => value + b);
        expect(stepRatio(series, witness)?.factor).toBeCloseTo(factor, 6);
      }),
      { numRuns: 40 },
    );
  });
});

describe('moments that lie in no decade in which there are samples', () => {
  const YEAR_2000_S = 946_684_800n;
  const UNITS = { s: 1n, ms: 1000n, us: 1_000_000n, ns: 1_000_000_000n } as const;
  const pairs = (Object.keys(UNITS) as (keyof typeof UNITS)[]).flatMap(declared =>
    (Object.keys(UNITS) as (keyof typeof UNITS)[]).map(stored => [declared, stored] as const),
  );

  it.each(pairs)('declared in %s and stored in %s are read as what they are', (declared, stored) => {
    const found = decadeUnit([YEAR_2000_S * UNITS[stored]], declared);
    expect(found).toBe(declared === stored ? undefined : stored);
  });

  it('are suspected in a field, with the factor', () => {
    const schema = makeSchema([clock('ms')]);
    const found = unitSuspects(schema, batchOf(schema, [[YEAR_2000_S], [null], [YEAR_2000_S + 1n]]), {}, []);
    expect(found).toMatchObject([{ how: 'decade', unit: 'ms', seems: 's', factor: 0.001, compared: 2 }]);
    expect(unitSuspects(schema, batchOf(schema, [[YEAR_2000_S]]), { clock: false }, [])).toEqual([]);
  });

  it('are not where one of them is a moment of today, or where no unit makes them such', () => {
    expect(decadeUnit([YEAR_2000_S, YEAR_2000_S * 1000n], 'ms')).toBeUndefined();
    expect(decadeUnit([-5_000_000_000n], 's')).toBeUndefined();
    expect(decadeUnit([], 's')).toBeUndefined();
    // A century ago, in milliseconds: no sample of today, and in no unit one.
    expect(decadeUnit([-1_500_000_000_000n], 'ms')).toBeUndefined();
  });
});
