import * as arrow from 'apache-arrow';
import type { Field, Kind, Typed, TypeOf, Zone } from './field.ts';
import { entryOf, sizeOf } from './nested.ts';
import { type TimeUnit, timeUnitOf } from './time-unit.ts';

/** Where Arrow keeps a field's id, as Parquet and Iceberg do. */
const FIELD_ID_KEY = 'PARQUET:field_id';
/** Where a column says what Arrow has no type for. */
export const PHYSICAL_KEY = 'assay.physical';

export function arrowField(field: Field): arrow.Field {
  const metadata = new Map([[FIELD_ID_KEY, String(field.id)]]);
  if (field.type.kind === 'bfloat16') metadata.set(PHYSICAL_KEY, 'bfloat16');
  return new arrow.Field(field.name, arrowType(field), field.nullable, metadata);
}

const UNITS: Readonly<Record<TimeUnit, arrow.TimeUnit>> = {
  s: arrow.TimeUnit.SECOND,
  ms: arrow.TimeUnit.MILLISECOND,
  us: arrow.TimeUnit.MICROSECOND,
  ns: arrow.TimeUnit.NANOSECOND,
};

const TIMES: Readonly<Record<TimeUnit, () => arrow.DataType>> = {
  s: () => new arrow.TimeSecond(),
  ms: () => new arrow.TimeMillisecond(),
  us: () => new arrow.TimeMicrosecond(),
  ns: () => new arrow.TimeNanosecond(),
};

const TIMEZONE: Readonly<Record<Zone, string | undefined>> = { instant: 'UTC', local: undefined };

/** Digits that 128 bits have room for. */
const DECIMAL128_DIGITS = 38;
export const decimalBits = ({ precision }: TypeOf<'decimal'>): 128 | 256 =>
  precision <= DECIMAL128_DIGITS ? 128 : 256;

type Types = { readonly [K in Kind]: (type: TypeOf<K>, field: Typed) => arrow.DataType };

const ARROW_TYPES: Types = {
  bool: () => new arrow.Bool(),
  int8: () => new arrow.Int8(),
  int16: () => new arrow.Int16(),
  int32: () => new arrow.Int32(),
  int64: () => new arrow.Int64(),
  uint8: () => new arrow.Uint8(),
  uint16: () => new arrow.Uint16(),
  uint32: () => new arrow.Uint32(),
  uint64: () => new arrow.Uint64(),
  float16: () => new arrow.Float16(),
  bfloat16: () => new arrow.FixedSizeBinary(2),
  float32: () => new arrow.Float32(),
  float64: () => new arrow.Float64(),
  decimal: type => new arrow.Decimal(type.scale, type.precision, decimalBits(type)),
  string: () => new arrow.Utf8(),
  bytes: () => new arrow.Binary(),
  fixed: ({ size }) => new arrow.FixedSizeBinary(size),
  date: () => new arrow.DateDay(),
  time: (_, field) => TIMES[timeUnitOf(field)](),
  timestamp: ({ zone }, field) => new arrow.Timestamp(UNITS[timeUnitOf(field)], TIMEZONE[zone]),
  duration: (_, field) => new arrow.Duration(UNITS[timeUnitOf(field)]),
  list: ({ element }) => new arrow.List(arrowField(element)),
  struct: ({ fields }) => new arrow.Struct(fields.map(arrowField)),
  // Arrow has an entry's parts by place; their names and ids are ours.
  map: type => new arrow.Map_(entriesOf(type)),
  tensor: type => new arrow.FixedSizeList(sizeOf(type), arrowField(type.element)),
};

const entriesOf = (
  type: TypeOf<'map'>,
): arrow.Field<arrow.Struct<{ key: arrow.DataType; value: arrow.DataType }>> =>
  arrowField(entryOf(type)) as arrow.Field<arrow.Struct<{ key: arrow.DataType; value: arrow.DataType }>>;

export const arrowType = (field: Typed): arrow.DataType =>
  (ARROW_TYPES[field.type.kind] as (type: Typed['type'], field: Typed) => arrow.DataType)(field.type, field);
