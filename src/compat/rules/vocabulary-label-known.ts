import { breaks, type Rule, SAFE } from '../rule.ts';
import { carriesCodes } from '../vocabulary-carrier.ts';
import { brief } from '../wording.ts';

/** "Hong Kong" becomes "Hong Kong, China", and every row under the old spelling is a stranger to the reader. */
export const vocabularyLabelKnown: Rule = {
  id: 'VOCABULARY_LABEL_KNOWN',
  promise: 'Where records carry labels, a reader knows each spelling the writer may write.',
  remedy: 'List the old spelling among the aliases of the term.',
  looks: ['vocabulary'],
  pair: ({ writer, vocabulary }) => {
    if (vocabulary === undefined || carriesCodes(writer)) return SAFE;
    const lost = [
      ...vocabulary.renamed.flatMap(change =>
        change.resolves ? [] : [{ text: change.from.label, label: change.to.label }],
      ),
      ...vocabulary.unaliased.map(({ alias, to }) => ({ text: alias, label: to.label })),
    ];
    if (lost.length === 0) return SAFE;
    return breaks(
      brief(lost, ({ text }) => text),
      brief(lost, ({ label }) => label),
      {
        conversion: brief(lost, ({ text, label }) => `${text}→${label}`),
      },
    );
  },
};
