import type { Value } from './value.ts';

/** List elements, bytes, or code points: a string's UTF-16 units are an accident of this language. */
export function lengthOf(value: string | Uint8Array | readonly Value[]): number {
  if (typeof value !== 'string') return value.length;
  let points = 0;
  for (const _ of value) points++;
  return points;
}
