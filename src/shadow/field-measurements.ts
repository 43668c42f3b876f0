import { isCategorical } from '../contract/category.ts';
import { aligned } from './aligned.ts';
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
import { type FieldPair, inUnitOfAfter } from './pairs.ts';
import { sizeOfRanks } from './ranks.ts';
import { type FieldSummary, valuesIn } from './summary.ts';
import { appliesTo, type ShadowMeasure } from './thresholds.ts';

export type Measured = readonly [measure: ShadowMeasure, effect: Effect];

/** Every measure that is one of the field after the change; one that the other side has nothing for is not evaluated. */
export function fieldMeasurements(pair: FieldPair): readonly Measured[] {
  const { before, after } = pair;
  const isOpen =
    before.isWithheld !== true &&
    after.isWithheld !== true &&
    isCategorical(before.field) === isCategorical(after.field);
  return [
    ['shadow.null-rate', shares(pair, side => side.nulls)],
    ...(appliesTo('shadow.not-finite', after.field)
      ? [['shadow.not-finite', shares(pair, side => side.notFinite)] as const]
      : []),
    ...(after.unknown === undefined ? [] : [['shadow.unknown', unknownEffect(pair)] as const]),
    ...(isOpen ? valueMeasurements(pair) : incomparable(pair, VALUE_MEASURES)),
  ];
}

const shares = ({ before, after }: FieldPair, count: (side: FieldSummary) => number, rise = false): Effect =>
  shareEffect({ count: count(before), of: before.rows }, { count: count(after), of: after.rows }, rise);

const unknownEffect = (pair: FieldPair): Effect =>
  certain(
    shares(pair, side => side.unknown ?? 0, true),
    pair.before.unknown ?? 0,
  );

/** Where nothing was unknown before, the first unknown is no chance: something upstream started to produce it. */
export const certain = (effect: Effect, unknownBefore: number): Effect =>
  unknownBefore === 0 ? { ...effect, chance: 0 } : effect;

const CATEGORY_MEASURES = [
  'shadow.unseen',
  'shadow.vanished',
  'shadow.divergence',
  'shadow.l-infinity',
  'shadow.hellinger',
] as const;
const NUMBER_MEASURES = [
  'shadow.distance',
  'shadow.quantiles',
  'shadow.wasserstein',
  'shadow.psi',
  'shadow.factor',
] as const;
const VALUE_MEASURES = [
  ...CATEGORY_MEASURES,
  'shadow.distinct',
  ...NUMBER_MEASURES,
  'shadow.length',
] as const;

/** Of what is not known, or is of another kind, no distance can be taken: that is not none. */
function incomparable(pair: FieldPair, measures: readonly ShadowMeasure[]): readonly Measured[] {
  const sizes = { before: valuesIn(pair.before), after: valuesIn(pair.after) };
  return measures
    .filter(measure => appliesTo(measure, pair.after.field))
    .map(measure => [measure, { ...sizes, effect: undefined, chance: 0, error: 0 }] as const);
}

function valueMeasurements(pair: FieldPair): readonly Measured[] {
  const { before, after } = pair;
  if (isCategorical(after.field)) return categoryMeasurements(pair);
  return [
    [
      'shadow.distinct',
      distinctEffect(
        { counts: before.counts, values: valuesIn(before) },
        { counts: after.counts, values: valuesIn(after) },
      ),
    ],
    ...numberMeasurements(pair),
    ...lengthMeasurements(pair),
  ];
}

function categoryMeasurements({ before, after }: FieldPair): readonly Measured[] {
  const sides = aligned(before, after);
  return [
    ['shadow.unseen', oneSidedEffect(sides, 'after')],
    ['shadow.vanished', oneSidedEffect(sides, 'before')],
    ['shadow.divergence', divergenceEffect(sides)],
    ['shadow.l-infinity', largestEffect(sides)],
    ['shadow.hellinger', hellingerEffect(sides)],
    ['shadow.psi', stabilityEffect(sides)],
  ];
}

function numberMeasurements(pair: FieldPair): readonly Measured[] {
  const { numbers: after } = pair.after;
  if (after === undefined) return [];
  const { step } = pair;
  const before =
    step === 'apart' ? undefined : pair.before.numbers && inUnitOfAfter(pair.before.numbers, step);
  if (before === undefined) return incomparable(pair, NUMBER_MEASURES);
  const factor = factorBetween(before, after);
  const sizes = { before: sizeOfRanks(before), after: sizeOfRanks(after) };
  const none = nothing(sizes.before, sizes.after).effect;
  const found = sizes.before === 0 || sizes.after === 0 ? none : 0;
  const effect = factor === undefined ? found : Math.abs(Math.log10(factor.times));
  return [
    ['shadow.distance', distanceEffect(before, after)],
    ['shadow.quantiles', quantileEffect(before, after)],
    ['shadow.wasserstein', movedEffect(before, after)],
    ['shadow.psi', numberStabilityEffect(before, after)],
    ['shadow.factor', { ...sizes, effect, chance: 0, error: 0 }],
  ];
}

function lengthMeasurements(pair: FieldPair): readonly Measured[] {
  const [before, after] = [pair.before.lengths, pair.after.lengths];
  if (after === undefined) return [];
  return before === undefined
    ? incomparable(pair, ['shadow.length'])
    : [['shadow.length', distanceEffect(before, after)]];
}
