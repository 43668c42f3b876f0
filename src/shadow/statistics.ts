import type { RecordBatch } from 'apache-arrow';
import type { Json } from '../base/canonical-json.ts';
import { LIMITS } from '../base/limits.ts';
import { isCategorical } from '../contract/category.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Withheld } from '../contract/withheld.ts';
import { type ColumnSummary, summaryOf, valuesIn } from './column.ts';

/** One side of a data set in numbers a person can read beside those of the other; a V stands for what is withheld. */
export type Statistics<V = never> = { readonly rows: number; readonly fields: readonly FieldStatistics<V>[] };

export type FieldStatistics<V = never> = {
  readonly field: FieldId;
  readonly name: string;
  /** nulls + notFinite + values = rows */
  readonly nulls: number;
  readonly notFinite: number;
  readonly values: number;
  readonly distinct: number;
  /** Undefined for a field without a vocabulary. */
  readonly unknown: number | undefined;
  /** At QUANTILES, each an observed value, in the field's unit; undefined where there is no number. */
  readonly quantiles: readonly number[] | V | undefined;
  /** Of lengths: list elements, code points, bytes. */
  readonly lengths: readonly number[] | V | undefined;
  /** Most frequent first; `others` counts the rest. Undefined for a field whose values are not counted one by one. */
  readonly categories:
    | {
        readonly top: readonly { readonly text: string | V; readonly count: number }[];
        readonly others: number;
      }
    | undefined;
};

/** In thousandths, so that a place in a sorted column is exact; both ends are the extremes. */
export const QUANTILES = [0, 10, 50, 250, 500, 750, 950, 990, 1000] as const;

export const statisticsOf = (schema: Schema, batch: RecordBatch): Statistics => ({
  rows: batch.numRows,
  fields: schema.fields.map((field, index) =>
    fieldStatistics(summaryOf(field, batch.data.children[index]!, batch.numRows)),
  ),
});

export function fieldStatistics(summary: ColumnSummary): FieldStatistics {
  const { field, nulls, notFinite, counts, unknown, numbers, lengths } = summary;
  return {
    field: field.id,
    name: field.name,
    nulls,
    notFinite,
    values: valuesIn(summary),
    distinct: counts.size,
    unknown,
    quantiles: quantilesOf(numbers),
    lengths: quantilesOf(lengths),
    categories: isCategorical(field) ? topOf(summary) : undefined,
  };
}

/**
 * The least observed value that at least so many thousandths of the column do not exceed: no interpolation, so that a
 * column and the same column twice have the same quantiles.
 */
export const quantile = (sorted: Float64Array, thousandths: number): number =>
  sorted[Math.max(1, Math.ceil((thousandths * sorted.length) / 1000)) - 1]!;

export const statisticsDocument = ({ rows, fields }: Statistics<Withheld>): Json => ({
  format: 'assay.shadow-statistics/1',
  rows,
  quantiles: QUANTILES,
  fields: fields.map(field => ({
    ...field,
    unknown: field.unknown ?? null,
    quantiles: field.quantiles ?? null,
    lengths: field.lengths ?? null,
    categories: field.categories ?? null,
  })),
});

const quantilesOf = (sorted: Float64Array | undefined): readonly number[] | undefined =>
  sorted === undefined || sorted.length === 0 ? undefined : QUANTILES.map(at => quantile(sorted, at));

function topOf(summary: ColumnSummary): FieldStatistics['categories'] {
  const sorted = [...summary.counts.values()]
    .map(({ text, count }) => ({ text, count }))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  const top = sorted.slice(0, LIMITS.shadow_categories_max);
  return { top, others: valuesIn(summary) - top.reduce((sum, { count }) => sum + count, 0) };
}
