import { sameUnit } from '../../unit-conversion.ts';
import { lintRule } from '../lint-rule.ts';
import { measuredFields } from '../measured.ts';
import { unitFirstInName } from '../name-unit.ts';

/** Names are read from the front: what it is, and then in what. */
export const nameUnitLast = lintRule<{ field: string; word: string }>({
  id: 'NAME_UNIT_LAST',
  level: 'note',
  fix: 'none',
  asks: 'The unit stands at the end of a name.',
  say: f => `the name of ${f.field} begins with its unit, ${f.word}`,
  remedy: 'Put the unit last, and keep the old name as an alias.',
  find: ({ contract: { schema } }) =>
    measuredFields(schema).flatMap(({ field: { unit }, path, name }) => {
      const said = unitFirstInName(name);
      if (said === undefined || unit === undefined || !sameUnit(said.unit, unit)) return [];
      return [{ path: [...path, 'name'], facts: { field: name, word: said.word } }];
    }),
});
