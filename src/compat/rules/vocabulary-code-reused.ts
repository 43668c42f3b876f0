import { breaks, type Rule, SAFE } from '../rule.ts';
import { brief } from '../wording.ts';

/**
 * Class 2 was hail and was dropped; a year later fog was put at the end of the list, as class 2. Each stored 2 is read as
 * fog, and the model's third output, trained on hail, is reported as fog.
 */
export const vocabularyCodeReused: Rule = {
  id: 'VOCABULARY_CODE_REUSED',
  promise: 'A code stands for one class, for the life of its vocabulary.',
  remedy: 'Give the new term a code that no term of the vocabulary ever had.',
  looks: ['vocabulary'],
  pair: ({ vocabulary }) =>
    vocabulary === undefined || vocabulary.recycled.length === 0
      ? SAFE
      : breaks(
          brief(vocabulary.recycled, ({ from }) => `${from.code} ${from.label}`),
          brief(vocabulary.recycled, ({ to }) => `${to.code} ${to.label}`),
        ),
};
