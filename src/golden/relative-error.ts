/**
 * |after − before| / the larger magnitude, of two finite numbers that are not both 0. Of whole numbers it is the double
 * nearest to what is exact: from 10 to 7 is 0.3 and not a bit more, and a change of the last digit is never none. Of doubles
 * it may be the next one to that.
 */
export function relativeError(before: number | bigint, after: number | bigint): number {
  if (typeof before === 'bigint' && typeof after === 'bigint' && !(isShort(before) && isShort(after))) {
    const [low, high] = before < after ? [before, after] : [after, before];
    return quotient(high - low, high + low > 0n ? high : -low);
  }
  const [from, to] = [Number(before), Number(after)];
  const larger = Math.max(Math.abs(from), Math.abs(to));
  const distance = Math.abs(to - from);
  // The distance of two large doubles overflows where the doubles do not.
  return distance === Number.POSITIVE_INFINITY ? Math.abs(to / larger - from / larger) : distance / larger;
}

/** The sum and the difference of two of these are exact as doubles. */
const isShort = (value: bigint): boolean => value >= -SHORT && value <= SHORT;
const SHORT = 2n ** 52n;

/** The double nearest to a fraction from 2^-900 to 2. */
function quotient(numerator: bigint, denominator: bigint): number {
  const shift = BITS + Math.max(0, bitsOf(denominator) - bitsOf(numerator));
  const scaled = numerator << BigInt(shift);
  const whole = scaled / denominator;
  // A bit for what is left over, so that no tie is seen where there is none.
  const rest = whole * denominator === scaled ? 0n : 1n;
  return Number((whole << 1n) | rest) * 2 ** -(shift + 1);
}

const bitsOf = (value: bigint): number => value.toString(16).length * 4;
/** More than a double holds, by some. */
const BITS = 64;
