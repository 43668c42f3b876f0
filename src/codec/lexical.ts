import { LIMITS } from '../base/limits.ts';
import { daysOfDate } from '../contract/calendar-date.ts';
import type { RejectCode } from '../contract/reject.ts';

/** A decimal as JSON writes it. */
const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 } as const;

export const isDecimal = (text: string): boolean =>
  text.length <= LIMITS.numeral_chars_max && DECIMAL.test(text);

/** `1.0` and `1e3` are no integers: whoever wrote them had a float. */
export function readInt32(text: string): number | RejectCode {
  const value = readInt64(text);
  if (typeof value !== 'bigint') return value;
  return value >= INT32.min && value <= INT32.max ? Number(value) : 'OVERFLOW';
}

export function readInt64(text: string): bigint | RejectCode {
  if (!INTEGER.test(text)) return 'TYPE_MISMATCH';
  // Nineteen digits and a sign hold every int64; more need not be computed to be too many.
  if (text.length > 20) return 'OVERFLOW';
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : 'OVERFLOW';
}

/**
 * The nearest double, as every JSON reader takes it. Text too large for one is refused, and so is text other than zero
 * that would become zero.
 */
export function readFloat64(text: string): number | RejectCode {
  if (!isDecimal(text)) return 'TYPE_MISMATCH';
  const value = Number(text);
  if (!Number.isFinite(value)) return 'OVERFLOW';
  return value === 0 && !isZero(text) ? 'OVERFLOW' : value;
}

/**
 * The float32 that reads as this text when it is printed with as many significant digits: `0.1` has one, `16777217` has
 * none, because the nearest is 16777216.
 */
export function readFloat32(text: string): number | RejectCode {
  const wide = readFloat64(text);
  if (typeof wide !== 'number') return wide;
  const value = Math.fround(wide);
  if (!Number.isFinite(value) || (value === 0 && wide !== 0)) return 'OVERFLOW';
  if (value === wide) return value;
  const digits = significantDigits(text);
  return digits <= 17 && Number(value.toPrecision(digits)) === wide ? value : 'TYPE_MISMATCH';
}

/** The shortest text that `readFloat32` takes for this float32. */
export function float32Text(value: number): string {
  if (value === 0) return float64Text(value);
  for (let digits = 1; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return float64Text(rounded);
  }
  return float64Text(Number(value.toPrecision(9)));
}

/** The shortest text of a finite double. */
export const float64Text = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

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
