import type { RecordBatch } from 'apache-arrow';
import { isCategorical } from '../contract/category.ts';
import type { Schema } from '../contract/schema.ts';
import type { Withheld } from '../contract/withheld.ts';
import { aligned, alignedCounts } from './aligned.ts';
import { distanceEffect, movedEffect, numberStabilityEffect, quantileEffect } from './distances.ts';
import {
  distinctEffect,
  divergenceEffect,
  type Effect,
  hellingerEffect,
  largestEffect,
  nothing,
  oneSidedEffect,
  shareEffect,
  stabilityEffect,
} from './effects.ts';
import { factorBetween } from './factor.ts';
import { type ShadowFinding, unitFinding } from './finding.ts';
import { type FieldHistogram, histogramOf } from './histogram.ts';
import { type FieldPair, inUnitOfAfter, pairsOf } from './pairs.ts';
import { sizeOfRanks } from './ranks.ts';
import type { PartSummary, Parts } from './slices.ts';
import { fieldStatistics, type Statistics } from './statistics.ts';
import { type DataSummary, type FieldSummary, summaryOf, valuesIn } from './summary.ts';
import { appliesTo, type ShadowMeasure } from './thresholds.ts';

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
    measurements: [...pairs.flatMap(fieldMeasurements), ...sliceMeasurements(before, after)],
    findings: pairs.flatMap(pair => unitFinding(pair) ?? []),
    histograms: pairs.flatMap(pair => histogramOf(pair) ?? []),
  };
}

type Measured = readonly [measure: ShadowMeasure, effect: Effect];

function fieldMeasurements(pair: FieldPair): ShadowMeasurement[] {
  const { before, after } = pair;
  const measured: readonly Measured[] = [
    ['shadow.null-rate', shares(pair, side => side.nulls)],
    ...(appliesTo('shadow.not-finite', after.field)
      ? [['shadow.not-finite', shares(pair, side => side.notFinite)] as const]
      : []),
    ...(after.unknown === undefined
      ? []
      : [
          [
            'shadow.unknown',
            certain(
              shares(pair, side => side.unknown ?? 0, true),
              before.unknown ?? 0,
            ),
          ] as const,
        ]),
    ...(isCategorical(after.field)
      ? categoryMeasurements(pair)
      : [['shadow.distinct', distinct(pair)] as const]),
    ...(after.numbers === undefined ? [] : numberMeasurements(pair)),
    ...(after.lengths === undefined
      ? []
      : [
          [
            'shadow.length',
            before.lengths === undefined ? incomparable(pair) : distanceEffect(before.lengths, after.lengths),
          ] as const,
        ]),
  ];
  return measured.map(([measure, effect]) => ({ ...effect, measure, of: after.field.name, part: undefined }));
}

const shares = ({ before, after }: FieldPair, count: (side: FieldSummary) => number, rise = false): Effect =>
  shareEffect({ count: count(before), of: before.rows }, { count: count(after), of: after.rows }, rise);

/** Where nothing was unknown before, the first unknown is no chance: something upstream started to produce it. */
const certain = (effect: Effect, unknownBefore: number): Effect =>
  unknownBefore === 0 ? { ...effect, chance: 0 } : effect;

function categoryMeasurements(pair: FieldPair): readonly Measured[] {
  const sides = aligned(pair.before, pair.after);
  return [
    ['shadow.unseen', oneSidedEffect(sides, 'after')],
    ['shadow.vanished', oneSidedEffect(sides, 'before')],
    ['shadow.divergence', divergenceEffect(sides)],
    ['shadow.l-infinity', largestEffect(sides)],
    ['shadow.hellinger', hellingerEffect(sides)],
    ['shadow.psi', stabilityEffect(sides)],
  ];
}

const distinct = ({ before, after }: FieldPair): Effect =>
  distinctEffect(
    { counts: before.counts, values: valuesIn(before) },
    { counts: after.counts, values: valuesIn(after) },
  );

function numberMeasurements(pair: FieldPair): readonly Measured[] {
  const [after, step] = [pair.after.numbers!, pair.step];
  // Between numbers and no numbers, or units that nothing leads between, there is no distance: that is not none.
  const before =
    step === 'apart' ? undefined : pair.before.numbers && inUnitOfAfter(pair.before.numbers, step);
  if (before === undefined) return NUMBER_MEASURES.map(measure => [measure, incomparable(pair)] as const);
  const factor = factorBetween(before, after);
  const sizes = { before: sizeOfRanks(before), after: sizeOfRanks(after) };
  const found = sizes.before === 0 || sizes.after === 0 ? nothing(sizes.before, sizes.after).effect : 0;
  return [
    ['shadow.distance', distanceEffect(before, after)],
    ['shadow.quantiles', quantileEffect(before, after)],
    ['shadow.wasserstein', movedEffect(before, after)],
    ['shadow.psi', numberStabilityEffect(before, after)],
    [
      'shadow.factor',
      {
        ...sizes,
        effect: factor === undefined ? found : Math.abs(Math.log10(factor.times)),
        chance: 0,
        error: 0,
      },
    ],
  ];
}

const NUMBER_MEASURES = [
  'shadow.distance',
  'shadow.quantiles',
  'shadow.wasserstein',
  'shadow.psi',
  'shadow.factor',
] as const;

const incomparable = ({ before, after }: FieldPair): Effect => ({
  effect: undefined,
  chance: 0,
  error: 0,
  before: valuesIn(before),
  after: valuesIn(after),
});

function sliceMeasurements(before: DataSummary, after: DataSummary): ShadowMeasurement[] {
  return after.slices.flatMap(({ slice: { name }, parts: right }) => {
    const left: Parts = before.slices.find(({ slice }) => slice.name === name)?.parts ?? new Map();
    return partMeasurements(name, left, right, { before: before.rows, after: after.rows }, after.schema);
  });
}

function partMeasurements(
  name: string,
  left: Parts,
  right: Parts,
  rows: { readonly before: number; readonly after: number },
  schema: Schema,
): ShadowMeasurement[] {
  const found: ShadowMeasurement[] = [];
  for (const part of [...left.keys()].sort(byName)) {
    const [was, is] = [left.get(part)!, right.get(part)];
    for (const [measure, effect] of is === undefined ? gone(was, rows) : changed(was, is)) {
      if (effect.effect !== 0) found.push({ ...effect, measure, of: name, part });
    }
  }
  // Where no part differs one row says so, or nobody could tell that the parts were looked at.
  const alike: Effect = { ...rows, effect: left.size === 0 ? undefined : 0, chance: 0, error: 0 };
  const measures = schema.label === undefined ? (['shadow.slice-vanished'] as const) : SLICE_MEASURES;
  return measures.flatMap(measure => {
    const parts = found.filter(measurement => measurement.measure === measure);
    return parts.length > 0 ? parts : [{ ...alike, measure, of: name, part: undefined }];
  });
}

const SLICE_MEASURES = ['shadow.slice-vanished', 'shadow.slice-unknown', 'shadow.slice-label'] as const;

type Sizes = { readonly before: number; readonly after: number };

/** The effect is the share of all rows that were in the part. */
function gone(was: PartSummary, { before, after }: Sizes): readonly Measured[] {
  const cells = [
    { text: '', before: before - was.rows, after, weight: 1 },
    { text: '', before: was.rows, after: 0, weight: 1 },
  ];
  return [['shadow.slice-vanished', oneSidedEffect({ cells, before, after }, 'before')]];
}

/** A part whose labels all became null is found by its unknowns; of no label no distance can be taken. */
function changed(was: PartSummary, is: PartSummary): readonly Measured[] {
  const unknown = shareEffect({ count: was.unknown, of: was.rows }, { count: is.unknown, of: is.rows }, true);
  return [
    ['shadow.slice-unknown', certain(unknown, was.unknown)],
    ['shadow.slice-label', divergenceEffect(alignedCounts(was.labels, is.labels))],
  ];
}

/** The part without a value first. */
const byName = (a: string | null, b: string | null): number =>
  Number(a !== null) - Number(b !== null) || Number(a! > b!) - Number(a! < b!);

export type ToldComparison = ShadowComparison<Withheld>;
