import { lintRule } from '../lint-rule.ts';

/** A new id at the end is seen in a review; one in the middle is a line among others. */
export const idOrder = lintRule<{ field: string; id: number; before: number }>({
  id: 'ID_ORDER',
  level: 'note',
  fix: 'none',
  asks: 'The ids of fields ascend.',
  say: f => `${f.field} has the id ${f.id}, and stands behind ${f.before}`,
  remedy:
    'Before the version is accepted, put the fields in the order of their ids; readers by position see that order.',
  find: ({ contract: { schema } }) => {
    const index = schema.fields.findIndex(({ id }, place) => place > 0 && id < schema.fields[place - 1]!.id);
    if (index < 0) return [];
    const [before, field] = [schema.fields[index - 1]!, schema.fields[index]!];
    return [{ path: ['fields', index, 'id'], facts: { field: field.name, id: field.id, before: before.id } }];
  },
});
