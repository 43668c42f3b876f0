import type { Field, Kind } from '../../contract/field.ts';
import { type Family, KIND_TABLE } from '../../contract/kind-table.ts';
import { sameDimension } from '../../contract/unit-conversion.ts';
import { breaks, type FieldPair, type Rule, SAFE } from '../rule.ts';

/**
 * Everything ever written under the number is now read as another thing, by every reader that did it right and bound
 * by id. No converter can tell the two apart, for the bytes of both carry one number.
 */
export const idReused: Rule = {
  id: 'ID_REUSED',
  promise: 'A field id stands for one thing, for the life of its subject.',
  remedy:
    'Give the new field an id never used before; if it is the same thing renamed, list the old name as an alias; if it was retired and comes back, list it under restores, as what it was.',
  settles: true,
  pair: pair => (isAnotherThing(pair) ? breaks(thing(pair.writer), thing(pair.reader)) : SAFE),
};

/** Two of its traits, beside the name, and nobody said it was renamed: fewer, and a rename with a repair would be forbidden. */
const TRAITS_MIN = 2;

function isAnotherThing({ writer, reader, vocabulary }: FieldPair): boolean {
  if (writer.name === reader.name || isRename(writer, reader)) return false;
  const traits = [
    familyOf(writer.type.kind) !== familyOf(reader.type.kind),
    writer.logical !== reader.logical,
    !mayShareDimension(writer, reader),
    (writer.vocabulary === undefined) !== (reader.vocabulary === undefined) || vocabulary?.replaced === true,
  ];
  return traits.filter(Boolean).length >= TRAITS_MIN;
}

const isRename = (writer: Field, reader: Field): boolean =>
  reader.aliases.includes(writer.name) ||
  writer.aliases.includes(reader.name) ||
  reader.aliases.some(alias => writer.aliases.includes(alias));

/** A plain number has a unit that nobody wrote down yet, and may turn out to have any. */
function mayShareDimension(writer: Field, reader: Field): boolean {
  if (writer.unit !== undefined && reader.unit !== undefined)
    return sameDimension(writer.unit, reader.unit) && writer.unit.annotation === reader.unit.annotation;
  if (writer.unit === undefined && reader.unit === undefined) return true;
  return (writer.unit === undefined ? writer : reader).logical === 'number';
}

/** How far apart two types are: a number may become another number, and a text bytes. */
const FAMILIES: Readonly<Record<Family, string>> = {
  truth: 'bool',
  integer: 'number',
  float: 'number',
  decimal: 'number',
  time: 'time',
  text: 'text',
  bytes: 'text',
  list: 'list',
  tensor: 'list',
  struct: 'struct',
  map: 'map',
};
const familyOf = (kind: Kind): string => (kind === 'duration' ? 'number' : FAMILIES[KIND_TABLE[kind].family]);

const thing = ({ name, type, logical, unit }: Field): string =>
  [name, type.kind, logical, ...(unit === undefined ? [] : [unit.code])].join(' ');
