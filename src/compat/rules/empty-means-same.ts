import { emptySenseChange } from '../../contract/sense-change.ts';
import { changes, type Rule } from '../rule.ts';

/** An empty list that was a true "none" becomes "nobody looked", and every sample without objects leaves the set. */
export const emptyMeansSame: Rule = {
  id: 'EMPTY_MEANS_SAME',
  promise: 'An empty list, text or byte string goes on saying the same.',
  remedy: 'Keep what is meant, or write a converter that tells the two apart.',
  looks: ['senses'],
  pair: ({ writer, reader }) => changes(emptySenseChange(writer, reader)),
};
