import type { Default, Field, Range, Type, TypeOf, UnknownPolicy } from '../contract/field.ts';
import type { Sentinel } from '../contract/senses.ts';
import type { Value } from '../contract/value.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';

/** Nothing in the field differs, so no rule need look. Allocates nothing: most fields of most pairs end here. */
export const unchanged = (a: Field, b: Field): boolean =>
  a === b ||
  (a.id === b.id &&
    a.name === b.name &&
    a.logical === b.logical &&
    a.nullable === b.nullable &&
    a.ignoreValue === b.ignoreValue &&
    a.unit?.code === b.unit?.code &&
    sameType(a.type, b.type) &&
    sameDefault(a.default, b.default) &&
    sameRange(a.range, b.range) &&
    sameVocabulary(a.vocabulary, b.vocabulary) &&
    samePolicy(a.unknownPolicy, b.unknownPolicy) &&
    sameList(a.aliases, b.aliases) &&
    sameDeclared(a, b));

export const sameVocabulary = (a: Vocabulary | undefined, b: Vocabulary | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.digest === b.digest);

export const samePolicy = (a: UnknownPolicy | undefined, b: UnknownPolicy | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.kind === b.kind &&
    (a.kind !== 'map' || a.term === (b as typeof a).term));

/** What few fields say, and most pairs of fields say nothing of. */
const sameDeclared = (a: Field, b: Field): boolean =>
  a.nullMeans === b.nullMeans &&
  a.nan === b.nan &&
  a.infinity === b.infinity &&
  a.emptyMeans === b.emptyMeans &&
  a.normalizer === b.normalizer &&
  sameConvention(a, b) &&
  sameWriteDefault(a.writeDefault, b.writeDefault) &&
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
