import { type PiMultiple, piMultiple } from './pi-multiple.ts';
import { add, multiply, type Rational } from './rational.ts';

/**
 * A unit of measure, exactly: value in base units = value × factor × π^pi + offset.
 *
 * `dimension` is the product of base units: `m/s2`, and `1` where there is none. An arbitrary unit, a logarithm and a
 * currency are base units of their own, so that nothing converts to them.
 *
 * `annotation` tells counts of different things apart: `{token}` and `{byte}` are both dimensionless and never the same.
 *
 * A unit with an offset (Cel) measures points on a scale; `K` serves for both points and differences.
 */
export type Unit = {
  /** The UCUM code, in one spelling: `millisecond` and `ms` are both `ms`. */
  readonly code: string;
  readonly dimension: string;
  readonly factor: Rational;
  /** The power of π in the factor: 1 for a degree of arc, which is π/180 of a radian. */
  readonly pi: number;
  readonly offset: Rational;
  readonly annotation: string | undefined;
};

/** No unit has an offset and a π, so the sum is a fraction. */
export const inBaseUnits = ({ factor, pi, offset }: Unit, value: Rational): PiMultiple =>
  piMultiple(add(multiply(value, factor), offset), pi);
