import type { Json } from '../../base/canonical-json.ts';
import type { JsonSchema, JsonSchemaNotes } from './json-schema.ts';
import { isKnownKeyword } from './keyword-table.ts';
import type { JsonObject } from './resolve-ref.ts';

/** A schema on its way: while references are open, what they lead to is not there yet. */
export type Building = { -readonly [Key in keyof JsonSchema]: JsonSchema[Key] } & {
  readonly parts: Map<string, JsonSchema>;
};

let made = 0;

/** A schema that asserts nothing yet; of a boolean, all there is. */
export const blankSchema = (value: Json): Building => ({
  id: ++made,
  accepts: value === true ? 'all' : value === false ? 'none' : 'some',
  types: undefined,
  values: undefined,
  minimum: undefined,
  maximum: undefined,
  multipleOf: undefined,
  minLength: 0,
  maxLength: Infinity,
  pattern: undefined,
  format: undefined,
  prefix: [],
  items: undefined,
  minItems: 0,
  maxItems: Infinity,
  uniqueItems: false,
  contains: undefined,
  properties: new Map(),
  patterns: [],
  additional: undefined,
  required: new Set(),
  minProperties: 0,
  maxProperties: Infinity,
  propertyNames: undefined,
  dependentRequired: new Map(),
  dependentSchemas: new Map(),
  ref: undefined,
  allOf: [],
  anyOf: undefined,
  oneOf: undefined,
  not: undefined,
  condition: undefined,
  contentSchema: undefined,
  opaque: [],
  local: typeof value === 'boolean' ? String(value) : '{}',
  parts: new Map(),
  notes: notesOf({}),
});

/** @param unheard  what stands beside the keywords, and is not looked at */
export function notesOf(value: JsonObject, unheard: JsonObject = {}): JsonSchemaNotes {
  const { title, description, default: fallback, contentEncoding, contentMediaType, enum: listed } = value;
  const text = (given: Json | undefined) => (typeof given === 'string' ? given : undefined);
  const content = [text(contentEncoding), text(contentMediaType)].filter(part => part !== undefined);
  return {
    identifier: text(value['$id']),
    title: text(title),
    description: text(description),
    default: fallback === undefined ? undefined : { value: fallback },
    content: content.length === 0 ? undefined : content.join(' '),
    enum: Array.isArray(listed) ? (listed as readonly Json[]) : undefined,
    others: Object.fromEntries(Object.entries(value).filter(([key]) => !isKnownKeyword(key))),
    written: value,
    unheard,
    unused: [],
  };
}
