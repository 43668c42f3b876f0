import type { Term } from '../../contract/vocabulary.ts';
import { breaks, type FieldPair, type Rule, SAFE } from '../rule.ts';
import { carriesCodes } from '../vocabulary-carrier.ts';
import { brief, policyText } from '../wording.ts';

/**
 * A producer writes a new label a day early. One reader stops; the next folds it into "other" as its unknown policy
 * says, and a language disappears from the metrics without lowering any of them.
 */
export const vocabularyTermKnown: Rule = {
  id: 'VOCABULARY_TERM_KNOWN',
  promise: 'A reader knows every term the writer may write.',
  remedy: 'Roll the vocabulary out to readers before writers, and keep a term while records carry it.',
  looks: ['vocabulary'],
  pair: pair => {
    const unknown = unknownIn(pair);
    return unknown.length === 0
      ? SAFE
      : breaks(
          brief(unknown, term => term.label),
          `unknown, and the reader's policy is ${policyText(pair.reader.unknownPolicy)}`,
        );
  },
};

/** A code that another term has now is not unknown: it is taken for that one. */
function unknownIn({ writer, vocabulary }: FieldPair): readonly Term[] {
  if (vocabulary === undefined || vocabulary.replaced) return [];
  if (!carriesCodes(writer)) return vocabulary.removed;
  const taken = new Set(vocabulary.recycled.map(({ from }) => from));
  return vocabulary.removed.filter(term => !taken.has(term));
}
