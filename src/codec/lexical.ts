import { LIMITS } from '../base/limits.ts';
import { daysOfDate } from '../contract/calendar-date.ts';
import { timeOfText, timestampOfText } from '../contract/clock-text.ts';
import type { Kind, Typed, Zone } from '../contract/field.ts';
import { nearestFloat } from '../contract/narrow-float.ts';
import type { RejectCode } from '../contract/reject.ts';
import { timeUnitOf } from '../contract/time-unit.ts';
import { integerFits } from '../contract/value-form.ts';
import { exactDecimal, isPrintedSo, nearer } from './exact-decimal.ts';

/** A decimal as JSON writes it. */
const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export const isDecimal = (text: string): boolean =>
  text.length <= LIMITS.numeral_chars_max && DECIMAL.test(text);

/** An integer of the type, exactly. `1.0` and `1e3` are no integers: whoever wrote them had a float. */
export function readInteger(kind: Kind, text: string): bigint | RejectCode {
  if (!INTEGER.test(text)) return 'TYPE_MISMATCH';
  // Twenty digits and a sign hold every integer of 64 bits; more need not be computed to be too many.
  if (text.length > 21) return 'OVERFLOW';
  const value = BigInt(text);
  return integerFits(kind, value) ? value : 'OVERFLOW';
}

/**
 * The nearest double, as every JSON reader takes it. Text too large for one is refused, and so is text other than zero
 * that would become zero.
 */
function float64OfDecimal(text: string): number | RejectCode {
  const value = Number(text);
  if (!Number.isFinite(value)) return 'OVERFLOW';
  return value === 0 && !isZero(text) ? 'OVERFLOW' : value;
}

/**
 * The float nearest to this text, if it is printed so at as many significant digits: as a float32 `0.1` has one, `16777217`
 * has none, because the nearest is 16777216.
 */
export const readFloat = (kind: Kind, text: string): number | RejectCode =>
  isDecimal(text) ? floatOfDecimal(kind, text) : 'TYPE_MISMATCH';

/** As above, of text that is known to be a decimal. */
export function floatOfDecimal(kind: Kind, text: string): number | RejectCode {
  const wide = float64OfDecimal(text);
  if (typeof wide !== 'number' || kind === 'float64') return wide;
  const value = nearestFloat(kind, wide);
  if (!Number.isFinite(value) || (value === 0 && wide !== 0)) return 'OVERFLOW';
  if (value === wide) return value;
  const across = 2 * wide - value;
  // Of a double in the middle between two floats nobody knows on which side of it the text is.
  const isMiddle = nearestFloat(kind, across) === across;
  const isCalled = isMiddle ? undefined : isCalledSo(value, wide, 10 ** powerOfLastDigit(text));
  if (isCalled !== undefined) return isCalled ? value : 'TYPE_MISMATCH';
  const exact = exactDecimal(text);
  if (exact === undefined) return 'TYPE_MISMATCH';
  const nearest = isMiddle ? nearer(exact, wide, value, across) : value;
  return isPrintedSo(nearest, exact) ? nearest : 'TYPE_MISMATCH';
}

/**
 * Whether a float is called by a decimal at as many digits: it lies less than half of the last one away. Undefined where it
 * takes exact numbers to tell.
 *
 * @param wide  the double nearest to the decimal
 * @param unit  what its last digit other than zero counts
 */
function isCalledSo(value: number, wide: number, unit: number): boolean | undefined {
  // Of a double's sixteen digits, ten leave room for what its own rounding adds.
  if (unit < 2e-10 * Math.abs(wide)) return undefined;
  // A float below a power of ten has its last digit a place further behind.
  if (unit > 0.9 * Math.abs(wide) && Math.abs(value) < Math.abs(wide)) return undefined;
  const apart = Math.abs(wide - value);
  if (apart < unit * 0.4995) return true;
  return apart > unit * 0.5005 ? false : undefined;
}

/**
 * As `isCalledSo`, of digits times a power of ten; false as well where it takes more to tell.
 *
 * @param wide  the double nearest to that
 * @param round  to the width of the float
 */
export function isCalledShort(
  value: number,
  wide: number,
  digits: number,
  power: number,
  round: (value: number) => number,
): boolean {
  if (digits >= 1e15 || digits === 0 || value === 0 || !Number.isFinite(value)) return false;
  let [last, rest] = [power, digits];
  for (; rest % 10 === 0; rest /= 10) last++;
  if (isCalledSo(value, wide, 10 ** last) !== true) return false;
  const across = 2 * wide - value;
  return round(across) !== across;
}

/** Of a finite float of any width: the shortest text that is this very number as a double, and so in every wider float. */
export const floatText = (value: number): string => (Object.is(value, -0) ? '-0.0' : String(value));

const isZero = (text: string): boolean => !/[1-9]/.test(text.split(/[eE]/, 1)[0]!);

/** The power of ten that the last digit other than zero stands for, of a decimal that is not zero. */
function powerOfLastDigit(text: string): number {
  // Zeros behind that digit, and digits behind the point.
  let [zeros, behind, isBehind] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === POINT) isBehind = true;
    else if (code === SMALL_E || code === LARGE_E) return Number(text.slice(at + 1)) + zeros - behind;
    else if (code !== MINUS) {
      zeros = code === ZERO ? zeros + 1 : 0;
      if (isBehind) behind++;
    }
  }
  return zeros - behind;
}

const [MINUS, POINT, ZERO, LARGE_E, SMALL_E] = [0x2d, 0x2e, 0x30, 0x45, 0x65] as const;

export const DATE_FORMS = ['yyyy-MM-dd', 'yyyy/MM/dd'] as const;
export type DateForm = (typeof DATE_FORMS)[number];

const DATE_SHAPES: Readonly<Record<DateForm, RegExp>> = {
  'yyyy-MM-dd': /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  'yyyy/MM/dd': /^[0-9]{4}\/[0-9]{2}\/[0-9]{2}$/,
};

/** Days since 1970-01-01 of a day that is in the (proleptic Gregorian) calendar. */
export function readDate(text: string, form: DateForm): number | RejectCode {
  if (!DATE_SHAPES[form].test(text)) return 'TYPE_MISMATCH';
  return daysOfDate(text.replaceAll('/', '-')) ?? 'TYPE_MISMATCH';
}

/** Standard alphabet, padded, no bit to spare: one text for each run of bytes. */
export function readBase64(text: string): Uint8Array | RejectCode {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return 'TYPE_MISMATCH';
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : 'TYPE_MISMATCH';
}

/** As many bytes as the type has. */
export function readFixed(size: number, text: string): Uint8Array | RejectCode {
  const bytes = readBase64(text);
  return typeof bytes === 'string' || bytes.length === size ? bytes : 'TYPE_MISMATCH';
}

export const readTime = (field: Typed, text: string): bigint | RejectCode =>
  timeOfText(text, timeUnitOf(field)) ?? 'TYPE_MISMATCH';

export const readTimestamp = (field: Typed, zone: Zone, text: string): bigint | RejectCode =>
  timestampOfText(text, timeUnitOf(field), zone) ?? 'TYPE_MISMATCH';
