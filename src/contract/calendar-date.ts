/** Days since 1970-01-01 of `2012-02-29`, or `undefined` for what is no date of the years 0000 to 9999. */
export function daysOfDate(text: string): number | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined;
  const [year, month, day] = [digitsAt(text, 0, 4), digitsAt(text, 5, 2), digitsAt(text, 8, 2)];
  if (year < 0 || month < 0 || day < 0) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  const shifted = month > 2 ? month - 3 : month + 9;
  const since = month > 2 ? year : year - 1;
  const leaps = Math.floor(since / 4) - Math.floor(since / 100) + Math.floor(since / 400);
  // Counted from 1 March, so that a leap day ends a year; 719,468 days lie between 0000-03-01 and 1970-01-01.
  return 365 * since + leaps + Math.floor((153 * shifted + 2) / 5) + day - 1 - 719_468;
}

/** The number that so many ASCII digits spell; -1 where something else stands among them. */
export function digitsAt(text: string, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    // Behind the end it is no number, and not in this range either.
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = 10 * value + digit;
  }
  return value;
}

/** The inverse of `daysOfDate`. */
export function dateOfDays(days: number): string | undefined {
  const [first, last] = CALENDAR_DAYS;
  if (!Number.isInteger(days) || days < first || days > last) return undefined;
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

/** The first and the last day that has a text: of the years 0000 and 9999. */
export const CALENDAR_DAYS = [-719_528, 2_932_896] as const;

function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
