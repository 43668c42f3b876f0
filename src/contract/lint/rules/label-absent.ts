import { lintRule } from '../lint-rule.ts';

/** Evidence compares the label first, and explains it; without a role no field is the label. */
export const labelAbsent = lintRule<{ field: string }>({
  id: 'LABEL_ABSENT',
  level: 'note',
  fix: 'none',
  asks: 'A contract with a field of logical type label says which one a model learns.',
  say: f => `${f.field} is a label, and the contract does not say which field is learnt`,
  remedy: 'Write `label:` with the name of the field.',
  find: ({ contract: { schema } }) => {
    const field = schema.fields.find(({ logical }) => logical === 'label');
    return schema.label !== undefined || field === undefined
      ? []
      : [{ path: [], facts: { field: field.name } }];
  },
});
