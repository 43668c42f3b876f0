import { lintRule } from '../lint-rule.ts';

/** A change that ruins one region or one month drowns in the mean of all records. */
export const slicesAbsent = lintRule<{ field: string }>({
  id: 'SLICES_ABSENT',
  level: 'note',
  fix: 'none',
  asks: 'A contract with a label has slices to compare it in.',
  say: f => `labels of ${f.field} are compared over all records alone: the contract has no slices`,
  remedy: 'Write `slices:` with the parts in which a change must be seen, such as months or sources.',
  find: ({ contract: { schema } }) => {
    const field = schema.fields.find(({ id, logical }) => id === schema.label || logical === 'label');
    return schema.slices.length > 0 || field === undefined
      ? []
      : [{ path: [], facts: { field: field.name } }];
  },
});
