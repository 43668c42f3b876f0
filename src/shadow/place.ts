import type { Field } from '../contract/field.ts';
import { KIND_TABLE } from '../contract/kind-table.ts';

/** Where a value stands among others, exactly: a double as itself, everything that is kept as a bigint as that, decimals without their point. */
export type Place = number | bigint;

/** Digits behind the point of a field's places. */
export const scaleOf = ({ type }: Pick<Field, 'type'>): number => (type.kind === 'decimal' ? type.scale : 0);

/**
 * How places are laid out where they are counted: as doubles, as whole numbers of 64 or of 128 bits, or, beyond these, as texts
 * that have the order of the numbers.
 */
export type PlaceForm = 'double' | 'whole' | 'huge' | 'ordered';

export function placeFormOf({ type }: Pick<Field, 'type'>): PlaceForm {
  if (KIND_TABLE[type.kind].held !== 'bigint') return 'double';
  if (type.kind !== 'decimal') return 'whole';
  return type.precision <= 38 ? 'huge' : 'ordered';
}

/** Digits of an ordered text: no decimal has more. */
export const ORDERED_DIGITS = 77;

/** A text that is below another exactly when the number is: digits of what is below 0 count down. */
export const orderedText = (place: bigint): string =>
  place < 0n
    ? `0${String(-place)
        .padStart(ORDERED_DIGITS, '0')
        .replace(/\d/g, digit => String(9 - Number(digit)))}`
    : `1${String(place).padStart(ORDERED_DIGITS, '0')}`;

export const placeOfOrdered = (text: string): bigint =>
  text.startsWith('0')
    ? -BigInt(text.slice(1).replace(/\d/g, digit => String(9 - Number(digit))))
    : BigInt(text.slice(1));

export const comparePlaces = (one: Place, other: Place): number => Number(one > other) - Number(one < other);

/** How far one place is above another, as a share of `scale`: taken off exactly before it becomes a double. */
export const apart = (to: Place, from: Place, scale = 1): number =>
  typeof to === 'bigint' && typeof from === 'bigint'
    ? Number(to - from) / scale
    : // Divided before it is taken off: two doubles may lie further apart than any double reaches; but not where both are endless then.
      finite(Number(to) / scale) - finite(Number(from) / scale);

const finite = (value: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));

const BITS = new DataView(new ArrayBuffer(8));

/** The greatest place below one: of doubles the greatest that is finite. */
export function nextBelow<P extends Place>(place: P): P;
export function nextBelow(place: Place): Place {
  if (typeof place === 'bigint') return place - 1n;
  if (place === 0) return -Number.MIN_VALUE;
  BITS.setFloat64(0, place);
  BITS.setBigInt64(0, BITS.getBigInt64(0) + (place > 0 ? -1n : 1n));
  return BITS.getFloat64(0);
}
