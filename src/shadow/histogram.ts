import { LIMITS } from '../base/limits.ts';
import { isCategorical } from '../contract/category.ts';
import { aligned } from './aligned.ts';
import { type Axis, axisOf, plain, type ToldNumber, toldPlace } from './axis.ts';
import type { FieldPair } from './pairs.ts';
import { comparePlaces, type Place, scaleOf } from './place.ts';
import { countUpTo, quantileOf, type Ranks, sizeOfRanks } from './ranks.ts';

/** A field's two distributions on one axis, to be drawn. */
export type FieldHistogram<V = never> = {
  readonly field: string;
  readonly of: 'numbers' | 'lengths' | 'categories';
  /** Of numbers and lengths: ends of bars, one more than there are bars. A bar has what is above its lower end, up to its upper one. */
  readonly edges: readonly ToldNumber[] | V | undefined;
  /** Of categories: what the bars are called, the most frequent first. */
  readonly names: readonly (string | V)[] | undefined;
  /** Rows in each bar, and beyond the outer edges, or of other categories. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly outside: { readonly before: number; readonly after: number };
};

/** Undefined of a field that has neither categories, numbers nor lengths. */
export function histogramOf(pair: FieldPair): FieldHistogram | undefined {
  const { before, after } = pair;
  if (before.isWithheld || after.isWithheld) return undefined;
  if (isCategorical(before.field) !== isCategorical(after.field)) return undefined;
  if (isCategorical(after.field)) return categoriesOf(pair);
  const axis = axisOf(pair);
  if (axis !== undefined) {
    const sides = [axis.before, axis.after].filter(side => sizeOfRanks(side) > 0);
    if (sides.length > 0 && sides.every(side => typeof side.at[0] === 'bigint'))
      return wholeBarsOf(after.field.name, axis, scaleOf(after.field));
    return barsOf(after.field.name, 'numbers', plain(axis.before, 0), plain(axis.after, 0));
  }
  if (before.lengths === undefined || after.lengths === undefined) return undefined;
  return barsOf(after.field.name, 'lengths', before.lengths, after.lengths);
}

/** From the first to the last percentile of both sides: a single row far out would leave one bar to all others. */
function barsOf(
  field: string,
  of: 'numbers' | 'lengths',
  before: Ranks<number>,
  after: Ranks<number>,
): FieldHistogram | undefined {
  const sides = [before, after].filter(side => sizeOfRanks(side) > 0);
  if (sides.length === 0) return undefined;
  const [low, high] = [
    Math.min(...sides.map(side => quantileOf(side, 10))),
    Math.max(...sides.map(side => quantileOf(side, 990))),
  ];
  const bars = low === high ? 1 : LIMITS.shadow_bins;
  const edges = Array.from({ length: bars + 1 }, (_, at) => low * (1 - at / bars) + high * (at / bars));
  // The lowest number lies in the first bar.
  const from = low === high ? low - Math.max(1, Math.abs(low)) / 2 : low - (edges[1]! - low) / 1e6;
  edges[0] = from;
  return { field, of, edges, names: undefined, ...barCounts(edges, before, after) };
}

/** Of whole numbers beyond what doubles tell apart: so are the edges, in the last digit that values have after. */
function wholeBarsOf(field: string, { before, after, times }: Axis, scale: number): FieldHistogram {
  const sides = [before, after].filter(side => sizeOfRanks(side) > 0);
  const ends = (at: number): bigint[] => sides.map(side => BigInt(quantileOf(side, at))).sort(comparePlaces);
  const low = floored(ends(10)[0]!, times);
  const high = -floored(-ends(990).at(-1)!, times);
  const width = high - low;
  const bars = width === 0n ? 1 : Math.min(LIMITS.shadow_bins, Number(width));
  const edges = Array.from({ length: bars + 1 }, (_, at) => low + (width * BigInt(at)) / BigInt(bars));
  // The lowest number lies in the first bar.
  edges[0] = low - 1n;
  return {
    field,
    of: 'numbers',
    edges: edges.map(edge => toldPlace(edge, scale)),
    names: undefined,
    ...barCounts(
      edges.map(edge => edge * times),
      before,
      after,
    ),
  };
}

const floored = (value: bigint, by: bigint): bigint => value / by - (value % by < 0n ? 1n : 0n);

function barCounts(
  edges: readonly Place[],
  before: Ranks,
  after: Ranks,
): Pick<FieldHistogram, 'before' | 'after' | 'outside'> {
  const counts = (side: Ranks): number[] => {
    const upTo = edges.map(edge => Math.round(countUpTo(side, edge)));
    return upTo.slice(1).map((count, at) => count - upTo[at]!);
  };
  const outside = (side: Ranks): number =>
    sizeOfRanks(side) - counts(side).reduce((sum, count) => sum + count, 0);
  return {
    before: counts(before),
    after: counts(after),
    outside: { before: outside(before), after: outside(after) },
  };
}

function categoriesOf(pair: FieldPair): FieldHistogram {
  const sides = aligned(pair.before, pair.after);
  const top = sides.cells
    .filter(({ weight }) => weight === 1)
    .sort((a, b) => b.before + b.after - a.before - a.after || (a.text < b.text ? -1 : 1))
    .slice(0, LIMITS.shadow_categories_max);
  const [before, after] = [top.map(cell => cell.before), top.map(cell => cell.after)];
  const rest = (size: number, shown: readonly number[]): number =>
    size - shown.reduce((sum, count) => sum + count, 0);
  return {
    field: pair.after.field.name,
    of: 'categories',
    edges: undefined,
    names: top.map(({ text }) => text),
    before,
    after,
    outside: { before: rest(sides.before, before), after: rest(sides.after, after) },
  };
}
