import { breaks, type Rule, SAFE } from '../rule.ts';
import { brief } from '../wording.ts';

/** One class becomes two, and every old record stays in the first: the second begins life looking rare. */
export const vocabularySplit: Rule = {
  id: 'VOCABULARY_SPLIT',
  promise: 'A class is not divided under the records that carry it.',
  remedy:
    'Relabel the old records with a converter that can tell the parts apart, or add the parts as new terms.',
  looks: ['vocabulary'],
  pair: ({ vocabulary }) =>
    vocabulary === undefined || vocabulary.split.length === 0
      ? SAFE
      : breaks(
          brief([...new Set(vocabulary.split.map(({ from }) => from.label))]),
          brief(vocabulary.split, ({ from, to }) => `${from.label} or ${to.label}`),
        ),
};
