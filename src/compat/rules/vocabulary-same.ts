import { breaks, type Rule, SAFE } from '../rule.ts';
import { brief } from '../wording.ts';

/**
 * The same file name, another list behind it: the model's fourth class is now something else, and every record still
 * has a fourth class.
 */
export const vocabularySame: Rule = {
  id: 'VOCABULARY_SAME',
  promise: 'A field keeps its vocabulary, and a term keeps its id.',
  remedy: 'Keep the ids of the terms; for other classes, add a field with the new vocabulary under a new id.',
  looks: ['vocabulary'],
  pair: ({ writer, reader, vocabulary }) => {
    if (writer.vocabulary === undefined && reader.vocabulary === undefined) return SAFE;
    if (writer.vocabulary === undefined) return breaks('no vocabulary', reader.vocabulary!.digest);
    if (reader.vocabulary === undefined) return breaks(writer.vocabulary.digest, 'no vocabulary');
    if (vocabulary === undefined) return SAFE;
    const { replaced, reidentified } = vocabulary;
    if (reidentified.length > 0)
      return breaks(
        brief(reidentified, ({ from }) => `${from.label} (${from.id})`),
        brief(reidentified, ({ to }) => `${to.label} (${to.id})`),
      );
    return replaced ? breaks(writer.vocabulary.digest, reader.vocabulary.digest) : SAFE;
  },
};
