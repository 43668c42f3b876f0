import { LIMITS } from '../base/limits.ts';
import { type Bins, cutsOf } from './explain-bins.ts';
import { type Column, cutAt, type Predicate } from './explain-columns.ts';
import type { OneTerm } from './explain-one.ts';

/** Predicates of a column that are weighed beside those of others, in its bins. */
export type Grid = {
  readonly bins: Bins;
  readonly predicates: readonly Predicate[];
  /** Of each predicate, its bins: from `low` to below `high`, or everything else. */
  readonly low: Uint8Array;
  readonly high: Uint8Array;
  readonly isNegated: Uint8Array;
  /** Of each predicate, the rows that it matches, and those of them that differ. */
  readonly matching: Int32Array;
  readonly covered: Int32Array;
};

/** How many predicates the grid of a column has at most. */
export const predicatesIn = ({ ordered, singles }: Column): number =>
  // Beside quantiles cuts stand around each value that is asked for by itself, and at the best.
  2 * Math.min(Math.max(0, ordered - 1), LIMITS.explain_values_max + 2 * singles.length + 1) +
  2 * singles.length;

export function gridOf({ column, predicate: best, counts }: OneTerm, bins: Bins): Grid {
  const predicates: Predicate[] = [
    ...cutsOf(column, best).flatMap(cut => [cutAt(column, cut, 'upper'), cutAt(column, cut, 'lower')]),
    ...column.singles.flatMap(rank => [
      { shape: 'is' as const, low: rank, high: rank + 1 },
      { shape: 'is-not' as const, low: rank, high: rank + 1 },
    ]),
  ];
  const counted = predicates.map(predicate => counts.of(predicate));
  return {
    bins,
    predicates,
    low: Uint8Array.from(predicates, ({ low }) => bins.ofRank[low]!),
    high: Uint8Array.from(predicates, ({ high }) => bins.ofRank[high]!),
    isNegated: Uint8Array.from(predicates, ({ shape }) => Number(shape === 'is-not')),
    matching: Int32Array.from(counted, ({ matching }) => matching),
    covered: Int32Array.from(counted, ({ covered }) => covered),
  };
}
