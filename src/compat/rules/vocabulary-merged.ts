import { breaks, type Rule, SAFE } from '../rule.ts';
import { brief } from '../wording.ts';

/** A class is folded into another, and the rare one the model was built for has no label left. Overall accuracy rises. */
export const vocabularyMerged: Rule = {
  id: 'VOCABULARY_MERGED',
  promise: 'Classes that were told apart are still told apart.',
  remedy:
    'Write a converter that folds the terms and have the difference approved per slice, or keep both terms.',
  looks: ['vocabulary'],
  pair: ({ vocabulary }) =>
    vocabulary === undefined || vocabulary.merged.length === 0
      ? SAFE
      : breaks(
          brief(vocabulary.merged, ({ from }) => from.label),
          brief([...new Set(vocabulary.merged.map(({ to }) => to.label))]),
          { conversion: brief(vocabulary.merged, ({ from, to }) => `${from.label}→${to.label}`) },
        ),
};
