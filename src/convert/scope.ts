import type { Field, FieldId } from '../contract/field.ts';
import type { Way } from './conversion-plan.ts';

/** What a field can be made from: the fields of a record, or an element of a list, and what lies in structs in it. */
export type Scope = ReadonlyMap<FieldId, Found>;

export type Found = {
  readonly field: Field;
  readonly way: Way;
  /** The structs that it lies in, from the outermost. */
  readonly above: readonly Field[];
};

export const recordScope = (fields: readonly Field[]): Scope => scopeOf(membersOf(fields, [], []));

export const elementScope = (element: Field): Scope =>
  scopeOf(within({ field: element, way: [], above: [] }));

/**
 * What lies at a way as it is read from there: null where a struct around it is. Structs that are `present` are read where they
 * are not null.
 */
export function asRead({ field, above }: Found, present: ReadonlySet<FieldId>): Field {
  const open = above.filter(({ id, nullable }) => nullable && !present.has(id));
  if (open.length === 0) return field;
  const meanings = new Set([...open, ...(field.nullable ? [field] : [])].map(each => each.nullMeans));
  // Where two nulls say two things, the one that is read says neither.
  const nullMeans = meanings.size === 1 ? [...meanings][0] : undefined;
  return { ...field, nullable: true, nullMeans };
}

const scopeOf = (found: readonly Found[]): Scope => new Map(found.map(each => [each.field.id, each]));

const membersOf = (fields: readonly Field[], way: Way, above: readonly Field[]): readonly Found[] =>
  fields.flatMap((field, place) => within({ field, way: [...way, place], above }));

const within = (found: Found): readonly Found[] => {
  const { field, way, above } = found;
  return field.type.kind === 'struct'
    ? [found, ...membersOf(field.type.fields, way, [...above, field])]
    : [found];
};
