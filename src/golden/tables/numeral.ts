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

/** A number as JSON writes it, and nothing else: `00123`, `+5` and `1,000` are texts. Asked of every cell, so by hand. */
export function numeralOf(text: string): Numeral | undefined {
  const length = text.length;
  let at = text.charCodeAt(0) === MINUS ? 1 : 0;
  const first = at;
  while (isDigit(text.charCodeAt(at))) at++;
  const whole = at - first;
  if (whole === 0 || (whole > 1 && text.charCodeAt(first) === ZERO)) return undefined;
  let scale = 0;
  const hasPoint = text.charCodeAt(at) === POINT;
  if (hasPoint) {
    const start = ++at;
    while (isDigit(text.charCodeAt(at))) at++;
    scale = at - start;
    if (scale === 0) return undefined;
  }
  const hasExponent = at < length;
  if (hasExponent) {
    if ((text.charCodeAt(at) | 0x20) !== 0x65) return undefined;
    at++;
    const sign = text.charCodeAt(at);
    if (sign === PLUS || sign === MINUS) at++;
    const start = at;
    while (isDigit(text.charCodeAt(at))) at++;
    if (at === start || at < length) return undefined;
  }
  return { digits: whole + scale, scale, hasPoint, hasExponent };
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
  return Number.isFinite(nearest) && plainNumeral(String(nearest)) === plainNumeral(literal);
};
