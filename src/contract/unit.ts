import type { Rational } from './rational.ts';

/**
 * A unit of measure, exactly: value in base units = value × factor + offset.
 *
 * `dimension` has the exponents of second, metre, gram, kelvin, mole, candela, coulomb, radian and bit, in this order.
 * `annotation` tells counts of different things apart: `{token}` and `{byte}` are both dimensionless and never the same.
 */
export type Unit = {
  /** The UCUM code, in one spelling: `millisecond` and `ms` are both `ms`. */
  readonly code: string;
  readonly dimension: readonly number[];
  readonly factor: Rational;
  readonly offset: Rational;
  readonly annotation: string | undefined;
};
