import * as arrow from 'apache-arrow';
import { arrowType } from './arrow-field.ts';
import type { Field } from './field.ts';
import type { Value } from './value.ts';

/** Arrow's offsets are int32: the most bytes or items one column holds. */
const OFFSET_MAX = 2 ** 31 - 1;

/** A column that grows. What it is given must fit its type; a field's range and nullability are checked by gates. */
export type ColumnBuilder = NumberBuilder | Int64Builder | BoolBuilder | BytesBuilder | ListBuilder;

export function columnBuilder(field: Field): ColumnBuilder {
  switch (field.type.kind) {
    case 'bool':
      return new BoolBuilder(field);
    case 'int64':
      return new Int64Builder(field);
    case 'string':
    case 'bytes':
      return new BytesBuilder(field);
    case 'list':
      return new ListBuilder(field);
    default:
      return new NumberBuilder(field);
  }
}

abstract class Builder {
  readonly field: Field;
  length = 0;
  nullCount = 0;
  /** A bit a null, so that a column without nulls costs nothing; Arrow's bitmap is its complement. */
  #absent = new Uint8Array(0);

  constructor(field: Field) {
    this.field = field;
  }

  abstract finish(): arrow.Data;
  protected abstract appendBlank(): void;
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

const NUMBERS = {
  int32: Int32Array,
  date: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

/** int32, date, float32 and float64. `reserve`, then `push`; or `claim`, and fill. */
export class NumberBuilder extends Builder {
  #values: Int32Array | Float32Array | Float64Array;
  readonly #integer: boolean;

  constructor(field: Field) {
    super(field);
    this.#values = new NUMBERS[field.type.kind as keyof typeof NUMBERS](16);
    this.#integer = this.#values instanceof Int32Array;
  }

  reserve(more: number): void {
    if (this.length + more > this.#values.length) this.#values = grown(this.#values, this.length + more);
  }

  push(value: number): void {
    this.#values[this.length++] = value;
  }

  /** Makes the column `more` values longer; they are the last ones before `length` in the array returned. */
  claim(more: number): Int32Array | Float32Array | Float64Array {
    this.reserve(more);
    this.length += more;
    return this.#values;
  }

  finish(): arrow.Data {
    return this.data({ data: this.#values.subarray(0, this.length) });
  }

  protected appendBlank(): void {
    this.reserve(1);
    this.push(0);
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (typeof value !== 'number') this.mistake();
    if (this.#integer && (value | 0) !== value)
      throw new RangeError(`field ${this.field.id} holds 32-bit integers`);
    this.reserve(1);
    this.push(value);
  }
}

/** int64 as pairs of 32-bit halves, the low one first, so that filling it makes no bigint. */
export class Int64Builder extends Builder {
  #halves = new Int32Array(32);

  reserve(more: number): void {
    const needed = 2 * (this.length + more);
    if (needed > this.#halves.length) this.#halves = grown(this.#halves, needed);
  }

  push(low: number, high: number): void {
    const at = 2 * this.length++;
    this.#halves[at] = low;
    this.#halves[at + 1] = high;
  }

  finish(): arrow.Data {
    return this.data({ data: new BigInt64Array(this.#halves.buffer, 0, this.length) });
  }

  protected appendBlank(): void {
    this.reserve(1);
    this.push(0, 0);
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (typeof value !== 'bigint') this.mistake();
    if (BigInt.asIntN(64, value) !== value)
      throw new RangeError(`field ${this.field.id} holds 64-bit integers`);
    this.reserve(1);
    this.push(Number(BigInt.asIntN(32, value)), Number(value >> 32n));
  }
}

export class BoolBuilder extends Builder {
  #bits = new Uint8Array(8);

  reserve(more: number): void {
    const needed = (this.length + more + 7) >> 3;
    if (needed > this.#bits.length) this.#bits = grown(this.#bits, needed);
  }

  push(value: boolean): void {
    if (value) this.#bits[this.length >> 3]! |= 1 << (this.length & 7);
    this.length++;
  }

  finish(): arrow.Data {
    return this.data({ data: this.#bits.subarray(0, (this.length + 7) >> 3) });
  }

  protected appendBlank(): void {
    this.reserve(1);
    this.push(false);
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (typeof value !== 'boolean') this.mistake();
    this.reserve(1);
    this.push(value);
  }
}

const ENCODER = new TextEncoder();

/** string (as UTF-8) and bytes. */
export class BytesBuilder extends Builder {
  #offsets = new Int32Array(16);
  #bytes = new Uint8Array(64);

  /** Copies `source` from `start` to `end`; for a string the caller has checked that it is UTF-8. */
  push(source: Uint8Array, start: number, end: number): void {
    const at = this.#room(end - start);
    // A call to `set` costs more than copying a word by hand.
    if (end - start > 24) this.#bytes.set(source.subarray(start, end), at);
    else for (let from = start, to = at; from < end; ) this.#bytes[to++] = source[from++]!;
    this.#close(at + end - start);
  }

  finish(): arrow.Data {
    return this.data({
      valueOffsets: this.#offsets.subarray(0, this.length + 1),
      data: this.#bytes.subarray(0, this.#offsets[this.length]!),
    });
  }

  protected appendBlank(): void {
    this.#close(this.#room(0));
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (this.field.type.kind === 'bytes') {
      if (!(value instanceof Uint8Array)) this.mistake();
      this.push(value, 0, value.length);
      return;
    }
    // Encoding would turn a lone surrogate into U+FFFD without a word.
    if (typeof value !== 'string' || !value.isWellFormed()) this.mistake();
    const at = this.#room(3 * value.length);
    this.#close(at + ENCODER.encodeInto(value, this.#bytes.subarray(at)).written);
  }

  #room(more: number): number {
    const at = this.#offsets[this.length]!;
    if (at + more > OFFSET_MAX) throw new RangeError('a column holds at most 2 GiB: use smaller batches');
    if (at + more > this.#bytes.length) this.#bytes = grown(this.#bytes, at + more);
    return at;
  }

  #close(end: number): void {
    this.length++;
    if (this.length === this.#offsets.length) this.#offsets = grown(this.#offsets, this.length + 1);
    this.#offsets[this.length] = end;
  }
}

/** Append the items to `items`, then `close` the list. */
export class ListBuilder extends Builder {
  readonly items: ColumnBuilder;
  #offsets = new Int32Array(16);

  constructor(field: Field) {
    super(field);
    if (field.type.kind !== 'list') this.mistake();
    this.items = columnBuilder(field.type.element);
  }

  close(): void {
    if (this.items.length > OFFSET_MAX) throw new RangeError('a column holds at most 2^31 - 1 items');
    this.length++;
    if (this.length === this.#offsets.length) this.#offsets = grown(this.#offsets, this.length + 1);
    this.#offsets[this.length] = this.items.length;
  }

  finish(): arrow.Data {
    return this.data({
      valueOffsets: this.#offsets.subarray(0, this.length + 1),
      child: this.items.finish(),
    });
  }

  protected appendBlank(): void {
    this.close();
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (!Array.isArray(value)) this.mistake();
    for (const item of value as readonly Value[]) this.items.append(item);
    this.close();
  }
}

/** The same content with room for at least `needed` items, and for as many again, so that growing costs little. */
function grown<A extends Uint8Array | Int32Array | Float32Array | Float64Array>(array: A, needed: number): A {
  const larger = new (array.constructor as new (length: number) => A)(Math.max(needed, 2 * array.length, 16));
  larger.set(array);
  return larger;
}
