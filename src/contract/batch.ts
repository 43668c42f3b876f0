import { isUtf8 } from 'node:buffer';
import * as arrow from 'apache-arrow';
import { arrowField, decimalBits } from './arrow-field.ts';
import { columnBuilder } from './column-builder.ts';
import type { Field } from './field.ts';
import { bfloat16OfBits } from './narrow-float.ts';
import { entryOf, sizeOf } from './nested.ts';
import type { Schema } from './schema.ts';
import type { RecordValues, Value } from './value.ts';

/** A schema's records as Arrow sees them: one column a field, in the schema's order, ids in the field metadata. */
export const arrowSchemaOf = (schema: Schema): arrow.Schema => layoutOf(schema).schema;

type Layout = { readonly schema: arrow.Schema; readonly type: arrow.Struct };

/** A schema never changes, so neither does its layout; that of a wide one costs more than the batch of a record. */
const LAYOUTS = new WeakMap<Schema, Layout>();

function layoutOf(schema: Schema): Layout {
  const known = LAYOUTS.get(schema);
  if (known !== undefined) return known;
  const made = assignable(new arrow.Schema(schema.fields.map(arrowField)));
  const layout = { schema: made, type: new arrow.Struct(made.fields) };
  LAYOUTS.set(schema, layout);
  return layout;
}

/**
 * Whoever makes a batch has Arrow assign the schema its own fields, each looked up by name among all: the square of a wide
 * record, for nothing.
 */
function assignable(schema: arrow.Schema): arrow.Schema {
  const assign = (...[fields]: [arrow.Field[]]): arrow.Schema =>
    schema.fields.every((field, index) => field === fields[index])
      ? schema
      : arrow.Schema.prototype.assign.call(schema, fields);
  return Object.defineProperty(schema, 'assign', { value: assign });
}

/**
 * Rows become columns. What a field may hold is checked by gates, not here.
 *
 * @throws TypeError, RangeError where a row has no value for a field or one the field's type has no bits for.
 */
export function batchOf(schema: Schema, rows: readonly RecordValues[]): arrow.RecordBatch {
  const builders = schema.fields.map(columnBuilder);
  for (const row of rows) {
    if (row.length !== builders.length) throw new TypeError('a row has one value a field');
    builders.forEach((builder, index) => {
      builder.append(row[index]!);
    });
  }
  return batchOfColumns(
    schema,
    builders.map(builder => builder.finish()),
    rows.length,
  );
}

/** Columns, in the schema's order, as a batch. */
export function batchOfColumns(
  schema: Schema,
  columns: readonly arrow.Data[],
  length: number,
): arrow.RecordBatch {
  const { schema: layout, type } = layoutOf(schema);
  return new arrow.RecordBatch(
    layout,
    arrow.makeData({ type, length, nullCount: 0, children: [...columns] }),
  );
}

export function rowsOf(schema: Schema, batch: arrow.RecordBatch): RecordValues[] {
  const read = columnsOf(schema, batch).map(({ field, data }) => columnReader(field, data));
  return Array.from({ length: batch.numRows }, (_, row) => read.map(at => at(row)));
}

/** The columns of a batch beside their fields. */
export function columnsOf(
  schema: Schema,
  batch: arrow.RecordBatch,
): readonly { readonly field: Field; readonly data: arrow.Data }[] {
  if (batch.data.children.length !== schema.fields.length)
    throw new TypeError('the batch was built under another schema');
  return schema.fields.map((field, index) => ({ field, data: batch.data.children[index]! }));
}

/**
 * The value of a column at a row, exactly as it is stored.
 *
 * @throws TypeError at a string whose bytes are not UTF-8: codecs refuse those, so somebody else made the batch.
 */
export function columnReader(field: Field, data: arrow.Data): (row: number) => Value {
  const present = presenceOf(data);
  const value = rawReader(field, data);
  return present === undefined ? value : row => (present(row) ? value(row) : null);
}

/** Whether a column has a value at a row; `undefined` where it has one at every row. */
export function presenceOf(data: arrow.Data): ((row: number) => boolean) | undefined {
  const { nullBitmap, offset } = data;
  if (data.nullCount === 0 || nullBitmap === undefined || nullBitmap.length === 0) return undefined;
  return row => bitAt(nullBitmap, offset + row);
}

/** A boolean column's values are bits, and slicing it moves `data.offset` only: read bit `data.offset + row`. */
export const bitAt = (bitmap: Uint8Array, index: number): boolean =>
  ((bitmap[index >> 3]! >> (index & 7)) & 1) === 1;

function rawReader({ id, type }: Field, data: arrow.Data): (row: number) => Value {
  switch (type.kind) {
    case 'list':
    case 'map': {
      const offsets = data.valueOffsets as Int32Array;
      const item = columnReader(type.kind === 'map' ? entryOf(type) : type.element, data.children[0]!);
      return row => {
        const start = offsets[row]!;
        return Array.from({ length: offsets[row + 1]! - start }, (_, index) => item(start + index));
      };
    }
    case 'struct': {
      const members = type.fields.map((field, at) => columnReader(field, data.children[at]!));
      return row => members.map(member => member(row));
    }
    case 'tensor': {
      const size = sizeOf(type);
      const item = columnReader(type.element, data.children[0]!);
      return row => Array.from({ length: size }, (_, index) => item(row * size + index));
    }
    case 'bool': {
      const bits = data.values as Uint8Array;
      return row => bitAt(bits, data.offset + row);
    }
    case 'string':
    case 'bytes': {
      const offsets = data.valueOffsets as Int32Array;
      const bytes = data.values as Uint8Array;
      const slice = (row: number): Uint8Array => bytes.subarray(offsets[row]!, offsets[row + 1]!);
      return type.kind === 'bytes' ? slice : row => textOf(slice(row), id);
    }
    case 'fixed':
      return fixedReader(type.size, data);
    case 'float16': {
      const { buffer, byteOffset, length } = data.values as Uint16Array<ArrayBuffer>;
      const values = new Float16Array(buffer, byteOffset, length);
      return row => values[row]!;
    }
    case 'bfloat16': {
      const bytes = data.values as Uint8Array;
      return row => bfloat16OfBits(bytes[2 * row]! | (bytes[2 * row + 1]! << 8));
    }
    case 'decimal':
      return decimalReader(decimalBits(type), data);
    case 'time': {
      // In seconds and milliseconds a day fits 32 bits, and Arrow has it so.
      const values = data.values as ArrayLike<number | bigint>;
      return row => BigInt(values[row]!);
    }
    default: {
      const values = data.values as ArrayLike<number | bigint>;
      return row => values[row]!;
    }
  }
}

function fixedReader(size: number, data: arrow.Data): (row: number) => Uint8Array {
  const bytes = data.values as Uint8Array;
  return row => bytes.subarray(row * size, (row + 1) * size);
}

/** Two's complement, little-endian, in words of 64 bits of which the last has the sign. */
export function decimalReader(bits: 128 | 256, data: arrow.Data): (row: number) => bigint {
  const { buffer, byteOffset, byteLength } = data.values as Uint32Array;
  const view = new DataView(buffer, byteOffset, byteLength);
  const last = bits / 64 - 1;
  return row => {
    const at = (row * bits) / 8;
    let value = view.getBigInt64(at + 8 * last, true);
    for (let word = last - 1; word >= 0; word--)
      value = (value << 64n) | view.getBigUint64(at + 8 * word, true);
    return value;
  };
}

function textOf(bytes: Uint8Array, id: number): string {
  if (!isUtf8(bytes)) throw new TypeError(`field ${id} holds bytes that are not UTF-8`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
