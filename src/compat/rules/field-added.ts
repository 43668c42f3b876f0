import { breaks, type Rule, SAFE } from '../rule.ts';
import { defaultText } from '../wording.ts';

/** Its id is spent for good, and older records will be read through its default for as long as they are kept. */
export const fieldAdded: Rule = {
  id: 'FIELD_ADDED',
  promise: 'A field that joins the record is seen to join.',
  remedy: 'Check the id, the owner and the default: they stay.',
  direction: 'backward',
  missing: ({ reader }) =>
    reader.default.kind === 'none' ? SAFE : breaks('not written', defaultText(reader.default)),
};
