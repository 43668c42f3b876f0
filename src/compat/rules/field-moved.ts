import { breaks, type Rule } from '../rule.ts';

/** A reader looks for a field where it knows it, finds nothing there, and takes the default for all that was written. */
export const fieldMoved: Rule = {
  id: 'FIELD_MOVED',
  promise: 'A field stays in the record, struct, list or map it was in.',
  remedy: 'Put it back, or write a converter that moves what is stored; its id goes with it.',
  moved: ({ from, to }) => breaks(from, to),
};
