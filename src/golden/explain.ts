import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import type { Schema } from '../contract/schema.ts';
import type { Condition } from './condition.ts';
import { Bits } from './explain-bits.ts';
import { columnsOf, termOf } from './explain-columns.ts';
import { bestOfOne, type OneTerm } from './explain-one.ts';
import { bestOfTwo, type TwoTerms } from './explain-two.ts';

/**
 * The condition on the rows, as they were before the change, that says best which of them differ.
 *
 * `unexplained`: no condition of one or two terms says it better than chance would.
 */
export type Explanation<V = never> = {
  readonly rows: number;
  readonly differing: number;
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
 * Prepares one search over the rows of a batch; each call takes one flag a row, in the order of `rows`.
 *
 * Cost is bounded by LIMITS.explain_*: one term is searched exactly; two terms over cut points at quantiles, which are
 * then moved to the exact value.
 */
export function explainer(
  schema: Schema,
  batch: RecordBatch,
  rows: Uint32Array,
): (differs: Uint8Array) => Explanation {
  const columns = columnsOf(schema, batch, rows);
  return differs => {
    const differing = differs.reduce((sum, flag) => sum + flag, 0);
    const counts = { rows: rows.length, differing };
    const nothing = { best: undefined, oneTerm: undefined, twoTerms: undefined };
    if (differing === 0) return { ...counts, kind: 'nothing-differs', ...nothing };
    if (differing === rows.length) return { ...counts, kind: 'everything-differs', ...nothing };
    const bits = new Bits(rows.length, differing);
    const ones = columns.map(column => bestOfOne(column, differs, bits));
    const one = shortest(ones);
    const oneTerm = one && worthwhile(bits, one, { kind: 'term', term: termOf(one.column, one.predicate) });
    const two = bestOfTwo(
      ones.filter(found => found !== undefined),
      differs,
      bits,
    );
    const twoTerms = two && worthwhile(bits, two, { kind: two.join, terms: two.terms });
    const best = better(oneTerm, twoTerms);
    return { ...counts, kind: best === undefined ? 'unexplained' : 'explained', best, oneTerm, twoTerms };
  };
}

const shortest = (found: readonly (OneTerm | undefined)[]): OneTerm | undefined => {
  let best: OneTerm | undefined;
  for (const one of found) if (one !== undefined && (best === undefined || one.bits < best.bits)) best = one;
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
