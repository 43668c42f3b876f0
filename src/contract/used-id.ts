import type { Field, FieldId, Kind } from './field.ts';
import { childrenOf } from './nested.ts';
import type { Schema } from './schema.ts';

/** What a version says an id stands for. */
export type UsedId = { readonly id: FieldId; readonly names: readonly string[]; readonly kind: Kind };

/** Every id of a schema, nested ones included; a nested name is a path, `tags.element`. */
export const usedIds = (schema: Pick<Schema, 'fields'>): readonly UsedId[] =>
  schema.fields.flatMap(field => usedWithin(field));

/**
 * The ids of a field and of what lies in it, which lies under the names above.
 *
 * @param above  the paths it lies under, as they are named now first; the others have one former name each
 */
export function usedWithin(field: Field, above: readonly [string, ...string[]] = ['']): readonly UsedId[] {
  const [now, ...former] = above;
  const { name, aliases } = field;
  const names = [now + name, ...aliases.map(alias => now + alias), ...former.map(path => path + name)];
  const own = { id: field.id, names, kind: field.type.kind };
  const [first = '', ...others] = names.map(path => `${path}.`);
  return [own, ...childrenOf(field.type).flatMap(child => usedWithin(child.field, [first, ...others]))];
}
