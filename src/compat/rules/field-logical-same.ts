import { breaks, type Rule, SAFE } from '../rule.ts';

/** An identifier read as a count is averaged; a count read as an identifier is hashed. Neither fails. */
export const fieldLogicalSame: Rule = {
  id: 'FIELD_LOGICAL_SAME',
  promise: 'A field keeps its logical type.',
  remedy:
    'Add a field of the new logical type under a new id, and retire the old one when its last reader has.',
  looks: ['logical'],
  pair: ({ writer, reader }) =>
    writer.logical === reader.logical ? SAFE : breaks(writer.logical, reader.logical),
};
