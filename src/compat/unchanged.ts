import type { Default, Field, Range, Type, TypeOf, UnknownPolicy } from '../contract/field.ts';
import type { Sentinel } from '../contract/senses.ts';
import type { Value } from '../contract/value.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';

/** Nothing in the field differs, so no rule need look. Allocates nothing: most fields of most pairs end here. */
export const unchanged = (a: Field, b: Field): boolean => a === b || (a.id === b.id && differing(a, b) === 0);

/** What a rule may look at in a field, each a bit of what `differing` gives. */
export const PART = {
  name: 1 << 0,
  aliases: 1 << 1,
  type: 1 << 2,
  logical: 1 << 3,
  nullable: 1 << 4,
  default: 1 << 5,
  writeDefault: 1 << 6,
  unit: 1 << 7,
  range: 1 << 8,
  vocabulary: 1 << 9,
  unknownPolicy: 1 << 10,
  ignoreValue: 1 << 11,
  /** What null, NaN, infinities, nothing and sentinels mean. */
  senses: 1 << 12,
  normalizer: 1 << 13,
  convention: 1 << 14,
} as const;
export type Part = keyof typeof PART;

/** The parts in which two fields of one id differ; 0 where they are the same. */
export function differing(a: Field, b: Field): number {
  let parts = 0;
  if (a.name !== b.name) parts |= PART.name;
  if (!sameList(a.aliases, b.aliases)) parts |= PART.aliases;
  if (!sameType(a.type, b.type)) parts |= PART.type;
  if (a.logical !== b.logical) parts |= PART.logical;
  if (a.nullable !== b.nullable) parts |= PART.nullable;
  if (!sameDefault(a.default, b.default)) parts |= PART.default;
  if (!sameWriteDefault(a.writeDefault, b.writeDefault)) parts |= PART.writeDefault;
  if (a.unit?.code !== b.unit?.code) parts |= PART.unit;
  if (!sameRange(a.range, b.range)) parts |= PART.range;
  if (!sameVocabulary(a.vocabulary, b.vocabulary)) parts |= PART.vocabulary;
  if (!samePolicy(a.unknownPolicy, b.unknownPolicy)) parts |= PART.unknownPolicy;
  if (a.ignoreValue !== b.ignoreValue) parts |= PART.ignoreValue;
  if (!sameSenses(a, b)) parts |= PART.senses;
  if (a.normalizer !== b.normalizer) parts |= PART.normalizer;
  if (!sameConvention(a, b)) parts |= PART.convention;
  return parts;
}

export const sameVocabulary = (a: Vocabulary | undefined, b: Vocabulary | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.digest === b.digest);

export const samePolicy = (a: UnknownPolicy | undefined, b: UnknownPolicy | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.kind === b.kind &&
    (a.kind !== 'map' || a.term === (b as typeof a).term));

const sameSenses = (a: Field, b: Field): boolean =>
  a.nullMeans === b.nullMeans &&
  a.nan === b.nan &&
  a.infinity === b.infinity &&
  a.emptyMeans === b.emptyMeans &&
  (a.sentinels === b.sentinels || sameSentinels(a.sentinels ?? [], b.sentinels ?? []));

export const sameConvention = ({ convention: a }: Field, { convention: b }: Field): boolean =>
  a === b || (a !== undefined && b !== undefined && sameList(a, b));

export const sameWriteDefault = (a: Default | undefined, b: Default | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && sameDefault(a, b));

const sameSentinels = (a: readonly Sentinel[], b: readonly Sentinel[]): boolean =>
  a.length === b.length &&
  a.every(({ value, means }, index) => means === b[index]!.means && sameValue(value, b[index]!.value));

export const sameDefault = (a: Default, b: Default): boolean =>
  a === b ||
  (a.kind === 'none'
    ? b.kind === 'none'
    : b.kind === 'value' && a.means === b.means && sameValue(a.value, b.value));

/** 0 and -0 differ, and NaN is NaN: a default is bits. */
export function sameValue(a: Value, b: Value): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return sameList(a, b);
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((item, index) => sameValue(item, b[index]));
}

export function sameList<T>(a: ArrayLike<T>, b: ArrayLike<T>): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

const sameRange = (a: Range | undefined, b: Range | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Object.is(a.min, b.min) && Object.is(a.max, b.max));

/** Without a loop over what scalars don't have: most pairs end at their kinds. */
function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'decimal':
      return b.kind === 'decimal' && a.precision === b.precision && a.scale === b.scale;
    case 'fixed':
      return b.kind === 'fixed' && a.size === b.size;
    case 'timestamp':
      return b.kind === 'timestamp' && a.zone === b.zone;
    case 'list':
      return b.kind === 'list' && sameListType(a, b);
    case 'struct':
      return b.kind === 'struct' && sameFields(a.fields, b.fields);
    case 'map':
      return (
        b.kind === 'map' && a.entries === b.entries && unchanged(a.key, b.key) && unchanged(a.value, b.value)
      );
    case 'tensor':
      return b.kind === 'tensor' && sameList(a.shape, b.shape) && unchanged(a.element, b.element);
    default:
      return true;
  }
}

const sameListType = (a: TypeOf<'list'>, b: TypeOf<'list'>): boolean =>
  a.length.min === b.length.min &&
  a.length.max === b.length.max &&
  a.order === b.order &&
  unchanged(a.element, b.element);

const sameFields = (a: readonly Field[], b: readonly Field[]): boolean =>
  a.length === b.length && a.every((field, at) => unchanged(field, b[at]!));
