import { dateOfDays, daysOfDate, digitsAt } from './calendar-date.ts';
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

/** The inverse; fewer digits than the unit has are taken, more are not, even where they are zeros. */
export function timeOfText(text: string, unit: TimeUnit): bigint | undefined {
  const found = clockOfText(text, unit);
  return found && BigInt(found.seconds) * TIME_UNITS[unit] + BigInt(found.fraction);
}

/** Whole seconds of the day, and what is left of one in the unit. */
function clockOfText(
  text: string,
  unit: TimeUnit,
): { readonly seconds: number; readonly fraction: number } | undefined {
  if (text[2] !== ':' || text[5] !== ':') return undefined;
  const [hours, minutes, seconds] = [digitsAt(text, 0, 2), digitsAt(text, 3, 2), digitsAt(text, 6, 2)];
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) return undefined;
  const whole = 3600 * hours + 60 * minutes + seconds;
  if (text.length === 8) return { seconds: whole, fraction: 0 };
  const [digits, most] = [text.length - 9, FRACTION_DIGITS[unit]];
  if (text[8] !== '.' || digits < 1 || digits > most) return undefined;
  const fraction = digitsAt(text, 9, digits);
  return fraction < 0 ? undefined : { seconds: whole, fraction: fraction * 10 ** (most - digits) };
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
  if (text[10] !== 'T' || !text.endsWith(mark)) return undefined;
  const days = daysOfDate(text.slice(0, 10));
  const clock = clockOfText(text.slice(11, text.length - mark.length), unit);
  if (days === undefined || clock === undefined) return undefined;
  const value = BigInt(86_400 * days + clock.seconds) * TIME_UNITS[unit] + BigInt(clock.fraction);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
