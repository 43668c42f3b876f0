import { TIME_UNITS, type TimeUnit } from '../../contract/time-unit.ts';

/** Moments that samples of today have: from 1980 to before 2100. */
const [FIRST_S, END_S] = [Date.UTC(1980, 0) / 1000, Date.UTC(2100, 0) / 1000];

const UNITS = Object.keys(TIME_UNITS) as readonly TimeUnit[];

/**
 * The unit in which counts since 1970 are moments of these decades, where in the declared one not a single one is: seconds that
 * are read as milliseconds all lie in January 1970, milliseconds that are read as seconds in the year 30000 and beyond.
 * Undefined where that is so of none.
 */
export function decadeUnit(counts: Iterable<bigint>, declared: TimeUnit): TimeUnit | undefined {
  const fits = new Set<TimeUnit>(UNITS);
  let isEmpty = true;
  for (const count of counts) {
    isEmpty = false;
    for (const unit of UNITS) {
      if (unit === declared) {
        if (isPlausible(count, unit)) return undefined;
        fits.delete(unit);
      } else if (!isPlausible(count, unit)) fits.delete(unit);
    }
    if (fits.size === 0) return undefined;
  }
  const [only] = fits;
  return isEmpty ? undefined : only;
}

function isPlausible(count: bigint, unit: TimeUnit): boolean {
  const seconds = count / TIME_UNITS[unit];
  return seconds >= FIRST_S && seconds < END_S;
}
