import { sentinelSenseChanges } from '../../contract/sense-change.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { brief } from '../wording.ts';

/** A -999 that stood for "not measured" enters the mean as a temperature, or a true -1 is dropped as missing. */
export const sentinelsSame: Rule = {
  id: 'SENTINELS_SAME',
  promise: 'A value that stands for none goes on standing for none, and for the same reason.',
  remedy: 'Restore the sentinel; to do without it, write a converter from it to null.',
  looks: ['type', 'senses'],
  // Each of them, because one that is settled may stand before one that is not.
  pair: ({ writer, reader }) => {
    const found = sentinelSenseChanges(writer, reader);
    return found.length === 0
      ? SAFE
      : breaks(
          brief(found, ({ from }) => from),
          brief(found, ({ to }) => to),
        );
  },
};
