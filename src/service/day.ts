import * as z from 'zod';

/** A day of the calendar, in UTC: the thirtieth of February is none. */
export const DAY = z.string().refine(isDay, 'a day, as in 2026-03-31');

export const DAY_MS = 86_400_000;

/** The first moment after it. */
export const dayEnd_ms = (day: string): number => Date.parse(day) + DAY_MS;

export const dayOf = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 'yyyy-mm-dd'.length);

export function isDay(text: string): boolean {
  const at_ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at_ms) && new Date(at_ms).toISOString().startsWith(text);
}
