import { isCategorical } from '../contract/category.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { holdsFloats } from './not-finite.ts';
import { holdsLengths, holdsNumbers } from './summary.ts';
import { unknownReader } from './unknown.ts';

/**
 * What shadow statistics measure, and how much of it is allowed where a change record says nothing. Unlike golden
 * samples, two data sets are never the same, so something must stand; what stands for counts is 0. Other distances of the
 * same two distributions are undefined here: they are measured always, and judged where a threshold names them.
 */
export const SHADOW_ALLOWANCES = {
  'shadow.null-rate': 0.01, // one row in a hundred
  'shadow.not-finite': 0,
  'shadow.unknown': 0,
  'shadow.unseen': 0,
  'shadow.vanished': 0,
  'shadow.distinct': 0.1,
  'shadow.divergence': 0.1, // the usual one, and by itself not enough: slices have their own
  'shadow.l-infinity': undefined,
  'shadow.hellinger': undefined,
  'shadow.psi': undefined,
  'shadow.distance': 0.1,
  'shadow.quantiles': 0.1, // a tenth of the way from the 5th to the 95th percentile
  'shadow.wasserstein': undefined,
  'shadow.factor': 0,
  'shadow.length': 0.1,
  'shadow.slice-unknown': 0,
  'shadow.slice-label': 0.1,
  'shadow.slice-vanished': 0,
} as const satisfies Readonly<Record<string, number | undefined>>;
export type ShadowMeasure = keyof typeof SHADOW_ALLOWANCES;

/** Every other effect is a share or a distance of shares, and 1 would allow all there is. */
const UNBOUNDED: readonly string[] = [
  'shadow.quantiles',
  'shadow.psi',
  'shadow.wasserstein',
  'shadow.factor',
];

/** What a measure can't exceed. @param name  as a change record writes it, `shadow.distance:wind` */
export const shadowCeilingOf = (name: string): number | undefined => {
  const [kind = ''] = name.split(':', 1);
  return isShadowMeasure(kind) && !UNBOUNDED.includes(kind) ? 1 : undefined;
};

/** Of which fields each is a question; the rest are questions of slices. */
const APPLIES: Readonly<Partial<Record<ShadowMeasure, (field: Field) => boolean>>> = {
  'shadow.null-rate': () => true,
  'shadow.not-finite': field => holdsNumbers(field) || holdsFloats(field.type),
  'shadow.unknown': field => unknownReader(field) !== undefined,
  'shadow.unseen': isCategorical,
  'shadow.vanished': isCategorical,
  'shadow.distinct': field => !isCategorical(field),
  'shadow.divergence': isCategorical,
  'shadow.l-infinity': isCategorical,
  'shadow.hellinger': isCategorical,
  'shadow.psi': field => isCategorical(field) || holdsNumbers(field),
  'shadow.distance': holdsNumbers,
  'shadow.quantiles': holdsNumbers,
  'shadow.wasserstein': holdsNumbers,
  'shadow.factor': holdsNumbers,
  'shadow.length': holdsLengths,
};

/** Whether a measure is one of the field; a distance of texts there is none. */
export const appliesTo = (measure: ShadowMeasure, field: Field): boolean =>
  APPLIES[measure]?.(field) ?? false;

/** The names a threshold may have under a schema: for all fields or slices, and for each of them. */
export const shadowThresholdNames = (
  measure: ShadowMeasure,
  { fields, slices }: Schema,
): readonly string[] => [
  measure,
  ...(APPLIES[measure] === undefined ? slices : fields.filter(field => appliesTo(measure, field))).map(
    ({ name }) => `${measure}:${name}`,
  ),
];

export const isShadowMeasure = (name: string): name is ShadowMeasure =>
  Object.hasOwn(SHADOW_ALLOWANCES, name);

/** Those of a change record that are for shadow statistics; the others are for golden sets. */
export const shadowThresholds = (
  all: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith('shadow.')));
