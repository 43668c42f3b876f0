import type { Field, Kind, Type } from '../contract/field.ts';

/**
 * Whether values of two types can mean one thing, whatever lies within them: numbers beside text, a day beside a number,
 * members of other ids or names, a moment within beside what a clock showed. Where they can't, nothing measured of them
 * says that they are alike.
 */
export function isSameSort(was: Type, is: Type): boolean {
  if (was.kind === 'struct' && is.kind === 'struct')
    return was.fields.length === is.fields.length && was.fields.every(field => is.fields.some(likeIt(field)));
  if (was.kind === 'map' && is.kind === 'map')
    return isSameSort(was.key.type, is.key.type) && isSameSort(was.value.type, is.value.type);
  // A list of a fixed length is a tensor of one axis in some formats.
  if ('element' in was && 'element' in is) return isSameSort(was.element.type, is.element.type);
  return sortOf(was) === sortOf(is);
}

const likeIt =
  (was: Field) =>
  (is: Field): boolean =>
    (was.name === is.name || was.aliases.includes(is.name) || is.aliases.includes(was.name)) &&
    isSameSort(was.type, is.type);

const sortOf = (type: Type): string =>
  type.kind === 'timestamp' ? `timestamp ${type.zone}` : (SORTS[type.kind] ?? type.kind);

/** Kinds that one value may have in two formats, or in two versions, and mean the same. */
const SORTS: Readonly<Partial<Record<Kind, string>>> = {
  int8: 'number',
  int16: 'number',
  int32: 'number',
  int64: 'number',
  uint8: 'number',
  uint16: 'number',
  uint32: 'number',
  uint64: 'number',
  float16: 'number',
  bfloat16: 'number',
  float32: 'number',
  float64: 'number',
  decimal: 'number',
  bytes: 'bytes',
  fixed: 'bytes',
};
