import { plainNumeral } from '../../codec/cells/json-cells.ts';
import { DOUBLE_DIGITS } from './typed-column.ts';

/** What the literal of a number says: how many digits count, how many stand behind the point, whether it has an exponent. */
export type Numeral = {
  readonly digits: number;
  readonly scale: number;
  readonly hasPoint: boolean;
  readonly hasExponent: boolean;
};

const [ZERO, NINE, POINT, MINUS, PLUS] = [0x30, 0x39, 0x2e, 0x2d, 0x2b];

/** A number as JSON writes it, and nothing else: `00123`, `+5` and `1,000` are texts. */
export function numeralOf(text: string): Numeral | undefined {
  const scan = new NumeralScan();
  if (!scan.read(text, 0, text.length)) return undefined;
  const { digits, scale, hasPoint, hasExponent } = scan;
  return { digits, scale, hasPoint, hasExponent };
}

/** Reads one literal after another, where they stand in a longer text. Asked of every cell, so by hand. */
export class NumeralScan {
  digits = 0;
  scale = 0;
  hasPoint = false;
  hasExponent = false;
  isNegative = false;
  /** All digits as a whole number; exact where they are at most `DOUBLE_DIGITS`. */
  unscaled = 0;

  /** Whether what stands there is the literal of a number. */
  read(text: string, start: number, end: number): boolean {
    let at = start;
    this.isNegative = text.charCodeAt(at) === MINUS;
    if (this.isNegative) at++;
    const first = at;
    let value = 0;
    for (; at < end; at++) {
      const char = text.charCodeAt(at);
      if (!isDigit(char)) break;
      value = 10 * value + char - ZERO;
    }
    const whole = at - first;
    if (whole === 0 || (whole > 1 && text.charCodeAt(first) === ZERO)) return false;
    let scale = 0;
    this.hasPoint = at < end && text.charCodeAt(at) === POINT;
    if (this.hasPoint) {
      const point = ++at;
      for (; at < end; at++) {
        const char = text.charCodeAt(at);
        if (!isDigit(char)) break;
        value = 10 * value + char - ZERO;
      }
      scale = at - point;
      if (scale === 0) return false;
    }
    this.hasExponent = at < end;
    this.digits = whole + scale;
    this.scale = scale;
    this.unscaled = value;
    return !this.hasExponent || isExponent(text, at, end);
  }
}

function isExponent(text: string, start: number, end: number): boolean {
  if ((text.charCodeAt(start) | 0x20) !== 0x65) return false;
  const sign = text.charCodeAt(start + 1);
  const first = start + (start + 1 < end && (sign === PLUS || sign === MINUS) ? 2 : 1);
  let at = first;
  while (at < end && isDigit(text.charCodeAt(at))) at++;
  return at > first && at === end;
}

const isDigit = (char: number): boolean => char >= ZERO && char <= NINE;

/** An integer of a literal: a number where one holds it. */
export function integerOf(literal: string): number | bigint {
  if (literal.length <= DOUBLE_DIGITS) return Number(literal) + 0;
  const value = BigInt(literal);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Whether the shortest literal of the nearest double is this one, so that no other literal of a double is taken for it. */
export const isToldByDouble = (literal: string): boolean => {
  const nearest = Number(literal);
  if (!Number.isFinite(nearest)) return false;
  const shortest = String(nearest);
  return shortest === literal || plainNumeral(shortest) === plainNumeral(literal);
};
