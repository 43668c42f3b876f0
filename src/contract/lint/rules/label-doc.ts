import { lintRule } from '../lint-rule.ts';

/** A class that two annotators understand differently is two classes; the contract is where they look. */
export const labelDoc = lintRule<{ field: string }>({
  id: 'LABEL_DOC',
  level: 'note',
  fix: 'none',
  asks: 'A label says in its doc what its classes are and who decides.',
  say: f => `the label ${f.field} has no doc`,
  remedy: 'Say in `doc` what is labelled, by whom and when.',
  find: ({ contract: { schema, governance } }) =>
    schema.fields.flatMap(({ id, name, logical }, index) =>
      logical === 'label' && governance.get(id)?.doc === undefined
        ? [{ path: ['fields', index], facts: { field: name } }]
        : [],
    ),
});
