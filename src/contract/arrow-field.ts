import * as arrow from 'apache-arrow';
import type { Field } from './field.ts';

/** Where Arrow keeps a field's id, as Parquet and Iceberg do. */
const FIELD_ID_KEY = 'PARQUET:field_id';

export function arrowField(field: Field): arrow.Field {
  return new arrow.Field(
    field.name,
    arrowType(field),
    field.nullable,
    new Map([[FIELD_ID_KEY, String(field.id)]]),
  );
}

const ARROW_TYPES = {
  bool: () => new arrow.Bool(),
  int32: () => new arrow.Int32(),
  int64: () => new arrow.Int64(),
  float32: () => new arrow.Float32(),
  float64: () => new arrow.Float64(),
  string: () => new arrow.Utf8(),
  bytes: () => new arrow.Binary(),
  date: () => new arrow.DateDay(),
} as const;

export const arrowType = ({ type }: Field): arrow.DataType =>
  type.kind === 'list' ? new arrow.List(arrowField(type.element)) : ARROW_TYPES[type.kind]();
