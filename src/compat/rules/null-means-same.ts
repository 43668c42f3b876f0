import { nullSenseChange } from '../../contract/sense-change.ts';
import { changes, type Rule } from '../rule.ts';

/** "Nobody asked" becomes "there was none": a model that learned from silence is trained on a fact. */
export const nullMeansSame: Rule = {
  id: 'NULL_MEANS_SAME',
  promise: 'A null goes on saying the same.',
  remedy:
    'Keep what null means; where it was wrong, say so in a change record, and rebuild what was trained on it.',
  looks: ['senses'],
  pair: ({ writer, reader }) => changes(nullSenseChange(writer, reader)),
};
