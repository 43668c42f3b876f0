import { canonicalJson } from '../../base/canonical-json.ts';
import { propertyText } from '../field-draft.ts';
import { endOf } from './json-range.ts';
import type { Shape } from './json-shape.ts';
import { WRITTEN_PATTERNS } from './written-patterns.ts';

const NONE = 'a contract has no place for it';

/** Formats that a type of a contract stands for. */
const FORMATS: ReadonlySet<string> = new Set([
  'date',
  'date-time',
  'uuid',
  'int32',
  'int64',
  'float',
  'double',
]);

/** Tells of each keyword that narrows values and that a contract can't say. */
export function tellConstraints(
  { schema, types, values }: Shape,
  tell: (what: string, why: string) => void,
): void {
  const isText = schema.pattern !== undefined && WRITTEN_PATTERNS.has(schema.pattern.source);
  const { pattern, format, multipleOf, minLength, maxLength, contains, patterns, condition } = schema;
  if (pattern !== undefined && !isText) tell(`pattern ${pattern.source.slice(0, 200)}`, NONE);
  if (format !== undefined && !FORMATS.has(format)) tell(`format ${format.slice(0, 80)}`, NONE);
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
  for (const [key, bound, inwards] of [
    ['exclusiveMinimum', schema.minimum, 1],
    ['exclusiveMaximum', schema.maximum, -1],
  ] as const)
    if (bound !== undefined && endOf(bound, isInteger, inwards) === null)
      tell(`${key} ${bound.value}`, 'a range of a contract includes its ends');
}
