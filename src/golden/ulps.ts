import type { Kind } from '../contract/field.ts';

/** How many floats of a width lie between two, the second counted: 1 from one to the next. Of -0 and 0 it is none. */
export type UlpDistance = (before: number, after: number) => number | bigint;

/** Undefined for what is no float. Both are finite, and values of the width. */
export const ulpDistanceOf = (kind: Kind): UlpDistance | undefined => WIDTHS.get(kind);

const view = new DataView(new ArrayBuffer(8));

/** The place of a float among all of its width, from 0 at zero: their bits are ordered as they are, but for the sign. */
const place16 = (value: number): number => {
  view.setFloat16(0, value);
  return signed(view.getUint16(0), 0x8000);
};

/** The upper half of the float32 that it is. */
const placeBrain = (value: number): number => {
  view.setFloat32(0, value);
  return signed(view.getUint16(0), 0x8000);
};

const place32 = (value: number): number => {
  view.setFloat32(0, value);
  return signed(view.getUint32(0), 0x8000_0000);
};

const signed = (bits: number, sign: number): number => (bits < sign ? bits : sign - bits);

const place64 = (value: number): bigint => {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  return bits < SIGN ? bits : SIGN - bits;
};

const SIGN = 1n << 63n;

const between =
  (place: (value: number) => number): UlpDistance =>
  (before, after) =>
    Math.abs(place(after) - place(before));

/** A bigint only where no number holds it: mostly two doubles are near, or so far apart that nobody counts. */
const between64: UlpDistance = (before, after) => {
  const distance = place64(after) - place64(before);
  const size = distance < 0n ? -distance : distance;
  return size <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(size) : size;
};

const WIDTHS: ReadonlyMap<Kind, UlpDistance> = new Map([
  ['float16', between(place16)],
  ['bfloat16', between(placeBrain)],
  ['float32', between(place32)],
  ['float64', between64],
]);
