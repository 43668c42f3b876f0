import { add, multiply, type Rational } from './rational.ts';

/** The order of exponents in `Unit.dimension`. */
export const BASES = ['s', 'm', 'g', 'K', 'mol', 'cd', 'C', 'rad', 'deg', 'bit'] as const;

/**
 * A unit of measure, exactly: value in base units = value × factor + offset.
 *
 * `dimension` has the exponents of second, metre, gram, kelvin, mole, candela, coulomb, radian, degree of arc and bit,
 * in this order. Radian and degree of arc stand apart, because π is no fraction.
 *
 * `annotation` tells counts of different things apart: `{token}` and `{byte}` are both dimensionless and never the same.
 *
 * A unit with an offset (Cel) measures points on a scale; `K` serves for both points and differences.
 */
export type Unit = {
  /** The UCUM code, in one spelling: `millisecond` and `ms` are both `ms`. */
  readonly code: string;
  readonly dimension: readonly number[];
  readonly factor: Rational;
  readonly offset: Rational;
  readonly annotation: string | undefined;
};

export const inBaseUnits = (unit: Unit, value: Rational): Rational =>
  add(multiply(value, unit.factor), unit.offset);
