import type { RecordBatch } from 'apache-arrow';
import { isCategorical } from '../contract/category.ts';
import type { Schema, Slice } from '../contract/schema.ts';
import { type ColumnSummary, summaryOf } from './column.ts';
import {
  distanceEffect,
  distinctEffect,
  divergenceEffect,
  type Effect,
  oneSidedEffect,
  quantileEffect,
  shareEffect,
} from './effects.ts';
import { type PartSummary, partsOf } from './slices.ts';
import { fieldStatistics, type Statistics } from './statistics.ts';
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
};

export type ShadowMeasurement<V = never> = Effect<V> & {
  readonly measure: ShadowMeasure;
  /** The field or slice. */
  readonly of: string;
  /** The part of a slice; null is the part without a value, undefined where the measure is of a whole field. */
  readonly part: string | null | V | undefined;
};

/** @param before, after  batches of `schema` */
export function compareShadow(schema: Schema, before: RecordBatch, after: RecordBatch): ShadowComparison {
  const [left, right] = [summariesOf(schema, before), summariesOf(schema, after)];
  return {
    before: { rows: before.numRows, fields: left.map(fieldStatistics) },
    after: { rows: after.numRows, fields: right.map(fieldStatistics) },
    measurements: [
      ...left.flatMap((summary, at) => fieldMeasurements(summary, right[at]!)),
      ...schema.slices.flatMap(slice => sliceMeasurements(schema, slice, before, after)),
    ],
  };
}

const summariesOf = (schema: Schema, batch: RecordBatch): ColumnSummary[] =>
  schema.fields.map((field, index) => summaryOf(field, batch.data.children[index]!, batch.numRows));

function fieldMeasurements(before: ColumnSummary, after: ColumnSummary): ShadowMeasurement[] {
  const of = before.field.name;
  const row = (measure: ShadowMeasure, effect: Effect): ShadowMeasurement => ({
    ...effect,
    measure,
    of,
    part: undefined,
  });
  const shares = (count: (side: ColumnSummary) => number, rise = false): Effect =>
    shareEffect({ count: count(before), of: before.rows }, { count: count(after), of: after.rows }, rise);
  return [
    row(
      'shadow.null-rate',
      shares(side => side.nulls),
    ),
    ...(before.numbers === undefined
      ? []
      : [
          row(
            'shadow.not-finite',
            shares(side => side.notFinite),
          ),
        ]),
    ...(before.unknown === undefined
      ? []
      : [
          row(
            'shadow.unknown',
            certain(
              shares(side => side.unknown ?? 0, true),
              before.unknown,
            ),
          ),
        ]),
    ...(isCategorical(before.field)
      ? [
          row('shadow.unseen', oneSidedEffect(before.counts, after.counts)),
          row('shadow.vanished', swapped(oneSidedEffect(after.counts, before.counts))),
          row('shadow.divergence', divergenceEffect(before.counts, after.counts)),
        ]
      : [row('shadow.distinct', distinctEffect(before.counts, after.counts))]),
    ...(before.numbers === undefined || after.numbers === undefined
      ? []
      : [
          row('shadow.distance', distanceEffect(before.numbers, after.numbers)),
          row('shadow.quantiles', quantileEffect(before.numbers, after.numbers)),
        ]),
    ...(before.lengths === undefined || after.lengths === undefined
      ? []
      : [row('shadow.length', distanceEffect(before.lengths, after.lengths))]),
  ];
}

/** Where nothing was unknown before, the first unknown is no chance: something upstream started to produce it. */
const certain = (effect: Effect, unknownBefore: number): Effect =>
  unknownBefore === 0 ? { ...effect, chance: 0 } : effect;

const swapped = (effect: Effect): Effect => ({ ...effect, before: effect.after, after: effect.before });

function sliceMeasurements(
  schema: Schema,
  slice: Slice,
  before: RecordBatch,
  after: RecordBatch,
): ShadowMeasurement[] {
  const [left, right] = [partsOf(schema, slice, before), partsOf(schema, slice, after)];
  const rows = { before: before.numRows, after: after.numRows };
  const found: ShadowMeasurement[] = [];
  for (const part of [...left.keys()].sort(byName)) {
    const [was, is] = [left.get(part)!, right.get(part)];
    for (const [measure, effect] of is === undefined ? gone(was, rows) : changed(was, is)) {
      if (effect.effect !== 0) found.push({ ...effect, measure, of: slice.name, part });
    }
  }
  // Where no part differs one row says so, or nobody could tell that the parts were looked at.
  const alike: Effect = { ...rows, effect: left.size === 0 ? undefined : 0, chance: 0 };
  const measures = schema.label === undefined ? (['shadow.slice-vanished'] as const) : SLICE_MEASURES;
  return measures.flatMap(measure => {
    const parts = found.filter(measurement => measurement.measure === measure);
    return parts.length > 0 ? parts : [{ ...alike, measure, of: slice.name, part: undefined }];
  });
}

const SLICE_MEASURES = ['shadow.slice-vanished', 'shadow.slice-unknown', 'shadow.slice-label'] as const;

type Sizes = { readonly before: number; readonly after: number };
type Measured = ReadonlyArray<readonly [ShadowMeasure, Effect]>;

/** The effect is the share of all rows that were in the part. */
function gone(was: PartSummary, { before, after }: Sizes): Measured {
  const { effect, chance } = oneSidedEffect(
    new Map([['rest', { text: '', count: after }]]),
    new Map([
      ['rest', { text: '', count: before - was.rows }],
      ['part', { text: '', count: was.rows }],
    ]),
  );
  return [['shadow.slice-vanished', { effect, chance, before, after }]];
}

/** A part whose labels all became null is found by its unknowns; of no label no distance can be taken. */
function changed(was: PartSummary, is: PartSummary): Measured {
  const unknown = shareEffect({ count: was.unknown, of: was.rows }, { count: is.unknown, of: is.rows }, true);
  return [
    ['shadow.slice-unknown', certain(unknown, was.unknown)],
    ['shadow.slice-label', divergenceEffect(was.labels, is.labels)],
  ];
}

/** The part without a value first. */
const byName = (a: string | null, b: string | null): number =>
  Number(a !== null) - Number(b !== null) || Number(a! > b!) - Number(a! < b!);
