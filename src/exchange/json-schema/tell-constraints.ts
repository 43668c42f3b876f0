import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { JsonSchema, JsonType } from '../../native/json-schema/json-schema.ts';
import { isKnownKeyword } from '../../native/json-schema/keyword-table.ts';
import { propertyText } from '../field-draft.ts';
import { endOf } from './json-range.ts';
import type { Shape } from './json-shape.ts';
import { WRITTEN_PATTERNS } from './written-patterns.ts';

const NONE = 'a contract has no place for it';

/** Formats that a type of a contract stands for, by what has them. */
const FORMATS: ReadonlyArray<readonly [type: JsonType, formats: readonly string[]]> = [
  ['integer', ['int32', 'int64']],
  ['fraction', ['float', 'double']],
  ['string', ['date', 'date-time', 'uuid']],
];

/** Tells of each keyword that narrows values and that a contract can't say, and of each that nothing here makes use of. */
export function tellConstraints(shape: Shape, tell: (what: string, why: string) => void): void {
  const { schema, types, values } = shape;
  tellUnused(shape, tell);
  const isText = schema.pattern !== undefined && WRITTEN_PATTERNS.has(schema.pattern.source);
  const { pattern, format, multipleOf, minLength, maxLength, contains, patterns, condition } = schema;
  if (pattern !== undefined && !isText) tell(`pattern ${pattern.source.slice(0, 200)}`, NONE);
  if (format !== undefined && !isText && !isTyped(format, shape)) tell(`format ${format.slice(0, 80)}`, NONE);
  if (multipleOf !== undefined) tell(`multipleOf ${multipleOf}`, NONE);
  // What is written in a fixed form has a length that says nothing more.
  if (!isText && minLength > 0) tell(`minLength ${minLength}`, NONE);
  if (!isText && Number.isFinite(maxLength)) tell(`maxLength ${maxLength}`, NONE);
  const tellWritten = (...keys: readonly string[]): void => {
    for (const key of keys) {
      const { [key]: value } = schema.notes.written;
      if (value !== undefined) tell(propertyText(key, canonicalJson(value)), NONE);
    }
  };
  if (contains !== undefined) tellWritten('contains', 'minContains', 'maxContains');
  if (patterns.length > 0) tellWritten('patternProperties');
  if (schema.propertyNames !== undefined) tellWritten('propertyNames');
  if (schema.minProperties > 0) tell(`minProperties ${schema.minProperties}`, NONE);
  const isMap = types.includes('object') && schema.properties.size === 0;
  if (!isMap && Number.isFinite(schema.maxProperties)) tell(`maxProperties ${schema.maxProperties}`, NONE);
  if (schema.dependentRequired.size + schema.dependentSchemas.size > 0)
    tellWritten('dependencies', 'dependentRequired', 'dependentSchemas');
  if (schema.not !== undefined) tellWritten('not');
  if (condition !== undefined) tellWritten('if', 'then', 'else');
  tellWritten(...schema.opaque);
  if (values !== undefined || (!types.includes('fraction') && !types.includes('integer'))) return;
  const isInteger = !types.includes('fraction');
  for (const side of ['minimum', 'maximum'] as const) {
    const { [side]: bound } = schema;
    if (bound === undefined || endOf(schema, side, isInteger) !== null) continue;
    const key = bound.exclusive ? `exclusive${side === 'minimum' ? 'Minimum' : 'Maximum'}` : side;
    tell(
      `${key} ${bound.value}`,
      isInteger ? 'its type has no value beyond it' : 'a range of a contract includes its ends',
    );
  }
}

const isTyped = (format: string, { types, values, content }: Shape): boolean =>
  values === undefined &&
  content !== 'base64' &&
  FORMATS.some(([type, formats]) => types.includes(type) && formats.includes(format));

function tellUnused(
  { schema, passed, types, values }: Shape,
  tell: (what: string, why: string) => void,
): void {
  const tellAll = (from: JsonSchema, isUsed: (key: string) => boolean): void => {
    for (const [key, value] of Object.entries(from.notes.written))
      if (isKnownKeyword(key) && !isUsed(key)) tell(propertyText(key, textOf(value)), NONE);
  };
  for (const each of passed) tellAll(each, key => USED.has(key));
  const ofTypes = types.flatMap(type => (values === undefined ? (USED_BY[type] ?? []) : []));
  const { contains, condition, properties } = schema;
  const used = new Set([
    ...ofTypes,
    ...(contains === undefined ? [] : ['minContains', 'maxContains']),
    ...(condition === undefined ? [] : ['then', 'else']),
    ...(values === undefined && types.includes('object') && properties.size > 0 ? ['required'] : []),
  ]);
  tellAll(schema, key => USED.has(key) || TOLD.has(key) || used.has(key));
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : canonicalJson(value));

/** What every schema is read by, whatever it is of. */
const USED: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  '$schema',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
]);

/** What is told of by what it comes to. */
const TOLD: ReadonlySet<string> = new Set([
  'contentEncoding',
  'contentMediaType',
  'pattern',
  'format',
  'multipleOf',
  'minLength',
  'maxLength',
  'contains',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'not',
  'if',
  'unevaluatedProperties',
  'unevaluatedItems',
  '$dynamicRef',
  '$recursiveRef',
]);

const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

const USED_BY: Readonly<Partial<Record<JsonType, readonly string[]>>> = {
  object: ['properties', 'additionalProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  integer: BOUNDS,
  fraction: BOUNDS,
};
