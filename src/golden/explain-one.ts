import { type Bits, ONE_TERM_BITS } from './explain-bits.ts';
import { type Column, cutAt, type Predicate, RankCounts } from './explain-columns.ts';

export type OneTerm = {
  readonly column: Column;
  readonly predicate: Predicate;
  readonly matching: number;
  readonly covered: number;
  /** To name the term and then the differing rows. */
  readonly bits: number;
};

/** The best predicate of a column, every observed cut point tried; undefined when none leans towards the differing rows. */
export function bestOfOne(column: Column, differs: Uint8Array, bits: Bits): OneTerm | undefined {
  const counts = new RankCounts(column, differs);
  let best: OneTerm | undefined;
  const consider = (predicate: Predicate): void => {
    const { matching, covered } = counts.of(predicate);
    if (!leans(bits, matching, covered)) return;
    const cost = ONE_TERM_BITS + column.bits + bits.split(matching, covered);
    if (best === undefined || cost < best.bits) best = { column, predicate, matching, covered, bits: cost };
  };
  for (let cut = 1; cut < column.ordered; cut++) {
    consider(cutAt(column, cut, 'upper'));
    consider(cutAt(column, cut, 'lower'));
  }
  for (const rank of column.singles) {
    consider({ shape: 'is', low: rank, high: rank + 1 });
    consider({ shape: 'is-not', low: rank, high: rank + 1 });
  }
  return best;
}

/** Whether a row of which the condition is true differs more often than any row; products, so that nothing rounds. */
export const leans = (bits: Bits, matching: number, covered: number): boolean =>
  matching < bits.rows && covered * bits.rows > bits.differing * matching;
