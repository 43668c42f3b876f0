import { equal, multiply, power, type Rational, rational, ZERO } from './rational.ts';

/** `times` × π^`pi`, exactly. Zero has no π. */
export type PiMultiple = { readonly times: Rational; readonly pi: number };

export const piMultiple = (times: Rational, pi: number): PiMultiple =>
  times.numerator === 0n ? { times: ZERO, pi: 0 } : { times, pi };

/** No fraction but zero is another times a power of π, because π is transcendental. */
export const equalMultiples = (a: PiMultiple, b: PiMultiple): boolean =>
  a.pi === b.pi && equal(a.times, b.times);

/** Negative where the multiple is the smaller one. */
export function orderOfMultiple({ times, pi }: PiMultiple, other: Rational): number {
  if (pi === 0 || times.numerator <= 0n !== other.numerator <= 0n || times.numerator === 0n)
    return order(times, other);
  const [low, high] = [multiply(times, power(PI_BELOW, pi)), multiply(times, power(PI_ABOVE, pi))];
  const [toLow, toHigh] = [order(low, other), order(high, other)];
  // The bounds of π are 10^-150 apart, and what a double or a unit's code can say is never as near to a multiple of π.
  return toLow === toHigh ? toLow : 0;
}

/** A fraction so near that no whole number and no float lies between it and the multiple: π to 150 digits. */
export const approximate = ({ times, pi }: PiMultiple): Rational =>
  pi === 0 ? times : multiply(times, power(PI_BELOW, pi));

/** `π/180`, `3π^2/2`, `1/(2π)`, `1000`: a factor as it is written after a ×. */
export function multipleText({ times: { numerator, denominator }, pi }: PiMultiple): string {
  const above = pi > 0 ? `${numerator === 1n ? '' : numerator}${powerText(pi)}` : `${numerator}`;
  const size = denominator === 1n ? '' : `${denominator}`;
  const below = pi < 0 ? (size === '' ? powerText(-pi) : `(${size}${powerText(-pi)})`) : size;
  return below === '' ? above : `${above}/${below}`;
}

const powerText = (pi: number): string => (pi === 1 ? 'π' : `π^${pi}`);

const order = (a: Rational, b: Rational): number => {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : Number(difference > 0n);
};

/** 150 digits behind the point. */
const PI_DIGITS =
  3141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117067982148086513282306647093844609550582231725359408128n;
const PI_BELOW = rational(PI_DIGITS, 10n ** 150n);
const PI_ABOVE = rational(PI_DIGITS + 1n, 10n ** 150n);
