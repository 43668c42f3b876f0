import { LIMITS } from '../base/limits.ts';
import { dateText, valueText } from '../contract/category.ts';
import type { Field } from '../contract/field.ts';
import type { TermSubject } from './condition.ts';
import type { Draft } from './explain-columns.ts';
import { rankValues } from './rank-values.ts';

/** How a bound is written, and whether zero is a number that somebody would write. */
export type BoundForm = {
  readonly text: (value: number | bigint) => number | bigint | string;
  readonly zero: boolean;
};

const AS_IT_IS: BoundForm = { text: value => value, zero: true };

/** Days and instants are written as a calendar has them, and a decimal with its point: no double holds all its digits. */
export function boundOf(field: Field): BoundForm {
  switch (field.type.kind) {
    case 'date':
      return { text: value => dateText(Number(value)), zero: false };
    case 'time':
    case 'timestamp':
      return { text: value => valueText(field, value), zero: false };
    case 'decimal':
      return { text: value => valueText(field, value), zero: true };
    default:
      return AS_IT_IS;
  }
}

/**
 * A column that can be cut between any two of its values.
 *
 * @param values  all numbers or all bigints, but for nulls
 */
export function ordered(
  subject: TermSubject,
  values: readonly (number | bigint | null)[],
  { text, zero: isZeroWritten }: BoundForm = AS_IT_IS,
): Draft {
  const { distinct, ranks } = rankValues(values);
  const size = distinct.length;
  const [nan, none] = [size, size + 1];
  const zero = isZeroWritten ? rankOfZero(distinct) : undefined;
  const each =
    size <= LIMITS.explain_values_max
      ? Array.from(distinct, (_, rank) => rank)
      : zero === undefined
        ? []
        : [zero];
  return {
    subject,
    ranks,
    size: size + 2,
    ordered: size,
    singles: [...each, ...[nan, none].filter(rank => ranks.includes(rank))],
    cutTest: (cut, upper) => {
      const [under, over] = [distinct[cut - 1]!, distinct[cut]!];
      const nothing = typeof over === 'bigint' ? 0n : 0;
      // Between two observed values any number cuts alike; zero is the one somebody would have written.
      if (cut === zero) return { kind: upper ? 'at-least' : 'below', value: text(nothing) };
      const value = isZeroWritten && under <= 0 && over > 0 ? nothing : under;
      return { kind: upper ? 'above' : 'at-most', value: text(value) };
    },
    singleTest: (rank, negated) => {
      if (rank === nan) return { kind: negated ? 'not-nan' : 'nan' };
      if (rank === none) return { kind: negated ? 'not-null' : 'null' };
      return { kind: negated ? 'is-not' : 'is', value: text(distinct[rank]!) };
    },
  };
}

function rankOfZero(distinct: ArrayLike<number | bigint>): number | undefined {
  let [low, high] = [0, distinct.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (distinct[middle]! < 0) low = middle + 1;
    else high = middle;
  }
  // Of numbers of either kind zero alone is equal to zero.
  return low < distinct.length && Number(distinct[low]) === 0 ? low : undefined;
}
