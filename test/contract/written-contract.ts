import { dateOfDays } from '../../src/contract/calendar-date.ts';
import { timestampText, timeText } from '../../src/contract/clock-text.ts';
import { decimalText } from '../../src/contract/decimal-text.ts';
import type { Field, Range, Typed } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { timeUnitOf } from '../../src/contract/time-unit.ts';
import type { Value } from '../../src/contract/value.ts';

/** What a document says, as it is written: a bigint is digits, and a number a float unless it is one of the small ones. */
export type Tree =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Tree[]
  | { readonly [key: string]: Tree };

/** A contract that says a schema, whatever the schema; its subject gives owner and sensitivity. */
export function writtenContract(schema: Schema, line = 's.v1'): { readonly [key: string]: Tree } {
  const { fields, key, label, slices, normalizer } = schema;
  const nameOf = (id: number): string => fields.find(field => field.id === id)!.name;
  return {
    schema: line,
    fields: fields.map(namedField),
    ...(normalizer && { normalizer }),
    ...(key.length > 0 && { key: key.map(nameOf) }),
    ...(label !== undefined && { label: nameOf(label) }),
    ...(slices.length > 0 && {
      slices: slices.map(({ name, field, by }) => ({ name, field: nameOf(field), by })),
    }),
  };
}

const namedField = (field: Field): { readonly [key: string]: Tree } => ({
  name: field.name,
  aliases: field.aliases,
  ...writtenField(field),
});

function writtenField(field: Field): { readonly [key: string]: Tree } {
  const { type, unit, range, vocabulary, unknownPolicy: policy, ignoreValue, sentinels } = field;
  const longForm = (given: Field['default'] | undefined): Tree =>
    given?.kind === 'value' ? { value: writtenValue(field, given.value), means: given.means } : {};
  return {
    id: field.id,
    physical: type.kind,
    ...(type.kind === 'decimal' && { precision: type.precision, scale: type.scale }),
    ...(type.kind === 'fixed' && { size: type.size }),
    ...(type.kind === 'timestamp' && { zone: type.zone }),
    ...(type.kind === 'list' && {
      element: writtenField(type.element),
      minLength: type.length.min,
      maxLength: type.length.max,
      ...(type.order && { order: type.order }),
    }),
    ...(type.kind === 'struct' && { fields: type.fields.map(namedField) }),
    ...(type.kind === 'map' && {
      key: writtenField(type.key),
      value: writtenField(type.value),
      maxEntries: type.entries,
    }),
    ...(type.kind === 'tensor' && { element: writtenField(type.element), shape: type.shape }),
    logical: field.logical,
    nullable: field.nullable,
    ...(field.default.kind === 'value' && { default: longForm(field.default) }),
    ...(field.writeDefault && { writeDefault: longForm(field.writeDefault) }),
    ...(field.nullMeans && { nullMeans: field.nullMeans }),
    ...(field.nan && { nan: field.nan }),
    ...(field.infinity && { infinity: field.infinity }),
    ...(field.emptyMeans && { emptyMeans: field.emptyMeans }),
    ...(sentinels && {
      sentinels: sentinels.map(({ value, means }) => ({ value: writtenValue(field, value), means })),
    }),
    ...(field.normalizer && { normalizer: field.normalizer }),
    ...(unit && { unit: unit.code }),
    ...(range && { range: [writtenEnd(field, range.min), writtenEnd(field, range.max)] }),
    ...(vocabulary && { vocabulary: vocabulary.digest }),
    ...(policy && { unknownPolicy: policy.kind === 'map' ? { map: policy.term } : policy.kind }),
    ...(ignoreValue !== undefined && { ignoreValue }),
  };
}

const writtenEnd = (field: Typed, end: Range['min']): Tree =>
  end === undefined ? null : writtenValue(field, field.type.kind === 'date' ? Number(end) : end);

function writtenValue(field: Typed, value: Value): Tree {
  const { type } = field;
  if (value === null || typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  switch (type.kind) {
    case 'list':
    case 'tensor':
      return (value as readonly Value[]).map(item => writtenValue(type.element, item));
    case 'struct':
      return membersOf(type.fields, value as readonly Value[]);
    case 'map':
      return (value as readonly (readonly Value[])[]).map(entry => membersOf([type.key, type.value], entry));
    case 'decimal':
      return decimalText(value as bigint, type.scale);
    case 'date':
      return dateOfDays(value as number)!;
    case 'time':
      return timeText(value as bigint, timeUnitOf(field));
    case 'timestamp':
      return timestampText(value as bigint, timeUnitOf(field), type.zone)!;
    default:
      return value as Tree;
  }
}

const membersOf = (fields: readonly Field[], values: readonly Value[]): Tree =>
  Object.fromEntries(fields.map((field, at) => [field.name, writtenValue(field, values[at]!)]));

/** In braces and brackets on one line, which is YAML and nearly JSON: integers keep all their digits. */
export function flowText(tree: Tree): string {
  if (typeof tree === 'string') return quoted(tree);
  if (typeof tree === 'number') return numberText(tree);
  if (tree === null || typeof tree !== 'object') return String(tree);
  if (Array.isArray(tree)) return `[${tree.map(flowText).join(', ')}]`;
  return `{${Object.entries(tree)
    .map(([key, value]) => `${quoted(key)}: ${flowText(value)}`)
    .join(', ')}}`;
}

/** The shortest text of a whole number beyond 2^53 is that of another one. */
function numberText(number: number): string {
  if (Object.is(number, -0)) return '-0.0';
  return Number.isInteger(number) && Math.abs(number) < 1e21 ? String(BigInt(number)) : String(number);
}

/** ASCII alone: what a document may not hold as it is, it may hold escaped. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
