import { breaks, type Rule, SAFE } from '../rule.ts';

/** Every record written before the field was thought of becomes unreadable: the reader has nothing to put there. */
export const requiredFieldAdded: Rule = {
  id: 'REQUIRED_FIELD_ADDED',
  promise: 'A field that older records lack has a default.',
  remedy: 'Make it nullable with a default of null, or backfill it with a converter.',
  direction: 'backward',
  missing: ({ reader }) =>
    reader.default.kind === 'none' ? breaks('not written', `${reader.type.kind}, no default`) : SAFE,
};
