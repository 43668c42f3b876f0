import type { Differing } from './differing.ts';
import { type Bits, TWO_TERM_BITS } from './explain-bits.ts';
import { type Column, cutAt, type Predicate } from './explain-columns.ts';
import type { Pair } from './explain-two.ts';

/** Moves one cut point at a time to the best observed value, the other term held, until neither moves. */
export function refine(pair: Pair, differing: Differing, bits: Bits): Pair {
  let best = pair;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const before = best;
    best = moved(best, 'left', differing, bits);
    best = moved(best, 'right', differing, bits);
    if (best === before) break;
  }
  return best;
}

/** Each round can only save bits; in practice the second changes nothing. */
const ROUNDS_MAX = 4;

function moved(pair: Pair, side: 'left' | 'right', differing: Differing, bits: Bits): Pair {
  const { column, predicate } = pair[side];
  const { shape } = predicate;
  if (shape !== 'upper' && shape !== 'lower') return pair;
  const fixed = pair[side === 'left' ? 'right' : 'left'];
  const { always, ofFixed, rows, hits } = countsBeside(column, fixed, pair.join, differing);
  const naming = TWO_TERM_BITS + pair.left.column.bits + pair.right.column.bits;
  const { ordered } = column;
  const isUpper = shape === 'upper';
  let [best_bits, found] = [pair.bits, { cut: 0, matching: 0, covered: 0 }];
  for (let cut = 1; cut < ordered; cut++) {
    const matching = always.matching + (isUpper ? rows[ordered]! - rows[cut]! : rows[cut]!);
    // A cut that leaves the other term alone at work is no second term.
    if (matching === ofFixed) continue;
    const covered = always.covered + (isUpper ? hits[ordered]! - hits[cut]! : hits[cut]!);
    if (!bits.lean(matching, covered)) continue;
    const cost = naming + bits.split(matching, covered);
    if (cost < best_bits) [best_bits, found] = [cost, { cut, matching, covered }];
  }
  if (found.cut === 0) return pair;
  const { cut, matching, covered } = found;
  return {
    ...pair,
    [side]: { column, predicate: cutAt(column, cut, shape) },
    matching,
    covered,
    bits: best_bits,
  };
}

type Beside = {
  /** Rows of which the fixed term is true. */
  readonly ofFixed: number;
  /** Rows that match whatever the cut: under `or` those of the fixed term, under `and` none. */
  readonly always: { readonly matching: number; readonly covered: number };
  /** Of the others, those below each cut, and those of them that differ. */
  readonly rows: Uint32Array;
  readonly hits: Uint32Array;
};

function countsBeside(
  { ordered, ranks }: Column,
  fixed: { readonly column: Column; readonly predicate: Predicate },
  join: 'and' | 'or',
  { flags, rows: places }: Differing,
): Beside {
  const [rows, hits] = [new Uint32Array(ordered + 1), new Uint32Array(ordered + 1)];
  const { low, high, shape } = fixed.predicate;
  const { ranks: others } = fixed.column;
  const [isNot, isOr] = [shape === 'is-not', join === 'or'];
  let [ofFixed, covered] = [0, 0];
  for (let row = 0; row < flags.length; row++) {
    const other = others[row]!;
    const isFixed = (other >= low && other < high) !== isNot;
    if (isFixed) ofFixed++;
    if (isFixed === isOr) continue;
    const rank = ranks[row]!;
    if (rank < ordered) rows[rank + 1]!++;
  }
  for (let at = 0; at < places.length; at++) {
    const row = places[at]!;
    const other = others[row]!;
    const isFixed = (other >= low && other < high) !== isNot;
    if (isFixed === isOr) {
      if (isOr) covered++;
      continue;
    }
    const rank = ranks[row]!;
    if (rank < ordered) hits[rank + 1]!++;
  }
  for (let rank = 1; rank <= ordered; rank++) {
    rows[rank]! += rows[rank - 1]!;
    hits[rank]! += hits[rank - 1]!;
  }
  return { ofFixed, always: { matching: isOr ? ofFixed : 0, covered }, rows, hits };
}
