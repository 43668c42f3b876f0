import type * as arrow from 'apache-arrow';
import { Builder, grown, OFFSET_MAX } from './builder.ts';
import type { Field, Kind } from './field.ts';
import { Bfloat16Builder, DecimalBuilder, FixedBuilder } from './fixed-builders.ts';
import { entryOf, sizeOf } from './nested.ts';
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
  | ListBuilder
  | StructBuilder
  | TensorBuilder;

export const columnBuilder = (field: Field): ColumnBuilder => BUILDERS[field.type.kind](field);

/** A list, or a map as a list of its entries. Append the items to `items`, then `close` the list. */
export class ListBuilder extends Builder {
  readonly items: ColumnBuilder;
  #offsets = new Int32Array(16);

  constructor(field: Field) {
    super(field);
    this.items = columnBuilder(itemOf(field));
  }

  close(): void {
    if (this.items.length > OFFSET_MAX) throw new RangeError('a column holds at most 2^31 - 1 items');
    this.length++;
    if (this.length === this.#offsets.length) this.#offsets = grown(this.#offsets, this.length + 1);
    this.#offsets[this.length] = this.items.length;
  }

  protected override truncateParts(length: number): void {
    this.items.truncate(this.#offsets[length]!);
  }

  finish(): arrow.Data {
    return this.data({
      valueOffsets: this.#offsets.subarray(0, this.length + 1),
      child: this.items.finish(),
    });
  }

  appendBlank(): void {
    this.close();
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (!Array.isArray(value)) this.mistake();
    for (const item of value as readonly Value[]) this.items.append(item);
    this.close();
  }
}

/** Append to each of `members`, in the order of the fields, then `close` the struct. */
export class StructBuilder extends Builder {
  readonly members: readonly ColumnBuilder[];

  constructor(field: Field) {
    super(field);
    if (field.type.kind !== 'struct') this.mistake();
    this.members = field.type.fields.map(columnBuilder);
  }

  close(): void {
    this.length++;
  }

  protected override truncateParts(length: number): void {
    for (const member of this.members) member.truncate(length);
  }

  finish(): arrow.Data {
    return this.data({ children: this.members.map(member => member.finish()) });
  }

  /** Under a null a member has a value that nobody reads, so that one that may not be null is none. */
  appendBlank(): void {
    for (const member of this.members) member.appendBlank();
    this.close();
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (!Array.isArray(value) || value.length !== this.members.length) this.mistake();
    for (const [index, member] of this.members.entries()) member.append((value as readonly Value[])[index]!);
    this.close();
  }
}

/** Append as many items as the shape says, then `close` the tensor. */
export class TensorBuilder extends Builder {
  readonly items: ColumnBuilder;
  readonly size: number;

  constructor(field: Field) {
    super(field);
    if (field.type.kind !== 'tensor') this.mistake();
    this.items = columnBuilder(field.type.element);
    this.size = sizeOf(field.type);
  }

  close(): void {
    if (this.items.length > OFFSET_MAX) throw new RangeError('a column holds at most 2^31 - 1 items');
    this.length++;
  }

  protected override truncateParts(length: number): void {
    this.items.truncate(length * this.size);
  }

  finish(): arrow.Data {
    return this.data({ child: this.items.finish() });
  }

  appendBlank(): void {
    for (let index = 0; index < this.size; index++) this.items.appendBlank();
    this.close();
  }

  protected appendPresent(value: Exclude<Value, null>): void {
    if (!Array.isArray(value)) this.mistake();
    if (value.length !== this.size) throw new RangeError(`field ${this.field.id} holds ${this.size} items`);
    for (const item of value as readonly Value[]) this.items.append(item);
    this.close();
  }
}

/** What a list or map is a run of: its elements, or its entries. */
export const itemOf = ({ id, type }: Field): Field => {
  if (type.kind === 'map') return entryOf(type);
  if (type.kind !== 'list') throw new TypeError(`field ${id} is no list`);
  return type.element;
};

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
  struct: field => new StructBuilder(field),
  map: field => new ListBuilder(field),
  tensor: field => new TensorBuilder(field),
};
