import type { Json } from '../base/canonical-json.ts';
import { dateOfDays } from '../contract/calendar-date.ts';
import { FRACTION_DIGITS, timestampText, timeText } from '../contract/clock-text.ts';
import { decimalText } from '../contract/decimal-text.ts';
import type { Field, TypeOf } from '../contract/field.ts';
import { KIND_TABLE } from '../contract/kind-table.ts';
import { sizeOf } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import { timeUnitOf } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';

/**
 * The JSON Schema (draft 7) of one record: all that an ordinary validator can know of the contract. It is open, as JSON
 * Schemas are unless they say otherwise: an ordinary reader takes what it knows, and a newer writer knows more.
 */
export const jsonSchemaOf = ({ fields }: Schema): Json => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...objectSchema(fields),
});

const objectSchema = (fields: readonly Field[]): { readonly [key: string]: Json } => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(field => [field.name, { ...valueSchema(field), ...defaultOf(field) } as Json]),
  ),
  required: fields.filter(field => field.default.kind === 'none').map(field => field.name),
});

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
    case 'int8':
    case 'int16':
    case 'int32':
    case 'uint8':
    case 'uint16':
    case 'uint32': {
      const [minimum, maximum] = KIND_TABLE[type.kind].bounds!.map(Number) as [number, number];
      return { type: 'integer', minimum, maximum, ...rangeOf(field), ...termsOf(field) };
    }
    case 'int64':
    case 'duration':
      return { type: 'integer', ...rangeOf(field), ...termsOf(field) };
    case 'uint64':
      return { type: 'integer', minimum: 0, ...rangeOf(field), ...termsOf(field) };
    case 'float16':
    case 'bfloat16':
    case 'float32':
    case 'float64':
      return { type: 'number', ...rangeOf(field) };
    // A validator would hold digits against a bound of 64 bits.
    case 'decimal':
      return { type: 'number' };
    case 'string':
      return { type: 'string', ...termsOf(field) };
    case 'bytes':
      return { type: 'string', pattern: BASE64 };
    case 'fixed': {
      const length = 4 * Math.ceil(type.size / 3);
      return { type: 'string', pattern: BASE64, minLength: length, maxLength: length };
    }
    case 'date':
      return { type: 'string', pattern: `^${DATE}$` };
    case 'time':
      return { type: 'string', pattern: `^${clockPattern(field)}$` };
    case 'timestamp': {
      const mark = type.zone === 'instant' ? 'Z' : '';
      return { type: 'string', pattern: `^${DATE}T${clockPattern(field)}${mark}$` };
    }
    case 'list':
      return {
        type: 'array',
        items: valueSchema(type.element),
        minItems: type.length.min,
        maxItems: type.length.max,
        ...(type.order === 'set' && { uniqueItems: true }),
      };
    case 'tensor': {
      const size = sizeOf(type);
      return { type: 'array', items: valueSchema(type.element), minItems: size, maxItems: size };
    }
    case 'struct':
      return objectSchema(type.fields);
    case 'map':
      return type.key.type.kind === 'string'
        ? { type: 'object', additionalProperties: valueSchema(type.value), maxProperties: type.entries }
        : { type: 'array', items: objectSchema([type.key, type.value]), maxItems: type.entries };
  }
}

const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';
const DATE = '[0-9]{4}-[0-9]{2}-[0-9]{2}';

function clockPattern(field: Field): string {
  const digits = FRACTION_DIGITS[timeUnitOf(field)];
  return `[0-9]{2}:[0-9]{2}:[0-9]{2}${digits === 0 ? '' : `(?:\\.[0-9]{1,${digits}})?`}`;
}

type Bound = bigint | number;
type End = Bound | undefined;

/** A bound that no double has is left out: a validator would round it. A sentinel is written though it lies beyond. */
function rangeOf({ range, sentinels = [] }: Field): { readonly [key: string]: Json } {
  const beside = sentinels.map(({ value }) => value as Bound);
  const furthest = (end: End, isBeyond: (value: Bound, end: Bound) => boolean): End =>
    beside.reduce<End>((far, value) => (far !== undefined && isBeyond(value, far) ? value : far), end);
  return {
    ...boundOf(
      'minimum',
      furthest(range?.min, (value, end) => value < end),
    ),
    ...boundOf(
      'maximum',
      furthest(range?.max, (value, end) => value > end),
    ),
  };
}

function boundOf(keyword: string, bound: End): { readonly [key: string]: Json } {
  if (bound === undefined) return {};
  const exact = typeof bound === 'number' ? Number.isFinite(bound) : Number.isSafeInteger(Number(bound));
  return exact ? { [keyword]: Number(bound) } : {};
}

/** Only a reader that rejects unknown terms may have a validator do so; aliases are spellings a reader accepts. */
function termsOf(field: Field): { readonly [key: string]: Json } {
  const { type, vocabulary, unknownPolicy, ignoreValue, sentinels = [] } = field;
  if (vocabulary === undefined || unknownPolicy?.kind !== 'reject') return {};
  const beside = sentinels.map(({ value }) => value);
  if (type.kind === 'string') {
    const spellings = vocabulary.terms.flatMap(term => [term.label, ...term.aliases]);
    return { enum: [...new Set([...spellings, ...(beside as string[])])] };
  }
  const codes = [...vocabulary.terms.map(term => term.code), ...(beside as Bound[])];
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
function jsonOf(field: Field, value: Value): Json | undefined {
  if (value === null) return null;
  const { type } = field;
  switch (type.kind) {
    case 'date':
      return dateOfDays(value as number);
    case 'time':
      return timeText(value as bigint, timeUnitOf(field));
    case 'timestamp':
      return timestampText(value as bigint, timeUnitOf(field), type.zone);
    case 'bytes':
    case 'fixed':
      return Buffer.from(value as Uint8Array).toString('base64');
    case 'decimal': {
      const text = decimalText(value as bigint, type.scale);
      // With so many digits a double reads and prints as the same decimal, wherever its point stands.
      const digits = text.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
      return digits.length <= 15 ? Number(text) : undefined;
    }
    case 'list':
    case 'tensor': {
      const items = (value as readonly Value[]).map(item => jsonOf(type.element, item));
      return items.includes(undefined) ? undefined : (items as Json[]);
    }
    case 'struct':
      return objectOf(type.fields, value as readonly Value[]);
    case 'map':
      return mapOf(type, value as readonly (readonly Value[])[]);
    default:
      return Number.isFinite(value) || typeof value !== 'number' ? exact(value) : undefined;
  }
}

function objectOf(fields: readonly Field[], values: readonly Value[]): Json | undefined {
  const members = fields.map((field, at) => [field.name, jsonOf(field, values[at]!)] as const);
  return members.some(([, json]) => json === undefined)
    ? undefined
    : (Object.fromEntries(members) as { readonly [key: string]: Json });
}

function mapOf(type: TypeOf<'map'>, entries: readonly (readonly Value[])[]): Json | undefined {
  const { key, value } = type;
  if (key.type.kind !== 'string') {
    const items = entries.map(entry => objectOf([key, value], entry));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  return objectOf(
    entries.map(([name]) => ({ ...value, name: name as string })),
    entries.map(([, held]) => held!),
  );
}

const exact = (value: Value): Json | undefined => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  return value as boolean | number | string;
};
