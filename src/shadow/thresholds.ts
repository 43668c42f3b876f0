import type { Schema } from '../contract/schema.ts';

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

/** Every effect but this one is a share or a distance of shares, and 1 would allow all there is. */
const UNBOUNDED: ShadowMeasure = 'shadow.quantiles';

/** What a measure can't exceed. @param name  as a change record writes it, `shadow.distance:wind` */
export const shadowCeilingOf = (name: string): number | undefined => {
  const [kind = ''] = name.split(':', 1);
  return isShadowMeasure(kind) && kind !== UNBOUNDED ? 1 : undefined;
};

/** The names a threshold may have under a schema: for all fields or slices, and for each of them. */
export const shadowThresholdNames = (
  measure: ShadowMeasure,
  { fields, slices }: Schema,
): readonly string[] => [
  measure,
  ...(measure.startsWith('shadow.slice-') ? slices : fields).map(({ name }) => `${measure}:${name}`),
];

export const isShadowMeasure = (name: string): name is ShadowMeasure =>
  Object.hasOwn(SHADOW_ALLOWANCES, name);
