import { breaks, type Rule, SAFE } from '../rule.ts';

/** The trainer image that is still in the rollback window stops at the first new record, on the night it is needed. */
export const fieldRemovedWhileNeeded: Rule = {
  id: 'FIELD_REMOVED_WHILE_NEEDED',
  promise: 'A field is written for as long as a reader without a default for it is supported.',
  remedy:
    'Keep writing it until every supported reader is past its retirement, or give those readers a default first.',
  direction: 'forward',
  missing: ({ reader }) =>
    reader.default.kind === 'none' ? breaks('not written', `${reader.type.kind}, no default`) : SAFE,
};
