/** An exact fraction in lowest terms; the denominator is positive. */
export type Rational = { readonly numerator: bigint; readonly denominator: bigint };

/** @throws RangeError for a denominator of zero: a mistake of the caller. */
export function rational(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 0n) throw new RangeError('a fraction needs a denominator');
  if (denominator === 1n) return { numerator, denominator };
  const sign = denominator < 0n ? -1n : 1n;
  const common = greatestCommonDivisor(numerator, denominator);
  return { numerator: (sign * numerator) / common, denominator: (sign * denominator) / common };
}

export const ZERO = rational(0n);
export const ONE = rational(1n);

export const add = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
export const subtract = (a: Rational, b: Rational): Rational => add(a, rational(-b.numerator, b.denominator));
export const multiply = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.numerator, a.denominator * b.denominator);
export const divide = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator, a.denominator * b.numerator);
export const equal = (a: Rational, b: Rational): boolean =>
  a.numerator === b.numerator && a.denominator === b.denominator;

/** `1000`, or `5/9`. */
export const rationalText = ({ numerator, denominator }: Rational): string =>
  denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;

const NUMBER = /^(-?[0-9]+)(?:\.([0-9]+)|\/([0-9]+))?$/;

/** `273.15` or `5/9`, read exactly. @throws RangeError for anything else. */
export function rationalFromText(text: string): Rational {
  const [, whole, decimals, denominator] = NUMBER.exec(text) ?? [];
  if (whole === undefined) throw new RangeError('neither a decimal nor a fraction');
  if (denominator !== undefined) return rational(BigInt(whole), BigInt(denominator));
  return decimals === undefined
    ? rational(BigInt(whole))
    : rational(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

/** @throws RangeError for zero to a negative power. */
export const power = ({ numerator, denominator }: Rational, exponent: number): Rational =>
  exponent < 0
    ? rational(denominator ** BigInt(-exponent), numerator ** BigInt(-exponent))
    : rational(numerator ** BigInt(exponent), denominator ** BigInt(exponent));

/** Every finite double is a fraction; this is the one it is. */
export function rationalOf(value: number | bigint): Rational {
  if (typeof value === 'bigint') return { numerator: value, denominator: 1n };
  if (!Number.isFinite(value)) throw new RangeError('only a finite number is a fraction');
  let scaled = value;
  let bits = 0;
  // To multiply by a power of two is exact until overflow, and a double has at most 1,074 bits behind the point. The
  // first integer on the way is odd, so nothing is left to cancel.
  for (; scaled !== 0 && Math.abs(scaled) < 2 ** -LEAP_BITS; bits += LEAP_BITS) scaled *= 2 ** LEAP_BITS;
  for (; !Number.isInteger(scaled); bits++) scaled *= 2;
  return { numerator: BigInt(scaled), denominator: 1n << BigInt(bits) };
}
const LEAP_BITS = 256;

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [left, right] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (right !== 0n) [left, right] = [right, left % right];
  return left === 0n ? 1n : left;
}
