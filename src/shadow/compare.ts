import type { RecordBatch } from 'apache-arrow';
import type { Schema } from '../contract/schema.ts';
import type { Effect } from './effects.ts';
import { fieldMeasurements } from './field-measurements.ts';
import { type ShadowFinding, unitFinding } from './finding.ts';
import { type FieldHistogram, histogramOf } from './histogram.ts';
import { pairsOf } from './pairs.ts';
import { sliceMeasurements } from './slice-measurements.ts';
import { fieldStatistics, type Statistics } from './statistics.ts';
import { type DataSummary, summaryOf } from './summary.ts';
import type { ShadowMeasure } from './thresholds.ts';

/**
 * Two data sets side by side: no row of one need be in the other. It holds values of every field, and is told as
 * `tellShadow` leaves it.
 */
export type ShadowComparison<V = never> = {
  readonly before: Statistics<V>;
  readonly after: Statistics<V>;
  /** By field, nulls and unseen values before any distance; then by slice and part. Parts that are alike are left out. */
  readonly measurements: readonly ShadowMeasurement<V>[];
  /** What units and values say of each other. */
  readonly findings: readonly ShadowFinding<V>[];
  /** Of fields that are on both sides. */
  readonly histograms: readonly FieldHistogram<V>[];
};

export type ShadowMeasurement<V = never> = Effect<V> & {
  readonly measure: ShadowMeasure;
  /** The field or slice. */
  readonly of: string;
  /** The part of a slice; null is the part without a value, undefined where the measure is of a whole field. */
  readonly part: string | null | V | undefined;
};

/** @param before, after  batches of `schema` */
export const compareShadow = (schema: Schema, before: RecordBatch, after: RecordBatch): ShadowComparison =>
  compareSummaries(summaryOf(schema, before), summaryOf(schema, after));

export function compareSummaries(before: DataSummary, after: DataSummary): ShadowComparison {
  const pairs = pairsOf(before, after);
  return {
    before: { rows: before.rows, fields: before.fields.map(fieldStatistics) },
    after: { rows: after.rows, fields: after.fields.map(fieldStatistics) },
    measurements: [
      ...pairs.flatMap(pair =>
        fieldMeasurements(pair).map(([measure, effect]) => ({
          ...effect,
          measure,
          of: pair.after.field.name,
          part: undefined,
        })),
      ),
      ...sliceMeasurements(before, after).map(({ effect, ...of }) => ({ ...effect, ...of })),
    ],
    findings: pairs.flatMap(pair => unitFinding(pair) ?? []),
    histograms: pairs.flatMap(pair => histogramOf(pair) ?? []),
  };
}
