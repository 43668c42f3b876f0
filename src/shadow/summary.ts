import type { RecordBatch } from 'apache-arrow';
import { columnReader, columnsOf } from '../contract/batch.ts';
import { categoryReader, isCategorical } from '../contract/category.ts';
import type { Field } from '../contract/field.ts';
import { hasOrder, KIND_TABLE } from '../contract/kind-table.ts';
import type { Schema, Slice } from '../contract/schema.ts';
import { sentinelOf } from '../contract/senses.ts';
import type { Value } from '../contract/value.ts';
import { lengthOf } from '../contract/value-length.ts';
import { isEndless } from './not-finite.ts';
import { comparePlaces, type Place } from './place.ts';
import { exactRanks, mergedRanks, type Ranks, ranksOfSorted } from './ranks.ts';
import { mergedParts, type Parts, partsOf } from './slices.ts';
import { unknownReader } from './unknown.ts';
import { mergedCounts, NO_COUNTS, type ValueCounts } from './value-counts.ts';

/** All that statistics need of one data set. It holds values, so it is never stored or printed as it is. */
export type DataSummary = {
  readonly schema: Schema;
  readonly rows: number;
  /** In the order of the schema. */
  readonly fields: readonly FieldSummary[];
  /** Parts are undefined where nobody may know them. */
  readonly slices: readonly { readonly slice: Slice; readonly parts: Parts | undefined }[];
};

export type FieldSummary = {
  readonly field: Field;
  readonly rows: number;
  readonly nulls: number;
  /** NaN and infinities, and values in which one stands. */
  readonly notFinite: number;
  /** Values that stand for none; undefined for a field with neither a vocabulary nor sentinels. */
  readonly unknown: number | undefined;
  /** Of values that are neither null nor not finite. */
  readonly counts: ValueCounts;
  /** Finite, without sentinels, decimals without their point; undefined for columns that hold no numbers. */
  readonly numbers: Ranks | undefined;
  /** List elements, code points or bytes; undefined for values without a length. */
  readonly lengths: Ranks<number> | undefined;
  /** Nothing but rows are counted, as whoever counted may not tell values. */
  readonly isWithheld?: boolean;
};

/** Rows that hold a value one can compare. */
export const valuesIn = ({
  rows,
  nulls,
  notFinite,
}: Pick<FieldSummary, 'rows' | 'nulls' | 'notFinite'>): number => rows - nulls - notFinite;

export const holdsNumbers = (field: Field): boolean => !isCategorical(field) && hasOrder(field.type.kind);

export const holdsLengths = (field: Field): boolean =>
  !isCategorical(field) && ['string', 'bytes', 'list'].includes(KIND_TABLE[field.type.kind].held);

/** A batch that is in memory, every value counted. */
export function summaryOf(schema: Schema, batch: RecordBatch): DataSummary {
  const columns = columnsOf(schema, batch);
  return {
    schema,
    rows: batch.numRows,
    fields: columns.map(({ field, data }) => columnSummary(field, columnReader(field, data), batch.numRows)),
    slices: schema.slices.map(slice => ({ slice, parts: partsOf(schema, slice, batch) })),
  };
}

/** @param at  the value of a row */
export function columnSummary(field: Field, at: (row: number) => Value, rows: number): FieldSummary {
  const counts = new Map<string, { value: Value | undefined; count: number }>();
  const [hasNumbers, hasLengths] = [holdsNumbers(field), holdsLengths(field)];
  const [numbers, lengths]: [Place[], number[]] = [[], []];
  const isUnknown = unknownReader(field);
  const keyOf = keyReader(field);
  const isKept = isCategorical(field);
  let [nulls, notFinite, unknown] = [0, 0, 0];
  for (let row = 0; row < rows; row++) {
    const value = at(row);
    if (value === null) {
      nulls++;
      continue;
    }
    if (hasLengths) lengths.push(lengthOf(value as Parameters<typeof lengthOf>[0]));
    if (isEndless(value)) {
      notFinite++;
      continue;
    }
    if (isUnknown?.(value)) unknown++;
    const key = keyOf(value);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { value: isKept ? value : undefined, count: 1 });
    else known.count++;
    if (hasNumbers && sentinelOf(field, value) === undefined) numbers.push(value as Place);
  }
  return {
    field,
    rows,
    nulls,
    notFinite,
    unknown: isUnknown === undefined ? undefined : unknown,
    counts: {
      level: 0,
      counted: [...counts].map(([key, { value, count }]) => ({ key, value, count })),
      heavy: [],
      unlisted_rows: 0,
    },
    numbers: hasNumbers ? ranksOfSorted(numbers.sort(comparePlaces)) : undefined,
    lengths: hasLengths ? ranksOfSorted(Float64Array.from(lengths).sort()) : undefined,
  };
}

/** Of parts of one data set that have one schema, as of the whole. */
export function mergedSummaries(parts: readonly [DataSummary, ...DataSummary[]]): DataSummary {
  const [{ schema, fields, slices }] = parts;
  return {
    schema,
    rows: total(parts, part => part.rows),
    fields: fields.map((_, index) => mergedFields(parts.map(part => part.fields[index]!))),
    slices: slices.map(({ slice }, index) => ({
      slice,
      parts: everyPart(parts.map(part => part.slices[index]!.parts)),
    })),
  };
}

const everyPart = (all: readonly (Parts | undefined)[]): Parts | undefined => {
  const known = all.filter(parts => parts !== undefined);
  return known.length === all.length ? mergedParts(known) : undefined;
};

function mergedFields(parts: readonly FieldSummary[]): FieldSummary {
  const { field, unknown, numbers, lengths } = parts[0]!;
  const shared = {
    field,
    rows: total(parts, part => part.rows),
    nulls: total(parts, part => part.nulls),
    notFinite: total(parts, part => part.notFinite),
    unknown: unknown === undefined ? undefined : total(parts, part => part.unknown ?? 0),
  };
  if (parts.some(({ isWithheld }) => isWithheld))
    return { ...shared, counts: NO_COUNTS, numbers: undefined, lengths: undefined, isWithheld: true };
  const counts = mergedCounts(parts.map(part => part.counts));
  return {
    ...shared,
    counts,
    numbers: numbers && (countedRanks(field, counts) ?? mergedRanks(parts.map(part => part.numbers!))),
    lengths: lengths && mergedRanks(parts.map(part => part.lengths!)),
  };
}

/** The distribution of a field's numbers, where each of its values was counted and is known. */
export function countedRanks(field: Field, { level, counted }: ValueCounts): Ranks | undefined {
  if (level > 0 || counted.some(({ value }) => value === undefined)) return undefined;
  const numbers = new Map<Place, number>();
  for (const { value, count } of counted) {
    if (value === undefined || value === null || sentinelOf(field, value) !== undefined) continue;
    // As the key of a map -0 is 0.
    const number = value as Place;
    numbers.set(number, (numbers.get(number) ?? 0) + count);
  }
  return exactRanks([...numbers].sort(([a], [b]) => comparePlaces(a, b)));
}

const total = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0);

/** Numbers are many and mostly distinct: as their own text they cost no category each. */
function keyReader(field: Field): (value: Exclude<Value, null>) => string {
  if (!isCategorical(field) && holdsNumbers(field)) return value => String(value);
  const category = categoryReader(field);
  return value => category(value).key;
}
