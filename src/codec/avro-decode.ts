import { isUtf8 } from 'node:buffer';
import type { Data } from 'apache-arrow';
import { invalidUtf8Offset } from '../base/utf8.ts';
import { batchOfColumns } from '../contract/batch.ts';
import {
  type ColumnBuilder,
  columnBuilder,
  itemOf,
  ListBuilder,
  StructBuilder,
  TensorBuilder,
} from '../contract/column-builder.ts';
import type { Field, FieldId, Kind } from '../contract/field.ts';
import { Bfloat16Builder, DecimalBuilder, FixedBuilder } from '../contract/fixed-builders.ts';
import { KIND_TABLE } from '../contract/kind-table.ts';
import { BoolBuilder, BytesBuilder, Int64Builder, type NumberBuilder } from '../contract/scalar-builders.ts';
import type { Schema } from '../contract/schema.ts';
import { timeUnitOf, unitsInDay } from '../contract/time-unit.ts';
import { fitsBounds } from '../contract/value-form.ts';
import { AvroInput } from './avro-input.ts';
import { leastBytes, ordinaryMembers, type Shape, type Wire, type WireMember } from './avro-wire.ts';
import type { DecodeResult, Refusal } from './codec.ts';
import { decimalOfBytes } from './decimal-bytes.ts';
import { once } from './once.ts';

/** Records, back to back, as one batch. */
export function decodeAvro(schema: Schema, bytes: Uint8Array): DecodeResult {
  const decoder = new AvroDecoder(schema);
  const result = decoder.take(bytes) ?? once(schema, decoder.finish());
  if (result.kind === 'decoded' || result.offset !== undefined) return result;
  // What only the whole record shows stands where the record begins: behind those before it.
  return { ...result, offset: new AvroDecoder(schema).take(bytes, result.row)?.offset };
}

/** Avro records into columns. Nothing is allocated that the bytes at hand could not fill. */
export class AvroDecoder {
  readonly #schema: Schema;
  readonly #builders: readonly ColumnBuilder[];
  readonly #columns: readonly ReadColumn[];
  /** Fields that no record has, each with the default it is given. */
  readonly #absent: readonly Field[];
  readonly #present: readonly ColumnBuilder[];
  #rows = 0;
  /** Where the last record that was begun begins. */
  #start = 0;

  /** @param members  what a record has, in its order; a field that is not among them is given its default */
  constructor(schema: Schema, members: readonly WireMember[] = ordinaryMembers(schema.fields)) {
    this.#schema = schema;
    this.#builders = schema.fields.map(columnBuilder);
    this.#columns = members.map(({ at, wire }) => columnOf(schema.fields[at]!, this.#builders[at]!, wire));
    const present = new Set(members.map(({ at }) => at));
    this.#absent = schema.fields.filter((_, at) => !present.has(at));
    this.#present = this.#builders.filter((_, at) => present.has(at));
  }

  /** Appends the records of `bytes`: all there are, or exactly `count`. After a refusal the decoder is spent. */
  take(bytes: Uint8Array, count?: number): Refusal | undefined {
    const input = new AvroInput(bytes);
    if (input.refused) return input.refusalAt(this.#rows);
    // A record without fields has no bytes, so no bytes could bound their number.
    const most = this.#columns.length === 0 ? 0 : (count ?? Number.POSITIVE_INFINITY);
    return (
      this.read(input, most, count === undefined ? input.end : Number.POSITIVE_INFINITY) ?? this.whole(input)
    );
  }

  /** Appends records until there are `count` more, or one ends at or behind `until`. */
  read(input: AvroInput, count: number, until: number): Refusal | undefined {
    const last = this.#rows + count;
    while (this.#rows < last && input.offset < until) {
      this.#start = input.offset;
      for (const column of this.#columns) if (!column(input, 1)) return input.refusalAt(this.#rows);
      this.#rows++;
    }
    return undefined;
  }

  /** Leaves nothing of the record that was refused, and the input where that began. */
  takeBack(input: AvroInput): void {
    for (const builder of this.#present) builder.truncate(this.#rows);
    input.forget();
    input.offset = this.#start;
  }

  /** A record that nobody reads, in the place of one. */
  blank(): void {
    for (const builder of this.#present) builder.appendBlank();
    this.#rows++;
  }

  /** That the records read are all there is. */
  whole(input: AvroInput): Refusal | undefined {
    if (input.offset === input.end) return undefined;
    input.refuse('TRAILING_BYTES', undefined, input.offset);
    return input.refusalAt(this.#rows);
  }

  get rows(): number {
    return this.#rows;
  }

  finish(): Extract<DecodeResult, { kind: 'decoded' }> {
    for (const { id, default: fallback } of this.#absent) {
      const builder = this.#builders[this.#schema.fields.findIndex(field => field.id === id)]!;
      if (fallback.kind === 'none') throw new TypeError(`field ${id} has no default`);
      for (let row = 0; row < this.#rows; row++) builder.append(fallback.value);
    }
    const columns: readonly Data[] = this.#builders.map(builder => builder.finish());
    const batch = batchOfColumns(this.#schema, columns, this.#rows);
    const filled = this.#rows === 0 ? [] : this.#absent;
    const absentFilled = new Map(filled.map(({ id }) => [id, this.#rows]));
    return { kind: 'decoded', batch, rows: this.#rows, absentFilled };
  }
}

/** Reads `count` values into a column; false when the input was refused. */
type ReadColumn = (input: AvroInput, count: number) => boolean;

function columnOf(field: Field, builder: ColumnBuilder, { union, shape }: Wire): ReadColumn {
  const value = readerOf(field, builder, shape);
  if (union === undefined) return value;
  const { nullAt, valueAt } = union;
  return (input, count) => {
    for (let index = 0; index < count; index++) {
      const at = input.offset;
      if (!input.long(field.id)) return false;
      if (input.high === 0 && input.low === valueAt) {
        if (!value(input, 1)) return false;
        continue;
      }
      if (input.high !== 0 || input.low !== nullAt) return input.refuse('MALFORMED', field.id, at);
      if (!field.nullable) return input.refuse('NULL_NOT_ALLOWED', field.id, at);
      if (builder.isFull) return input.refuseRoom(field.id, at);
      builder.appendNull();
    }
    return true;
  };
}

function readerOf(field: Field, builder: ColumnBuilder, shape: Shape): ReadColumn {
  if (builder instanceof BoolBuilder) return bools(field.id, builder);
  if (builder instanceof Int64Builder)
    return field.type.kind === 'uint64' ? unsignedLongs(field.id, builder) : longs(field, builder);
  if (builder instanceof ListBuilder) return lists(field, builder, itemIn(shape));
  if (builder instanceof StructBuilder) return structs(field, builder, shape);
  if (builder instanceof TensorBuilder) return tensors(field, builder, itemIn(shape));
  if (builder instanceof BytesBuilder)
    return shape.kind === 'symbols' ? symbols(field.id, builder, shape.symbols) : byteStrings(field, builder);
  if (builder instanceof DecimalBuilder)
    return decimals(field, builder, shape.kind === 'fixed-decimal' ? shape.size : undefined);
  if (builder instanceof FixedBuilder || builder instanceof Bfloat16Builder) return runs(field.id, builder);
  if (field.type.kind === 'uint32') return uint32s(field.id, builder);
  const width = FLOAT_BYTES[field.type.kind];
  return width === undefined ? ints(field, builder) : floats(field.id, builder, width);
}

const bools =
  (id: FieldId, builder: BoolBuilder): ReadColumn =>
  (input, count) => {
    builder.reserve(count);
    for (let index = 0; index < count; index++) {
      if (input.offset >= input.end) return input.refuse('TRUNCATED', id, input.offset);
      const byte = input.bytes[input.offset]!;
      if (byte > 1) return input.refuse('MALFORMED', id, input.offset);
      builder.push(byte === 1);
      input.offset++;
    }
    return true;
  };

/** Integers of at most 32 bits and a sign. */
function ints({ id, type }: Field, builder: NumberBuilder): ReadColumn {
  const [min, max] = KIND_TABLE[type.kind].bounds!.map(Number) as [number, number];
  return (input, count) => {
    const values = builder.claim(count);
    const { bytes } = input;
    // Most ints take one to three bytes; whatever does not, or stands at the end, goes the long way.
    const fast = input.end - 3;
    for (let to = builder.length - count; to < builder.length; to++) {
      const at = input.offset;
      let zigzag = at <= fast ? bytes[at]! : 0x80;
      let length = 1;
      if (zigzag > 0x7f) {
        const second = at <= fast ? bytes[at + 1]! : 0x80;
        const third = second > 0x7f && at <= fast ? bytes[at + 2]! : 0x80;
        if (second < 0x80) {
          zigzag = (zigzag & 0x7f) | (second << 7);
          length = 2;
        } else if (third < 0x80) {
          zigzag = (zigzag & 0x7f) | ((second & 0x7f) << 7) | (third << 14);
          length = 3;
        } else {
          if (!input.long(id)) return false;
          const { low } = input;
          if (input.high !== low >> 31 || low < min || low > max) return input.refuse('OVERFLOW', id, at);
          values[to] = low;
          continue;
        }
      }
      const value = (zigzag >>> 1) ^ -(zigzag & 1);
      if (value < min || value > max) return input.refuse('OVERFLOW', id, at);
      values[to] = value;
      input.offset = at + length;
    }
    return true;
  };
}

const uint32s =
  (id: FieldId, builder: NumberBuilder): ReadColumn =>
  (input, count) => {
    const values = builder.claim(count);
    for (let to = builder.length - count; to < builder.length; to++) {
      const at = input.offset;
      if (!input.long(id)) return false;
      if (input.high !== 0) return input.refuse('OVERFLOW', id, at);
      values[to] = input.low >>> 0;
    }
    return true;
  };

function longs(field: Field, builder: Int64Builder): ReadColumn {
  const { id } = field;
  // Beside a time of day, which ends, every long is lawful.
  const end = field.type.kind === 'time' ? Number(unitsInDay(timeUnitOf(field))) : undefined;
  return (input, count) => {
    builder.reserve(count);
    for (let index = 0; index < count; index++) {
      const at = input.offset;
      if (!input.long(id)) return false;
      if (end !== undefined && (input.high < 0 || input.number() >= end))
        return input.refuse('OVERFLOW', id, at);
      builder.push(input.low, input.high);
    }
    return true;
  };
}

const unsignedLongs =
  (id: FieldId, builder: Int64Builder): ReadColumn =>
  (input, count) => {
    if (8 * count > input.end - input.offset) return input.refuse('TRUNCATED', id, input.offset);
    builder.reserve(count);
    const { view } = input;
    for (let index = 0; index < count; index++, input.offset += 8)
      builder.push(view.getInt32(input.offset, true), view.getInt32(input.offset + 4, true));
    return true;
  };

const FLOAT_BYTES: Readonly<Partial<Record<Kind, 2 | 4 | 8>>> = { float16: 2, float32: 4, float64: 8 };
const READ_FLOAT = {
  2: (view: DataView, at: number) => view.getFloat16(at, true),
  4: (view: DataView, at: number) => view.getFloat32(at, true),
  8: (view: DataView, at: number) => view.getFloat64(at, true),
} as const;

function floats(id: FieldId, builder: NumberBuilder, width: 2 | 4 | 8): ReadColumn {
  const read = READ_FLOAT[width];
  return (input, count) => {
    if (count * width > input.end - input.offset) return input.refuse('TRUNCATED', id, input.offset);
    const values = builder.claim(count);
    for (let to = builder.length - count; to < builder.length; to++, input.offset += width)
      values[to] = read(input.view, input.offset);
    return true;
  };
}

/** Values without a length of their own. */
const runs =
  (id: FieldId, builder: FixedBuilder | Bfloat16Builder): ReadColumn =>
  (input, count) => {
    if (count * builder.stride > input.end - input.offset) return input.refuse('TRUNCATED', id, input.offset);
    for (let index = 0; index < count; index++, input.offset += builder.stride)
      builder.push(input.bytes, input.offset);
    return true;
  };

/** A spelling longer than necessary is taken, as one of a varint is, up to this. */
const DECIMAL_BYTES_MAX = 64;

function decimals(field: Field, builder: DecimalBuilder, size: number | undefined): ReadColumn {
  const { id } = field;
  return (input, count) => {
    for (let index = 0; index < count; index++) {
      const at = input.offset;
      if (size === undefined && !input.long(id)) return false;
      const [length, start] = [size ?? input.number(), input.offset];
      if (length < 1) return input.refuse('MALFORMED', id, at);
      if (length > input.end - start) return input.refuse('TRUNCATED', id, at);
      if (length > DECIMAL_BYTES_MAX) return input.refuse('OVERFLOW', id, at);
      const value = decimalOfBytes(input.bytes, start, start + length);
      if (!fitsBounds(field, value)) return input.refuse('OVERFLOW', id, at);
      builder.append(value);
      input.offset = start + length;
    }
    return true;
  };
}

/** An enum's symbol, which a contract has as the text it is. */
const symbols =
  (id: FieldId, builder: BytesBuilder, texts: readonly Uint8Array[]): ReadColumn =>
  (input, count) => {
    for (let index = 0; index < count; index++) {
      const at = input.offset;
      if (!input.long(id)) return false;
      const text = input.high === 0 ? texts[input.low] : undefined;
      if (text === undefined) return input.refuse('UNKNOWN_ENUM', id, at);
      builder.push(text, 0, text.length);
    }
    return true;
  };

function byteStrings(field: Field, builder: BytesBuilder): ReadColumn {
  const { id } = field;
  const text = field.type.kind === 'string';
  return (input, count) => {
    for (let index = 0; index < count; index++) {
      const at = input.offset;
      if (!input.long(id)) return false;
      const length = input.number();
      const start = input.offset;
      if (length < 0) return input.refuse('MALFORMED', id, at);
      if (length > input.end - start) return input.refuse('TRUNCATED', id, at);
      const end = start + length;
      if (text && !isText(input.bytes, start, end))
        return input.refuse('INVALID_UTF8', id, start + invalidUtf8Offset(input.bytes.subarray(start, end))!);
      builder.push(input.bytes, start, end);
      input.offset = end;
    }
    return true;
  };
}

/** Most strings are short and ASCII; for those a loop is cheaper than a view and a call. */
function isText(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > 32) return isUtf8(bytes.subarray(start, end));
  let seen = 0;
  for (let at = start; at < end; at++) seen |= bytes[at]!;
  return seen < 0x80 || isUtf8(bytes.subarray(start, end));
}

const itemIn = (shape: Shape): Wire => {
  if (shape.kind !== 'items') throw new TypeError('only a list has items');
  return shape.item;
};

function lists(field: Field, builder: ListBuilder, wire: Wire): ReadColumn {
  const { id, type } = field;
  const element = itemOf(field);
  const item = columnOf(element, builder.items, wire);
  const bytesMin = leastBytes(element, wire);
  const max = type.kind === 'map' ? type.entries : type.kind === 'list' ? type.length.max : 0;
  return (input, count) => {
    for (let index = 0; index < count; index++) {
      const length = blocks(input, id, max, bytesMin, item);
      if (length < 0) return false;
      builder.close();
    }
    return true;
  };
}

/** A record's fields stand behind one another, so its columns are filled a record at a time. */
function structs({ type }: Field, builder: StructBuilder, shape: Shape): ReadColumn {
  if (type.kind !== 'struct' || shape.kind !== 'record') throw new TypeError('only a struct has members');
  const members = shape.members.map(({ at, wire }) => columnOf(type.fields[at]!, builder.members[at]!, wire));
  return (input, count) => {
    for (let index = 0; index < count; index++) {
      for (const member of members) if (!member(input, 1)) return false;
      builder.close();
    }
    return true;
  };
}

function tensors({ id, type }: Field, builder: TensorBuilder, wire: Wire): ReadColumn {
  if (type.kind !== 'tensor') throw new TypeError(`field ${id} is no tensor`);
  const item = columnOf(type.element, builder.items, wire);
  const bytesMin = leastBytes(type.element, wire);
  return (input, count) => {
    for (let index = 0; index < count; index++) {
      const at = input.offset;
      const length = blocks(input, id, builder.size, bytesMin, item);
      if (length < 0) return false;
      if (length < builder.size) return input.refuse('ARRAY_TOO_SHORT', id, at);
      builder.close();
    }
    return true;
  };
}

/** The blocks of one array; -1 when the input was refused. A block may state its size in bytes, and must then keep it. */
function blocks(input: AvroInput, id: FieldId, max: number, bytesMin: number, item: ReadColumn): number {
  for (let length = 0; ; ) {
    const at = input.offset;
    if (!input.long(id)) return -1;
    let count = input.number();
    if (count === 0) return length;
    let end: number | undefined;
    if (count < 0) {
      count = -count;
      if (!input.long(id)) return -1;
      end = input.offset + input.number();
      if (end < input.offset) return fail(input, 'MALFORMED', id, at);
      if (end > input.end) return fail(input, 'TRUNCATED', id, at);
    }
    length += count;
    if (length > max) return fail(input, 'ARRAY_TOO_LONG', id, at);
    if (count * bytesMin > input.end - input.offset) return fail(input, 'TRUNCATED', id, at);
    if (!item(input, count)) return -1;
    if (end !== undefined && input.offset !== end) return fail(input, 'MALFORMED', id, at);
  }
}

function fail(input: AvroInput, code: Parameters<AvroInput['refuse']>[0], id: FieldId, at: number): -1 {
  input.refuse(code, id, at);
  return -1;
}
