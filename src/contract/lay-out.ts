import { type Default, type Field, PLAIN_SCALARS, type Type } from './field.ts';

/**
 * The same field, laid out as every field is, wherever it was read from: two versions are compared by loading the same
 * places of the one and of the other, and what most fields don't say is one object in all of them.
 */
export const laidOut = (field: Field): Field => ({
  id: field.id,
  name: field.name,
  aliases: field.aliases.length === 0 ? NO_ALIASES : field.aliases,
  type: PLAIN_TYPES.get(field.type.kind) ?? field.type,
  logical: field.logical,
  nullable: field.nullable,
  default: field.default.kind === 'none' ? NO_DEFAULT : field.default,
  unit: field.unit,
  range: field.range,
  vocabulary: field.vocabulary,
  unknownPolicy: field.unknownPolicy,
  ignoreValue: field.ignoreValue,
  nullMeans: field.nullMeans,
  sentinels: field.sentinels,
  nan: field.nan,
  infinity: field.infinity,
  emptyMeans: field.emptyMeans,
  writeDefault: field.writeDefault,
  normalizer: field.normalizer,
  convention: field.convention,
});

const NO_ALIASES: readonly string[] = [];
const NO_DEFAULT: Default = { kind: 'none' };
const PLAIN_TYPES = new Map<Type['kind'], Type>(PLAIN_SCALARS.map(kind => [kind, { kind }]));
