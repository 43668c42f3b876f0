import { isUtf8 } from 'node:buffer';
import type { Data } from 'apache-arrow';
import { batchOfColumns } from '../contract/batch.ts';
import {
  BoolBuilder,
  BytesBuilder,
  type ColumnBuilder,
  columnBuilder,
  Int64Builder,
  ListBuilder,
  type NumberBuilder,
} from '../contract/column-builder.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { invalidUtf8Offset } from '../contract/utf8.ts';
import { AvroInput } from './avro-input.ts';
import { nullBranch } from './avro-schema.ts';
import type { DecodeResult, Refusal } from './codec.ts';

/** Records, back to back, as one batch. */
export function decodeAvro(schema: Schema, bytes: Uint8Array): DecodeResult {
  const decoder = new AvroDecoder(schema);
  return decoder.take(bytes) ?? decoder.finish();
}

/** Avro records into columns. Nothing is allocated that the bytes at hand could not fill. */
export class AvroDecoder {
  readonly #schema: Schema;
  readonly #builders: readonly ColumnBuilder[];
  readonly #columns: readonly ReadColumn[];
  #rows = 0;

  constructor(schema: Schema) {
    this.#schema = schema;
    this.#builders = schema.fields.map(columnBuilder);
    this.#columns = schema.fields.map((field, index) =>
      columnOf(field, this.#builders[index]!, nullBranch(field)),
    );
  }

  /** Appends the records of `bytes`: all there are, or exactly `count`. After a refusal the decoder is spent. */
  take(bytes: Uint8Array, count?: number): Refusal | undefined {
    const input = new AvroInput(bytes);
    if (input.refused) return input.refusalAt(this.#rows);
    // A record without fields has no bytes, so no bytes could bound their number.
    const last = this.#columns.length === 0 ? this.#rows : this.#rows + (count ?? Number.POSITIVE_INFINITY);
    while (this.#rows < last && (count !== undefined || input.offset < input.end)) {
      for (const column of this.#columns) if (!column(input, 1)) return input.refusalAt(this.#rows);
      this.#rows++;
    }
    if (input.offset === input.end) return undefined;
    input.refuse('TRAILING_BYTES', undefined, input.offset);
    return input.refusalAt(this.#rows);
  }

  get rows(): number {
    return this.#rows;
  }

  finish(): Extract<DecodeResult, { kind: 'decoded' }> {
    const columns: readonly Data[] = this.#builders.map(builder => builder.finish());
    const batch = batchOfColumns(this.#schema, columns, this.#rows);
    return { kind: 'decoded', batch, rows: this.#rows, absentFilled: new Map() };
  }
}

/** Reads `count` values into a column; false when the input was refused. */
type ReadColumn = (input: AvroInput, count: number) => boolean;

function columnOf(field: Field, builder: ColumnBuilder, nullAt: 0 | 1): ReadColumn {
  const value = readerOf(field, builder);
  if (!field.nullable) return value;
  return (input, count) => {
    for (let index = 0; index < count; index++) {
      const at = input.offset;
      if (!input.long(field.id)) return false;
      if (input.high !== 0 || input.low < 0 || input.low > 1) return input.refuse('MALFORMED', field.id, at);
      if (input.low === nullAt) builder.appendNull();
      else if (!value(input, 1)) return false;
    }
    return true;
  };
}

function readerOf(field: Field, builder: ColumnBuilder): ReadColumn {
  if (builder instanceof BoolBuilder) return bools(field.id, builder);
  if (builder instanceof Int64Builder) return longs(field.id, builder);
  if (builder instanceof ListBuilder) return lists(field, builder);
  if (builder instanceof BytesBuilder) return byteStrings(field, builder);
  const { kind } = field.type;
  return kind === 'float32' || kind === 'float64' ? floats(field.id, builder, kind) : ints(field.id, builder);
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

const ints =
  (id: FieldId, builder: NumberBuilder): ReadColumn =>
  (input, count) => {
    const values = builder.claim(count);
    const { bytes } = input;
    for (let to = builder.length - count; to < builder.length; to++) {
      const at = input.offset;
      // Most ints take one byte; where there is none left, the comparison fails too.
      const byte = bytes[at]!;
      if (byte < 0x80) {
        values[to] = (byte >>> 1) ^ -(byte & 1);
        input.offset = at + 1;
        continue;
      }
      if (!input.long(id)) return false;
      if (input.high !== input.low >> 31) return input.refuse('OVERFLOW', id, at);
      values[to] = input.low;
    }
    return true;
  };

const longs =
  (id: FieldId, builder: Int64Builder): ReadColumn =>
  (input, count) => {
    builder.reserve(count);
    for (let index = 0; index < count; index++) {
      if (!input.long(id)) return false;
      builder.push(input.low, input.high);
    }
    return true;
  };

function floats(id: FieldId, builder: NumberBuilder, kind: 'float32' | 'float64'): ReadColumn {
  const width = kind === 'float32' ? 4 : 8;
  return (input, count) => {
    if (count * width > input.end - input.offset) return input.refuse('TRUNCATED', id, input.offset);
    const values = builder.claim(count);
    const { view } = input;
    for (let to = builder.length - count; to < builder.length; to++, input.offset += width)
      values[to] = width === 4 ? view.getFloat32(input.offset, true) : view.getFloat64(input.offset, true);
    return true;
  };
}

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

function lists(field: Field, builder: ListBuilder): ReadColumn {
  const { id, type } = field;
  if (type.kind !== 'list') throw new TypeError(`field ${id} is no list`);
  const item = columnOf(type.element, builder.items, 0);
  const bytesMin = leastBytes(type.element);
  return (input, count) => {
    for (let index = 0; index < count; index++) {
      const length = blocks(input, id, type.length.max, bytesMin, item);
      if (length < 0) return false;
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

/** Every value takes at least a byte, so that a count can be checked against the bytes left before room is made. */
function leastBytes({ nullable, type }: Field): number {
  if (nullable) return 1;
  return type.kind === 'float32' ? 4 : type.kind === 'float64' ? 8 : 1;
}
