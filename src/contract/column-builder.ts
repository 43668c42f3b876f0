import type * as arrow from 'apache-arrow';
import { Builder, grown, OFFSET_MAX } from './builder.ts';
import type { Field, Kind } from './field.ts';
import { Bfloat16Builder, DecimalBuilder, FixedBuilder } from './fixed-builders.ts';
import { BoolBuilder, BytesBuilder, Int64Builder, NumberBuilder } from './scalar-builders.ts';
import type { Value } from './value.ts';

/** A column that grows. What it is given must fit its type; a field's range and nullability are checked by gates. */
export type ColumnBuilder =
  | NumberBuilder
  | Int64Builder
  | DecimalBuilder
  | FixedBuilder
  | Bfloat16Builder
  | BoolBuilder
  | BytesBuilder
  | ListBuilder;

export const columnBuilder = (field: Field): ColumnBuilder => BUILDERS[field.type.kind](field);

/** Whether one more null would make the column larger than any input may be. */
export const isFull = (builder: ColumnBuilder): boolean => 'isFull' in builder && builder.isFull;

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

const numbers = (field: Field): ColumnBuilder => new NumberBuilder(field);
const longs = (field: Field): ColumnBuilder => new Int64Builder(field);
const byteStrings = (field: Field): ColumnBuilder => new BytesBuilder(field);

const BUILDERS: Readonly<Record<Kind, (field: Field) => ColumnBuilder>> = {
  bool: field => new BoolBuilder(field),
  int8: numbers,
  int16: numbers,
  int32: numbers,
  int64: longs,
  uint8: numbers,
  uint16: numbers,
  uint32: numbers,
  uint64: longs,
  float16: numbers,
  bfloat16: field => new Bfloat16Builder(field),
  float32: numbers,
  float64: numbers,
  decimal: field => new DecimalBuilder(field),
  string: byteStrings,
  bytes: byteStrings,
  fixed: field => new FixedBuilder(field),
  date: numbers,
  time: longs,
  timestamp: longs,
  duration: longs,
  list: field => new ListBuilder(field),
};
