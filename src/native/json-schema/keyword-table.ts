import { canonicalJson, type Json } from '../../base/canonical-json.ts';

/**
 * What each keyword is. `local` asserts by itself, `parts` through the schemas below it, `opaque` in a way nobody here
 * reasons about, `note` nothing. A keyword that is not here is nobody's, and asserts nothing.
 */
const KEYWORDS: Readonly<Record<string, 'local' | 'parts' | 'opaque' | 'note'>> = {
  type: 'local',
  enum: 'local',
  const: 'local',
  minimum: 'local',
  maximum: 'local',
  exclusiveMinimum: 'local',
  exclusiveMaximum: 'local',
  multipleOf: 'local',
  minLength: 'local',
  maxLength: 'local',
  pattern: 'local',
  format: 'local',
  minItems: 'local',
  maxItems: 'local',
  uniqueItems: 'local',
  minContains: 'local',
  maxContains: 'local',
  required: 'local',
  minProperties: 'local',
  maxProperties: 'local',
  dependentRequired: 'local',
  // Lists of names or schemas, key by key: the lists assert by themselves, and the schemas do no harm here.
  dependencies: 'local',

  $ref: 'parts',
  items: 'parts',
  prefixItems: 'parts',
  additionalItems: 'parts',
  contains: 'parts',
  properties: 'parts',
  patternProperties: 'parts',
  additionalProperties: 'parts',
  propertyNames: 'parts',
  dependentSchemas: 'parts',
  allOf: 'parts',
  anyOf: 'parts',
  oneOf: 'parts',
  not: 'parts',
  if: 'parts',
  // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name, and nothing awaits the table.
  then: 'parts',
  else: 'parts',

  unevaluatedProperties: 'opaque',
  unevaluatedItems: 'opaque',
  $dynamicRef: 'opaque',
  $recursiveRef: 'opaque',

  $schema: 'note',
  $id: 'note',
  id: 'note',
  $anchor: 'note',
  $dynamicAnchor: 'note',
  $recursiveAnchor: 'note',
  $vocabulary: 'note',
  $defs: 'note',
  definitions: 'note',
  title: 'note',
  description: 'note',
  default: 'note',
  contentEncoding: 'note',
  contentMediaType: 'note',
};

export const isKnownKeyword = (key: string): boolean => Object.hasOwn(KEYWORDS, key);

export const OPAQUE_KEYWORDS: readonly string[] = Object.keys(KEYWORDS).filter(
  key => KEYWORDS[key] === 'opaque',
);

/** What a schema object asserts by itself, as one text; an opaque keyword stands in it whole. */
export function localText(value: { readonly [key: string]: Json }): string {
  const local = Object.entries(value).filter(
    ([key]) => isKnownKeyword(key) && (KEYWORDS[key] === 'local' || KEYWORDS[key] === 'opaque'),
  );
  return canonicalJson(Object.fromEntries(local.map(([key, given]) => [key, normal(key, given)])));
}

/** The order of required names says nothing; what is no list of names is refused elsewhere. */
const normal = (key: string, given: Json): Json =>
  key === 'required' && Array.isArray(given) && given.every(name => typeof name === 'string')
    ? [...given].sort()
    : given;
