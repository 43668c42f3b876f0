import type { Bits } from './explain-bits.ts';
import { TWO_TERM_BITS } from './explain-bits.ts';
import { type Column, cutAt, holds, type Predicate } from './explain-columns.ts';
import { leans } from './explain-one.ts';
import type { Pair } from './explain-two.ts';

/** Moves one cut point at a time to the best observed value, the other term held, until neither moves. */
export function refine(pair: Pair, differs: Uint8Array, bits: Bits): Pair {
  let best = pair;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const before = best;
    best = moved(best, 'left', differs, bits);
    best = moved(best, 'right', differs, bits);
    if (best === before) break;
  }
  return best;
}

/** Each round can only save bits; in practice the second changes nothing. */
const ROUNDS_MAX = 4;

function moved(pair: Pair, side: 'left' | 'right', differs: Uint8Array, bits: Bits): Pair {
  const { column, predicate } = pair[side];
  const { shape } = predicate;
  if (shape !== 'upper' && shape !== 'lower') return pair;
  const fixed = pair[side === 'left' ? 'right' : 'left'];
  const counts = countsBeside(column, fixed, pair.join, differs);
  const naming = TWO_TERM_BITS + pair.left.column.bits + pair.right.column.bits;
  let best = pair;
  for (let cut = 1; cut < column.ordered; cut++) {
    const matching = counts.always.matching + counts.matching(cut, shape);
    // A cut that leaves the other term alone at work is no second term.
    if (matching === counts.fixed) continue;
    const covered = counts.always.covered + counts.covered(cut, shape);
    if (!leans(bits, matching, covered)) continue;
    const cost = naming + bits.split(matching, covered);
    if (cost >= best.bits) continue;
    best = {
      ...best,
      [side]: { column, predicate: cutAt(column, cut, shape) },
      matching,
      covered,
      bits: cost,
    };
  }
  return best;
}

type Beside = {
  /** Rows of which the fixed term is true. */
  readonly fixed: number;
  /** Rows that match whatever the cut: under `or` those of the fixed term, under `and` none. */
  readonly always: { readonly matching: number; readonly covered: number };
  readonly matching: (cut: number, shape: 'upper' | 'lower') => number;
  readonly covered: (cut: number, shape: 'upper' | 'lower') => number;
};

function countsBeside(
  column: Column,
  fixed: { readonly column: Column; readonly predicate: Predicate },
  join: 'and' | 'or',
  differs: Uint8Array,
): Beside {
  const [rows, differing] = [new Uint32Array(column.ordered + 1), new Uint32Array(column.ordered + 1)];
  const always = { matching: 0, covered: 0 };
  let ofFixed = 0;
  for (let row = 0; row < differs.length; row++) {
    const isFixed = holds(fixed.predicate, fixed.column.ranks[row]!);
    if (isFixed) ofFixed++;
    if (join === 'or' && isFixed) {
      always.matching++;
      always.covered += differs[row]!;
    } else if (isFixed || join === 'or') {
      const rank = column.ranks[row]!;
      if (rank >= column.ordered) continue;
      rows[rank + 1]!++;
      differing[rank + 1]! += differs[row]!;
    }
  }
  for (let rank = 1; rank <= column.ordered; rank++) {
    rows[rank]! += rows[rank - 1]!;
    differing[rank]! += differing[rank - 1]!;
  }
  const part = (sums: Uint32Array) => (cut: number, shape: 'upper' | 'lower') =>
    shape === 'lower' ? sums[cut]! : sums[column.ordered]! - sums[cut]!;
  return { fixed: ofFixed, always, matching: part(rows), covered: part(differing) };
}
