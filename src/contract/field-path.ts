import type { Field, FieldId } from './field.ts';
import { childrenOf } from './nested.ts';
import type { Schema } from './schema.ts';

/** A field as people name it, `address.street` where it stands in another; undefined where the schema has no such id. */
export const fieldPath = ({ fields }: Pick<Schema, 'fields'>, id: FieldId): string | undefined =>
  pathIn(fields, id)?.join('.');

function pathIn(fields: readonly Field[], id: FieldId): readonly string[] | undefined {
  for (const { id: own, name, type } of fields) {
    if (own === id) return [name];
    const below = pathIn(
      childrenOf(type).map(({ field }) => field),
      id,
    );
    if (below !== undefined) return [name, ...below];
  }
  return undefined;
}
