import { LIMITS } from '../base/limits.ts';
import type { TypeOf } from './field.ts';

/** `12.50` of 1250 at scale 2: always all digits of the scale. */
export function decimalText(unscaled: bigint, scale: number): string {
  if (scale === 0) return String(unscaled);
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const [ZERO, NINE, POINT, MINUS] = [0x30, 0x39, 0x2e, 0x2d];

/** The inverse: no exponent, at most `scale` digits behind the point, at most `precision` in all. Nothing is rounded. */
export function decimalOfText(text: string, type: TypeOf<'decimal'>): bigint | 'TYPE_MISMATCH' | 'OVERFLOW' {
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  const point = endOfDigits(text, first);
  if (point === first || (point - first > 1 && text.charCodeAt(first) === ZERO)) return 'TYPE_MISMATCH';
  let scale = 0;
  if (point < text.length) {
    scale = text.length - point - 1;
    const isFraction = text.charCodeAt(point) === POINT && scale > 0;
    if (!isFraction || endOfDigits(text, point + 1) < text.length || scale > type.scale)
      return 'TYPE_MISMATCH';
  }
  // Before anything is computed of a numeral that may be long.
  if (point - first > type.precision + 1) return 'OVERFLOW';
  const digits = scale === 0 ? text.slice(first) : text.slice(first, point) + text.slice(point + 1);
  const size =
    type.scale === scale ? BigInt(digits) : BigInt(digits.padEnd(digits.length + type.scale - scale, '0'));
  const unscaled = first === 1 ? -size : size;
  return fitsDecimal(unscaled, type) ? unscaled : 'OVERFLOW';
}

/** Asked of every cell of a column, so by hand. */
function endOfDigits(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char < ZERO || char > NINE) break;
  }
  return at;
}

export const fitsDecimal = (unscaled: bigint, { precision }: TypeOf<'decimal'>): boolean => {
  const end = ENDS[precision] ?? 10n ** BigInt(precision);
  return -end < unscaled && unscaled < end;
};

/** By their count of digits, as far as a decimal has them. */
const ENDS: readonly bigint[] = Array.from(
  { length: LIMITS.decimal_digits_max + 1 },
  (_, digits) => 10n ** BigInt(digits),
);
