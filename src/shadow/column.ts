import type { Data } from 'apache-arrow';
import { columnReader } from '../contract/batch.ts';
import { type Category, categoryReader, isCategorical } from '../contract/category.ts';
import type { Field } from '../contract/field.ts';
import { hasOrder, KIND_TABLE } from '../contract/kind-table.ts';
import { nearNumber } from '../contract/near-number.ts';
import { sentinelOf } from '../contract/senses.ts';
import type { Value } from '../contract/value.ts';
import { lengthOf } from '../contract/value-length.ts';

/** All that statistics need of one column of one side. Holds values, so it is never stored or printed. */
export type ColumnSummary = {
  readonly field: Field;
  readonly rows: number;
  readonly nulls: number;
  /** NaN and infinities. */
  readonly notFinite: number;
  /** Values that stand for none; undefined for a field with neither a vocabulary nor sentinels. */
  readonly unknown: number | undefined;
  /** Per distinct value that is neither null nor not finite, how often it occurs. */
  readonly counts: ReadonlyMap<string, Count>;
  /** Ascending, finite, without sentinels; undefined for columns that hold no numbers. */
  readonly numbers: Float64Array | undefined;
  /** Ascending: list elements, code points or bytes; undefined for values without a length. */
  readonly lengths: Float64Array | undefined;
};

export type Count = { readonly text: string; count: number };

export function summaryOf(field: Field, data: Data, rows: number): ColumnSummary {
  const at = columnReader(field, data);
  const counts = new Map<string, Count>();
  const [hasNumbers, hasLengths] = [holdsNumbers(field), holdsLengths(field)];
  const [numbers, lengths]: [number[], number[]] = [[], []];
  const isUnknown = unknownReader(field);
  const keyOf = keyReader(field);
  let [nulls, notFinite, unknown] = [0, 0, 0];
  for (let row = 0; row < rows; row++) {
    const value = at(row);
    if (value === null) {
      nulls++;
      continue;
    }
    if (typeof value === 'number' && !Number.isFinite(value)) {
      notFinite++;
      continue;
    }
    if (isUnknown?.(value)) unknown++;
    const { key, text } = keyOf(value);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { text, count: 1 });
    else known.count++;
    if (hasNumbers && sentinelOf(field, value) === undefined) numbers.push(nearNumber(field.type, value));
    if (hasLengths) lengths.push(lengthOf(value as Parameters<typeof lengthOf>[0]));
  }
  return {
    field,
    rows,
    nulls,
    notFinite,
    unknown: isUnknown === undefined ? undefined : unknown,
    counts,
    numbers: hasNumbers ? Float64Array.from(numbers).sort() : undefined,
    lengths: hasLengths ? Float64Array.from(lengths).sort() : undefined,
  };
}

/** Rows that hold a value one can compare. */
export const valuesIn = ({ rows, nulls, notFinite }: ColumnSummary): number => rows - nulls - notFinite;

/**
 * What "unknown" is called in a field with a vocabulary or sentinels: a value it does not have, the term its policy maps such values
 * to, the value the loss ignores, and every sentinel. Undefined where a field has none of them.
 */
export function unknownReader(field: Field): ((value: Exclude<Value, null>) => boolean) | undefined {
  const isSentinel = (value: Exclude<Value, null>): boolean => sentinelOf(field, value) !== undefined;
  if (field.vocabulary === undefined) return field.sentinels === undefined ? undefined : isSentinel;
  const category = categoryReader(field);
  const { unknownPolicy: policy } = field;
  const mapped = policy?.kind === 'map' ? policy.term : undefined;
  return value => {
    const { term } = category(value);
    return term === undefined || term.id === mapped;
  };
}

const holdsNumbers = (field: Field): boolean => !isCategorical(field) && hasOrder(field.type.kind);

const holdsLengths = (field: Field): boolean =>
  !isCategorical(field) && ['string', 'bytes', 'list'].includes(KIND_TABLE[field.type.kind].held);

/** Numbers are many and mostly distinct: as their own text they cost no category each. */
function keyReader(field: Field): (value: Exclude<Value, null>) => Pick<Category, 'key' | 'text'> {
  if (isCategorical(field)) return categoryReader(field);
  if (holdsNumbers(field))
    return value => {
      const text = String(value);
      return { key: text, text };
    };
  return value => categoryReader(field)(value);
}
