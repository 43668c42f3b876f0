import type { Field, FieldId } from './field.ts';
import { childrenOf } from './nested.ts';
import type { Schema } from './schema.ts';

/**
 * A field as people are told of it, `address (3).street (4)` where it stands in another; its id alone where the schema has none
 * of that id.
 */
export const fieldText = ({ fields }: Pick<Schema, 'fields'>, id: FieldId): string =>
  wayTo(fields, id)?.map(nameText).join('.') ?? String(id);

/** A field by its name and its id: a name may move to another field, and of an id alone nobody knows what is meant. */
export const nameText = ({ name, id }: Pick<Field, 'name' | 'id'>): string => `${name} (${id})`;

function wayTo(fields: readonly Field[], id: FieldId): readonly Field[] | undefined {
  for (const field of fields) {
    if (field.id === id) return [field];
    const below = wayTo(
      childrenOf(field.type).map(child => child.field),
      id,
    );
    if (below !== undefined) return [field, ...below];
  }
  return undefined;
}
