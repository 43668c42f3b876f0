import type { Kind, Typed } from '../contract/field.ts';
import { isFloat, KIND_TABLE } from '../contract/kind-table.ts';
import { nearestFloat } from '../contract/narrow-float.ts';
import { type Rational, rational, rationalOf } from '../contract/rational.ts';
import { timeUnitOf, unitsInDay } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';
import type { Rounding } from './converter-shape.ts';
import { Refused } from './refused.ts';

/** A finite number of a field, exactly; of a decimal with its scale. */
export const exactOf = ({ type }: Typed, value: number | bigint): Rational =>
  type.kind === 'decimal' ? rational(value as bigint, 10n ** BigInt(type.scale)) : rationalOf(value);

/**
 * The value of a numeric type that is this number; where there is none, the one it is rounded to if a rounding is named.
 * A float is the nearest one where `nearest` says that nobody expects more of it.
 *
 * `OVERFLOW` tells a number beyond the ends from one between two.
 */
export function numberIn(
  field: Typed,
  exact: Rational,
  rounding: Rounding | undefined,
  nearest = false,
): number | bigint | Refused {
  const { type } = field;
  if (isFloat(type.kind)) return floatOf(type.kind, exact, nearest ? 'half-even' : rounding);
  const scaled =
    type.kind === 'decimal'
      ? rational(exact.numerator * 10n ** BigInt(type.scale), exact.denominator)
      : exact;
  const whole = wholeOf(scaled, rounding);
  if (whole instanceof Refused) return whole;
  const [min, max] = endsOf(field);
  if (whole < min || whole > max) return OVERFLOW;
  return KIND_TABLE[type.kind].held === 'bigint' ? whole : Number(whole);
}

export const OVERFLOW = Refused.with('OVERFLOW');
export const PRECISION_LOSS = Refused.with('PRECISION_LOSS');

/** The least and the greatest whole number of a type, unscaled in a decimal. */
export function endsOf(field: Typed): readonly [min: bigint, max: bigint] {
  const { type } = field;
  if (type.kind === 'decimal') {
    const end = 10n ** BigInt(type.precision) - 1n;
    return [-end, end];
  }
  if (type.kind === 'time') return [0n, unitsInDay(timeUnitOf(field)) - 1n];
  const bounds = KIND_TABLE[type.kind].bounds;
  if (bounds === undefined) throw new TypeError(`${type.kind} holds no whole numbers`);
  return bounds;
}

/** The greatest finite float of a kind. */
export const greatestOf = (kind: Kind): number => {
  const { digits, exponent_max } = FLOATS[kind]!;
  return (2 - 2 ** (1 - digits)) * 2 ** exponent_max;
};

/** Of the two nearest whole numbers the one that the rounding names. */
export function wholeOf(
  { numerator, denominator }: Rational,
  rounding: Rounding | undefined,
): bigint | Refused {
  if (denominator === 1n) return numerator;
  if (rounding === undefined) return PRECISION_LOSS;
  const floor = floorOf(numerator, denominator);
  const rest = 2n * (numerator - floor * denominator);
  const isNegative = numerator < 0n;
  switch (rounding) {
    case 'floor':
      return floor;
    case 'ceil':
      return floor + 1n;
    case 'truncate':
      return isNegative ? floor + 1n : floor;
    case 'half-even':
      if (rest === denominator) return floor % 2n === 0n ? floor : floor + 1n;
      return rest > denominator ? floor + 1n : floor;
    case 'half-away':
      if (rest === denominator) return isNegative ? floor : floor + 1n;
      return rest > denominator ? floor + 1n : floor;
  }
}

function floorOf(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

type FloatForm = {
  readonly digits: number;
  readonly exponent_min: number;
  readonly exponent_max: number;
};

const FLOATS: Readonly<Partial<Record<Kind, FloatForm>>> = {
  float16: { digits: 11, exponent_min: -14, exponent_max: 15 },
  bfloat16: { digits: 8, exponent_min: -126, exponent_max: 127 },
  float32: { digits: 24, exponent_min: -126, exponent_max: 127 },
  float64: { digits: 53, exponent_min: -1022, exponent_max: 1023 },
};

const bitsOf = (value: bigint): number => value.toString(2).length;

function floatOf(kind: Kind, exact: Rational, rounding: Rounding | undefined): number | Refused {
  const { digits, exponent_min } = FLOATS[kind]!;
  if (exact.numerator === 0n) return 0;
  if (kind === 'float64' && exact.denominator === 1n) {
    const value = Number(exact.numerator);
    if (Number.isSafeInteger(value)) return value;
  }
  // The last digit of the float counts 2^last.
  const last = Math.max(exponentOf(exact), exponent_min) - digits + 1;
  const found = wholeOf(shifted(exact, -last), rounding);
  if (found instanceof Refused) return found;
  // So near to 0 that there is no other: the sign is kept, as the machine keeps it.
  if (found === 0n) return exact.numerator < 0n ? -0 : 0;
  return finite(kind, found, last);
}

/** The greatest e for which 2^e is no greater than the size of the number. */
function exponentOf({ numerator, denominator }: Rational): number {
  const size = numerator < 0n ? -numerator : numerator;
  const about = bitsOf(size) - bitsOf(denominator);
  const { numerator: above, denominator: below } = shifted({ numerator: size, denominator }, -about);
  return above >= below ? about : about - 1;
}

const shifted = ({ numerator, denominator }: Rational, bits: number): Rational =>
  bits >= 0
    ? rational(numerator << BigInt(bits), denominator)
    : rational(numerator, denominator << BigInt(-bits));

/** To multiply by a power of two is exact where the result is a float at all. */
function finite(kind: Kind, digits: bigint, last: number): number | Refused {
  const half = Math.trunc(last / 2);
  const value = Number(digits) * 2 ** half * 2 ** (last - half);
  return Number.isFinite(nearestFloat(kind, value)) ? value : OVERFLOW;
}

/** Whether a value is a number that is one: no NaN, and no infinity. */
export const isNumber = (value: Value): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
