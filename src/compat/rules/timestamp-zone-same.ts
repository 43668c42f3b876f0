import { breaks, type Rule, SAFE } from '../rule.ts';

/**
 * What clocks on walls showed is taken for moments: every event moves by the offset of the place it happened in, and
 * order and intervals across places are wrong while each number stays as it was.
 */
export const timestampZoneSame: Rule = {
  id: 'TIMESTAMP_ZONE_SAME',
  promise: 'A timestamp stays a moment, or stays a reading of a local clock.',
  remedy: 'Add a field of the other sort under a new id, with a converter that knows the place.',
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) =>
    from.kind === 'timestamp' && to.kind === 'timestamp' && from.zone !== to.zone
      ? breaks(from.zone, to.zone)
      : SAFE,
};
