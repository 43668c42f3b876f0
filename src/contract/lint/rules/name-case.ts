import { allFields } from '../../check-schema.ts';
import { lintRule } from '../lint-rule.ts';

/** `Outcome`, `outcome` and `OUTCOME` are three columns to some readers and one to others. */
export const nameCase = lintRule<{ field: string }>({
  id: 'NAME_CASE',
  level: 'note',
  fix: 'none',
  asks: 'A name is in small letters, its words joined by underscores.',
  say: f => `the name ${f.field} is not in small letters with underscores between its words`,
  remedy: 'Rename it, and keep the old name as an alias.',
  find: ({ contract: { schema } }) =>
    allFields(schema)
      .filter(([{ name }]) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))
      .map(([{ name }, path]) => ({ path: [...path, 'name'], facts: { field: name } })),
});
