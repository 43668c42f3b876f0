import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/base/limits.ts';
import type { Field } from '../../../src/contract/field.ts';
import type { Value } from '../../../src/contract/value.ts';
import { PLOT_QUANTILES, plotShape } from '../../../src/golden/plots/field-plot.ts';
import { field } from '../weather.ts';

const column = (values: readonly Value[]) => ({ rows: values.length, at: (row: number) => values[row]! });

function drawn(its: Field, before: readonly Value[], after: readonly Value[]) {
  const shape = plotShape(its, { before: column(before), after: column(after) });
  if (shape === undefined) throw new Error('nothing was drawn');
  return shape;
}

const edges = ({ bins }: ReturnType<typeof drawn>) => [
  ...bins.map(({ from }) => from.text),
  bins.at(-1)!.to.text,
];

const float = field(1, 'x', 'float64');
const int = field(1, 'n', 'int32');
const long = field(1, 'n', 'int64');

describe('the bins of a histogram', () => {
  it('have edges that a person would write, of decimals as they are read', () => {
    expect(edges(drawn(float, [0.1, 0.3], [0.7]))).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
    expect(edges(drawn(int, [1, 2, 3], [4]))).toEqual([1, 2, 3, 4, 5]);
    expect(edges(drawn(float, [1, 2, 3], [4]))).toEqual([1, 2, 3, 4, 5]);
  });

  it('are whole beyond what doubles hold, and count what lies on an edge once', () => {
    const top = 2n ** 62n;
    const shape = drawn(long, [top, top + 1n, top + 2n], [top + 2n]);
    expect(edges(shape)).toEqual([top, top + 1n, top + 2n, top + 3n]);
    expect(shape.bins.map(({ before, after }) => [before, after])).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
    ]);
  });

  it('of decimals, days and moments are written as the field writes them', () => {
    const price: Field = { ...float, type: { kind: 'decimal', precision: 9, scale: 2 } };
    expect(edges(drawn(price, [1n, 2n], [3n]))).toEqual(['0.01', '0.02', '0.03', '0.04']);
    const day = field(1, 'day', 'date');
    const year = Array.from({ length: 365 }, (_, at) => at);
    expect(edges(drawn(day, year, year)).slice(0, 2)).toEqual(['1970-01-01', '1970-01-29']);
  });

  it('grow where half of a side would stand in the first hundredth, as where seconds became milliseconds', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8];
    const shape = drawn(
      int,
      seconds,
      seconds.map(value => value * 1000),
    );
    expect(shape.scale).toBe('logarithmic');
    expect(edges(shape)).toEqual([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]);
    expect(shape.bins.map(({ before }) => before)).toEqual([1, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(shape.bins.map(({ after }) => after)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 4]);
    expect(drawn(int, seconds, seconds).scale).toBe('linear');
  });

  it('leave out what is no number or stands for none, and count it', () => {
    const its = { ...float, sentinels: [{ value: -999, means: 'unknown' as const }] };
    const shape = drawn(its, [1, null, Number.NaN, -999], [2, Number.POSITIVE_INFINITY]);
    expect([shape.drawn, shape.leftOut]).toEqual([
      { before: 1, after: 1 },
      { before: 3, after: 1 },
    ]);
    expect(edges(shape)).not.toContain(-1000);
  });

  it('are of lengths where the field holds texts', () => {
    const shape = drawn(field(1, 't', 'string'), ['a', 'bb'], ['ccc', '🙂']);
    expect(edges(shape)).toEqual([1, 2, 3, 4]);
    expect(shape.bins.map(({ after }) => after)).toEqual([1, 0, 1]);
  });

  it('are none where no side has a value, and none of what has no order', () => {
    expect(plotShape(float, { before: column([null]), after: column([]) })).toBeUndefined();
    const label = field(1, 'l', 'string', { logical: 'label' });
    expect(plotShape(label, { before: column(['a']), after: column(['b']) })).toBeUndefined();
    expect(
      plotShape(field(1, 'b', 'bool'), { before: column([true]), after: column([false]) }),
    ).toBeUndefined();
  });

  it.each([
    [[5e-324], [1e-323]],
    [[-Number.MAX_VALUE], [Number.MAX_VALUE]],
    [[1e16], [1e16 + 2]],
    [[0], [Number.MAX_VALUE]],
    [[1_000_000.1], [1_000_000.100_000_000_1]],
    [[7.5], [7.5]],
    [[0], [0]],
  ])('hold all of %j and %j, however far apart or near they are', (before, after) => {
    const { bins } = drawn(float, before, after);
    expect(bins.length).toBeLessThanOrEqual(LIMITS.plot_bins_max);
    expect(bins.reduce((sum, bin) => sum + bin.before + bin.after, 0)).toBe(2);
  });
});

const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
  minLength: 1,
  maxLength: 60,
});
const longs = fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), {
  minLength: 1,
  maxLength: 60,
});
const few = fc.array(fc.integer({ min: -20, max: 300 }), { minLength: 1, maxLength: 60 });

describe('any two columns', () => {
  it.each([
    ['doubles', float, numbers],
    ['long integers', long, longs],
    ['integers', int, few],
  ])('of %s are counted as their edges say, and their quantiles were observed', (_, its, values) => {
    fc.assert(
      fc.property(values, values, (before, after) => {
        const { bins, quantiles } = drawn(its, before, after);
        expect(bins.length).toBeLessThanOrEqual(LIMITS.plot_bins_max);
        for (const [at, { from, to, ...counts }] of bins.entries()) {
          const [low, high] = [from.text as number, to.text as number];
          const isLast = at === bins.length - 1;
          const isIn = (value: number | bigint) =>
            value >= low && (value < high || (isLast && value <= high));
          for (const [side, all] of [
            ['before', before],
            ['after', after],
          ] as const)
            expect(counts[side]).toBe(all.filter(isIn).length);
          if (at > 0) expect(from).toEqual(bins[at - 1]!.to);
        }
        expect(quantiles.map(({ thousandths }) => thousandths)).toEqual([...PLOT_QUANTILES]);
        for (const { thousandths, before: mark } of quantiles) {
          const value = mark!.text as number;
          const below = before.filter(one => one < value).length;
          const upTo = before.filter(one => one <= value).length;
          expect(upTo).toBeGreaterThan(below);
          expect(upTo * 1000).toBeGreaterThanOrEqual(thousandths * before.length);
          expect(below * 1000).toBeLessThan(Math.max(1, thousandths * before.length));
        }
      }),
      { numRuns: 60 },
    );
  });
});
