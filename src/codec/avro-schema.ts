import type { Json } from '../base/canonical-json.ts';
import type { Field, FieldId, Scalar, Type } from '../contract/field.ts';
import { bfloat16Bits } from '../contract/narrow-float.ts';
import { isNested } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import { type TimeUnit, timeUnitOf } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';
import { decimalBytes } from './decimal-bytes.ts';

/**
 * The Avro schema a producer would publish: fields by name, in the order they were written, with their ids where
 * Iceberg keeps them. A name Avro has no letters for becomes `f<id>`.
 */
export function avroSchemaOf(schema: Schema): Json {
  return ordinary(schema, field => defaultOf(field));
}

/**
 * As above, and defaults beyond 2^53 - 1 left out: libraries that keep a long as a double refuse the whole schema for one,
 * and every field of it.
 */
export function doubleAvroSchemaOf(schema: Schema): Json {
  return ordinary(schema, field => {
    const written = defaultOf(field);
    return written.default === undefined || hasDoubles(written.default) ? written : {};
  });
}

/** A default that is a bigint still is one no double holds. */
const hasDoubles = (json: Json): boolean =>
  Array.isArray(json) ? json.every(hasDoubles) : typeof json !== 'bigint';

/** As above without defaults: what a writer's file says of itself. Defaults are a reader's business. */
export function avroWriterSchemaOf(schema: Schema): Json {
  return ordinary(schema, () => ({}));
}

/**
 * The canonical record schema: fields in ascending id order, named by id, so that a rename changes no byte.
 * Every count of time is a long.
 */
export function canonicalAvroSchema(schema: Schema): Json {
  return canonicalRecord(0, schema.fields);
}

const canonicalRecord = (id: FieldId, fields: readonly Field[]): Json => ({
  type: 'record',
  name: `r${id}`,
  fields: canonicalOrder(fields).map(({ field }) => ({ name: `f${field.id}`, type: canonicalType(field) })),
});

/** A field of a record, with its place in the schema. */
export type FieldAt = { readonly field: Field; readonly index: number };

/** The order of fields in a canonical record. */
export const canonicalOrder = (fields: readonly Field[]): readonly FieldAt[] =>
  fields.map((field, index) => ({ field, index })).sort((a, b) => a.field.id - b.field.id);

/** Avro wants a default to be of the first branch, so a nullable field with another default than null puts null last. */
export const nullBranch = ({ default: fallback }: Field): 0 | 1 =>
  fallback.kind === 'value' && fallback.value !== null ? 1 : 0;

type Defaults = (field: Field) => { readonly default?: Json };

const ordinary = (schema: Schema, defaults: Defaults): Json =>
  ordinaryRecord('Record', schema.fields, defaults);

function ordinaryRecord(name: string, fields: readonly Field[], defaults: Defaults): JsonObject {
  const names = avroNames(fields);
  const written = fields.map((field, index) => ({
    name: names[index]!,
    type: nullableType(field, ordinaryType(field, defaults), nullBranch(field)),
    ...defaults(field),
    ...aliasesOf(field),
    'field-id': field.id,
  }));
  return { type: 'record', name, fields: written };
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * What each field is called in Avro. Two fields may bear one name where a shard's envelope meets a contract; the later one
 * goes by its id as well.
 */
export function avroNames(fields: readonly Field[]): readonly string[] {
  const taken = new Set(fields.map(field => field.name));
  const used = new Set<string>();
  const free = (name: string): string => (taken.has(name) || used.has(name) ? free(`${name}_`) : name);
  return fields.map(field => {
    const own = NAME.test(field.name) && !used.has(field.name);
    const name = own ? field.name : free(`f${field.id}`);
    used.add(name);
    return name;
  });
}

function aliasesOf(field: Field): { readonly aliases?: Json } {
  const aliases = field.aliases.filter(alias => NAME.test(alias));
  return aliases.length === 0 ? {} : { aliases };
}

/** Ids stand where Iceberg keeps them; a map that is no map of texts is an array of its entries. */
function ordinaryType(field: Field, defaults: Defaults): Json {
  const { type } = field;
  const held = (of: Field): Json => nullableType(of, ordinaryType(of, defaults), 0);
  switch (type.kind) {
    case 'list':
    case 'tensor':
      return { type: 'array', items: held(type.element), 'element-id': type.element.id };
    case 'struct':
      return ordinaryRecord(`r${field.id}`, type.fields, defaults);
    case 'map': {
      const { key, value } = type;
      if (key.type.kind === 'string')
        return { type: 'map', values: held(value), 'key-id': key.id, 'value-id': value.id };
      return { type: 'array', items: ordinaryRecord(`r${field.id}`, [key, value], defaults) };
    }
    default: {
      const logicalType = logicalTypeOf(field);
      const bare = bareType(field);
      if (logicalType === undefined) return bare;
      return typeof bare === 'object' ? { ...bare, ...logicalType } : { type: bare, ...logicalType };
    }
  }
}

function canonicalType(field: Field): Json {
  return nullableType(field, canonicalBare(field), 0);
}

function canonicalBare(field: Field): Json {
  const { type } = field;
  switch (type.kind) {
    case 'list':
    case 'tensor':
      return { type: 'array', items: canonicalType(type.element) };
    case 'struct':
      return canonicalRecord(field.id, type.fields);
    case 'map':
      return type.key.type.kind === 'string'
        ? { type: 'map', values: canonicalType(type.value) }
        : { type: 'array', items: canonicalRecord(field.id, [type.key, type.value]) };
    default:
      return canonicalScalar(field);
  }
}

/** In canonical records every count of time is a long; in ordinary ones Avro's logical types decide. */
const canonicalScalar = (field: Field): Json => (field.type.kind === 'date' ? 'long' : bareType(field));

type JsonObject = { readonly [key: string]: Json };

/** A fixed type has a name in Avro: the field's id, so that a rename changes nothing. */
const fixedOf = ({ id }: Field, size: number): JsonObject => ({ type: 'fixed', name: `r${id}`, size });

const BARE: Readonly<Record<Scalar, (field: Field) => Json>> = {
  bool: () => 'boolean',
  int8: () => 'int',
  int16: () => 'int',
  int32: () => 'int',
  int64: () => 'long',
  uint8: () => 'int',
  uint16: () => 'int',
  uint32: () => 'long',
  uint64: field => fixedOf(field, 8),
  float16: field => fixedOf(field, 2),
  bfloat16: field => fixedOf(field, 2),
  float32: () => 'float',
  float64: () => 'double',
  decimal: () => 'bytes',
  string: () => 'string',
  bytes: () => 'bytes',
  fixed: field => fixedOf(field, field.type.kind === 'fixed' ? field.type.size : 0),
  date: () => 'int',
  time: () => 'long',
  timestamp: () => 'long',
  duration: () => 'long',
};

const bareType = (field: Field): JsonObject | string =>
  BARE[field.type.kind as Scalar](field) as JsonObject | string;

const PARTS: Readonly<Record<TimeUnit, string | undefined>> = {
  s: undefined,
  ms: 'millis',
  us: 'micros',
  ns: 'nanos',
};

/** Avro's own name for what is stored, where it has one: it counts no seconds, and no nanoseconds of a day. */
function logicalTypeOf(field: Field): JsonObject | undefined {
  const { type } = field;
  if (type.kind === 'date') return { logicalType: 'date' };
  if (type.kind === 'decimal')
    return { logicalType: 'decimal', precision: type.precision, scale: type.scale };
  if (type.kind !== 'time' && type.kind !== 'timestamp') return undefined;
  const part = PARTS[timeUnitOf(field)];
  if (part === undefined) return undefined;
  if (type.kind === 'timestamp')
    return { logicalType: `${type.zone === 'local' ? 'local-' : ''}timestamp-${part}` };
  if (part === 'nanos') return undefined;
  // Milliseconds of a day are an int in Avro: the same bytes.
  return part === 'millis' ? { type: 'int', logicalType: 'time-millis' } : { logicalType: 'time-micros' };
}

function nullableType({ nullable }: Field, bare: Json, nullAt: 0 | 1): Json {
  if (!nullable) return bare;
  return nullAt === 0 ? ['null', bare] : [bare, 'null'];
}

/** NaN and infinities have no text in an Avro schema: such a default is left out, and a plain reader then refuses. */
function defaultOf(field: Field): { readonly default?: Json } {
  if (field.default.kind === 'none') return {};
  const json = defaultJson(field.type, field.default.value);
  return json === undefined ? {} : { default: json };
}

function defaultJson(type: Type, value: Value): Json | undefined {
  if (value === null) return null;
  if (type.kind === 'list' || type.kind === 'tensor') {
    const items = (value as readonly Value[]).map(item => defaultJson(type.element.type, item));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  // Of a record or a map, libraries disagree about the unions inside: they are left out.
  if (isNested(type)) return undefined;
  const bytes = BYTES[type.kind]?.(value);
  if (bytes !== undefined) return Buffer.from(bytes).toString('latin1');
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint')
    return BigInt(Number(value)) === value && Number.isSafeInteger(Number(value)) ? Number(value) : value;
  return value as boolean | string;
}

/** What Avro has as bytes or fixed, it writes in a default as the characters of the same numbers. */
const BYTES: Readonly<Partial<Record<Scalar, (value: Value) => Uint8Array>>> = {
  bytes: value => value as Uint8Array,
  fixed: value => value as Uint8Array,
  decimal: value => decimalBytes(value as bigint),
  uint64: value => littleEndian(8, view => view.setBigUint64(0, value as bigint, true)),
  float16: value => littleEndian(2, view => view.setFloat16(0, value as number, true)),
  bfloat16: value => littleEndian(2, view => view.setUint16(0, bfloat16Bits(value as number), true)),
};

function littleEndian(size: number, write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(size);
  write(new DataView(bytes.buffer));
  return bytes;
}
