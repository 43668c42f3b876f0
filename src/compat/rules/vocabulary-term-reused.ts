import { breaks, type Rule, SAFE } from '../rule.ts';
import { brief } from '../wording.ts';

/**
 * Term 3 was rain and is hail, with the code it had: each stored 2 is now read as weather it never was, and evidence
 * matched by term id finds nothing changed.
 */
export const vocabularyTermReused: Rule = {
  id: 'VOCABULARY_TERM_REUSED',
  promise: 'A term id stands for one class, for the life of its vocabulary.',
  remedy:
    'List the old label among the aliases if it is the same class; else give the new class an id never used before.',
  looks: ['vocabulary'],
  pair: ({ vocabulary }) =>
    vocabulary === undefined || vocabulary.replaced || vocabulary.reused.length === 0
      ? SAFE
      : breaks(
          brief(vocabulary.reused, ({ from }) => `${from.label} (${from.id})`),
          brief(vocabulary.reused, ({ to }) => `${to.label} (${to.id})`),
        ),
};
