import type { Value } from './value.ts';

/** List elements, bytes, or code points: a string's UTF-16 units are an accident of this language. */
export function lengthOf(value: string | Uint8Array | readonly Value[]): number {
  if (typeof value !== 'string') return value.length;
  let points = value.length;
  for (let at = 0; at < value.length - 1; at++)
    if (isHighHalf(value.charCodeAt(at)) && isLowHalf(value.charCodeAt(at + 1))) {
      points--;
      at++;
    }
  return points;
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The most bytes a column makes room for to hold the value, about. */
export function roomOf(value: Value): number {
  if (typeof value === 'string') return 8 + 3 * value.length;
  if (value instanceof Uint8Array) return 8 + value.length;
  return Array.isArray(value)
    ? (value as readonly Value[]).reduce<number>((sum, item) => sum + roomOf(item), 8)
    : 8;
}
