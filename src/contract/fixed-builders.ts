import type * as arrow from 'apache-arrow';
import { decimalBits } from './arrow-field.ts';
import { Builder, grown } from './builder.ts';
import type { Field } from './field.ts';
import { bfloat16Bits, holdsExactly } from './narrow-float.ts';
import type { Value } from './value.ts';
import { fitsBounds } from './value-form.ts';

/** Values that all take the same number of bytes, nulls too. */
abstract class StrideBuilder extends Builder {
  readonly stride: number;
  #bytes = new Uint8Array(64);

  constructor(field: Field, stride: number) {
    super(field);
    this.stride = stride;
  }

  /** Copies the value that starts at `start`. */
  push(source: Uint8Array, start: number): void {
    const at = this.claim();
    for (let index = 0; index < this.stride; index++) this.#bytes[at + index] = source[start + index]!;
  }

  finish(): arrow.Data {
    return this.data({ data: this.finished(this.#bytes.subarray(0, this.length * this.stride)) });
  }

  protected override truncateParts(length: number, was: number): void {
    if (was > length) this.#bytes.fill(0, length * this.stride, was * this.stride);
  }

  protected finished(bytes: Uint8Array): Uint8Array | Uint32Array {
    return bytes;
  }

  /** Room for one more value, of zeros, and where it stands. */
  protected claim(): number {
    const at = this.length++ * this.stride;
    if (at + this.stride > this.#bytes.length) this.#bytes = grown(this.#bytes, at + this.stride);
    return at;
  }

  /** Two bytes, the low one first, as a value. */
  protected pushHalf(bits: number): void {
    const at = this.claim();
    this.#bytes[at] = bits;
    this.#bytes[at + 1] = bits >> 8;
  }

  protected view(): DataView {
    return new DataView(this.#bytes.buffer);
  }

  appendBlank(): void {
    this.claim();
  }
}

export class FixedBuilder extends StrideBuilder {
  constructor(field: Field) {
    super(field, field.type.kind === 'fixed' ? field.type.size : 0);
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (!(value instanceof Uint8Array)) this.mistake();
    if (value.length !== this.stride)
      throw new RangeError(`field ${this.field.id} holds ${this.stride} bytes`);
    this.push(value, 0);
  }
}

/** Arrow has no such type: the two bytes, the low one first. */
export class Bfloat16Builder extends StrideBuilder {
  constructor(field: Field) {
    super(field, 2);
  }

  pushNumber(value: number): void {
    this.pushHalf(bfloat16Bits(value));
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (typeof value !== 'number') this.mistake();
    if (!holdsExactly('bfloat16', value))
      throw new RangeError(`field ${this.field.id} holds no such bfloat16`);
    this.pushNumber(value);
  }
}

/** Two's complement of 128 or 256 bits, little-endian. */
export class DecimalBuilder extends StrideBuilder {
  constructor(field: Field) {
    super(field, field.type.kind === 'decimal' ? decimalBits(field.type) / 8 : 0);
  }

  protected override finished(bytes: Uint8Array): Uint32Array {
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (typeof value !== 'bigint') this.mistake();
    if (!fitsBounds(this.field, value)) throw new RangeError(`field ${this.field.id} holds no such decimal`);
    const at = this.claim();
    const view = this.view();
    for (let word = 0, rest = value; word < this.stride; word += 8, rest >>= 64n)
      view.setBigInt64(at + word, BigInt.asIntN(64, rest), true);
  }
}
