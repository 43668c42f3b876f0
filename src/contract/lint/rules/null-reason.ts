import { allFields } from '../../check-schema.ts';
import { lintRule } from '../lint-rule.ts';

/** A null that nobody explains is imputed by one trainer and dropped by the next. */
export const nullReason = lintRule<{ field: string }>({
  id: 'NULL_REASON',
  level: 'note',
  fix: 'none',
  asks: 'A field that may be null says what a null means.',
  say: f => `${f.field} may be null, and says neither in nullMeans nor in doc what that means`,
  remedy: 'Say it with `nullMeans`, or in `doc`; or make it not nullable.',
  find: ({ contract: { schema, governance } }) =>
    allFields(schema)
      .filter(
        ([{ id, nullable, nullMeans }]) =>
          nullable && nullMeans === undefined && governance.get(id)?.doc === undefined,
      )
      .map(([{ name }, path]) => ({ path: [...path, 'nullable'], facts: { field: name } })),
});
