import * as arrow from 'apache-arrow';
import type { Field } from './field.ts';
import type { Schema } from './schema.ts';
import type { RecordValues, Value } from './value.ts';

/** The key under which the ecosystem already keeps a field's id. */
const FIELD_ID_KEY = 'PARQUET:field_id';

/** A schema's records as Arrow sees them: one column a field, in the schema's order, ids in the field metadata. */
export const arrowSchemaOf = (schema: Schema): arrow.Schema =>
  new arrow.Schema(schema.fields.map(arrowField));

/** Rows become columns. Every row has one value a field; what a field may hold is checked by gates, not here. */
export function batchOf(schema: Schema, rows: readonly RecordValues[]): arrow.RecordBatch {
  const columns = schema.fields.map((field, index) =>
    columnOf(
      field,
      rows.map(row => row[index] ?? null),
    ),
  );
  const layout = arrowSchemaOf(schema);
  return new arrow.RecordBatch(
    layout,
    arrow.makeData({
      type: new arrow.Struct(layout.fields),
      length: rows.length,
      nullCount: 0,
      children: columns,
    }),
  );
}

export function rowsOf(schema: Schema, batch: arrow.RecordBatch): RecordValues[] {
  const read = schema.fields.map((field, index) => columnReader(field, batch.data.children[index]!));
  return Array.from({ length: batch.numRows }, (_, row) => read.map(at => at(row)));
}

/** The value of a column at a row, exactly as it is stored. */
export function columnReader(field: Field, data: arrow.Data): (row: number) => Value {
  const present = presence(data);
  const value = rawReader(field, data);
  return row => (present(row) ? value(row) : null);
}

function arrowField(field: Field): arrow.Field {
  return new arrow.Field(
    field.name,
    arrowType(field),
    field.nullable,
    new Map([[FIELD_ID_KEY, String(field.id)]]),
  );
}

function arrowType({ type }: Field): arrow.DataType {
  switch (type.kind) {
    case 'bool':
      return new arrow.Bool();
    case 'int32':
      return new arrow.Int32();
    case 'int64':
      return new arrow.Int64();
    case 'float32':
      return new arrow.Float32();
    case 'float64':
      return new arrow.Float64();
    case 'string':
      return new arrow.Utf8();
    case 'bytes':
      return new arrow.Binary();
    case 'date':
      return new arrow.DateDay();
    case 'list':
      return new arrow.List(arrowField(type.element));
  }
}

function presence(data: arrow.Data): (row: number) => boolean {
  const bitmap = data.nullBitmap;
  if (data.nullCount === 0 || bitmap === undefined || bitmap.length === 0) return () => true;
  return row => bit(bitmap, data.offset + row);
}

const bit = (bitmap: Uint8Array, index: number): boolean => ((bitmap[index >> 3]! >> (index & 7)) & 1) === 1;

function rawReader(field: Field, data: arrow.Data): (row: number) => Value {
  const { type } = field;
  if (type.kind === 'list') {
    const offsets = data.valueOffsets as Int32Array;
    const item = columnReader(type.element, data.children[0]!);
    return row =>
      Array.from({ length: offsets[row + 1]! - offsets[row]! }, (_, i) => item(offsets[row]! + i));
  }
  if (type.kind === 'bool') {
    const bits = data.values as Uint8Array;
    return row => bit(bits, data.offset + row);
  }
  if (type.kind === 'string' || type.kind === 'bytes') {
    const [offsets, bytes] = [data.valueOffsets as Int32Array, data.values as Uint8Array];
    const slice = (row: number): Uint8Array => bytes.subarray(offsets[row]!, offsets[row + 1]!);
    return type.kind === 'bytes' ? slice : row => Buffer.from(slice(row)).toString('utf8');
  }
  const values = data.values as ArrayLike<number | bigint>;
  return row => values[row]!;
}

function columnOf(field: Field, values: readonly Value[]): arrow.Data {
  const nullBitmap = new Uint8Array((values.length + 7) >> 3);
  let nullCount = 0;
  values.forEach((value, row) => {
    if (value === null) nullCount++;
    else nullBitmap[row >> 3]! |= 1 << (row & 7);
  });
  const { type } = field;
  const shared = { type: arrowType(field), length: values.length, nullCount, nullBitmap };
  if (type.kind === 'list') {
    const offsets = offsetsOf(values.map(value => (value as readonly Value[] | null)?.length ?? 0));
    const child = columnOf(
      type.element,
      values.flatMap(value => (value as readonly Value[] | null) ?? []),
    );
    return arrow.makeData({ ...shared, valueOffsets: offsets, child } as never);
  }
  if (type.kind === 'string' || type.kind === 'bytes') {
    const bytes = values.map(value => (value === null ? new Uint8Array() : Buffer.from(value as Uint8Array)));
    return arrow.makeData({
      ...shared,
      valueOffsets: offsetsOf(bytes.map(item => item.length)),
      data: Buffer.concat(bytes),
    } as never);
  }
  if (type.kind === 'bool') {
    const bits = new Uint8Array((values.length + 7) >> 3);
    values.forEach((value, row) => {
      if (value === true) bits[row >> 3]! |= 1 << (row & 7);
    });
    return arrow.makeData({ ...shared, data: bits } as never);
  }
  return arrow.makeData({ ...shared, data: numbersOf(type.kind, values) } as never);
}

function offsetsOf(lengths: readonly number[]): Int32Array {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, row) => {
    offsets[row + 1] = offsets[row]! + length;
  });
  return offsets;
}

function numbersOf(
  kind: 'int32' | 'int64' | 'float32' | 'float64' | 'date',
  values: readonly Value[],
): Int32Array | BigInt64Array | Float32Array | Float64Array {
  if (kind === 'int64') return BigInt64Array.from(values, value => (value === null ? 0n : (value as bigint)));
  const numbers = values.map(value => (value === null ? 0 : (value as number)));
  if (kind === 'float32') return Float32Array.from(numbers);
  return kind === 'float64' ? Float64Array.from(numbers) : Int32Array.from(numbers);
}
