import { allFields } from '../../check-schema.ts';
import { nodeAt } from '../../yaml-document.ts';
import { lintRule } from '../lint-rule.ts';

/** A reader by name finds nothing under the old name, and takes a default, or nothing, for every record. */
export const aliasMissing = lintRule<{ field: string; before: string; version: number }>({
  id: 'ALIAS_MISSING',
  level: 'warn',
  fix: 'digest',
  asks: 'A renamed field that is still the same thing keeps its old name as an alias.',
  say: f => `${f.field} was called ${f.before} in version ${f.version}, and does not say so`,
  remedy: 'Add the old name to its aliases.',
  find: ({ contract: { schema }, previous, takenForAnother, document }) => {
    if (previous === undefined) return [];
    const fields = allFields(schema);
    const taken = new Set(fields.flatMap(([{ name, aliases }]) => [name, ...aliases]));
    const names = new Map(allFields(previous.schema).map(([{ id, name }]) => [id, name]));
    return fields.flatMap(([{ id, name }, path]) => {
      const before = names.get(id);
      // A name that leads elsewhere now can't be an alias; what is lost with it is another finding.
      if (before === undefined || before === name || taken.has(before)) return [];
      // An alias would say that it is the same thing, and it was found to be another.
      if (takenForAnother.has(id)) return [];
      // What a list or a map holds has no name, and so no other.
      if (nodeAt(document, [...path, 'name']) === undefined) return [];
      const at = [...path, 'aliases'];
      const edit =
        nodeAt(document, at) === undefined
          ? ({ kind: 'entry', path, behind: 'name', text: `aliases: [${before}]` } as const)
          : ({ kind: 'item', path: at, text: before } as const);
      return [{ path: [...path, 'name'], facts: { field: name, before, version: previous.version }, edit }];
    });
  },
});
