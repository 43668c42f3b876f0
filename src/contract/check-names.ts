import type { Field } from './field.ts';
import { INHERITED_NAMES } from './inherited-names.ts';
import { type Problem, problem } from './problem.ts';
import type { Path } from './yaml-document.ts';

/**
 * The first name or alias that leads to two fields of one record, or to what readers have under it already. Names come
 * first, so that the alias is blamed.
 */
export function clashProblem(fields: readonly Field[], above: Path): Problem | undefined {
  const seen = new Map<string, string>();
  const clash = (name: string, field: string, path: Path): Problem | undefined => {
    if (INHERITED_NAMES.has(name)) return problem('FIELD_NAME_INHERITED', { name, field }, path);
    const other = seen.get(name);
    seen.set(name, field);
    return other === undefined ? undefined : problem('FIELD_NAME_DUPLICATE', { name, field, other }, path);
  };
  for (const [index, { name }] of fields.entries()) {
    const found = clash(name, name, [...above, 'fields', index, 'name']);
    if (found) return found;
  }
  for (const [index, { name, aliases }] of fields.entries())
    for (const alias of aliases) {
      // Aliases are kept in order of their names, so that the list is known and not the place in it.
      const found = clash(alias, name, [...above, 'fields', index, 'aliases']);
      if (found) return found;
    }
  return undefined;
}
