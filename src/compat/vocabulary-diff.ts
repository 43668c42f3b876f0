import type { Term, Vocabulary } from '../contract/vocabulary.ts';
import { sameList } from './unchanged.ts';

export type TermChange = { readonly from: Term; readonly to: Term };

/** Where a written term goes; `undefined` where nobody but the owner can say. */
export type TermRemap = { readonly from: Term; readonly to: Term | undefined };

/** What became of each term, from a writer's vocabulary to a reader's. */
export type VocabularyDiff = {
  /** Terms that have one id in both. */
  readonly kept: number;
  /** No written term is found again, by id or by spelling: another list altogether. */
  readonly replaced: boolean;
  readonly added: readonly Term[];
  /** Gone, and folded into nothing. */
  readonly removed: readonly Term[];
  /** One id, another label; `resolves` where the reader still knows the written label as this term. */
  readonly renamed: ReadonlyArray<TermChange & { readonly resolves: boolean }>;
  /** One id, other aliases. */
  readonly realiased: readonly TermChange[];
  /** One label, another id. */
  readonly reidentified: readonly TermChange[];
  /** A term gone, its label now a spelling of another. */
  readonly merged: readonly TermChange[];
  /** A spelling of a term, now a term beside it. */
  readonly split: readonly TermChange[];
  /** A written label that the reader knows as another term, though both ids live. */
  readonly moved: readonly TermChange[];
  /** One term, another code. */
  readonly recoded: readonly TermChange[];
  /** Set where every kept term's code moved by the same number. */
  readonly offset: bigint | undefined;
  /** The kept terms stand in another order. */
  readonly permuted: boolean;
  /** A proposal, one row a written term, in the writer's order. */
  readonly remap: readonly TermRemap[];
};

/** Terms are the same by id; what has lost its id is looked for by its spellings. */
export function vocabularyDiff(from: Vocabulary, to: Vocabulary): VocabularyDiff {
  const written = new Index(from);
  const read = new Index(to);
  const fates = fatesOf(written, read);
  const diff = {
    kept: 0,
    removed: [] as Term[],
    renamed: [] as (TermChange & { resolves: boolean })[],
    realiased: [] as TermChange[],
    reidentified: [] as TermChange[],
    merged: [] as TermChange[],
    moved: [] as TermChange[],
    recoded: [] as TermChange[],
  };
  for (const fate of fates) {
    const { kind, from: term, sameId } = fate;
    if (kind === 'removed') diff.removed.push(term);
    else if (kind !== 'kept') diff[kind].push({ from: term, to: fate.to });
    const same = kind === 'reidentified' ? fate.to : sameId;
    if (same !== undefined && same.code !== term.code) diff.recoded.push({ from: term, to: same });
    if (sameId === undefined) continue;
    diff.kept++;
    if (!sameList(term.aliases, sameId.aliases)) diff.realiased.push({ from: term, to: sameId });
    if (kind === 'kept' && term.label !== sameId.label)
      diff.renamed.push({ from: term, to: sameId, resolves: read.spelled(term.label)?.id === term.id });
  }
  return {
    ...diff,
    ...newcomers(written, read, diff.reidentified),
    replaced: diff.removed.length === fates.length,
    offset: offsetOf(diff.recoded, diff.kept + diff.reidentified.length),
    permuted: isPermuted(from, read),
    remap: fates.map(fate => ({ from: fate.from, to: fate.to })),
  };
}

/** What becomes of one written term. `sameId` is the reader's term of that id, whatever it is called there. */
type Fate =
  | { readonly kind: 'kept' | 'moved'; readonly from: Term; readonly to: Term; readonly sameId: Term }
  | {
      readonly kind: 'merged' | 'reidentified';
      readonly from: Term;
      readonly to: Term;
      readonly sameId: undefined;
    }
  | { readonly kind: 'removed'; readonly from: Term; readonly to: undefined; readonly sameId: undefined };

function fatesOf(written: Index, read: Index): Fate[] {
  const heirs = new Map<number, number>();
  const orphans = new Map<Term, Term>();
  for (const term of written.terms) {
    const heir = read.placeOf(term.id) === undefined ? heirOf(term, read) : undefined;
    if (heir === undefined) continue;
    orphans.set(term, heir);
    heirs.set(heir.id, (heirs.get(heir.id) ?? 0) + 1);
  }
  return written.terms.map((term, guess): Fate => {
    const place = read.placeOf(term.id, guess);
    if (place !== undefined) {
      const sameId = read.terms[place]!;
      // A label that stays with its term needs no look-up: a label wins over any alias.
      const other = sameId.label === term.label ? sameId : (read.spelled(term.label) ?? sameId);
      const kind = other.id === term.id ? 'kept' : 'moved';
      return { kind, from: term, to: other, sameId };
    }
    const heir = orphans.get(term);
    if (heir === undefined) return { kind: 'removed', from: term, to: undefined, sameId: undefined };
    const isFolded = written.placeOf(heir.id) !== undefined || heirs.get(heir.id)! > 1;
    return { kind: isFolded ? 'merged' : 'reidentified', from: term, to: heir, sameId: undefined };
  });
}

/** The reader's term that one of the spellings of a term without an id leads to. */
function heirOf(term: Term, read: Index): Term | undefined {
  const heir = read.spelled(term.label);
  if (heir !== undefined) return heir;
  for (const alias of term.aliases) {
    const found = read.spelled(alias);
    if (found !== undefined) return found;
  }
  return undefined;
}

function newcomers(
  written: Index,
  read: Index,
  reidentified: readonly TermChange[],
): Pick<VocabularyDiff, 'added' | 'split'> {
  const added: Term[] = [];
  const split: TermChange[] = [];
  const found = new Set(reidentified.map(change => change.to));
  for (const [place, term] of read.terms.entries()) {
    if (written.placeOf(term.id, place) !== undefined) continue;
    if (found.has(term)) continue;
    const source = written.spelled(term.label);
    const isPart = source !== undefined && source.label !== term.label;
    if (isPart && read.placeOf(source.id) !== undefined) split.push({ from: source, to: term });
    else added.push(term);
  }
  return { added, split };
}

function offsetOf(recoded: readonly TermChange[], of: number): bigint | undefined {
  const [first] = recoded;
  if (first === undefined || recoded.length !== of) return undefined;
  const offset = first.to.code - first.from.code;
  return recoded.every(change => change.to.code - change.from.code === offset) ? offset : undefined;
}

function isPermuted(from: Vocabulary, read: Index): boolean {
  let last = -1;
  for (const [guess, term] of from.terms.entries()) {
    const place = read.placeOf(term.id, guess);
    if (place === undefined) continue;
    if (place < last) return true;
    last = place;
  }
  return false;
}

/** Terms by id and by spelling. The maps are built when first needed: most terms stand where they stood. */
class Index {
  readonly terms: readonly Term[];
  #places: Map<number, number> | undefined;
  #spelled: Map<string, Term> | undefined;

  constructor(vocabulary: Vocabulary) {
    this.terms = vocabulary.terms;
  }

  placeOf(id: number, guess = -1): number | undefined {
    if (this.terms[guess]?.id === id) return guess;
    this.#places ??= new Map(this.terms.map((term, place) => [term.id, place]));
    return this.#places.get(id);
  }

  /** A label wins over another term's alias. */
  spelled(text: string): Term | undefined {
    if (this.#spelled === undefined) {
      this.#spelled = new Map();
      for (const term of this.terms) for (const alias of term.aliases) this.#spelled.set(alias, term);
      for (const term of this.terms) this.#spelled.set(term.label, term);
    }
    return this.#spelled.get(text);
  }
}
