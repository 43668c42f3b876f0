import type { Field, FieldId, Kind } from './field.ts';
import { childrenOf } from './nested.ts';
import type { Schema } from './schema.ts';

/** What a version says an id stands for. */
export type UsedId = { readonly id: FieldId; readonly names: readonly string[]; readonly kind: Kind };

/** Every id of a schema, nested ones included; a nested name is a path, `tags.element`. */
export const usedIds = (schema: Pick<Schema, 'fields'>): readonly UsedId[] =>
  schema.fields.flatMap(field => usedWithin(field, ''));

/** The ids of a field and of what lies in it, which lies under the names above. */
export function usedWithin(field: Field, above: string): readonly UsedId[] {
  const own = {
    id: field.id,
    names: [field.name, ...field.aliases].map(name => above + name),
    kind: field.type.kind,
  };
  const inside = childrenOf(field.type).flatMap(child => usedWithin(child.field, `${above}${field.name}.`));
  return [own, ...inside];
}
