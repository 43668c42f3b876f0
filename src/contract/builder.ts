import * as arrow from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import { arrowType } from './arrow-field.ts';
import { blankBytes } from './blank-bytes.ts';
import type { Field } from './field.ts';
import type { Value } from './value.ts';

/** Arrow's offsets are int32: the most bytes or items one column holds. */
export const OFFSET_MAX = 2 ** 31 - 1;

const SMALL_BYTES = 8;

/** A column that grows, whatever it holds. */
export abstract class Builder {
  readonly field: Field;
  length = 0;
  nullCount = 0;
  /** A bit a null, so that a column without nulls costs nothing; Arrow's bitmap is its complement. */
  #absent = new Uint8Array(0);

  /** How long the column may be before another null makes it larger than any input; small values never do. */
  readonly #nullsMax: number;

  constructor(field: Field) {
    this.field = field;
    const bytes = blankBytes(field.type);
    this.#nullsMax = bytes > SMALL_BYTES ? LIMITS.codec_bytes_max / bytes : Number.POSITIVE_INFINITY;
  }

  /** A null in the input is a byte, and here a whole value: whether there is no room for another. */
  get isFull(): boolean {
    return this.length >= this.#nullsMax;
  }

  abstract finish(): arrow.Data;
  /** A value that stands where none is: under a null of this or of what holds it. */
  abstract appendBlank(): void;
  protected abstract appendPresent(value: Exclude<Value, null>): void;

  append(value: Value): void {
    if (value === null) this.appendNull();
    else this.appendPresent(value);
  }

  appendNull(): void {
    const byte = this.length >> 3;
    if (byte >= this.#absent.length) this.#absent = grown(this.#absent, byte + 1);
    this.#absent[byte]! |= 1 << (this.length & 7);
    this.nullCount++;
    this.appendBlank();
  }

  /** Takes back what stands behind the first `length` values, the parts of one that was not finished as well. */
  truncate(length: number): void {
    for (let at = length; at < this.length; at++) {
      const bit = 1 << (at & 7);
      if (((this.#absent[at >> 3] ?? 0) & bit) === 0) continue;
      this.#absent[at >> 3]! &= ~bit;
      this.nullCount--;
    }
    const was = this.length;
    this.length = Math.min(length, was);
    this.truncateParts(length, was);
  }

  /** What is held beside the nulls, where it is not written over. @param was  how many values there were */
  protected truncateParts(_length: number, _was: number): void {}

  protected data(buffers: object): arrow.Data {
    const { length, nullCount } = this;
    const validity = nullCount === 0 ? {} : { nullBitmap: this.#nullBitmap() };
    return arrow.makeData({
      type: arrowType(this.field),
      length,
      nullCount,
      ...validity,
      ...buffers,
    } as never);
  }

  /** @throws TypeError: the caller handed a value of another type than the field's. */
  protected mistake(): never {
    throw new TypeError(
      `field ${this.field.id} can't hold a value of another type than ${this.field.type.kind}`,
    );
  }

  #nullBitmap(): Uint8Array {
    const bitmap = new Uint8Array((this.length + 7) >> 3);
    for (let byte = 0; byte < bitmap.length; byte++) bitmap[byte] = ~(this.#absent[byte] ?? 0);
    return bitmap;
  }
}

export type NumberArray =
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Float16Array
  | Float32Array
  | Float64Array;

/** The same content with room for at least `needed` items, and for as many again, so that growing costs little. */
export function grown<A extends NumberArray>(array: A, needed: number): A {
  const larger = new (array.constructor as new (length: number) => A)(Math.max(needed, 2 * array.length, 16));
  larger.set(array);
  return larger;
}
