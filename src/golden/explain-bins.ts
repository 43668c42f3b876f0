import { LIMITS } from '../base/limits.ts';
import type { Column, Predicate } from './explain-columns.ts';

/** The ranks of a column in few bins: no predicate that is weighed begins or ends inside of one. */
export type Bins = {
  readonly column: Column;
  readonly size: number;
  /** Of each rank, and of the one behind the last. */
  readonly ofRank: Uint8Array;
  readonly ofRow: Uint8Array;
};

/** @param bests  predicates that are weighed whatever the quantiles are */
export function binsOf(column: Column, bests: readonly Predicate[]): Bins {
  const starts = startsOf(
    column,
    bests.flatMap(best => cutsOf(column, best)),
  );
  const ofRank = new Uint8Array(column.size + 1);
  for (let rank = 0, bin = -1; rank < column.size; rank++) {
    if (starts[bin + 1] === rank) bin++;
    ofRank[rank] = bin;
  }
  ofRank[column.size] = starts.length;
  const { ranks } = column;
  const ofRow = new Uint8Array(ranks.length);
  for (let row = 0; row < ofRow.length; row++) ofRow[row] = ofRank[ranks[row]!]!;
  return { column, size: starts.length, ofRank, ofRow };
}

/** All cut points where they are few; else quantiles, the two sides of zero, and the best cut by itself. */
export function cutsOf(column: Column, best: Predicate): number[] {
  const { ordered, ranks, singles, rowsBelow } = column;
  if (ordered - 1 <= LIMITS.explain_values_max)
    return Array.from({ length: Math.max(0, ordered - 1) }, (_, i) => i + 1);
  const cuts = new Set<number>();
  const step = ranks.length / LIMITS.explain_values_max;
  for (let rank = 0, next = step; rank < ordered; rank++) {
    const rows = rowsBelow[rank + 1]!;
    if (rows < next) continue;
    cuts.add(rank + 1);
    while (next <= rows) next += step;
  }
  for (const rank of singles) {
    cuts.add(rank);
    cuts.add(rank + 1);
  }
  if (best.shape === 'upper') cuts.add(best.low);
  if (best.shape === 'lower') cuts.add(best.high);
  return [...cuts].filter(cut => cut > 0 && cut < ordered).sort((a, b) => a - b);
}

/** First ranks of the bins: at each cut, and each rank that stands for itself. */
function startsOf({ ordered, size, singles }: Column, cuts: readonly number[]): number[] {
  const starts = new Set([0, ...cuts, ...singles, ...singles.map(rank => rank + 1)]);
  for (let rank = ordered; rank < size; rank++) starts.add(rank);
  return [...starts].filter(rank => rank < size).sort((a, b) => a - b);
}

/** How many rows lie in the bins below any two of two columns. A line has one place more than the right one has bins. */
export function countsBelow(left: Bins, right: Bins, rows?: Uint32Array): Int32Array {
  const width = right.size + 1;
  const table = new Int32Array((left.size + 1) * width);
  const [leftBins, rightBins] = [left.ofRow, right.ofRow];
  const first = width + 1;
  if (rows === undefined)
    for (let row = 0; row < leftBins.length; row++)
      table[leftBins[row]! * width + rightBins[row]! + first]!++;
  else
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      table[leftBins[row]! * width + rightBins[row]! + first]!++;
    }
  for (let y = 1; y <= left.size; y++) {
    for (let x = 1; x < width; x++) {
      const cell = y * width + x;
      table[cell] = table[cell]! + table[cell - 1]! + table[cell - width]! - table[cell - width - 1]!;
    }
  }
  return table;
}
