import { plainNumeral } from '../codec/cells/json-cells.ts';
import { decimalText } from '../contract/decimal-text.ts';

/**
 * A number with all its digits: a double where its own text is exactly it, a bigint where it is whole and beyond those, else text: a
 * decimal (`0.30000000000000000001`) where it has an end, or a fraction in lowest terms (`1/3`).
 */
export type ExactNumber = number | bigint | string;

/** @param denominator  not 0 */
export function exactNumber(numerator: bigint, denominator: bigint): ExactNumber {
  const common = gcd(magnitude(numerator), magnitude(denominator)) * (denominator < 0n ? -1n : 1n);
  const [above, below] = [numerator / common, denominator / common];
  if (below === 1n) return isSafe(above) ? Number(above) : above;
  const scale = decimalsOf(below);
  if (scale === undefined) return `${above}/${below}`;
  const unscaled = (above * 10n ** BigInt(scale)) / below;
  const text = decimalText(unscaled, scale);
  // So many digits come back from a double as they went into it.
  return String(magnitude(unscaled)).length <= DOUBLE_DIGITS ? Number(text) : text;
}

const DOUBLE_DIGITS = 15;

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

const isSafe = (value: bigint): boolean => magnitude(value) <= BigInt(Number.MAX_SAFE_INTEGER);

function gcd(a: bigint, b: bigint): bigint {
  let [one, other] = [a, b];
  while (other !== 0n) [one, other] = [other, one % other];
  return one;
}

/** Digits behind the point that such a share has; undefined where it has no end, or none that anybody reads. */
function decimalsOf(denominator: bigint): number | undefined {
  let [twos, fives, rest] = [0, 0, denominator];
  while (rest % 2n === 0n) [rest, twos] = [rest / 2n, twos + 1];
  while (rest % 5n === 0n) [rest, fives] = [rest / 5n, fives + 1];
  const scale = Math.max(twos, fives);
  return rest === 1n && scale <= DECIMALS_MAX ? scale : undefined;
}

/** More than any decimal has. */
const DECIMALS_MAX = 80;

/** The fraction that it is. @throws TypeError of what is not finite */
export function fractionOf(value: ExactNumber): readonly [numerator: bigint, denominator: bigint] {
  if (typeof value === 'bigint') return [value, 1n];
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('infinite is no fraction');
  const text = typeof value === 'number' ? plainNumeral(String(value)) : value;
  const [above, below] = text.split('/');
  if (below !== undefined) return [BigInt(above!), BigInt(below)];
  const [whole, decimals = ''] = text.split('.');
  return [BigInt(`${whole}${decimals}`), 10n ** BigInt(decimals.length)];
}

/** Whether it is at most what somebody wrote, every digit counted; a NaN is neither. */
export function isAtMost(value: ExactNumber, most: number): boolean {
  if (typeof value !== 'string') return value <= most;
  if (!Number.isFinite(most)) return most === Number.POSITIVE_INFINITY;
  const [[above, below], [mostAbove, mostBelow]] = [fractionOf(value), fractionOf(most)];
  return above * mostBelow <= mostAbove * below;
}

/** The double that is near it, to guess by. */
export function nearly(value: ExactNumber): number {
  if (typeof value !== 'string') return Number(value);
  const [above, below] = fractionOf(value);
  return Number(above) / Number(below);
}
