import type { Json } from '../../../src/base/canonical-json.ts';
import type { JsonSchemaRule } from '../../../src/compat/json-schema/json-schema-rules.ts';

/** One pair that a rule tells of, with everything else told beside it, and one next to it that keeps its promise. */
export type RuleCase = {
  readonly trips: readonly [writer: Json, reader: Json];
  readonly beside?: readonly JsonSchemaRule[];
  readonly holds: readonly [writer: Json, reader: Json];
};

type JsonObject = { readonly [key: string]: Json };

const object = (properties: JsonObject, more: JsonObject = {}): Json => ({
  type: 'object',
  properties,
  ...more,
});
const closed = (properties: JsonObject, more: JsonObject = {}): Json =>
  object(properties, { additionalProperties: false, ...more });
const text = (more: JsonObject): Json => ({ type: 'string', ...more });
const number = (more: JsonObject): Json => ({ type: 'number', ...more });
const array = (more: JsonObject): Json => ({ type: 'array', ...more });

export const JSON_SCHEMA_CASES: Readonly<Record<JsonSchemaRule, RuleCase>> = {
  TYPE_CHANGED: { trips: [text({}), number({})], holds: [{ type: 'integer' }, number({})] },
  TYPE_NARROWED: {
    trips: [{ type: ['string', 'null'] }, text({})],
    holds: [text({}), { type: ['string', 'null'] }],
  },
  ENUM_NARROWED: {
    trips: [{ enum: ['a', 'b'] }, { enum: ['a'] }],
    holds: [{ const: 'a' }, { enum: ['a', 'b'] }],
  },
  VALUES_REFUSED: {
    trips: [{ enum: ['a', 'bb'] }, { maxLength: 1 }],
    holds: [{ enum: ['a', 'b', 7] }, { maxLength: 1 }],
  },
  NUMBER_RANGE_NARROWED: {
    trips: [number({ minimum: 0 }), number({ minimum: 1 })],
    holds: [
      { type: 'integer', exclusiveMinimum: 0, maximum: 5 },
      number({ minimum: 1, exclusiveMaximum: 5.5 }),
    ],
  },
  MULTIPLE_OF_NARROWED: {
    trips: [number({ multipleOf: 2 }), number({ multipleOf: 4 })],
    holds: [number({ multipleOf: 0.3 }), number({ multipleOf: 0.1 })],
  },
  LENGTH_NARROWED: {
    trips: [text({}), text({ maxLength: 4 })],
    holds: [text({ maxLength: 4 }), text({ maxLength: 5 })],
  },
  PATTERN_ADDED: {
    trips: [text({}), text({ pattern: '^a' })],
    holds: [text({ pattern: '^a', maxLength: 3 }), text({ pattern: '^a' })],
  },
  FORMAT_ADDED: {
    trips: [text({}), text({ format: 'date' })],
    beside: ['FORMAT_DECLARED'],
    holds: [text({ format: 'date', maxLength: 10 }), text({ format: 'date' })],
  },
  ITEMS_COUNT_NARROWED: {
    trips: [array({}), array({ minItems: 1 })],
    holds: [array({ minItems: 2 }), array({ minItems: 1 })],
  },
  UNIQUE_ITEMS_ADDED: {
    trips: [array({}), array({ uniqueItems: true })],
    holds: [array({ maxItems: 1 }), array({ uniqueItems: true })],
  },
  CONTAINS_ADDED: {
    trips: [array({}), array({ contains: { type: 'string' } })],
    holds: [array({ minItems: 1, items: { type: 'string' } }), array({ contains: { type: 'string' } })],
  },
  REQUIRED_ADDED: {
    trips: [object({ a: text({}) }), object({ a: text({}) }, { required: ['a'] })],
    holds: [object({ a: text({}) }, { required: ['a', 'b'] }), object({ a: text({}) }, { required: ['a'] })],
  },
  PROPERTY_ADDED_TO_OPEN_MODEL: {
    trips: [object({}), object({ a: text({}) })],
    beside: ['PROPERTY_ADDED'],
    holds: [closed({}), closed({ a: text({}) })],
  },
  ADDITIONAL_NARROWED: {
    trips: [object({}), object({}, { additionalProperties: false })],
    holds: [
      object({}, { patternProperties: { '^a': text({ maxLength: 3 }) }, additionalProperties: false }),
      object({}, { patternProperties: { '^a': text({}) }, additionalProperties: false }),
    ],
  },
  PROPERTIES_COUNT_NARROWED: {
    trips: [object({}), object({}, { maxProperties: 2 })],
    holds: [closed({ a: text({}), b: text({}) }), closed({ a: text({}), b: text({}) }, { maxProperties: 2 })],
  },
  PROPERTY_NAMES_NARROWED: {
    trips: [object({}), object({}, { propertyNames: { maxLength: 3 } })],
    holds: [closed({ abc: text({}) }), closed({ abc: text({}) }, { propertyNames: { pattern: '^a' } })],
  },
  DEPENDENCY_ADDED: {
    trips: [object({}), object({}, { dependentRequired: { a: ['b'] } })],
    holds: [object({}, { required: ['b'] }), object({}, { dependentRequired: { a: ['b'] } })],
  },
  CLOSED: {
    trips: [closed({ a: text({}) }), closed({})],
    beside: ['PROPERTY_REMOVED'],
    holds: [closed({ a: false }), closed({})],
  },
  ANY_OF_NOT_COVERED: {
    trips: [text({}), { anyOf: [text({ maxLength: 3 }), number({})] }],
    holds: [{ type: ['string', 'integer'] }, { anyOf: [text({}), number({})] }],
  },
  ONE_OF_NOT_PROVEN: {
    trips: [text({}), { oneOf: [text({}), text({ maxLength: 3 })] }],
    holds: [
      object({ kind: { const: 'a' } }, { required: ['kind'] }),
      {
        oneOf: [
          object({ kind: { const: 'a' } }, { required: ['kind'] }),
          object({ kind: { const: 'b' } }, { required: ['kind'] }),
        ],
      },
    ],
  },
  EXCLUSION_NOT_PROVEN: {
    trips: [text({}), { not: text({ maxLength: 3 }) }],
    holds: [text({}), { not: number({}) }],
  },
  NOT_PROVEN: {
    trips: [object({}), { type: 'object', properties: {}, allOf: [true], unevaluatedProperties: false }],
    holds: [object({}), { type: 'object', properties: {}, allOf: [true], unevaluatedProperties: true }],
  },
  TYPE_WIDENED: { trips: [{ type: 'integer' }, number({})], holds: [text({}), text({ title: 'a' })] },
  ENUM_VALUE_ADDED: {
    trips: [{ enum: ['a'] }, { enum: ['a', 'b'] }],
    holds: [{ enum: ['a'] }, { enum: ['a'], title: 'a' }],
  },
  ENUM_REORDERED: {
    trips: [{ enum: ['a', 'b'] }, { enum: ['b', 'a'] }],
    holds: [{ enum: ['a', 'b'] }, { enum: ['a', 'b', 'c'] }],
  },
  FORMAT_CHANGED: {
    trips: [text({ format: 'date' }), text({ format: 'date-time' })],
    beside: ['FORMAT_ADDED'],
    holds: [text({ format: 'date' }), text({ format: 'date', title: 'a' })],
  },
  FORMAT_DECLARED: {
    trips: [text({ format: 'date' }), text({})],
    holds: [text({ format: 'date' }), text({ format: 'date', title: 'a' })],
  },
  CONTENT_CHANGED: {
    trips: [text({ contentEncoding: 'base64' }), text({ contentEncoding: 'base16' })],
    holds: [text({ contentEncoding: 'base64' }), text({ contentEncoding: 'base64', title: 'a' })],
  },
  UNIT_KEYWORD_CHANGED: {
    trips: [number({ unit: 's' }), number({ unit: 'ms' })],
    holds: [number({ unit: 's' }), number({ unit: 's', title: 'a' })],
  },
  DOC_UNIT_CHANGED: {
    trips: [number({ description: 'in seconds' }), number({ description: 'in milliseconds' })],
    beside: ['DOC_CHANGED'],
    holds: [number({ description: 'latency, seconds' }), number({ description: 'seconds' })],
  },
  DEFAULT_VALUE_CHANGED: {
    trips: [number({ default: 0 }), number({ default: 1 })],
    holds: [number({ default: 0 }), number({ default: 0, title: 'a' })],
  },
  DEFAULT_CONFUSES_UNKNOWN: {
    trips: [object({ a: number({}) }), object({ a: number({ default: 0 }) })],
    holds: [
      object({ a: number({}) }, { required: ['a'] }),
      object({ a: number({ default: 0 }) }, { required: ['a'] }),
    ],
  },
  DEFAULT_WITHDRAWN: {
    trips: [object({ a: number({ default: 0 }) }), object({ a: number({}) })],
    holds: [
      object({ a: number({ default: 0 }) }, { required: ['a'] }),
      object({ a: number({}) }, { required: ['a'] }),
    ],
  },
  DEFAULT_ADDED: {
    trips: [number({}), number({ default: 0 })],
    holds: [number({ default: 0 }), number({ default: 0, title: 'a' })],
  },
  DEFAULT_REMOVED: {
    trips: [number({ default: 0 }), number({})],
    holds: [number({ default: 0 }), number({ default: 0, title: 'a' })],
  },
  PROPERTY_ADDED: {
    trips: [closed({}), closed({ a: text({}) })],
    holds: [closed({ a: text({ maxLength: 1 }) }), closed({ a: text({}) })],
  },
  PROPERTY_REMOVED: {
    trips: [object({ a: text({}) }), object({})],
    holds: [closed({ a: text({ maxLength: 1 }) }), closed({ a: text({}) })],
  },
  ASSERTION_CHANGED: {
    trips: [text({ maxLength: 3 }), text({ maxLength: 4 })],
    holds: [text({}), text({ title: 'a' })],
  },
  VALUE_NAME_CHANGED: {
    trips: [
      { enum: [0, 1], 'x-enumNames': ['cat', 'dog'] },
      { enum: [0, 1], 'x-enumNames': ['dog', 'cat'] },
    ],
    beside: ['KEYWORD_CHANGED'],
    holds: [
      { enum: [0, 1], 'x-enumNames': ['cat', 'dog'] },
      { enum: [1, 0, 2], 'x-enumNames': ['dog', 'cat', 'cow'] },
    ],
  },
  PLACES_EXCHANGED: {
    trips: [
      object({ x: number({ description: 'lon' }), y: number({ description: 'lat' }) }),
      object({ x: number({ description: 'lat' }), y: number({ description: 'lon' }) }),
    ],
    beside: ['DOC_CHANGED'],
    holds: [
      object({ x: number({ description: 'lon' }), y: number({ description: 'lat' }) }),
      object({ x: number({ description: 'longitude' }), y: number({ description: 'latitude' }) }),
    ],
  },
  CONTRACT_MEANING_CHANGED: {
    trips: [number({ 'x-assay': { unit: 's' } }), number({ 'x-assay': { unit: 'ms' } })],
    holds: [number({ 'x-assay': { owner: 'a' } }), number({ 'x-assay': { owner: 'b' } })],
  },
  CONTRACT_WORDS_CHANGED: {
    trips: [number({ 'x-assay': { owner: 'a' } }), number({ 'x-assay': { owner: 'b' } })],
    holds: [number({ 'x-assay': { unit: 's' } }), number({ 'x-assay': { unit: 'ms' } })],
  },
  DOC_CHANGED: {
    trips: [text({ title: 'a' }), text({ title: 'b' })],
    holds: [text({}), text({ default: '' })],
  },
  KEYWORD_CHANGED: {
    trips: [text({ 'x-owner': 'a' }), text({ 'x-owner': 'b' })],
    holds: [text({}), text({ title: 'b' })],
  },
  TEXT_CHANGED: {
    trips: [
      { $id: 'a', type: 'string' },
      { $id: 'b', type: 'string' },
    ],
    holds: [text({}), text({ title: 'a' })],
  },
};
