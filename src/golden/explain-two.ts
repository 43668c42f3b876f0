import { LIMITS } from '../base/limits.ts';
import type { Term } from './condition.ts';
import { type Bits, TWO_TERM_BITS } from './explain-bits.ts';
import { type Column, type Predicate, termOf } from './explain-columns.ts';
import { type Grid, gridOf, PairCounts } from './explain-grid.ts';
import { leans, type OneTerm } from './explain-one.ts';
import { refine } from './explain-refine.ts';

export type TwoTerms = {
  readonly join: 'and' | 'or';
  readonly terms: readonly [Term, Term];
  readonly matching: number;
  readonly covered: number;
  readonly bits: number;
};

/** Two predicates, what they match together, and what that costs to say. */
export type Pair = {
  readonly join: 'and' | 'or';
  readonly left: { readonly column: Column; readonly predicate: Predicate };
  readonly right: { readonly column: Column; readonly predicate: Predicate };
  readonly matching: number;
  readonly covered: number;
  readonly bits: number;
};

/** The best pair of predicates; the columns come with their best single term, which says who enters when not all can. */
export function bestOfTwo(ones: readonly OneTerm[], differs: Uint8Array, bits: Bits): TwoTerms | undefined {
  const grids = entering(ones, bits.rows).map(one => gridOf(one, differs));
  const found: Pair[] = [];
  for (const [at, left] of grids.entries()) {
    for (const right of grids.slice(at)) bestByForm(left, right, differs, bits, found);
  }
  const promising = found.sort((a, b) => a.bits - b.bits).slice(0, LIMITS.explain_refined_max);
  let best: Pair | undefined;
  for (const pair of promising) {
    const refined = refine(pair, differs, bits);
    if (best === undefined || refined.bits < best.bits) best = refined;
  }
  if (best === undefined) return undefined;
  const { join, left, right, matching, covered } = best;
  const terms = [termOf(left.column, left.predicate), termOf(right.column, right.predicate)] as const;
  return { join, terms, matching, covered, bits: best.bits };
}

/** As many columns as the bound on counted cells allows, the best by themselves, in the order of the schema. */
function entering(ones: readonly OneTerm[], rows: number): readonly OneTerm[] {
  const pairs = LIMITS.explain_cells_max / Math.max(1, rows);
  const columns = Math.max(2, Math.min(LIMITS.explain_columns_max, Math.floor(Math.sqrt(2 * pairs))));
  if (ones.length <= columns) return ones;
  const chosen = new Set([...ones].sort((a, b) => a.bits - b.bits).slice(0, columns));
  return ones.filter(one => chosen.has(one));
}

/** The best pair of each form (and, or; above, below, is, is not), as the best cut point of a form is refined later. */
function bestByForm(left: Grid, right: Grid, differs: Uint8Array, bits: Bits, found: Pair[]): void {
  const counts = new PairCounts(left, right, differs);
  const naming = TWO_TERM_BITS + left.column.bits + right.column.bits;
  const best = new Map<string, Pair>();
  for (const [at, p] of left.predicates.entries()) {
    // Within one column a pair and its mirror are the same condition.
    const partners = left === right ? right.predicates.slice(at + 1) : right.predicates;
    for (const q of partners) {
      const both = counts.both(p, q);
      for (const join of JOINS) {
        const matching = join === 'and' ? both.matching : p.matching + q.matching - both.matching;
        // A term that changes nothing is no second term.
        if (matching === p.matching || matching === q.matching) continue;
        const covered = join === 'and' ? both.covered : p.covered + q.covered - both.covered;
        if (!leans(bits, matching, covered)) continue;
        const cost = naming + bits.split(matching, covered);
        const form = `${join} ${p.predicate.shape} ${q.predicate.shape}`;
        const known = best.get(form);
        if (known !== undefined && known.bits <= cost) continue;
        best.set(form, {
          join,
          left: { column: left.column, predicate: p.predicate },
          right: { column: right.column, predicate: q.predicate },
          matching,
          covered,
          bits: cost,
        });
      }
    }
  }
  found.push(...best.values());
}

const JOINS = ['and', 'or'] as const;
