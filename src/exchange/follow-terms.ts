import { lookOf } from '../contract/term-spelling.ts';
import type { Term, Vocabulary } from '../contract/vocabulary.ts';
import { termById, termWithCode, termWithText } from '../contract/vocabulary-lookup.ts';
import type { PinnedDraft } from './draft.ts';
import { pinnedTerms } from './pinned.ts';

type Symbols = NonNullable<PinnedDraft['symbols']>;

/**
 * The terms of a source that gives them no ids, as the field already knows them: a term that it ever had keeps its id, and
 * with it what the source has no words for; one that is new gets an id that no term of it ever had.
 *
 * @param known  the vocabularies the field ever had, the newest first
 */
export function followTerms(pinned: PinnedDraft, known: readonly Vocabulary[]): PinnedDraft {
  const { symbols, name, document } = pinned;
  const [newest] = known;
  if (symbols === undefined || newest === undefined) return pinned;
  const were = knownTerms(symbols, known);
  const taken = new Set(symbols.map(({ label }) => lookOf(label)));
  const isByPlace = newest.terms.every(({ code }, place) => code === BigInt(place));
  let lastId = 0;
  for (const { terms } of known) for (const { id } of terms) lastId = Math.max(lastId, id);
  let lastCode = -1n;
  for (const { code } of newest.terms) if (code > lastCode) lastCode = code;
  const terms = symbols.map(({ label: given, code }, index) => {
    const was = were[index];
    const label = was !== undefined && given === String(code) ? was.label : given;
    const written = was && termById(newest, was.id)?.code;
    return {
      id: was?.id ?? ++lastId,
      label,
      code: code ?? (isByPlace ? undefined : (written ?? ++lastCode)),
      aliases: formerNames(was, label, taken),
    };
  });
  return { ...pinned, ...pinnedTerms(name, terms, document['doc']) };
}

/** The term that each symbol is, no term twice: by its name first, then by a name that it bore, then by a code that had none. */
function knownTerms(symbols: Symbols, known: readonly Vocabulary[]): ReadonlyArray<Term | undefined> {
  const claimed = new Set<number>();
  const claim = (term: Term | undefined): Term | undefined => {
    if (term === undefined || claimed.has(term.id)) return undefined;
    claimed.add(term.id);
    return term;
  };
  const named = symbols.map(symbol => claim(first(known, vocabulary => sameOf(vocabulary, symbol))));
  const borne = symbols.map(
    ({ label }, index) => named[index] ?? claim(first(known, vocabulary => termWithText(vocabulary, label))),
  );
  return symbols.map(({ code }, index) => borne[index] ?? claim(unnamed(known, code)));
}

/** Where the source has nothing but codes, by its code. */
const sameOf = (vocabulary: Vocabulary, { label, code }: Symbols[number]): Term | undefined => {
  if (code !== undefined && label === String(code)) return termWithCode(vocabulary, code);
  const term = termWithText(vocabulary, label);
  return term?.label === label ? term : undefined;
};

/** A term that was called by its digits, for want of a name. */
function unnamed(known: readonly Vocabulary[], code: bigint | undefined): Term | undefined {
  if (code === undefined) return undefined;
  return first(known, vocabulary => {
    const term = termWithCode(vocabulary, code);
    return term?.label === String(code) ? term : undefined;
  });
}

/** What a term was called besides, but for what looks like a name that is taken. */
function formerNames(was: Term | undefined, label: string, taken: Set<string>): readonly string[] {
  if (was === undefined) return [];
  return [...was.aliases, was.label].filter(name => {
    const look = lookOf(name);
    if (look === lookOf(label) || taken.has(look)) return false;
    taken.add(look);
    return true;
  });
}

function first<From, To>(all: readonly From[], find: (one: From) => To | undefined): To | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
