import type { Json } from '../base/canonical-json.ts';
import { dateOfDays } from '../contract/calendar-date.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';

/** The JSON Schema (draft 7) of one record: all that an ordinary validator can know of the contract. */
export function jsonSchemaOf({ fields }: Schema): Json {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: Object.fromEntries(
      fields.map(field => [field.name, { ...valueSchema(field), ...defaultOf(field) } as Json]),
    ),
    required: fields.filter(field => field.default.kind === 'none').map(field => field.name),
    additionalProperties: false,
  };
}

function valueSchema(field: Field): { readonly [key: string]: Json } {
  const present = presentSchema(field);
  if (!field.nullable) return present;
  const { enum: terms, ...rest } = present;
  return {
    ...rest,
    type: [present['type']!, 'null'],
    ...(terms === undefined ? {} : { enum: [...(terms as readonly Json[]), null] }),
  };
}

function presentSchema(field: Field): { readonly [key: string]: Json } {
  const { type } = field;
  switch (type.kind) {
    case 'bool':
      return { type: 'boolean' };
    case 'int32':
      return {
        type: 'integer',
        minimum: -(2 ** 31),
        maximum: 2 ** 31 - 1,
        ...rangeOf(field),
        ...termsOf(field),
      };
    case 'int64':
      return { type: 'integer', ...rangeOf(field), ...termsOf(field) };
    case 'float32':
    case 'float64':
      return { type: 'number', ...rangeOf(field) };
    case 'string':
      return { type: 'string', ...termsOf(field) };
    case 'bytes':
      return { type: 'string', pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' };
    case 'date':
      return { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' };
    case 'list':
      return {
        type: 'array',
        items: valueSchema(type.element),
        minItems: type.length.min,
        maxItems: type.length.max,
      };
  }
}

/** A bound that no double has is left out: a validator would round it. */
function rangeOf({ range }: Field): { readonly [key: string]: Json } {
  return { ...boundOf('minimum', range?.min), ...boundOf('maximum', range?.max) };
}

function boundOf(keyword: string, bound: bigint | number | undefined): { readonly [key: string]: Json } {
  if (bound === undefined) return {};
  const exact = typeof bound === 'number' ? Number.isFinite(bound) : Number.isSafeInteger(Number(bound));
  return exact ? { [keyword]: Number(bound) } : {};
}

/** Only a reader that rejects unknown terms may have a validator do so; aliases are spellings a reader accepts. */
function termsOf({ type, vocabulary, unknownPolicy, ignoreValue }: Field): { readonly [key: string]: Json } {
  if (vocabulary === undefined || unknownPolicy?.kind !== 'reject') return {};
  if (type.kind === 'string')
    return { enum: vocabulary.terms.flatMap(term => [term.label, ...term.aliases]) };
  const codes = vocabulary.terms.map(term => term.code);
  const all = ignoreValue === undefined ? codes : [...codes, ignoreValue];
  return all.every(code => Number.isSafeInteger(Number(code))) ? { enum: [...new Set(all.map(Number))] } : {};
}

function defaultOf(field: Field): { readonly default?: Json } {
  const { default: fallback } = field;
  if (fallback.kind === 'none') return {};
  const json = jsonOf(field, fallback.value);
  return json === undefined ? {} : { default: json };
}

/** A default as a JSON document writes it; undefined where it has no exact text. */
function jsonOf({ type }: Field, value: Value): Json | undefined {
  if (value === null) return null;
  if (type.kind === 'date') return dateOfDays(value as number);
  if (type.kind === 'bytes') return Buffer.from(value as Uint8Array).toString('base64');
  if (type.kind !== 'list')
    return Number.isFinite(value) || typeof value !== 'number' ? exact(value) : undefined;
  const items = (value as readonly Value[]).map(item => jsonOf(type.element, item));
  return items.includes(undefined) ? undefined : (items as Json[]);
}

const exact = (value: Value): Json | undefined => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  return value as boolean | number | string;
};
