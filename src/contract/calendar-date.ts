/** Days since 1970-01-01 of `2012-02-29`, or `undefined` for what is no date of the years 0000 to 9999. */
export function daysOfDate(text: string): number | undefined {
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  const shifted = month > 2 ? month - 3 : month + 9;
  const since = month > 2 ? year : year - 1;
  const leaps = Math.floor(since / 4) - Math.floor(since / 100) + Math.floor(since / 400);
  // Counted from 1 March, so that a leap day ends a year; 719,468 days lie between 0000-03-01 and 1970-01-01.
  return 365 * since + leaps + Math.floor((153 * shifted + 2) / 5) + day - 1 - 719_468;
}

/** The inverse of `daysOfDate`. */
export function dateOfDays(days: number): string | undefined {
  if (!Number.isInteger(days) || days < FIRST_DAY || days > LAST_DAY) return undefined;
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

const [FIRST_DAY, LAST_DAY] = [-719_528, 2_932_896];

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
