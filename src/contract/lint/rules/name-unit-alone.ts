import { lintRule } from '../lint-rule.ts';
import { measuredFields } from '../measured.ts';
import { unitInName } from '../name-unit.ts';

/** A unit that only the name says is checked by nobody: the field may be given seconds tomorrow, and stays what it is. */
export const nameUnitAlone = lintRule<{ field: string; says: string }>({
  id: 'NAME_UNIT_ALONE',
  level: 'warn',
  fix: 'none',
  asks: 'A unit that the name says is said by the field too.',
  say: f => `the name of ${f.field} says ${f.says}, and the field has no unit`,
  remedy: 'Give the field a unit, and the logical type quantity or duration.',
  find: ({ contract: { schema } }) =>
    measuredFields(schema).flatMap(({ field: { unit, vocabulary }, path, name }) => {
      const said = unitInName(name);
      if (said === undefined || said.isLetter || unit !== undefined || vocabulary !== undefined) return [];
      return [{ path: [...path, 'name'], facts: { field: name, says: said.unit.code } }];
    }),
});
