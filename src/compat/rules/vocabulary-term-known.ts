import { breaks, type Rule, SAFE } from '../rule.ts';
import { brief, policyText } from '../wording.ts';

/**
 * A producer writes a new label a day early. One reader stops; the next folds it into "other" as its unknown policy
 * says, and a language disappears from the metrics without lowering any of them.
 */
export const vocabularyTermKnown: Rule = {
  id: 'VOCABULARY_TERM_KNOWN',
  promise: 'A reader knows every term the writer may write.',
  remedy: 'Roll the vocabulary out to readers before writers, and keep a term while records carry it.',
  pair: ({ reader, vocabulary }) =>
    vocabulary === undefined || vocabulary.replaced || vocabulary.removed.length === 0
      ? SAFE
      : breaks(
          brief(vocabulary.removed, term => term.label),
          `unknown, and the reader's policy is ${policyText(reader.unknownPolicy)}`,
        ),
};
