import type { TypeOf } from './field.ts';

/** `12.50` of 1250 at scale 2: always all digits of the scale. */
export function decimalText(unscaled: bigint, scale: number): string {
  if (scale === 0) return String(unscaled);
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const DECIMAL = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** The inverse: no exponent, at most `scale` digits behind the point, at most `precision` in all. Nothing is rounded. */
export function decimalOfText(text: string, type: TypeOf<'decimal'>): bigint | 'TYPE_MISMATCH' | 'OVERFLOW' {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || fraction.length > type.scale) return 'TYPE_MISMATCH';
  // Before anything is computed of a numeral that may be long.
  if (whole.length > type.precision + 1) return 'OVERFLOW';
  const size = BigInt(whole + fraction.padEnd(type.scale, '0'));
  const unscaled = sign === '-' ? -size : size;
  return fitsDecimal(unscaled, type) ? unscaled : 'OVERFLOW';
}

export const fitsDecimal = (unscaled: bigint, { precision }: TypeOf<'decimal'>): boolean => {
  const end = 10n ** BigInt(precision);
  return -end < unscaled && unscaled < end;
};
