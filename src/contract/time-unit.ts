import type { Kind, Typed } from './field.ts';

/** Units a time, a timestamp and a duration can count, with how many of them a second has. */
export const TIME_UNITS = { s: 1n, ms: 1_000n, us: 1_000_000n, ns: 1_000_000_000n } as const;
export type TimeUnit = keyof typeof TIME_UNITS;

const COUNTS_TIME: ReadonlySet<Kind> = new Set(['time', 'timestamp', 'duration']);

/** Whether values of the kind are counts of the field's unit, which must then be one of `TIME_UNITS`. */
export const countsTime = (kind: Kind): boolean => COUNTS_TIME.has(kind);

const isTimeUnit = (code: string | undefined): code is TimeUnit =>
  code !== undefined && Object.hasOwn(TIME_UNITS, code);

/** Undefined where the field has no unit, or one that no column of times can count. */
export const timeUnitIn = ({ unit }: Pick<Typed, 'unit'>): TimeUnit | undefined =>
  isTimeUnit(unit?.code) ? unit.code : undefined;

/** @throws TypeError for a field that no schema may have. */
export function timeUnitOf(field: Pick<Typed, 'unit'>): TimeUnit {
  const unit = timeUnitIn(field);
  if (unit === undefined) throw new TypeError('a field that holds times counts s, ms, us or ns');
  return unit;
}

/** How many units a day has: a time of day is below it. A leap second is the second after it. */
export const unitsInDay = (unit: TimeUnit): bigint => 86_400n * TIME_UNITS[unit];
