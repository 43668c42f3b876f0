import { LIMITS } from '../base/limits.ts';
import { daysOfDate } from '../contract/calendar-date.ts';
import { timeOfText, timestampOfText } from '../contract/clock-text.ts';
import type { Kind, Typed, Zone } from '../contract/field.ts';
import { nearestFloat } from '../contract/narrow-float.ts';
import type { RejectCode } from '../contract/reject.ts';
import { timeUnitOf } from '../contract/time-unit.ts';
import { integerFits } from '../contract/value-form.ts';

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
 * The float that reads as this text when it is printed with as many significant digits: as a float32 `0.1` has one,
 * `16777217` has none, because the nearest is 16777216.
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
  const digits = significantDigits(text);
  return digits <= 17 && Number(value.toPrecision(digits)) === wide ? value : 'TYPE_MISMATCH';
}

/** Digits that tell any two floats of a type apart. */
const DIGITS: Readonly<Partial<Record<Kind, number>>> = { float16: 5, bfloat16: 4, float32: 9 };

/** The shortest text that `readFloat` takes for this float. */
export function floatText(kind: Kind, value: number): string {
  const most = DIGITS[kind];
  if (value === 0 || most === undefined) return float64Text(value);
  for (let digits = 1; digits < most; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (nearestFloat(kind, rounded) === value) return float64Text(rounded);
  }
  return float64Text(Number(value.toPrecision(most)));
}

/** The shortest text of a finite double. */
const float64Text = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

const isZero = (text: string): boolean => !/[1-9]/.test(text.split(/[eE]/, 1)[0]!);

function significantDigits(text: string): number {
  const mantissa = text.split(/[eE]/, 1)[0]!.replace(/[-.]/g, '').replace(/^0+/, '');
  return Math.max(1, mantissa.replace(/0+$/, '').length);
}

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
