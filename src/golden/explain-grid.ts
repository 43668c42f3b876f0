import { LIMITS } from '../base/limits.ts';
import { type Column, cutAt, type Predicate, RankCounts } from './explain-columns.ts';
import type { OneTerm } from './explain-one.ts';

/** A column in few bins, so that all its predicates can be counted against all of another column's at once. */
export type Grid = {
  readonly column: Column;
  /** Bin of each row. */
  readonly bins: Uint8Array;
  readonly size: number;
  readonly predicates: readonly GridPredicate[];
};

export type GridPredicate = {
  readonly predicate: Predicate;
  /** The same in bins. */
  readonly low: number;
  readonly high: number;
  readonly matching: number;
  readonly covered: number;
};

export function gridOf({ column, predicate: best }: OneTerm, differs: Uint8Array): Grid {
  const cuts = cutsOf(column, best);
  const starts = startsOf(column, cuts);
  const binOf = new Uint8Array(column.size);
  for (let rank = 0, bin = -1; rank < column.size; rank++) {
    if (starts[bin + 1] === rank) bin++;
    binOf[rank] = bin;
  }
  const predicates: Predicate[] = [
    ...cuts.flatMap(cut => [cutAt(column, cut, 'upper'), cutAt(column, cut, 'lower')]),
    ...column.singles.flatMap(rank => [
      { shape: 'is' as const, low: rank, high: rank + 1 },
      { shape: 'is-not' as const, low: rank, high: rank + 1 },
    ]),
  ];
  const endBin = (rank: number): number => (rank === column.size ? starts.length : binOf[rank]!);
  const counts = new RankCounts(column, differs);
  const bins = new Uint8Array(column.ranks.length);
  for (let row = 0; row < bins.length; row++) bins[row] = binOf[column.ranks[row]!]!;
  return {
    column,
    bins,
    size: starts.length,
    predicates: predicates.map(predicate => ({
      predicate,
      low: binOf[predicate.low]!,
      high: endBin(predicate.high),
      ...counts.of(predicate),
    })),
  };
}

/** Counts of the rows of which two predicates are both true, of any pair of predicates of two grids. */
export class PairCounts {
  readonly #right: number;
  readonly #rows: Uint32Array;
  readonly #differing: Uint32Array;
  readonly #total: { readonly matching: number; readonly covered: number };

  constructor(left: Grid, right: Grid, differs: Uint8Array) {
    this.#right = right.size + 1;
    this.#rows = new Uint32Array((left.size + 1) * this.#right);
    this.#differing = new Uint32Array((left.size + 1) * this.#right);
    let covered = 0;
    for (let row = 0; row < differs.length; row++) {
      const cell = (left.bins[row]! + 1) * this.#right + right.bins[row]! + 1;
      this.#rows[cell]!++;
      this.#differing[cell]! += differs[row]!;
      covered += differs[row]!;
    }
    this.#total = { matching: differs.length, covered };
    accumulate(this.#rows, left.size + 1, this.#right);
    accumulate(this.#differing, left.size + 1, this.#right);
  }

  both(p: GridPredicate, q: GridPredicate): { matching: number; covered: number } {
    return {
      matching: this.#and(this.#rows, p, q, this.#total.matching, p.matching, q.matching),
      covered: this.#and(this.#differing, p, q, this.#total.covered, p.covered, q.covered),
    };
  }

  /** Of a negated predicate the table has the complement, and inclusion and exclusion have the rest. */
  #and(
    table: Uint32Array,
    p: GridPredicate,
    q: GridPredicate,
    all: number,
    ofP: number,
    ofQ: number,
  ): number {
    const within = this.#within(table, p, q);
    const [notP, notQ] = [p.predicate.shape === 'is-not', q.predicate.shape === 'is-not'];
    if (notP && notQ) return ofP + ofQ - all + within;
    if (notP) return ofQ - within;
    return notQ ? ofP - within : within;
  }

  #within(table: Uint32Array, p: GridPredicate, q: GridPredicate): number {
    const width = this.#right;
    return (
      table[p.high * width + q.high]! -
      table[p.low * width + q.high]! -
      table[p.high * width + q.low]! +
      table[p.low * width + q.low]!
    );
  }
}

/** Each cell becomes the sum of all above it and to its left. */
function accumulate(table: Uint32Array, height: number, width: number): void {
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const cell = y * width + x;
      table[cell] = table[cell]! + table[cell - 1]! + table[cell - width]! - table[cell - width - 1]!;
    }
  }
}

/** All cut points where they are few; else quantiles, the two sides of zero, and the best cut by itself. */
function cutsOf(column: Column, best: Predicate): number[] {
  const { ordered, ranks, singles } = column;
  if (ordered - 1 <= LIMITS.explain_values_max)
    return Array.from({ length: Math.max(0, ordered - 1) }, (_, i) => i + 1);
  const counts = new Uint32Array(column.size);
  for (const rank of ranks) counts[rank]!++;
  const cuts = new Set<number>();
  const step = ranks.length / LIMITS.explain_values_max;
  for (let rank = 0, rows = 0, next = step; rank < ordered; rank++) {
    rows += counts[rank]!;
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
