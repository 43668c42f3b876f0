import { allFields } from '../../check-schema.ts';
import { nodeAt } from '../../yaml-document.ts';
import { lintRule } from '../lint-rule.ts';
import { scalarText } from '../scalar-text.ts';

/** A unit in words is read, and has as many spellings as there are people: two contracts that agree look different. */
export const unitSpelling = lintRule<{ field: string; unit: string; code: string }>({
  id: 'UNIT_SPELLING',
  level: 'note',
  fix: 'safe',
  asks: 'A unit is written as its UCUM code.',
  say: f => `the unit of ${f.field} is written ${f.unit}; its code is ${f.code}`,
  remedy: 'Write the code.',
  find: ({ contract: { schema }, document }) =>
    allFields(schema).flatMap(([{ name, unit }, above]) => {
      const path = [...above, 'unit'];
      const node = nodeAt(document, path);
      if (unit === undefined || node?.kind !== 'string' || node.value === unit.code) return [];
      const edit = { kind: 'replace', path, text: scalarText(unit.code) } as const;
      return [{ path, facts: { field: name, unit: node.value, code: unit.code }, edit }];
    }),
});
