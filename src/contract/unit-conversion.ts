import { multipleText, type PiMultiple, piMultiple } from './pi-multiple.ts';
import {
  add,
  divide,
  equal,
  multiply,
  ONE,
  type Rational,
  rationalText,
  subtract,
  ZERO,
} from './rational.ts';
import type { Unit } from './unit.ts';

/** Value in the second unit = value in the first × factor × π^pi + offset, exactly. */
export type Conversion = { readonly factor: Rational; readonly pi: number; readonly offset: Rational };

/** `undefined` where no number leads from one to the other: another dimension, or a count of another thing. */
export function unitConversion(from: Unit, to: Unit): Conversion | undefined {
  if (!sameDimension(from, to) || from.annotation !== to.annotation) return undefined;
  return {
    factor: divide(from.factor, to.factor),
    pi: from.pi - to.pi,
    offset: divide(subtract(from.offset, to.offset), to.factor),
  };
}

/** No conversion has an offset and a π, so the sum is a fraction. */
export const converted = ({ factor, pi, offset }: Conversion, value: Rational): PiMultiple =>
  piMultiple(add(multiply(value, factor), offset), pi);

/** Hz and 1/s are the same unit in two spellings; Cel and K are not. */
export const sameUnit = (a: Unit, b: Unit): boolean => {
  const conversion = unitConversion(a, b);
  return conversion !== undefined && isIdentity(conversion);
};

export const isIdentity = ({ factor, pi, offset }: Conversion): boolean =>
  pi === 0 && equal(factor, ONE) && equal(offset, ZERO);

export const sameDimension = (a: Unit, b: Unit): boolean => a.dimension === b.dimension;

/** `×1000`, `×5/9 −160/9` or `×π/180`: what to do to a value. */
export function conversionText({ factor, pi, offset }: Conversion): string {
  const scale = `×${multipleText({ times: factor, pi })}`;
  if (offset.numerator === 0n) return scale;
  const size = offset.numerator < 0n ? { ...offset, numerator: -offset.numerator } : offset;
  return `${scale} ${offset.numerator < 0n ? '−' : '+'}${rationalText(size)}`;
}
