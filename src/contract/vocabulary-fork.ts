import type { Digest } from '../base/digest.ts';
import { shareSpelling } from './term-spelling.ts';
import { sameTerm, type Term, type Vocabulary } from './vocabulary.ts';

/** A list that a subject pins, by the name of its file. */
export type PinnedList = { readonly file: string; readonly vocabulary: Vocabulary };

/** One list that two others go on from, each with its own term under one id: what a merge of two branches leaves. */
export type VocabularyFork = {
  readonly base: PinnedList;
  readonly kept: PinnedList & { readonly term: Term };
  readonly taken: PinnedList & { readonly term: Term };
  /** The next id that none of a subject's lists has. */
  readonly next: number;
};

/**
 * The first of such forks that can still be mended, because no version that was accepted uses one of the two.
 *
 * @param accepted  digests of the lists that accepted versions use: of two, the one that is there stays
 */
export function vocabularyFork(
  lists: readonly PinnedList[],
  accepted: ReadonlySet<Digest>,
): VocabularyFork | undefined {
  const byLength = lists.toSorted((a, b) => a.vocabulary.terms.length - b.vocabulary.terms.length);
  for (const taken of lists.toReversed()) {
    if (accepted.has(taken.vocabulary.digest)) continue;
    for (const kept of lists) {
      const { terms } = kept.vocabulary;
      const at = terms.findIndex((term, place) => !isAt(taken.vocabulary.terms, place, term));
      const [one, other] = [terms[at], taken.vocabulary.terms[at]];
      // The two go together up to here, and if a list ends here both were made of it.
      if (one === undefined || other === undefined || one.id !== other.id || shareSpelling(one, other))
        continue;
      const base = byLength.find(
        ({ vocabulary }) =>
          vocabulary.terms.length === at && vocabulary.terms.every((term, place) => isAt(terms, place, term)),
      );
      if (base === undefined) continue;
      let next = 0;
      for (const { vocabulary } of lists)
        for (const { id } of vocabulary.terms) next = Math.max(next, id + 1);
      return { base, kept: { ...kept, term: one }, taken: { ...taken, term: other }, next };
    }
  }
  return undefined;
}

const isAt = (terms: readonly Term[], place: number, term: Term): boolean =>
  terms[place] !== undefined && sameTerm(terms[place], term);
