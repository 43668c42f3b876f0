import { breaks, type Rule, SAFE } from '../rule.ts';
import { carriesCodes } from '../vocabulary-carrier.ts';
import type { VocabularyDiff } from '../vocabulary-diff.ts';
import { brief } from '../wording.ts';

/** The terms are the same and the reader finds each one; a report grouped by label text shows one class as two. */
export const vocabularyRespelled: Rule = {
  id: 'VOCABULARY_RESPELLED',
  promise: 'A term is spelled one way.',
  remedy: 'Group reports by term id, not by label.',
  looks: ['vocabulary'],
  pair: ({ writer, vocabulary }) => {
    if (vocabulary === undefined || isSaidElsewhere(vocabulary)) return SAFE;
    if (!carriesCodes(writer) && vocabulary.strayed.length > 0) return SAFE;
    const renamed = vocabulary.renamed.filter(change => change.resolves || carriesCodes(writer));
    const unread = new Set(carriesCodes(writer) ? [] : vocabulary.unaliased.map(({ from }) => from));
    const realiased = vocabulary.realiased.filter(({ from }) => !unread.has(from));
    const changes = renamed.length > 0 ? renamed : realiased;
    if (changes.length === 0) return SAFE;
    return breaks(
      brief(changes, ({ from }) => spelling(from)),
      brief(changes, ({ to }) => spelling(to)),
    );
  },
};

/** Folding a term into another makes its label an alias: that is no matter of spelling. */
const isSaidElsewhere = ({ merged, split, moved, reused }: VocabularyDiff): boolean =>
  merged.length + split.length + moved.length + reused.length > 0;

const spelling = ({
  label,
  aliases,
}: {
  readonly label: string;
  readonly aliases: readonly string[];
}): string => (aliases.length === 0 ? label : `${label} (also ${brief(aliases)})`);
