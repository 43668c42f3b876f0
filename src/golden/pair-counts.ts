import { type Bins, binsOf, countsBelow } from './explain-bins.ts';
import type { Column, Predicate } from './explain-columns.ts';
import type { OneTerm } from './explain-one.ts';

/**
 * How many rows lie in any two bins of two columns. That does not depend on which rows differ, so of several fields whose
 * differences are explained it is counted once, in bins that are fine enough for all of them.
 */
export class PairCounts {
  readonly #bins: ReadonlyMap<Column, Bins>;
  readonly #rows = new Map<Bins, Map<Bins, Int32Array>>();

  /** @param searches  for each field the columns whose predicates are weighed, with the best of each */
  constructor(searches: readonly (readonly OneTerm[])[]) {
    const bests = new Map<Column, Predicate[]>();
    for (const { column, predicate } of searches.flat())
      bests.set(column, [...(bests.get(column) ?? []), predicate]);
    this.#bins = new Map([...bests].map(([column, each]) => [column, binsOf(column, each)]));
  }

  /** @throws RangeError for a column of which no predicate is weighed: a mistake of the caller. */
  bins(column: Column): Bins {
    const bins = this.#bins.get(column);
    if (bins === undefined) throw new RangeError(`no predicate of ${column.subject.name} is weighed`);
    return bins;
  }

  rows(left: Bins, right: Bins): Int32Array {
    const beside = this.#rows.get(left) ?? new Map<Bins, Int32Array>();
    this.#rows.set(left, beside);
    const known = beside.get(right) ?? countsBelow(left, right);
    beside.set(right, known);
    return known;
  }
}
