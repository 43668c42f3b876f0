import { sentinelSenseChange } from '../../contract/sense-change.ts';
import { changes, type Rule } from '../rule.ts';

/** A -999 that stood for "not measured" enters the mean as a temperature, or a true -1 is dropped as missing. */
export const sentinelsSame: Rule = {
  id: 'SENTINELS_SAME',
  promise: 'A value that stands for none goes on standing for none, and for the same reason.',
  remedy: 'Restore the sentinel; to do without it, write a converter from it to null.',
  looks: ['type', 'senses'],
  pair: ({ writer, reader }) => changes(sentinelSenseChange(writer, reader)),
};
