import type { Json } from '../base/canonical-json.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';

/**
 * The Avro schema a producer would publish: fields by name, in the order they were written, with their ids where
 * Iceberg keeps them. A name Avro has no letters for becomes `f<id>`.
 */
export function avroSchemaOf(schema: Schema): Json {
  return ordinary(schema, field => defaultOf(field));
}

/** As above without defaults: what a writer's file says of itself. Defaults are a reader's business. */
export function avroWriterSchemaOf(schema: Schema): Json {
  return ordinary(schema, () => ({}));
}

/**
 * The canonical record schema: fields in ascending id order, named by id, so that a rename changes no byte.
 * A date is a long.
 */
export function canonicalAvroSchema(schema: Schema): Json {
  const fields = canonicalOrder(schema).map(({ field }) => ({
    name: `f${field.id}`,
    type: canonicalType(field),
  }));
  return { type: 'record', name: 'r0', fields };
}

/** Where each field stands in a canonical record, with its place in the schema. */
export const canonicalOrder = ({
  fields,
}: Schema): readonly { readonly field: Field; readonly index: number }[] =>
  fields.map((field, index) => ({ field, index })).sort((a, b) => a.field.id - b.field.id);

/** Avro wants a default to be of the first branch, so a nullable field with another default than null puts null last. */
export const nullBranch = ({ default: fallback }: Field): 0 | 1 =>
  fallback.kind === 'value' && fallback.value !== null ? 1 : 0;

function ordinary(schema: Schema, defaults: (field: Field) => { readonly default?: Json }): Json {
  const names = avroNames(schema);
  const fields = schema.fields.map(field => ({
    name: names.get(field)!,
    type: nullableType(field, ordinaryType(field), nullBranch(field)),
    ...defaults(field),
    ...aliasesOf(field),
    'field-id': field.id,
  }));
  return { type: 'record', name: 'Record', fields };
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Two fields may bear one name where a shard's envelope meets a contract; the later one goes by its id as well. */
function avroNames({ fields }: Schema): ReadonlyMap<Field, string> {
  const taken = new Set(fields.map(field => field.name));
  const used = new Set<string>();
  const free = (name: string): string => (taken.has(name) || used.has(name) ? free(`${name}_`) : name);
  return new Map(
    fields.map(field => {
      const own = NAME.test(field.name) && !used.has(field.name);
      const name = own ? field.name : free(`f${field.id}`);
      used.add(name);
      return [field, name] as const;
    }),
  );
}

function aliasesOf(field: Field): { readonly aliases?: Json } {
  const aliases = field.aliases.filter(alias => NAME.test(alias));
  return aliases.length === 0 ? {} : { aliases };
}

function ordinaryType({ type }: Field): Json {
  if (type.kind === 'list')
    return {
      type: 'array',
      items: nullableType(type.element, ordinaryType(type.element), 0),
      'element-id': type.element.id,
    };
  return type.kind === 'date' ? { type: 'int', logicalType: 'date' } : SCALAR_TYPES[type.kind];
}

function canonicalType(field: Field): Json {
  const { type } = field;
  const bare: Json =
    type.kind === 'list' ? { type: 'array', items: canonicalType(type.element) } : SCALAR_TYPES[type.kind];
  return nullableType(field, bare, 0);
}

const SCALAR_TYPES = {
  bool: 'boolean',
  int32: 'int',
  int64: 'long',
  float32: 'float',
  float64: 'double',
  string: 'string',
  bytes: 'bytes',
  date: 'long',
} as const;

function nullableType({ nullable }: Field, bare: Json, nullAt: 0 | 1): Json {
  if (!nullable) return bare;
  return nullAt === 0 ? ['null', bare] : [bare, 'null'];
}

/** NaN and infinities have no text in an Avro schema: such a default is left out, and a plain reader then refuses. */
function defaultOf({ default: fallback }: Field): { readonly default?: Json } {
  if (fallback.kind === 'none') return {};
  const json = defaultJson(fallback.value);
  return json === undefined ? {} : { default: json };
}

function defaultJson(value: Value): Json | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint')
    return BigInt(Number(value)) === value && Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  if (!Array.isArray(value)) return value as null | boolean | string;
  const items = (value as readonly Value[]).map(defaultJson);
  return items.includes(undefined) ? undefined : (items as Json[]);
}
