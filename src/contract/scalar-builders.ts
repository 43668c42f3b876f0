import type * as arrow from 'apache-arrow';
import { Builder, grown, type NumberArray, OFFSET_MAX } from './builder.ts';
import type { Field, Kind } from './field.ts';
import { isFloat } from './kind-table.ts';
import { holdsExactly } from './narrow-float.ts';
import { timeUnitOf, unitsInDay } from './time-unit.ts';
import type { Value } from './value.ts';
import { fitsBounds, integerFits } from './value-form.ts';

const NUMBERS: Readonly<Partial<Record<Kind, new (length: number) => NumberArray>>> = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  date: Int32Array,
  float16: Float16Array,
  float32: Float32Array,
  float64: Float64Array,
};

/** Integers of at most 32 bits, dates and floats, bfloat16 apart. `reserve`, then `push`; or `claim`, and fill. */
export class NumberBuilder extends Builder {
  #values: NumberArray;

  constructor(field: Field) {
    super(field);
    const Values = NUMBERS[field.type.kind];
    if (Values === undefined) this.mistake();
    this.#values = new Values(16);
  }

  reserve(more: number): void {
    if (this.length + more > this.#values.length) this.#values = grown(this.#values, this.length + more);
  }

  push(value: number): void {
    this.#values[this.length++] = value;
  }

  /** Makes the column `more` values longer; they are the last ones before `length` in the array returned. */
  claim(more: number): NumberArray {
    this.reserve(more);
    this.length += more;
    return this.#values;
  }

  finish(): arrow.Data {
    const data = this.#values.subarray(0, this.length);
    // Arrow keeps halves as their bits.
    return this.data({
      data: data instanceof Float16Array ? new Uint16Array(data.buffer, data.byteOffset, data.length) : data,
    });
  }

  appendBlank(): void {
    this.reserve(1);
    this.push(0);
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (typeof value !== 'number') this.mistake();
    const { kind } = this.field.type;
    if (isFloat(kind) ? kind === 'float16' && !holdsExactly(kind, value) : !isWhole(kind, value))
      throw new RangeError(`field ${this.field.id} holds no such ${kind}`);
    this.reserve(1);
    this.push(value);
  }
}

const isWhole = (kind: Kind, value: number): boolean =>
  Number.isInteger(value) && integerFits(kind, BigInt(value));

/** What has 64 bits, as pairs of 32-bit halves, the low one first, so that filling it makes no bigint. */
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
    const { kind } = this.field.type;
    // Arrow has seconds and milliseconds of a day in 32 bits, which the low halves are.
    if (kind === 'time' && unitsInDay(timeUnitOf(this.field)) < 2n ** 31n)
      return this.data({
        data: Int32Array.from({ length: this.length }, (_, row) => this.#halves[2 * row]!),
      });
    const Values = kind === 'uint64' ? BigUint64Array : BigInt64Array;
    return this.data({ data: new Values(this.#halves.buffer, 0, this.length) });
  }

  appendBlank(): void {
    this.reserve(1);
    this.push(0, 0);
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (typeof value !== 'bigint') this.mistake();
    if (!fitsBounds(this.field, value))
      throw new RangeError(`field ${this.field.id} holds no such ${this.field.type.kind}`);
    this.reserve(1);
    this.push(Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n)));
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

  protected override truncateParts(length: number, was: number): void {
    for (let at = length; at < was; at++) this.#bits[at >> 3]! &= ~(1 << (at & 7));
  }

  finish(): arrow.Data {
    return this.data({ data: this.#bits.subarray(0, (this.length + 7) >> 3) });
  }

  appendBlank(): void {
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

  appendBlank(): void {
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
