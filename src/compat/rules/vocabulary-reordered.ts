import { breaks, type Rule, SAFE } from '../rule.ts';
import { carriesCodes } from '../vocabulary-carrier.ts';
import type { VocabularyDiff } from '../vocabulary-diff.ts';
import { brief } from '../wording.ts';

/**
 * The same five labels in another order: a stored 2 was rain and is now snow, and the rows of the output layer still
 * stand in the old order. Every count of distinct values is as it was.
 */
export const vocabularyReordered: Rule = {
  id: 'VOCABULARY_REORDERED',
  promise: 'A term keeps its code and its place, and a label its term.',
  remedy: 'Restore the order and append new terms at the end, or write a converter that applies the remap.',
  looks: ['vocabulary'],
  pair: ({ writer, reader, vocabulary }) => {
    if (vocabulary === undefined) return SAFE;
    const { strayed } = vocabulary;
    if (!isReordered(vocabulary))
      return strayed.length === 0 || carriesCodes(writer)
        ? SAFE
        : breaks(
            brief(strayed, ({ alias, from }) => `${alias} (${from.label})`),
            brief(strayed, ({ alias, to }) => `${alias} (${to.label})`),
          );
    const conversion = remapText(vocabulary);
    return breaks(
      brief(writer.vocabulary!.terms, termText),
      brief(reader.vocabulary!.terms, termText),
      conversion === '' ? {} : { conversion },
    );
  },
};

const isReordered = ({ recoded, permuted, moved }: VocabularyDiff): boolean =>
  recoded.length > 0 || permuted || moved.length > 0;

const termText = ({ label, code }: { readonly label: string; readonly code: bigint }): string =>
  `${code} ${label}`;

function remapText({ offset, recoded }: VocabularyDiff): string {
  if (offset !== undefined) return `code ${offset > 0n ? '+' : '−'}${offset > 0n ? offset : -offset}`;
  return brief(recoded, ({ from, to }) => `${from.code}→${to.code}`);
}
