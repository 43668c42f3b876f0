import { nanSenseChange } from '../../contract/sense-change.ts';
import { changes, type Rule } from '../rule.ts';

/** A NaN that was a gap in the measurements becomes the result of one, and is no longer masked out of the loss. */
export const nanMeansSame: Rule = {
  id: 'NAN_MEANS_SAME',
  promise: 'A NaN goes on saying the same.',
  remedy: 'Keep what NaN means, or write a converter from NaN to null.',
  looks: ['senses'],
  pair: ({ writer, reader }) => changes(nanSenseChange(writer, reader)),
};
