/** Digits times a power of ten. */
export type ExactDecimal = { readonly digits: bigint; readonly power: number };

/** A decimal that is not zero, without zeros behind its last other digit; undefined for one of more digits than a double tells apart. */
export function exactDecimal(text: string): ExactDecimal | undefined {
  const [mantissa, exponent = '0'] = text.split(/[eE]/) as [string, string?];
  const [whole, behind = ''] = mantissa.split('.') as [string, string?];
  const all = `${whole}${behind}`;
  const digits = all.replace(/0+$/, '');
  const zeros = all.length - digits.length;
  if (digits.replace(/^-?0*/, '').length > DOUBLE_DIGITS_MAX) return undefined;
  return { digits: BigInt(digits), power: Number(exponent) - behind.length + zeros };
}

/** At more digits, what a double is printed as is read as that very double. */
const DOUBLE_DIGITS_MAX = 17;

/**
 * Whether a double, not the nearest to the decimal, is printed so at as many digits. One that lies in the middle between two
 * decimals is printed as either: C and Python take the even one, ECMAScript the larger.
 */
export function isPrintedSo(value: number, decimal: ExactDecimal): boolean {
  const { digits, power } = decimal;
  // A number below a power of ten has its last digit a place further behind.
  const isBelow = (digits === 1n || digits === -1n) && above(decimal, value).apart > 0n === digits > 0n;
  const { apart, unit } = above(isBelow ? { digits: 10n * digits, power: power - 1 } : decimal, value);
  return 2n * (apart < 0n ? -apart : apart) <= unit;
}

/** Of two floats that are as far from a double, the nearer to the decimal that this is the nearest double to; the first, if neither is. */
export function nearer(decimal: ExactDecimal, middle: number, first: number, second: number): number {
  const { apart } = above(decimal, middle);
  if (apart === 0n) return first;
  return apart > 0n === second > first ? second : first;
}

/** By how much a decimal lies above a double, and what one in its last place is, in units in which both are integers. */
function above({ digits, power }: ExactDecimal, value: number): { apart: bigint; unit: bigint } {
  WORD.setFloat64(0, value);
  const bits = WORD.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = (bits & 0xf_ffff_ffff_ffffn) | (exponent === 0 ? 0n : 1n << 52n);
  const twos = Math.max(exponent, 1) - 1075;
  const unit = (10n ** BigInt(Math.max(power, 0))) << BigInt(Math.max(-twos, 0));
  const size = (fraction * 10n ** BigInt(Math.max(-power, 0))) << BigInt(Math.max(twos, 0));
  return { apart: digits * unit - (value < 0 ? -size : size), unit };
}

const WORD = new DataView(new ArrayBuffer(8));
