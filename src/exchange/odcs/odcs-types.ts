import type { Json } from '../../base/canonical-json.ts';
import type { Kind } from '../../contract/field.ts';

/** What a type of a database says, where all that have it say the same. */
export type KnownType = { readonly physical: Kind; readonly more?: Readonly<Record<string, Json>> };

const at = (unit: string, zone?: string): Readonly<Record<string, Json>> => ({ ...(zone && { zone }), unit });

const KNOWN: Readonly<Record<string, KnownType>> = {
  boolean: { physical: 'bool' },
  bool: { physical: 'bool' },
  tinyint: { physical: 'int8' },
  byteint: { physical: 'int8' },
  smallint: { physical: 'int16' },
  int2: { physical: 'int16' },
  int: { physical: 'int32' },
  integer: { physical: 'int32' },
  int4: { physical: 'int32' },
  bigint: { physical: 'int64' },
  int8: { physical: 'int64' },
  int64: { physical: 'int64' },
  long: { physical: 'int64' },
  real: { physical: 'float32' },
  float4: { physical: 'float32' },
  double: { physical: 'float64' },
  'double precision': { physical: 'float64' },
  float8: { physical: 'float64' },
  float64: { physical: 'float64' },
  string: { physical: 'string' },
  text: { physical: 'string' },
  varchar: { physical: 'string' },
  char: { physical: 'string' },
  uuid: { physical: 'string' },
  binary: { physical: 'bytes' },
  varbinary: { physical: 'bytes' },
  bytes: { physical: 'bytes' },
  bytea: { physical: 'bytes' },
  blob: { physical: 'bytes' },
  date: { physical: 'date' },
  timestamptz: { physical: 'timestamp', more: at('us', 'instant') },
  'timestamp with time zone': { physical: 'timestamp', more: at('us', 'instant') },
  timestamp_tz: { physical: 'timestamp', more: at('us', 'instant') },
  timestamp_ntz: { physical: 'timestamp', more: at('us', 'local') },
  'timestamp without time zone': { physical: 'timestamp', more: at('us', 'local') },
};

/** A physical type as databases write it: `BIGINT`, `varchar(20)`, `decimal(9, 2)`. Undefined where they differ in it. */
export function physicalTypeOf(text: string): KnownType | undefined {
  const name = text.trim().toLowerCase();
  const [, precision, scale] =
    /^(?:decimal|numeric)\s*\(\s*(\d{1,2})\s*(?:,\s*(\d{1,2})\s*)?\)$/.exec(name) ?? [];
  if (precision !== undefined)
    return { physical: 'decimal', more: { precision: Number(precision), scale: Number(scale ?? 0) } };
  const bare = name.replace(/\s*\(\s*\d{1,10}\s*\)/, '');
  return Object.hasOwn(KNOWN, bare) ? KNOWN[bare] : undefined;
}

/** The formats of numbers, which follow the names of Rust. */
export const NUMBER_FORMATS: Readonly<Record<string, Kind>> = {
  i8: 'int8',
  i16: 'int16',
  i32: 'int32',
  i64: 'int64',
  u8: 'uint8',
  u16: 'uint16',
  u32: 'uint32',
  u64: 'uint64',
  f16: 'float16',
  f32: 'float32',
  f64: 'float64',
};

/** What stands for a logical type that says no more, for a person to confirm. */
export const LOGICAL_TYPES: Readonly<Record<string, KnownType>> = {
  string: { physical: 'string' },
  integer: { physical: 'int64' },
  number: { physical: 'float64' },
  boolean: { physical: 'bool' },
  date: { physical: 'date' },
  timestamp: { physical: 'timestamp', more: at('us', 'instant') },
  time: { physical: 'time', more: at('us') },
};
