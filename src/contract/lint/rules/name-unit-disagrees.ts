import { sameDimension, sameUnit } from '../../unit-conversion.ts';
import { lintRule } from '../lint-rule.ts';
import { measuredFields } from '../measured.ts';
import { unitInName } from '../name-unit.ts';

/** Whoever reads `latency_ms` takes milliseconds, whatever the contract says: the name is all that most people see. */
export const nameUnitDisagrees = lintRule<{ field: string; says: string; unit: string }>({
  id: 'NAME_UNIT_DISAGREES',
  level: 'warn',
  fix: 'none',
  asks: 'A name that ends in a unit ends in the unit of its field.',
  say: f => `the name of ${f.field} says ${f.says}, and its unit is ${f.unit}`,
  remedy: 'Correct the unit, or rename the field and keep the old name as an alias.',
  find: ({ contract: { schema } }) =>
    measuredFields(schema).flatMap(({ field: { unit }, path, name }) => {
      const said = unitInName(name);
      if (said === undefined || unit === undefined || sameUnit(said.unit, unit)) return [];
      // One letter is a unit only where a unit of that kind is expected.
      if (said.isLetter && !sameDimension(said.unit, unit)) return [];
      return [{ path: [...path, 'unit'], facts: { field: name, says: said.unit.code, unit: unit.code } }];
    }),
});
