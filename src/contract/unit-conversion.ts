import { divide, equal, type Rational, rationalText, subtract } from './rational.ts';
import type { Unit } from './unit.ts';

/** Value in the second unit = value in the first × factor + offset, exactly. */
export type Conversion = { readonly factor: Rational; readonly offset: Rational };

/** `undefined` where no number leads from one to the other: another dimension, or a count of another thing. */
export function unitConversion(from: Unit, to: Unit): Conversion | undefined {
  if (!sameDimension(from, to) || from.annotation !== to.annotation) return undefined;
  return {
    factor: divide(from.factor, to.factor),
    offset: divide(subtract(from.offset, to.offset), to.factor),
  };
}

/** Hz and 1/s are the same unit in two spellings; Cel and K are not. */
export const sameUnit = (a: Unit, b: Unit): boolean =>
  sameDimension(a, b) &&
  a.annotation === b.annotation &&
  equal(a.factor, b.factor) &&
  equal(a.offset, b.offset);

export const sameDimension = (a: Unit, b: Unit): boolean =>
  a.dimension.every((exponent, base) => exponent === b.dimension[base]);

/** `×1000`, or `×5/9 −160/9`: what to do to a value. */
export function conversionText({ factor, offset }: Conversion): string {
  const scale = `×${rationalText(factor)}`;
  if (offset.numerator === 0n) return scale;
  const size = offset.numerator < 0n ? { ...offset, numerator: -offset.numerator } : offset;
  return `${scale} ${offset.numerator < 0n ? '−' : '+'}${rationalText(size)}`;
}
