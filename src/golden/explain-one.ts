import type { Differing } from './differing.ts';
import { type Bits, ONE_TERM_BITS } from './explain-bits.ts';
import { type Column, cutAt, type Predicate, RankCounts } from './explain-columns.ts';

export type OneTerm = {
  readonly column: Column;
  readonly predicate: Predicate;
  readonly matching: number;
  readonly covered: number;
  /** To name the term and then the differing rows. */
  readonly bits: number;
  readonly counts: RankCounts;
};

/** The best predicate of a column, every observed cut point tried; undefined when none leans towards the differing rows. */
export function bestOfOne(column: Column, differing: Differing, bits: Bits): OneTerm | undefined {
  const counts = new RankCounts(column, differing);
  const naming = ONE_TERM_BITS + column.bits;
  let [best_bits, matching, covered] = [Number.POSITIVE_INFINITY, 0, 0];
  let predicate: Predicate | undefined;
  const costOf = (rows: number, hits: number): number =>
    bits.lean(rows, hits) ? naming + bits.split(rows, hits) : Number.POSITIVE_INFINITY;
  const take = (cost: number, rows: number, hits: number, made: Predicate): void => {
    [best_bits, matching, covered, predicate] = [cost, rows, hits, made];
  };
  const { ordered } = column;
  const [allRows, allHits] = [counts.rowsBelow(ordered), counts.differingBelow(ordered)];
  for (let cut = 1; cut < ordered; cut++) {
    const [rows, hits] = [counts.rowsBelow(cut), counts.differingBelow(cut)];
    const upper = costOf(allRows - rows, allHits - hits);
    if (upper < best_bits) take(upper, allRows - rows, allHits - hits, cutAt(column, cut, 'upper'));
    const lower = costOf(rows, hits);
    if (lower < best_bits) take(lower, rows, hits, cutAt(column, cut, 'lower'));
  }
  for (const rank of column.singles)
    for (const shape of ['is', 'is-not'] as const) {
      const made = { shape, low: rank, high: rank + 1 };
      const { matching: rows, covered: hits } = counts.of(made);
      const cost = costOf(rows, hits);
      if (cost < best_bits) take(cost, rows, hits, made);
    }
  return predicate === undefined
    ? undefined
    : { column, predicate, matching, covered, bits: best_bits, counts };
}
