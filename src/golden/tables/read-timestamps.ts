import { daysOfDate, digitsAt } from '../../contract/calendar-date.ts';
import type { Zone } from '../../contract/field.ts';
import { TIME_UNITS, type TimeUnit } from '../../contract/time-unit.ts';
import type { Value } from '../../contract/value.ts';
import type { ColumnType } from './typed-column.ts';

type Timestamps = { readonly type: ColumnType; readonly cells: readonly Value[] };

/** Cells that are all timestamps of ISO 8601, or with `/` in the date, all with a zone or none; undefined where one is not. */
export function readTimestamps(cells: readonly (string | null)[]): Timestamps | undefined {
  let zone: Zone | undefined;
  let [most, mark] = [0, 0];
  for (const cell of cells) {
    if (cell === null) continue;
    mark ||= cell.charCodeAt(4);
    // A date is spelled in one way, and so is that of a timestamp.
    const digits = cell.charCodeAt(4) === mark ? fractionDigits(cell) : -1;
    const behind = BEHIND + (digits === 0 ? 0 : 1 + digits);
    const found = digits < 0 ? undefined : zoneAt(cell, behind);
    if (found === undefined || (zone !== undefined && zone !== found)) return undefined;
    zone = found;
    if (digits > most) most = digits;
  }
  if (zone === undefined) return undefined;
  const unit = unitFor(most);
  const values: Value[] = [];
  for (const cell of cells) {
    const value = cell === null ? null : timestampIn(cell, unit);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return { type: { kind: 'timestamp', unit, zone }, cells: values };
}

const unitFor = (digits: number): TimeUnit =>
  digits === 0 ? 's' : digits <= 3 ? 'ms' : digits <= 6 ? 'us' : 'ns';

/** Characters of `2012-02-29T13:45:30`. */
const BEHIND = 19;
const FRACTION_MAX = 9;
const [SPACE, DASH, SLASH, COLON, POINT, T] = [0x20, 0x2d, 0x2f, 0x3a, 0x2e, 0x54];

/** How many digits of a second's fraction follow a date and a time of day; below 0 where these don't stand there. */
function fractionDigits(cell: string): number {
  const [between, mark] = [cell.charCodeAt(10), cell.charCodeAt(4)];
  const isSo =
    (between === T || between === SPACE) &&
    (mark === DASH || mark === SLASH) &&
    cell.charCodeAt(7) === mark &&
    cell.charCodeAt(13) === COLON &&
    cell.charCodeAt(16) === COLON;
  if (!isSo) return -1;
  if (cell.charCodeAt(BEHIND) !== POINT) return 0;
  let digits = 0;
  while (digits <= FRACTION_MAX && digitsAt(cell, BEHIND + 1 + digits, 1) >= 0) digits++;
  return digits === 0 || digits > FRACTION_MAX ? -1 : digits;
}

const OFFSET = /^[+-][0-9]{2}:?[0-9]{2}$/;

function zoneAt(cell: string, at: number): Zone | undefined {
  if (at === cell.length) return 'local';
  const rest = cell.slice(at);
  return rest === 'Z' || OFFSET.test(rest) ? 'instant' : undefined;
}

/** An offset from UTC is taken off: the moment is what is compared. */
function timestampIn(cell: string, unit: TimeUnit): bigint | undefined {
  const date = cell.slice(0, 10);
  const days = daysOfDate(cell.charCodeAt(4) === SLASH ? date.replaceAll('/', '-') : date);
  const [hours, minutes, seconds] = [digitsAt(cell, 11, 2), digitsAt(cell, 14, 2), digitsAt(cell, 17, 2)];
  if (days === undefined || hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined;
  if (seconds < 0 || seconds > 59) return undefined;
  const digits = fractionDigits(cell);
  const behind = BEHIND + (digits === 0 ? 0 : 1 + digits);
  const whole = 86_400 * days + 3600 * hours + 60 * minutes + seconds - offsetAt(cell, behind);
  if (unit === 's') return BigInt(whole);
  const most = UNIT_DIGITS[unit];
  const fraction = digits === 0 ? 0 : digitsAt(cell, BEHIND + 1, digits) * 10 ** (most - digits);
  const value =
    unit === 'ms' ? BigInt(1000 * whole + fraction) : BigInt(whole) * TIME_UNITS[unit] + BigInt(fraction);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

const UNIT_DIGITS: Readonly<Record<TimeUnit, number>> = { s: 0, ms: 3, us: 6, ns: 9 };

/** Seconds east of UTC. */
function offsetAt(cell: string, at: number): number {
  const sign = cell[at];
  if (sign !== '+' && sign !== '-') return 0;
  const size = 3600 * digitsAt(cell, at + 1, 2) + 60 * digitsAt(cell, cell.length - 2, 2);
  return sign === '+' ? size : -size;
}
