import { DOUBLE_DIGITS } from './typed-column.ts';

/** How a double becomes the nearest float of fewer bits. */
export type Narrowing = (value: number) => number;

/** The number that the shortest literal of a narrow float reads as: 0.1 as a `float32` is called by the literal 0.1, and by no double. */
export function calledShortest(value: number, narrow: Narrowing): number {
  if (!Number.isFinite(value)) return value;
  for (let digits = 1; digits <= DOUBLE_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (narrow(short) === value) return short;
  }
  return value;
}
