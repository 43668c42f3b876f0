import { LIMITS } from '../base/limits.ts';
import type { Schema } from '../contract/schema.ts';
import type { CellReaders } from './cell-readers.ts';
import type { Condition } from './condition.ts';
import { type Differing, differingOf } from './differing.ts';
import { Bits } from './explain-bits.ts';
import { type Column, columnsOf, termOf } from './explain-columns.ts';
import { bestOfOne, type OneTerm } from './explain-one.ts';
import { bestOfTwo, enteringPairs, type TwoTerms } from './explain-two.ts';
import { PairCounts } from './pair-counts.ts';

/**
 * The condition on the rows, as they were before the change, that says best which of them differ.
 *
 * `unexplained`: no condition of one or two terms says it better than chance would.
 */
export type Explanation<V = never> = {
  readonly rows: number;
  readonly differing: number;
  /** Columns that pairs of terms were sought among, where a bound left some of `of` out; undefined where all were. */
  readonly pairsAmong: { readonly columns: number; readonly of: number } | undefined;
  readonly kind: 'nothing-differs' | 'everything-differs' | 'explained' | 'unexplained';
  /** A second term must earn its place: `oneTerm` unless two terms say clearly more. */
  readonly best: Found<V> | undefined;
  readonly oneTerm: Found<V> | undefined;
  readonly twoTerms: Found<V> | undefined;
};

export type Found<V = never> = {
  readonly condition: Condition<V>;
  /** Rows of which the condition is true. */
  readonly matching: number;
  /** Differing rows of which it is true. */
  readonly covered: number;
  /** covered / matching, covered / differing */
  readonly precision: number;
  readonly recall: number;
  /** How much shorter the differing rows can be named with the condition than without, its own name paid for. */
  readonly savedBits: number;
};

/**
 * Searches over some rows, for several fields; each takes one flag a row, in the order of `rows`.
 *
 * Cost is bounded by LIMITS.explain_*: one term is searched exactly; two terms over cut points at quantiles, which are
 * then moved to the exact value.
 */
export function explainFields(
  schema: Schema,
  cells: CellReaders,
  rows: Uint32Array,
  all: readonly Uint8Array[],
): readonly Explanation[] {
  const columns = columnsOf(schema, cells, rows);
  const searches = all.map(flags => searchOf(columns, rows.length, differingOf(flags)));
  const counts = new PairCounts(searches.flatMap(search => ('entering' in search ? [search.entering] : [])));
  return searches.map(search => ('entering' in search ? explanationOf(search, counts) : search));
}

/** As above, of one field. */
export const explainRows = (
  schema: Schema,
  cells: CellReaders,
  rows: Uint32Array,
  differs: Uint8Array,
): Explanation => explainFields(schema, cells, rows, [differs])[0]!;

type Search = {
  readonly rows: number;
  readonly differing: Differing;
  readonly bits: Bits;
  readonly ones: readonly OneTerm[];
  /** Those whose pairs are searched. */
  readonly entering: readonly OneTerm[];
};

function searchOf(columns: readonly Column[], rows: number, differing: Differing): Search | Explanation {
  const counts = { rows, differing: differing.rows.length, pairsAmong: undefined };
  const nothing = { best: undefined, oneTerm: undefined, twoTerms: undefined };
  if (counts.differing === 0) return { ...counts, kind: 'nothing-differs', ...nothing };
  if (counts.differing === rows) return { ...counts, kind: 'everything-differs', ...nothing };
  const bits = new Bits(rows, counts.differing);
  const ones = columns.flatMap(column => bestOfOne(column, differing, bits) ?? []);
  return { rows, differing, bits, ones, entering: enteringPairs(ones, rows) };
}

function explanationOf({ rows, differing, bits, ones, entering }: Search, counts: PairCounts): Explanation {
  const one = shortest(ones);
  const oneTerm = one && worthwhile(bits, one, { kind: 'term', term: termOf(one.column, one.predicate) });
  const two = bestOfTwo(entering, counts, differing, bits);
  const twoTerms = two && worthwhile(bits, two, { kind: two.join, terms: two.terms });
  const best = better(oneTerm, twoTerms);
  return {
    rows,
    differing: differing.rows.length,
    pairsAmong: entering.length < ones.length ? { columns: entering.length, of: ones.length } : undefined,
    kind: best === undefined ? 'unexplained' : 'explained',
    best,
    oneTerm,
    twoTerms,
  };
}

const shortest = (found: readonly OneTerm[]): OneTerm | undefined => {
  let best: OneTerm | undefined;
  for (const one of found) if (best === undefined || one.bits < best.bits) best = one;
  return best;
};

function worthwhile(bits: Bits, found: OneTerm | TwoTerms, condition: Condition): Found | undefined {
  const savedBits = bits.plain() - found.bits;
  if (savedBits < LIMITS.explain_bits_min) return undefined;
  const { matching, covered } = found;
  return {
    condition,
    matching,
    covered,
    precision: covered / matching,
    recall: covered / bits.differing,
    savedBits,
  };
}

function better(one: Found | undefined, two: Found | undefined): Found | undefined {
  if (one === undefined || two === undefined) return one ?? two;
  return two.savedBits >= one.savedBits + LIMITS.explain_bits_min ? two : one;
}
