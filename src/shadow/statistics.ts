import type { RecordBatch } from 'apache-arrow';
import type { Json } from '../base/canonical-json.ts';
import { LIMITS } from '../base/limits.ts';
import { isCategorical } from '../contract/category.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Withheld } from '../contract/withheld.ts';
import { namer } from './aligned.ts';
import { isPlain, plain, type ToldNumber, toldPlace } from './axis.ts';
import { type Place, scaleOf } from './place.ts';
import { quantileOf, type Ranks, rankError, sizeOfRanks } from './ranks.ts';
import { type FieldSummary, summaryOf, valuesIn } from './summary.ts';
import { distinctOf } from './value-counts.ts';

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
  /** By how many `distinct` may be off, one time in a thousand; 0 where each value was counted. */
  readonly distinctError: number;
  /** Undefined for a field without a vocabulary. */
  readonly unknown: number | undefined;
  /** At QUANTILES, in the field's unit, and all as text where doubles would not tell them apart; undefined where there is no number. */
  readonly quantiles: readonly ToldNumber[] | V | undefined;
  /** Of lengths: list elements, code points, bytes. */
  readonly lengths: readonly number[] | V | undefined;
  /** The greatest share of the values by which the place of a quantile may be off; 0 where each is a value that was observed. */
  readonly rankError: number;
  /** Most frequent first; `others` counts the rest. Undefined for a field whose values are not counted one by one. */
  readonly categories:
    | {
        readonly top: readonly { readonly text: string | V; readonly count: number }[];
        readonly others: number;
        /** Rows that a category may have which is not in `top`, where not all were counted. */
        readonly unlisted: number;
      }
    | undefined;
};

/** In thousandths, so that a place in a sorted column is exact; both ends are the extremes. */
export const QUANTILES = [0, 10, 50, 250, 500, 750, 950, 990, 1000] as const;

export const statisticsOf = (schema: Schema, batch: RecordBatch): Statistics => {
  const { rows, fields } = summaryOf(schema, batch);
  return { rows, fields: fields.map(fieldStatistics) };
};

export function fieldStatistics(summary: FieldSummary): FieldStatistics {
  const { field, nulls, notFinite, counts, unknown, numbers, lengths } = summary;
  const { count, error } = distinctOf(counts);
  return {
    field: field.id,
    name: field.name,
    nulls,
    notFinite,
    values: valuesIn(summary),
    distinct: count,
    distinctError: error,
    unknown,
    quantiles: toldQuantiles(numbers, scaleOf(field)),
    lengths: quantilesOf(lengths),
    rankError: Math.max(errorShare(numbers), errorShare(lengths)),
    categories: isCategorical(field) && summary.isWithheld !== true ? topOf(summary) : undefined,
  };
}

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

const quantilesOf = <P extends Place>(ranks: Ranks<P> | undefined): readonly P[] | undefined =>
  ranks === undefined || sizeOfRanks(ranks) === 0 ? undefined : QUANTILES.map(at => quantileOf(ranks, at));

function toldQuantiles(ranks: Ranks | undefined, scale: number): readonly ToldNumber[] | undefined {
  if (ranks === undefined) return undefined;
  if (!isPlain(ranks, scale)) {
    const places = quantilesOf(ranks);
    return places?.map(place => toldPlace(place, scale));
  }
  return quantilesOf(plain(ranks, scale));
}

const errorShare = (ranks: Ranks | undefined): number =>
  ranks === undefined || sizeOfRanks(ranks) === 0 ? 0 : rankError(ranks) / sizeOfRanks(ranks);

function topOf(summary: FieldSummary): FieldStatistics['categories'] {
  const { field, counts } = summary;
  const nameOf = namer(field);
  const categories = new Map<string, { readonly text: string; count: number }>();
  for (const one of counts.level === 0 ? counts.counted : counts.heavy) {
    const { key, text } = nameOf(one);
    const known = categories.get(key);
    if (known === undefined) categories.set(key, { text, count: one.count });
    else known.count += one.count;
  }
  const sorted = [...categories.values()].sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  const top = sorted.slice(0, LIMITS.shadow_categories_max).map(({ text, count }) => ({ text, count }));
  const others = valuesIn(summary) - top.reduce((sum, { count }) => sum + count, 0);
  const next = sorted[LIMITS.shadow_categories_max]?.count ?? 0;
  return { top, others, unlisted: counts.level === 0 ? 0 : Math.max(next, counts.unlisted_rows) };
}
