import { LIMITS } from '../base/limits.ts';
import type { Term } from './condition.ts';
import type { Differing } from './differing.ts';
import { countsBelow } from './explain-bins.ts';
import { type Bits, TWO_TERM_BITS } from './explain-bits.ts';
import { type Column, type Predicate, termOf } from './explain-columns.ts';
import { type Grid, gridOf, predicatesIn } from './explain-grid.ts';
import type { OneTerm } from './explain-one.ts';
import { refine } from './explain-refine.ts';
import type { PairCounts } from './pair-counts.ts';

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

/** The best pair of predicates, both of these columns. */
export function bestOfTwo(
  ones: readonly OneTerm[],
  counts: PairCounts,
  differing: Differing,
  bits: Bits,
): TwoTerms | undefined {
  const grids = ones.map(one => gridOf(one, counts.bins(one.column)));
  const found: Pair[] = [];
  for (const [at, left] of grids.entries())
    for (const right of grids.slice(at)) found.push(...bestByForm(left, right, counts, differing, bits));
  const promising = found.sort((a, b) => a.bits - b.bits).slice(0, LIMITS.explain_refined_max);
  let best: Pair | undefined;
  for (const pair of promising) {
    const refined = refine(pair, differing, bits);
    if (best === undefined || refined.bits < best.bits) best = refined;
  }
  if (best === undefined) return undefined;
  const { join, left, right, matching, covered } = best;
  const terms = [termOf(left.column, left.predicate), termOf(right.column, right.predicate)] as const;
  return { join, terms, matching, covered, bits: best.bits };
}

/**
 * As many columns as the bound on the search of pairs allows, those that explain most by themselves, in the order of the
 * schema. To count two columns beside each other is a step a row, and to weigh them a step a pair of their predicates.
 */
export function enteringPairs(ones: readonly OneTerm[], rows: number): readonly OneTerm[] {
  const chosen = new Set<OneTerm>();
  let [steps, predicates] = [0, 0];
  for (const one of [...ones].sort((a, b) => a.bits - b.bits)) {
    const own = predicatesIn(one.column);
    // With each that is in already, and with itself.
    steps += (chosen.size + 1) * rows + own * (predicates + own / 2);
    if (
      chosen.size >= COLUMNS_MIN &&
      (steps > LIMITS.explain_steps_max || chosen.size >= LIMITS.explain_columns_max)
    )
      break;
    predicates += own;
    chosen.add(one);
  }
  return ones.filter(one => chosen.has(one));
}

/** Whatever it costs. */
const COLUMNS_MIN = 2;

const JOINS = ['and', 'or'] as const;
const SHAPES: readonly Predicate['shape'][] = ['upper', 'lower', 'is', 'is-not'];
const FORMS = JOINS.length * SHAPES.length * SHAPES.length;

/** The best pair of each form (and, or; above, below, is, is not), as the best cut point of a form is refined later. */
function bestByForm(
  left: Grid,
  right: Grid,
  counts: PairCounts,
  differing: Differing,
  bits: Bits,
): readonly Pair[] {
  const rows = counts.rows(left.bins, right.bins);
  const hits = countsBelow(left.bins, right.bins, differing.rows);
  const width = right.bins.size + 1;
  const naming = TWO_TERM_BITS + left.bins.column.bits + right.bins.column.bits;
  const { factorial, counted } = bits;
  const best = new BestOfForms();
  const [leftShapes, rightShapes] = [shapesOf(left), shapesOf(right)];
  const [allRows, allHits] = [bits.rows, bits.differing];
  const { low, high, isNegated, matching: rowsOfRight, covered: hitsOfRight } = right;
  const weigh = (form: number, matching: number, covered: number, p: number, q: number): void => {
    if (matching >= allRows || covered * allRows <= allHits * matching) return;
    const others = allRows - matching;
    // As `Bits` has it; asked so often that it is written out.
    const split =
      counted[matching]! -
      factorial[covered]! -
      factorial[matching - covered]! +
      (counted[others]! - factorial[allHits - covered]! - factorial[others - allHits + covered]!);
    const cost = naming + split;
    if (cost < best.bits[form]!) best.take(form, cost, matching, covered, p, q);
  };
  for (let p = 0; p < left.predicates.length; p++) {
    const [top, bottom] = [left.low[p]! * width, left.high[p]! * width];
    const [rowsOfP, hitsOfP, isNot] = [left.matching[p]!, left.covered[p]!, left.isNegated[p] === 1];
    // Within one column a pair and its mirror are the same condition.
    for (let q = left === right ? p + 1 : 0; q < low.length; q++) {
      const [near, far] = [low[q]!, high[q]!];
      const [rowsOfQ, hitsOfQ] = [rowsOfRight[q]!, hitsOfRight[q]!];
      let bothRows = rows[bottom + far]! - rows[top + far]! - rows[bottom + near]! + rows[top + near]!;
      let bothHits = hits[bottom + far]! - hits[top + far]! - hits[bottom + near]! + hits[top + near]!;
      // Of a negated predicate the table has the complement, and inclusion and exclusion have the rest.
      if (isNegated[q] === 1) {
        bothRows = isNot ? rowsOfP + rowsOfQ - allRows + bothRows : rowsOfP - bothRows;
        bothHits = isNot ? hitsOfP + hitsOfQ - allHits + bothHits : hitsOfP - bothHits;
      } else if (isNot) {
        bothRows = rowsOfQ - bothRows;
        bothHits = hitsOfQ - bothHits;
      }
      const form = leftShapes[p]! * SHAPES.length + rightShapes[q]!;
      // A term that changes nothing is no second term.
      if (bothRows !== rowsOfP && bothRows !== rowsOfQ) weigh(form, bothRows, bothHits, p, q);
      const either = rowsOfP + rowsOfQ - bothRows;
      if (either !== rowsOfP && either !== rowsOfQ)
        weigh(form + FORMS / 2, either, hitsOfP + hitsOfQ - bothHits, p, q);
    }
  }
  return best.order.map(form => ({
    join: JOINS[Math.floor(form / (FORMS / 2))]!,
    left: { column: left.bins.column, predicate: left.predicates[best.left[form]!]! },
    right: { column: right.bins.column, predicate: right.predicates[best.right[form]!]! },
    matching: best.matching[form]!,
    covered: best.covered[form]!,
    bits: best.bits[form]!,
  }));
}

const shapesOf = ({ predicates }: Grid): Uint8Array =>
  Uint8Array.from(predicates, ({ shape }) => SHAPES.indexOf(shape));

/** The cheapest pair of each form; of equal ones the first. */
class BestOfForms {
  readonly bits = new Float64Array(FORMS).fill(Number.POSITIVE_INFINITY);
  readonly matching = new Int32Array(FORMS);
  readonly covered = new Int32Array(FORMS);
  readonly left = new Int32Array(FORMS);
  readonly right = new Int32Array(FORMS);
  /** Forms that have one, in the order in which they got it. */
  readonly order: number[] = [];

  take(form: number, bits: number, matching: number, covered: number, left: number, right: number): void {
    if (this.bits[form] === Number.POSITIVE_INFINITY) this.order.push(form);
    this.bits[form] = bits;
    this.matching[form] = matching;
    this.covered[form] = covered;
    this.left[form] = left;
    this.right[form] = right;
  }
}
