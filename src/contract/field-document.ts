import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { DIGEST, NAME } from './contract-shape.ts';
import type { UnknownPolicy } from './field.ts';
import {
  type Default,
  type Field,
  LOGICALS,
  PLAIN_SCALARS,
  type PlainScalar,
  type Range,
  type Type,
  ZONES,
  type Zone,
} from './field.ts';
import { laidOut } from './lay-out.ts';
import { parseUnit } from './parse-unit.ts';
import { SENSES_DOCUMENT, type ShapedSenses, sensesDocument, sensesFromDocument } from './senses-document.ts';
import {
  endDocument,
  endFromDocument,
  integerFromDocument,
  valueDocument,
  valueFromDocument,
} from './value-document.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A field as the recordSchema digest hashes it. What a field does not have, its document does not have. */
export function fieldDocument(field: Field): Json {
  const { type, unknownPolicy: policy, range } = field;
  return {
    id: field.id,
    name: field.name,
    aliases: field.aliases,
    type: typeDocument(type),
    logical: field.logical,
    nullable: field.nullable,
    ...defaultDocument('default', type, field.default),
    ...defaultDocument('writeDefault', type, field.writeDefault),
    ...(field.unit && { unit: field.unit.code }),
    ...(range && { range: [endDocument(type.kind, range.min), endDocument(type.kind, range.max)] }),
    ...(field.vocabulary && { vocabulary: field.vocabulary.digest }),
    ...(policy && { unknownPolicy: policy.kind === 'map' ? { map: policy.term } : policy.kind }),
    ...(field.ignoreValue !== undefined && { ignoreValue: field.ignoreValue }),
    ...sensesDocument(type, field),
    ...(field.normalizer && { normalizer: field.normalizer }),
    ...(field.convention && { convention: field.convention }),
  };
}

/** The shape of a field's document, loosely: `schemaFromDocument` holds the whole against its canonical text. */
export type ShapedField = ShapedSenses & {
  readonly id: number;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: ShapedType;
  readonly logical: Field['logical'];
  readonly nullable: boolean;
  readonly default?: ShapedDefault | undefined;
  readonly writeDefault?: ShapedDefault | undefined;
  readonly unit?: string | undefined;
  readonly range?: readonly [unknown, unknown] | undefined;
  readonly vocabulary?: Digest | undefined;
  readonly unknownPolicy?: 'reject' | 'pass' | 'ignore' | { readonly map: number } | undefined;
  readonly ignoreValue?: unknown;
  readonly normalizer?: Digest | undefined;
  readonly convention?: readonly string[] | undefined;
};

type ShapedDefault = { readonly value: unknown; readonly means: 'value' | 'unknown' };

type ShapedType =
  | PlainScalar
  | { readonly decimal: readonly [precision: number, scale: number] }
  | { readonly fixed: number }
  | { readonly timestamp: Zone }
  | {
      readonly element: ShapedField;
      readonly length: readonly [number, number];
      readonly order?: 'set' | undefined;
    }
  | { readonly fields: readonly ShapedField[] }
  | { readonly key: ShapedField; readonly value: ShapedField; readonly entries: number }
  | { readonly element: ShapedField; readonly shape: readonly number[] };

const DEFAULT = z.strictObject({ value: z.unknown(), means: z.enum(['value', 'unknown']) });

export const FIELD_DOCUMENT: z.ZodType<ShapedField> = z.strictObject({
  id: z.int(),
  name: NAME,
  aliases: z.array(NAME),
  type: z.union([
    z.enum(PLAIN_SCALARS),
    z.strictObject({ decimal: z.tuple([z.int(), z.int()]) }),
    z.strictObject({ fixed: z.int() }),
    z.strictObject({ timestamp: z.enum(ZONES) }),
    z.strictObject({
      element: z.lazy(() => FIELD_DOCUMENT),
      length: z.tuple([z.int(), z.int()]),
      order: z.literal('set').optional(),
    }),
    z.strictObject({ fields: z.lazy(() => z.array(FIELD_DOCUMENT).max(LIMITS.fields_max)) }),
    z.strictObject({
      key: z.lazy(() => FIELD_DOCUMENT),
      value: z.lazy(() => FIELD_DOCUMENT),
      entries: z.int(),
    }),
    z.strictObject({
      element: z.lazy(() => FIELD_DOCUMENT),
      shape: z.array(z.int()).max(LIMITS.tensor_rank_max),
    }),
  ]),
  logical: z.enum(LOGICALS),
  nullable: z.boolean(),
  default: DEFAULT.optional(),
  writeDefault: DEFAULT.optional(),
  unit: z.string().optional(),
  range: z.tuple([z.unknown(), z.unknown()]).optional(),
  vocabulary: DIGEST.optional(),
  unknownPolicy: z.union([z.enum(['reject', 'pass', 'ignore']), z.strictObject({ map: z.int() })]).optional(),
  ignoreValue: z.unknown().optional(),
  ...SENSES_DOCUMENT,
  normalizer: DIGEST.optional(),
  convention: z.array(z.string()).optional(),
});

/** @faults SCHEMA_DOCUMENT UNIT_UNKNOWN VOCABULARY_UNKNOWN */
export function fieldFromDocument(
  shaped: ShapedField,
  vocabularies: ReadonlyMap<Digest, Vocabulary>,
): Field | Fault {
  const { id, name, aliases, logical, nullable } = shaped;
  const type = typeFrom(shaped, vocabularies);
  if (type instanceof Fault) return type;
  const unit = shaped.unit === undefined ? undefined : parseUnit(shaped.unit);
  if (unit instanceof Fault) return unit;
  const vocabulary = shaped.vocabulary && vocabularies.get(shaped.vocabulary);
  if (shaped.vocabulary !== undefined && vocabulary === undefined)
    return new Fault('VOCABULARY_UNKNOWN', { field: name, digest: shaped.vocabulary });
  const initial = defaultFrom(shaped.default, type);
  const writeDefault = defaultFrom(shaped.writeDefault, type);
  const senses = sensesFromDocument(type, shaped);
  const range = rangeFrom(shaped, type);
  const ignoreValue = integerFromDocument(shaped.ignoreValue);
  if (initial === undefined) return malformed(name, 'default');
  if (writeDefault === undefined) return malformed(name, 'writeDefault');
  if (senses === undefined) return malformed(name, 'sentinels');
  if (range === 'malformed') return malformed(name, 'range');
  if ('ignoreValue' in shaped && ignoreValue === undefined) return malformed(name, 'ignoreValue');
  const unknownPolicy = policyFrom(shaped);
  const meaning = { default: initial, unit, range, vocabulary, unknownPolicy, ignoreValue };
  const { normalizer, convention } = shaped;
  return laidOut({
    id,
    name,
    aliases,
    type,
    logical,
    nullable,
    ...meaning,
    ...senses,
    ...(writeDefault.kind === 'value' && { writeDefault }),
    ...(normalizer && { normalizer }),
    ...(convention && { convention: [...convention].sort() }),
  });
}

/** The name of the type, where that says all of it. */
function typeDocument(type: Type): Json {
  switch (type.kind) {
    case 'list': {
      const length = [type.length.min, type.length.max];
      return { element: fieldDocument(type.element), length, ...(type.order && { order: type.order }) };
    }
    case 'struct':
      return { fields: type.fields.map(fieldDocument) };
    case 'map':
      return { key: fieldDocument(type.key), value: fieldDocument(type.value), entries: type.entries };
    case 'tensor':
      return { element: fieldDocument(type.element), shape: type.shape };
    case 'decimal':
      return { decimal: [type.precision, type.scale] };
    case 'fixed':
      return { fixed: type.size };
    case 'timestamp':
      return { timestamp: type.zone };
    default:
      return type.kind;
  }
}

function typeFrom({ type }: ShapedField, vocabularies: ReadonlyMap<Digest, Vocabulary>): Type | Fault {
  if (typeof type === 'string') return { kind: type };
  if ('decimal' in type) {
    const [precision, scale] = type.decimal;
    return { kind: 'decimal', precision, scale };
  }
  if ('fixed' in type) return { kind: 'fixed', size: type.fixed };
  if ('timestamp' in type) return { kind: 'timestamp', zone: type.timestamp };
  if ('fields' in type) {
    const fields = fieldsFrom(type.fields, vocabularies);
    return fields instanceof Fault ? fields : { kind: 'struct', fields };
  }
  if ('entries' in type) {
    const parts = fieldsFrom([type.key, type.value], vocabularies);
    if (parts instanceof Fault) return parts;
    return { kind: 'map', key: parts[0]!, value: parts[1]!, entries: type.entries };
  }
  const element = fieldFromDocument(type.element, vocabularies);
  if (element instanceof Fault) return element;
  if ('shape' in type) return { kind: 'tensor', element, shape: type.shape };
  const [min, max] = type.length;
  return { kind: 'list', element, length: { min, max }, ...(type.order && { order: type.order }) };
}

function fieldsFrom(
  shaped: readonly ShapedField[],
  vocabularies: ReadonlyMap<Digest, Vocabulary>,
): readonly Field[] | Fault {
  const fields: Field[] = [];
  for (const each of shaped) {
    const field = fieldFromDocument(each, vocabularies);
    if (field instanceof Fault) return field;
    fields.push(field);
  }
  return fields;
}

const defaultDocument = (
  key: string,
  type: Type,
  given: Default | undefined,
): { readonly [key: string]: Json } =>
  given?.kind === 'value' ? { [key]: { value: valueDocument(type, given.value), means: given.means } } : {};

function defaultFrom(written: ShapedDefault | undefined, type: Type): Default | undefined {
  if (written === undefined) return { kind: 'none' };
  const value = valueFromDocument(type, written.value);
  return value === undefined ? undefined : { kind: 'value', value, means: written.means };
}

function rangeFrom({ range }: ShapedField, type: Type): Range | undefined | 'malformed' {
  if (range === undefined) return undefined;
  const [min, max] = range.map(end => endFromDocument(type.kind, end));
  if (min === undefined || max === undefined) return 'malformed';
  return { min: min ?? undefined, max: max ?? undefined };
}

function policyFrom({ unknownPolicy }: ShapedField): UnknownPolicy | undefined {
  if (unknownPolicy === undefined) return undefined;
  return typeof unknownPolicy === 'string'
    ? { kind: unknownPolicy }
    : { kind: 'map', term: unknownPolicy.map };
}

const malformed = (field: string, key: string): Fault =>
  new Fault('SCHEMA_DOCUMENT', { problem: `${key} of field ${field} is malformed` });
