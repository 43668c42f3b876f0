import { laterTerms } from '../../contract/later-term.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { brief, policyText } from '../wording.ts';

/**
 * Hail was stored before anybody had a term for it, and trained on as "other" for a year. With the term added, the same
 * bytes are hail, and no run can be repeated.
 */
export const vocabularyUnknownKept: Rule = {
  id: 'VOCABULARY_UNKNOWN_KEPT',
  promise: 'What no term stood for when it was written is no term afterwards.',
  remedy:
    'Count the records that hold it and write them anew as what they meant, or give the term a spelling or code that none holds; what was mapped to a term may become an alias of that one.',
  looks: ['vocabulary'],
  pair: ({ writer, reader, vocabulary }) => {
    if (vocabulary === undefined || vocabulary.replaced) return SAFE;
    const later = laterTerms(writer, reader);
    return later.length === 0
      ? SAFE
      : breaks(
          `${brief(later, ({ value }) => String(value))} unknown, and the policy is ${policyText(writer.unknownPolicy)}`,
          brief(later, ({ term }) => `${term.label} (${term.id})`),
        );
  },
};
