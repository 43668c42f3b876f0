import { breaks, type Rule, SAFE } from '../rule.ts';

/** Approvals go to whoever owns the field: a new owner is asked from now on, and the old one no longer. */
export const ownerSame: Rule = {
  id: 'OWNER_SAME',
  promise: 'A change of owner is seen.',
  remedy: 'Tell both owners; what waits for approval is for the new one to approve.',
  direction: 'backward',
  governance: ({ writer, reader }) =>
    writer.owner === reader.owner ? SAFE : breaks(writer.owner, reader.owner),
};
