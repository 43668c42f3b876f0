import { isCategorical } from '../contract/category.ts';
import { aligned } from './aligned.ts';
import { axisOf, plain } from './axis.ts';
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
import { scaleOf } from './place.ts';
import { sizeOfRanks } from './ranks.ts';
import { isSameSort } from './same-sort.ts';
import { type FieldSummary, valuesIn } from './summary.ts';
import { appliesTo, type ShadowMeasure } from './thresholds.ts';

export type Measured = readonly [measure: ShadowMeasure, effect: Effect];

/** Every measure that is one of the field after the change; one that the other side has nothing for is not evaluated. */
export function fieldMeasurements(pair: FieldPair): readonly Measured[] {
  const { before, after } = pair;
  const isOpen =
    before.isWithheld !== true &&
    after.isWithheld !== true &&
    isCategorical(before.field) === isCategorical(after.field) &&
    (isCategorical(after.field) || isSameSort(before.field.type, after.field.type));
  return [
    ['shadow.null-rate', shares(pair, side => side.nulls)],
    ...(appliesTo('shadow.not-finite', after.field)
      ? [
          [
            'shadow.not-finite',
            certain(
              shares(pair, side => side.notFinite),
              before.notFinite,
            ),
          ] as const,
        ]
      : []),
    ...(after.unknown === undefined ? [] : [['shadow.unknown', unknownEffect(pair)] as const]),
    ...(isOpen ? applied(pair, valueMeasurements(pair)) : incomparable(pair, VALUE_MEASURES)),
  ];
}

/**
 * A distance that neither side has a value for is none: of nulls and sentinels, which are lawful and counted above, it is left out, and
 * where values were not finite it could not be evaluated.
 */
const applied = ({ before, after }: FieldPair, measured: readonly Measured[]): readonly Measured[] => {
  const isLost = before.notFinite + after.notFinite > 0;
  return measured.flatMap(([measure, effect]): readonly Measured[] => {
    if (effect.before > 0 || effect.after > 0) return [[measure, effect]];
    return isLost ? [[measure, { ...effect, effect: undefined }]] : [];
  });
};

const shares = ({ before, after }: FieldPair, count: (side: FieldSummary) => number, rise = false): Effect =>
  shareEffect({ count: count(before), of: before.rows }, { count: count(after), of: after.rows }, rise);

const unknownEffect = (pair: FieldPair): Effect =>
  certain(
    shares(pair, side => side.unknown ?? 0, true),
    pair.before.unknown ?? 0,
  );

/** Where nothing was unknown or not finite before, the first is no chance: something upstream started to produce it. */
export const certain = (effect: Effect, countBefore: number): Effect =>
  countBefore === 0 ? { ...effect, chance: 0 } : effect;

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
  if (pair.after.numbers === undefined) return [];
  const axis = axisOf(pair);
  if (axis === undefined) return incomparable(pair, NUMBER_MEASURES);
  const { before, after } = axis;
  const sizes = { before: sizeOfRanks(before), after: sizeOfRanks(after) };
  const none = nothing(sizes.before, sizes.after).effect;
  // A factor is far more than what a double rounds.
  const factor = factorBetween(
    inUnitOfAfter(plain(pair.before.numbers!, scaleOf(pair.before.field)), pair.step),
    plain(pair.after.numbers, scaleOf(pair.after.field)),
  );
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
