import { LIMITS } from '../base/limits.ts';
import { categoryReader, isCategorical } from '../contract/category.ts';
import type { Field } from '../contract/field.ts';
import { hasOrder } from '../contract/kind-table.ts';
import type { Schema, Slice } from '../contract/schema.ts';
import { sliceKeyReader } from '../contract/slice-key.ts';
import type { Value } from '../contract/value.ts';
import { lengthOf } from '../contract/value-length.ts';
import type { CellReaders } from './cell-readers.ts';
import type { Term, TermSubject, Test } from './condition.ts';
import type { Differing } from './differing.ts';
import { boundOf, ordered } from './explain-ordered.ts';

/**
 * A column as a search sees it: every row has a rank. Ranks below `ordered` have an order, and can be cut; `singles` can
 * be asked for one by one; null, NaN and rare categories have ranks at the end.
 */
export type Column = {
  readonly subject: TermSubject;
  readonly ranks: Uint32Array;
  readonly size: number;
  readonly ordered: number;
  readonly singles: readonly number[];
  /** The test that is true of the ranks from `cut` to `ordered`, or of those below `cut`. */
  readonly cutTest: (cut: number, upper: boolean) => Test;
  readonly singleTest: (rank: number, negated: boolean) => Test;
  /** Bits to name one predicate of this column among all of all columns. */
  readonly bits: number;
  /** How many rows have a rank below each. */
  readonly rowsBelow: Uint32Array;
};

/** A set of ranks that a term can name: from `low` to below `high`, or everything else. */
export type Predicate = {
  readonly shape: 'upper' | 'lower' | 'is' | 'is-not';
  readonly low: number;
  readonly high: number;
};

export function termOf({ subject, cutTest, singleTest }: Column, { shape, low, high }: Predicate): Term {
  const test =
    shape === 'upper' || shape === 'lower'
      ? cutTest(shape === 'upper' ? low : high, shape === 'upper')
      : singleTest(low, shape === 'is-not');
  // What is null has neither a year nor a length that could be.
  const isOfNull = test.kind === 'null' || test.kind === 'not-null';
  return { subject: isOfNull ? { ...subject, of: 'value' } : subject, test };
}

export const cutAt = (column: Column, cut: number, shape: 'upper' | 'lower'): Predicate =>
  shape === 'upper' ? { shape, low: cut, high: column.ordered } : { shape, low: 0, high: cut };

/** How many rows, and how many differing ones, any predicate of a column matches. */
export class RankCounts {
  readonly #rows: Uint32Array;
  readonly #differing: Uint32Array;

  constructor({ ranks, size, rowsBelow }: Column, { rows }: Differing) {
    this.#rows = rowsBelow;
    this.#differing = belowEach(ranks, size, rows);
  }

  rowsBelow(rank: number): number {
    return this.#rows[rank]!;
  }

  differingBelow(rank: number): number {
    return this.#differing[rank]!;
  }

  of({ shape, low, high }: Predicate): { matching: number; covered: number } {
    const [rows, differing] = [this.#rows, this.#differing];
    const [matching, covered] = [rows[high]! - rows[low]!, differing[high]! - differing[low]!];
    return shape === 'is-not'
      ? { matching: rows.at(-1)! - matching, covered: differing.at(-1)! - covered }
      : { matching, covered };
  }
}

/** How many rows, of some or of all, have a rank below each. */
function belowEach(ranks: Uint32Array, size: number, rows?: Uint32Array): Uint32Array {
  const below = new Uint32Array(size + 1);
  if (rows === undefined) for (let row = 0; row < ranks.length; row++) below[ranks[row]! + 1]!++;
  else for (let at = 0; at < rows.length; at++) below[ranks[rows[at]!]! + 1]!++;
  for (let place = 1; place <= size; place++) below[place]! += below[place - 1]!;
  return below;
}

/** In the order of the schema; a column in which all rows are alike, or no two, says nothing and is left out. */
export function columnsOf(schema: Schema, cells: CellReaders, rows: Uint32Array): Column[] {
  const drafts = schema.fields.flatMap((field, index) => {
    const at = cells(index);
    const values = Array.from(rows, row => at(row));
    return draftsOf(schema, field, values);
  });
  const useful = drafts.filter(draft => predicateCount(draft) > 0);
  return useful.map(draft => ({
    ...draft,
    bits: Math.log2(useful.length) + Math.log2(predicateCount(draft)),
    rowsBelow: belowEach(draft.ranks, draft.size),
  }));
}

export type Draft = Omit<Column, 'bits' | 'rowsBelow'>;

const predicateCount = ({ ordered, singles }: Draft): number =>
  2 * Math.max(0, ordered - 1) + 2 * singles.length;

function draftsOf(schema: Schema, field: Field, values: readonly Value[]): Draft[] {
  const subject = (of: TermSubject['of']): TermSubject => ({ of, field: field.id, name: field.name });
  if (isCategorical(field)) return [categories(subject('value'), values.map(categoryTexts(field)))];
  if (hasOrder(field.type.kind)) {
    return [
      ordered(subject('value'), values as readonly (number | bigint | null)[], boundOf(field)),
      ...partsOf(schema, field).map(by => categories(subject(by), values.map(sliceKeyReader(field, by)))),
    ];
  }
  const lengths = ordered(
    subject('length'),
    values.map(value => (value === null ? null : lengthOf(value as Parameters<typeof lengthOf>[0]))),
  );
  return field.type.kind === 'string'
    ? [categories(subject('value'), values as readonly (string | null)[]), lengths]
    : [lengths];
}

function categoryTexts(field: Field): (value: Value) => string | null {
  const category = categoryReader(field);
  return value => (value === null ? null : category(value).text);
}

/** A date is asked for its year and month, whether or not they are slices. */
function partsOf(schema: Schema, field: Field): Exclude<Slice['by'], 'value'>[] {
  if (field.type.kind !== 'date' && field.type.kind !== 'timestamp') return [];
  const sliced = schema.slices.some(slice => slice.field === field.id && slice.by === 'day');
  return ['year', 'month', ...(sliced ? (['day'] as const) : [])];
}

function categories(subject: TermSubject, values: readonly (string | null)[]): Draft {
  const codes = new Map<string, number>();
  const codeOfRow = new Uint32Array(values.length);
  const counts = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value === null) continue;
    const code = codes.get(value) ?? codes.size;
    if (code === codes.size) codes.set(value, code);
    codeOfRow[row] = code;
    counts[code]!++;
  }
  const frequent = [...codes]
    .map(([text, code]) => ({ text, code, count: counts[code]! }))
    // A value of one row can be named, but explains no second one.
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, LIMITS.explain_values_max);
  const [rare, none] = [frequent.length, frequent.length + 1];
  const rankOfCode = new Uint32Array(codes.size).fill(rare);
  for (const [rank, { code }] of frequent.entries()) rankOfCode[code] = rank;
  const ranks = new Uint32Array(values.length);
  for (let row = 0; row < ranks.length; row++)
    ranks[row] = values[row] === null ? none : rankOfCode[codeOfRow[row]!]!;
  const named = [...frequent.keys(), ...(ranks.includes(none) ? [none] : [])];
  return {
    subject,
    ranks,
    size: frequent.length + 2,
    ordered: 0,
    singles: named.length === 1 && !ranks.includes(rare) ? [] : named,
    cutTest: () => {
      throw new TypeError('categories have no order');
    },
    singleTest: (rank, negated) => {
      if (rank === none) return { kind: negated ? 'not-null' : 'null' };
      return { kind: negated ? 'is-not' : 'is', value: frequent[rank]!.text };
    },
  };
}
