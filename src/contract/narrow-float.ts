import type { Kind } from './field.ts';

const WORD = new DataView(new ArrayBuffer(4));

/** The bits of a bfloat16: those of the float32 it is, without the lower half, which must be empty. */
export function bfloat16Bits(value: number): number {
  WORD.setFloat32(0, value);
  return WORD.getUint16(0);
}

export function bfloat16OfBits(bits: number): number {
  WORD.setUint32(0, bits << 16);
  return WORD.getFloat32(0);
}

function isBfloat16(float32: number): boolean {
  FLOAT[0] = float32;
  return (BITS[0]! & 0xffff) === 0;
}

const FLOAT = new Float32Array(1);
const BITS = new Uint32Array(FLOAT.buffer);

/** The nearest bfloat16, half-way cases to the even one. */
export function toBfloat16(value: number): number {
  const wide = Math.fround(value);
  if (!Number.isFinite(wide) || wide === 0 || (wide === value && isBfloat16(wide))) return wide;
  WORD.setFloat32(0, wide);
  const below = WORD.getUint16(0);
  const [low, high] = [bfloat16OfBits(below), bfloat16OfBits(below + 1)];
  // 2^128 stands where the bits say infinity: that is where the next number would be.
  const above = Number.isFinite(high) ? high : Math.sign(high) * 2 ** 128;
  const [toLow, toHigh] = [Math.abs(value - low), Math.abs(above - value)];
  if (toLow === toHigh) return below % 2 === 0 ? low : high;
  return toLow < toHigh ? low : high;
}

/** The nearest value that a float type has for a double; infinite where it lies beyond the largest. */
export const NEAREST: Readonly<Partial<Record<Kind, (value: number) => number>>> = {
  float16: Math.f16round,
  bfloat16: toBfloat16,
  float32: Math.fround,
  float64: value => value,
};

/** @throws TypeError for a kind that is no float. */
export function nearestFloat(kind: Kind, value: number): number {
  const round = NEAREST[kind];
  if (round === undefined) throw new TypeError(`${kind} is no float`);
  return round(value);
}

/** Whether a float type has exactly this value; a NaN counts as the one it has. */
export const holdsExactly = (kind: Kind, value: number): boolean => {
  const nearest = nearestFloat(kind, value);
  return Object.is(nearest, value) || Number.isNaN(value);
};
