import { dateOfDays, daysOfDate } from './calendar-date.ts';
import type { Zone } from './field.ts';
import { TIME_UNITS, type TimeUnit, unitsInDay } from './time-unit.ts';

/** How many digits of a second's fraction each unit has. */
export const FRACTION_DIGITS: Readonly<Record<TimeUnit, number>> = { s: 0, ms: 3, us: 6, ns: 9 };

/** `13:45:30.125`, with all digits of the unit. */
export function timeText(value: bigint, unit: TimeUnit): string {
  const second = TIME_UNITS[unit];
  const seconds = Number(value / second);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(part =>
    String(part).padStart(2, '0'),
  );
  const digits = FRACTION_DIGITS[unit];
  const fraction = digits === 0 ? '' : `.${String(value % second).padStart(digits, '0')}`;
  return clock.join(':') + fraction;
}

const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?$/;

/** The inverse; fewer digits than the unit has are taken, more are not, even where they are zeros. */
export function timeOfText(text: string, unit: TimeUnit): bigint | undefined {
  const [, hours, minutes, seconds, fraction = ''] = TIME.exec(text) ?? [];
  const digits = FRACTION_DIGITS[unit];
  if (hours === undefined || fraction.length > digits) return undefined;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const whole = BigInt(3600 * Number(hours) + 60 * Number(minutes) + Number(seconds));
  return whole * TIME_UNITS[unit] + BigInt(fraction.padEnd(digits, '0') || '0');
}

const MARK: Readonly<Record<Zone, string>> = { instant: 'Z', local: '' };

/** `2012-02-29T13:45:30.125Z`, without the Z where it is local; undefined outside the years 0000 to 9999. */
export function timestampText(value: bigint, unit: TimeUnit, zone: Zone): string | undefined {
  const day = unitsInDay(unit);
  const within = ((value % day) + day) % day;
  const date = dateOfDays(Number((value - within) / day));
  return date === undefined ? undefined : `${date}T${timeText(within, unit)}${MARK[zone]}`;
}

/** The inverse. An instant is written in UTC, a local time without any zone: another offset is a choice of its own. */
export function timestampOfText(text: string, unit: TimeUnit, zone: Zone): bigint | undefined {
  const mark = MARK[zone];
  const [date, clock, ...rest] = text.slice(0, text.length - mark.length).split('T');
  if (!text.endsWith(mark) || clock === undefined || rest.length > 0) return undefined;
  const days = daysOfDate(date!);
  const within = timeOfText(clock, unit);
  if (days === undefined || within === undefined) return undefined;
  const value = BigInt(days) * unitsInDay(unit) + within;
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
