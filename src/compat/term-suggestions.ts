import { foldOf, spellingsOf } from '../contract/term-spelling.ts';
import type { Term } from '../contract/vocabulary.ts';
import type { VocabularyDiff } from './vocabulary-diff.ts';

/**
 * A term that was lost and a new one that is spelt much like it: `Iris-setosa` and `setosa`, `Yes` and `yes`. It may be
 * the same class, and only its owner knows: nothing is mapped on the strength of it.
 */
export type TermSuggestion = {
  readonly from: Term;
  readonly to: Term;
  readonly because: 'they differ in case or in what parts their words' | 'one begins or ends with the other';
};

/** At most one a lost term, and none where two would do. */
export function termSuggestions(diff: VocabularyDiff): readonly TermSuggestion[] {
  const lost = [...diff.removed, ...diff.reused.map(change => change.from)];
  const fresh = [...diff.added, ...diff.reused.map(change => change.to)];
  const whole = new Lone();
  const within = new Lone();
  for (const term of fresh)
    for (const text of spellingsOf(term)) {
      const fold = foldOf(text);
      whole.add(fold, term);
      for (const part of partsOf(fold)) within.add(part, term);
    }
  return lost.flatMap((from): TermSuggestion[] => {
    const folds = spellingsOf(from).map(foldOf);
    const same = onlyOf(folds.map(fold => whole.get(fold)));
    if (same !== undefined)
      return [{ from, to: same, because: 'they differ in case or in what parts their words' }];
    const part = onlyOf(
      folds.flatMap(fold => [within.get(fold), ...partsOf(fold).map(text => whole.get(text))]),
    );
    return part === undefined ? [] : [{ from, to: part, because: 'one begins or ends with the other' }];
  });
}

/** A name that goes on for more words than this is told by its first or its last ones. */
const WORDS_MAX = 8;

/** What is left of a text when words are taken off its end, or off its beginning. */
function partsOf(fold: string): readonly string[] {
  const words = fold.split(/[ ,/:.;|]+/u).filter(word => word !== '');
  const parts: string[] = [];
  for (let count = 1; count < Math.min(words.length, WORDS_MAX); count++)
    parts.push(words.slice(0, count).join(' '), words.slice(-count).join(' '));
  return parts;
}

function onlyOf(found: readonly (Term | undefined)[]): Term | undefined {
  const terms = new Set(found.filter(term => term !== undefined));
  return terms.size === 1 ? [...terms][0] : undefined;
}

/** The term a text leads to, unless it leads to two. */
class Lone {
  readonly #terms = new Map<string, Term | undefined>();

  add(text: string, term: Term): void {
    const isOther = this.#terms.has(text) && this.#terms.get(text) !== term;
    this.#terms.set(text, isOther ? undefined : term);
  }

  get(text: string): Term | undefined {
    return this.#terms.get(text);
  }
}
