import { LIMITS } from '../base/limits.ts';
import { isCategorical } from '../contract/category.ts';
import { aligned } from './aligned.ts';
import { type FieldPair, inUnitOfAfter } from './pairs.ts';
import { countUpTo, quantileOf, type Ranks, sizeOfRanks } from './ranks.ts';

/** A field's two distributions on one axis, to be drawn. */
export type FieldHistogram<V = never> = {
  readonly field: string;
  readonly of: 'numbers' | 'lengths' | 'categories';
  /** Of numbers and lengths: ends of bars, one more than there are bars. A bar has what is above its lower end, up to its upper one. */
  readonly edges: readonly number[] | V | undefined;
  /** Of categories: what the bars are called, the most frequent first. */
  readonly names: readonly (string | V)[] | undefined;
  /** Rows in each bar, and beyond the outer edges, or of other categories. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly outside: { readonly before: number; readonly after: number };
};

/** Undefined of a field that has neither categories, numbers nor lengths. */
export function histogramOf(pair: FieldPair): FieldHistogram | undefined {
  const { before, after, step } = pair;
  if (before.isWithheld || after.isWithheld) return undefined;
  if (isCategorical(before.field) !== isCategorical(after.field)) return undefined;
  if (isCategorical(after.field)) return categoriesOf(pair);
  if (before.numbers !== undefined && after.numbers !== undefined && step !== 'apart')
    return barsOf(after.field.name, 'numbers', inUnitOfAfter(before.numbers, step), after.numbers);
  if (before.lengths === undefined || after.lengths === undefined) return undefined;
  return barsOf(after.field.name, 'lengths', before.lengths, after.lengths);
}

/** From the first to the last percentile of both sides: a single row far out would leave one bar to all others. */
function barsOf(
  field: string,
  of: 'numbers' | 'lengths',
  before: Ranks,
  after: Ranks,
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
  const counts = (side: Ranks): number[] => {
    const upTo = edges.map(edge => Math.round(countUpTo(side, edge)));
    return upTo.slice(1).map((count, at) => count - upTo[at]!);
  };
  const outside = (side: Ranks): number =>
    sizeOfRanks(side) - counts(side).reduce((sum, count) => sum + count, 0);
  return {
    field,
    of,
    edges,
    names: undefined,
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
