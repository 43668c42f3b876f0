import { DOUBLE_DIGITS } from './typed-column.ts';

/** How a double becomes the nearest float of fewer bits. */
export type Narrowing = (value: number) => number;

/** The number that the shortest literal of a narrow float reads as: 0.1 as a `float32` is called by the literal 0.1, and by no double. */
export function calledShortest(value: number, narrow: Narrowing): number {
  if (!Number.isFinite(value)) return value;
  for (let digits = 1; digits <= DOUBLE_DIGITS; digits++) {
    const short = value.toPrecision(digits);
    if (narrow(Number(short)) !== value) continue;
    const even = evenBeside(short, value, digits);
    return Number(even !== undefined && narrow(Number(even)) === value ? even : short);
  }
  return value;
}

/** Whether a number that reads as a narrow float has no more digits than its shortest literals; half way between two there are two. */
export function isShortest(number: number, narrow: Narrowing): boolean {
  const value = narrow(number);
  if (!Number.isFinite(value)) return value === number;
  for (let digits = 1; digits <= DOUBLE_DIGITS; digits++)
    if (narrow(Number(value.toPrecision(digits))) === value)
      return Number(number.toPrecision(digits)) === number;
  return false;
}

const ODD = /[13579](?=e|$)/;

/** Half way between two literals the even one is written, where JavaScript takes the greater. */
function evenBeside(short: string, value: number, digits: number): string | undefined {
  const next = value.toPrecision(digits + 1);
  const isHalf = /5(?:e|$)/.test(next) && Number(next) === value;
  return isHalf && ODD.test(short) ? short.replace(ODD, digit => String(Number(digit) - 1)) : undefined;
}
