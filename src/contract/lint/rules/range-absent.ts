import type { Logical } from '../../field.ts';
import { lintRule } from '../lint-rule.ts';
import { measuredFields } from '../measured.ts';

/** Without a range no value is impossible: a count of -1 and a latency of a year pass every gate. */
export const rangeAbsent = lintRule<{ field: string; logical: string }>({
  id: 'RANGE_ABSENT',
  level: 'note',
  fix: 'none',
  asks: 'What is measured or counted has a range.',
  say: f => `${f.field} is a ${f.logical} without a range`,
  remedy: 'Write the least and greatest value that can be true, or null for an end that is open.',
  find: ({ contract: { schema } }) =>
    measuredFields(schema)
      .filter(({ field: { logical, range } }) => MEASURED.has(logical) && range === undefined)
      .map(({ field: { logical }, path, name }) => ({ path, facts: { field: name, logical } })),
});

const MEASURED: ReadonlySet<Logical> = new Set(['quantity', 'duration', 'count'] as const);
