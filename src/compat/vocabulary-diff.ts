import { lookOf, shareSpelling } from '../contract/term-spelling.ts';
import type { Term, Vocabulary } from '../contract/vocabulary.ts';
import { termWithText } from '../contract/vocabulary-lookup.ts';
import { sameList } from './unchanged.ts';

export type TermChange = { readonly from: Term; readonly to: Term };

/** What became of the terms, from a writer's vocabulary to a reader's. Every written term has one fate. */
export type VocabularyDiff = {
  /** Found again under its id, with a spelling in common. Terms that are only kept stand in no list below. */
  readonly kept: number;
  /** Most terms that are found again are found under their id. Where not, ids say nothing and spelling decides alone. */
  readonly idsKept: boolean;
  /** No written term is found again, by id or by spelling: another list altogether. */
  readonly replaced: boolean;
  readonly added: readonly Term[];
  /** Gone, and folded into nothing. */
  readonly removed: readonly Term[];
  /** Kept under another label; `resolves` where the reader still knows the written label as this term. */
  readonly renamed: ReadonlyArray<TermChange & { readonly resolves: boolean }>;
  /** Kept with other aliases. */
  readonly realiased: readonly TermChange[];
  /** Found by its spelling under another id; its own is gone. */
  readonly reidentified: readonly TermChange[];
  /** Found by its spelling under another id, while another term lives under its own. */
  readonly moved: readonly TermChange[];
  /** Its id lives and stands for something else: not a spelling in common. */
  readonly reused: readonly TermChange[];
  /** One of several that the reader takes for one term. */
  readonly merged: readonly TermChange[];
  /** A spelling of a term, now a term of its own. */
  readonly split: readonly TermChange[];
  /** Written terms that have one counterpart to themselves: kept, moved or reidentified. In the writer's order. */
  readonly shared: readonly TermChange[];
  /** Shared, under another code. */
  readonly recoded: readonly TermChange[];
  /** Set where the code of every shared term moved by the same number, which is not 0. */
  readonly offset: bigint | undefined;
  /** The shared terms stand in another order. */
  readonly permuted: boolean;
};

/** Terms are the same by their spelling and by their id, and only where both agree is nothing to be told. */
export function vocabularyDiff(from: Vocabulary, to: Vocabulary): VocabularyDiff {
  const read = new Index(to);
  const fates = fatesOf(from, read);
  const of = (kind: Target['kind']): TermChange[] =>
    fates.flatMap(fate => (fate.kind === kind ? [changeOf(fate)] : []));
  const found = { moved: of('moved'), reidentified: of('reidentified'), merged: of('merged') };
  const kept = of('kept');
  const reused = of('reused');
  const idsKept =
    kept.length > 0 && kept.length >= found.moved.length + found.reidentified.length + reused.length;
  const removed = fates.flatMap(({ kind, from: term }) =>
    kind === 'removed' || (kind === 'reused' && !idsKept) ? [term] : [],
  );
  const shared = fates.flatMap(fate => (isShared(fate) ? [changeOf(fate)] : []));
  const recoded = shared.filter(change => change.from.code !== change.to.code);
  return {
    kept: kept.length,
    idsKept,
    replaced: fates.every(({ kind }) => kind === 'removed' || kind === 'reused'),
    ...newcomers(from, read, fates, idsKept),
    removed,
    renamed: kept
      .filter(change => change.from.label !== change.to.label)
      .map(change => ({ ...change, resolves: termWithText(to, change.from.label)?.id === change.from.id })),
    realiased: kept.filter(change => !sameList(change.from.aliases, change.to.aliases)),
    ...found,
    reused: idsKept ? reused : [],
    shared,
    recoded,
    offset: offsetOf(recoded, shared.length),
    permuted: isPermuted(shared, read),
  };
}

/** What becomes of one written term. */
type Shared = TermChange & { readonly kind: 'kept' | 'moved' | 'reidentified' };
type Target = Shared | (TermChange & { readonly kind: 'merged' | 'reused' });
type Fate =
  | Target
  | { readonly kind: 'removed'; readonly from: Term; readonly to: undefined }
  /** Its label is gone and its aliases are terms of their own, so that nobody can say which it was. */
  | { readonly kind: 'parted'; readonly from: Term; readonly to: undefined; readonly parts: readonly Term[] };

const changeOf = ({ from, to }: TermChange): TermChange => ({ from, to });

const isShared = (fate: Fate): fate is Shared =>
  fate.kind === 'kept' || fate.kind === 'moved' || fate.kind === 'reidentified';

function fatesOf(from: Vocabulary, read: Index): Fate[] {
  const fates = from.terms.map((term, place) => fateOf(term, read, place));
  const heirs = new Map<Term, number>();
  for (const fate of fates) if (isShared(fate)) heirs.set(fate.to, (heirs.get(fate.to) ?? 0) + 1);
  return fates.map(fate =>
    isShared(fate) && fate.kind !== 'kept' && heirs.get(fate.to)! > 1 ? { ...fate, kind: 'merged' } : fate,
  );
}

function fateOf(term: Term, read: Index, guess: number): Fate {
  const sameId = read.withId(term.id, guess);
  // A label wins over any alias, so a label that stays with its id needs no look-up.
  if (sameId?.label === term.label) return { kind: 'kept', from: term, to: sameId };
  const heir = read.spelled(term.label);
  if (heir !== undefined) return bySpelling(term, heir, sameId);
  if (sameId !== undefined && shareSpelling(term, sameId)) return { kind: 'kept', from: term, to: sameId };
  const parts = [...new Set(term.aliases.flatMap(alias => read.spelled(alias) ?? []))];
  const [only] = parts;
  if (only === undefined)
    return sameId === undefined
      ? { kind: 'removed', from: term, to: undefined }
      : { kind: 'reused', from: term, to: sameId };
  return parts.length === 1
    ? bySpelling(term, only, sameId)
    : { kind: 'parted', from: term, to: undefined, parts };
}

function bySpelling(from: Term, to: Term, sameId: Term | undefined): Fate {
  if (to === sameId) return { kind: 'kept', from, to };
  return { kind: sameId === undefined ? 'reidentified' : 'moved', from, to };
}

function newcomers(
  from: Vocabulary,
  read: Index,
  fates: readonly Fate[],
  idsKept: boolean,
): Pick<VocabularyDiff, 'added' | 'split'> {
  const added: Term[] = [];
  const split: TermChange[] = fates.flatMap(fate =>
    fate.kind === 'parted' ? fate.parts.map(part => ({ from: fate.from, to: part })) : [],
  );
  // A term that several became is new all the same, unless it was one of them.
  const known = new Set<Term | undefined>(
    fates.flatMap(fate => ((fate.kind === 'reused' ? idsKept : isShared(fate)) ? [fate.to] : [])),
  );
  for (const { to } of split) known.add(to);
  const fresh = read.terms.filter(term => !known.has(term));
  if (fresh.length === 0) return { added, split };
  const written = new Index(from);
  const living = new Set(fates.flatMap(fate => (isShared(fate) ? [fate.from] : [])));
  for (const term of fresh) {
    const source = written.spelled(term.label);
    const isPart = source !== undefined && source.label !== term.label && living.has(source);
    if (isPart) split.push({ from: source, to: term });
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

function isPermuted(shared: readonly TermChange[], read: Index): boolean {
  let last = -1;
  for (const [guess, { to }] of shared.entries()) {
    const place = read.placeOf(to.id, guess)!;
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

  placeOf(id: number, guess: number): number | undefined {
    if (this.terms[guess]?.id === id) return guess;
    this.#places ??= new Map(this.terms.map((term, place) => [term.id, place]));
    return this.#places.get(id);
  }

  withId(id: number, guess: number): Term | undefined {
    const place = this.placeOf(id, guess);
    return place === undefined ? undefined : this.terms[place];
  }

  /** A label wins over another term's alias. */
  spelled(text: string): Term | undefined {
    if (this.#spelled === undefined) {
      this.#spelled = new Map();
      for (const term of this.terms) for (const alias of term.aliases) this.#spelled.set(lookOf(alias), term);
      for (const term of this.terms) this.#spelled.set(lookOf(term.label), term);
    }
    return this.#spelled.get(lookOf(text));
  }
}
