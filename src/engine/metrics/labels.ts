/**
 * All that a metric may be told apart by. What has as many values as there are samples, users or requests is none of them:
 * each value is a series that a monitoring system keeps for good.
 */
export const LABELS = ['route', 'method', 'status', 'code', 'schema', 'metric'] as const;
export type Label = (typeof LABELS)[number];

export type LabelValues<L extends Label> = Readonly<Record<L, string>>;
