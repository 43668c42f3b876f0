/**
 * What shadow statistics measure, and how much of it is allowed where a change record says nothing. Unlike golden
 * samples, two data sets are never the same, so something must stand; what stands for counts is 0.
 */
export const SHADOW_ALLOWANCES = {
  'shadow.null-rate': 0.01, // one row in a hundred
  'shadow.not-finite': 0,
  'shadow.unknown': 0,
  'shadow.unseen': 0,
  'shadow.vanished': 0,
  'shadow.distinct': 0.1,
  'shadow.divergence': 0.1, // the usual one, and by itself not enough: slices have their own
  'shadow.distance': 0.1,
  'shadow.quantiles': 0.1, // a tenth of the way from the 5th to the 95th percentile
  'shadow.length': 0.1,
  'shadow.slice-unknown': 0,
  'shadow.slice-label': 0.1,
  'shadow.slice-vanished': 0,
} as const;
export type ShadowMeasure = keyof typeof SHADOW_ALLOWANCES;

export const isShadowMeasure = (name: string): name is ShadowMeasure =>
  Object.hasOwn(SHADOW_ALLOWANCES, name);
