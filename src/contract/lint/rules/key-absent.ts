import { lintRule } from '../lint-rule.ts';

/** Without a key records are told apart by the subject's members, which a later version of the subject may change. */
export const keyAbsent = lintRule<{ field: string }>({
  id: 'KEY_ABSENT',
  level: 'note',
  fix: 'none',
  asks: 'A contract whose subject takes sampleId from a field says its key.',
  say: f => `the subject takes sampleId from ${f.field}, and the contract has no key`,
  remedy: 'Write `key:` with the fields that identify a record.',
  find: ({ contract: { schema }, subject: { members } }) => {
    const { sampleId } = members;
    if (schema.key.length > 0 || sampleId.kind !== 'field') return [];
    const field = schema.fields.find(({ id }) => id === sampleId.field);
    return field === undefined ? [] : [{ path: [], facts: { field: field.name } }];
  },
});
