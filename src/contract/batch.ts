import { isUtf8 } from 'node:buffer';
import * as arrow from 'apache-arrow';
import { arrowField } from './arrow-field.ts';
import { columnBuilder } from './column-builder.ts';
import type { Field } from './field.ts';
import type { Schema } from './schema.ts';
import type { RecordValues, Value } from './value.ts';

/** A schema's records as Arrow sees them: one column a field, in the schema's order, ids in the field metadata. */
export const arrowSchemaOf = (schema: Schema): arrow.Schema =>
  new arrow.Schema(schema.fields.map(arrowField));

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
  const layout = arrowSchemaOf(schema);
  const type = new arrow.Struct(layout.fields);
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
  if (type.kind === 'list') {
    const offsets = data.valueOffsets as Int32Array;
    const item = columnReader(type.element, data.children[0]!);
    return row => {
      const start = offsets[row]!;
      return Array.from({ length: offsets[row + 1]! - start }, (_, index) => item(start + index));
    };
  }
  if (type.kind === 'bool') {
    const bits = data.values as Uint8Array;
    return row => bitAt(bits, data.offset + row);
  }
  if (type.kind === 'string' || type.kind === 'bytes') {
    const offsets = data.valueOffsets as Int32Array;
    const bytes = data.values as Uint8Array;
    const slice = (row: number): Uint8Array => bytes.subarray(offsets[row]!, offsets[row + 1]!);
    return type.kind === 'bytes' ? slice : row => textOf(slice(row), id);
  }
  const values = data.values as ArrayLike<number | bigint>;
  return row => values[row]!;
}

function textOf(bytes: Uint8Array, id: number): string {
  if (!isUtf8(bytes)) throw new TypeError(`field ${id} holds bytes that are not UTF-8`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
