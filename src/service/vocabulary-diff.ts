import { Fault } from '../base/fault.ts';
import { type TermSuggestion, termSuggestions } from '../compat/term-suggestions.ts';
import { type VocabularyDiff, vocabularyDiff } from '../compat/vocabulary-diff.ts';
import { type Recoding, recodingOf } from '../compat/vocabulary-recoding.ts';
import { type VocabularyRemap, vocabularyRemap } from '../compat/vocabulary-remap.ts';
import type { Project } from './project.ts';
import { type NamedSource, vocabularySource } from './vocabulary-source.ts';

/** Two vocabularies laid side by side: what became of each term, and where it is proposed to go. */
export type VocabularyComparison = {
  readonly from: NamedSource;
  readonly to: NamedSource;
  readonly diff: VocabularyDiff;
  readonly recoding: Recoding;
  readonly remap: VocabularyRemap;
  readonly suggestions: readonly TermSuggestion[];
  /** How the codes moved if every suggestion holds. */
  readonly suggestedRecoding: Recoding;
};

/**
 * @param project  not needed, and so may be missing, where both are files
 * @faults those of `vocabularySource`
 */
export function compareVocabularies(
  project: Project | Fault,
  folder: string,
  older: string,
  newer: string,
): VocabularyComparison | Fault {
  const from = vocabularySource(project, folder, older);
  if (from instanceof Fault) return from;
  const to = vocabularySource(project, folder, newer);
  if (to instanceof Fault) return to;
  const diff = vocabularyDiff(from.vocabulary, to.vocabulary);
  const suggestions = termSuggestions(diff);
  return {
    from,
    to,
    diff,
    recoding: recodingOf(diff.shared),
    remap: vocabularyRemap(from.vocabulary, diff),
    suggestions,
    suggestedRecoding: recodingOf([...diff.shared, ...suggestions]),
  };
}
