import { lookOf, shareSpelling } from '../contract/term-spelling.ts';
import type { Term, Vocabulary } from '../contract/vocabulary.ts';
import { termWithCode, termWithText } from '../contract/vocabulary-lookup.ts';
import { sameList } from './unchanged.ts';

export type TermChange = { readonly from: Term; readonly to: Term };

export type AliasChange = TermChange & { readonly alias: string };

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
  /** Kept, and the reader has not each alias that the writer may write. */
  readonly unaliased: readonly AliasChange[];
  /** Kept, and an alias of it is a spelling of the other, which is no part of it. */
  readonly strayed: readonly AliasChange[];
  /** Found by its spelling under another id; its own is gone. */
  readonly reidentified: readonly TermChange[];
  /** Found by its spelling under another id, while another term lives under its own. */
  readonly moved: readonly TermChange[];
  /** Its id lives and stands for something else: not a spelling in common. */
  readonly reused: readonly TermChange[];
  /** A term that is not found again, or folded into another, and the one that has its code now. */
  readonly recycled: readonly TermChange[];
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
  const read = new Index(to.terms);
  const fates = fatesOf(from, read);
  const sorted = sortedBy(fates);
  const { kept, moved, reidentified, merged, reused, shared } = sorted;
  const idsKept = kept.length > 0 && kept.length >= moved.length + reidentified.length + reused.length;
  const recoded = shared.filter(change => change.from.code !== change.to.code);
  const fresh = newcomers(from, read, sorted, idsKept);
  return {
    kept: kept.length,
    idsKept,
    replaced: fates.length === sorted.lost.length,
    ...fresh,
    ...aliasChanges(from, to, kept, fresh.split),
    removed: idsKept ? sorted.removed : sorted.lost,
    renamed: kept
      .filter(change => change.from.label !== change.to.label)
      .map(change => ({ ...change, resolves: termWithText(to, change.from.label)?.id === change.from.id })),
    realiased: kept.filter(change => !sameList(change.from.aliases, change.to.aliases)),
    moved,
    reidentified,
    merged,
    reused: idsKept ? reused : [],
    recycled: fates.length === sorted.lost.length ? [] : recycledIn(fates, to, idsKept),
    shared,
    recoded,
    offset: offsetOf(recoded, shared.length),
    permuted: isPermuted(shared, read),
  };
}

/** What becomes of one written term. */
type Fate =
  | { readonly kind: Target; readonly change: TermChange }
  | { readonly kind: 'removed'; readonly from: Term }
  /** Its label is gone and its aliases are terms of their own, so that nobody can say which it was. */
  | { readonly kind: 'parted'; readonly from: Term; readonly parts: readonly Term[] };
type Target = 'kept' | 'moved' | 'reidentified' | 'merged' | 'reused';

const isShared = (kind: Fate['kind']): boolean =>
  kind === 'kept' || kind === 'moved' || kind === 'reidentified';

/** The terms by what became of them, each list in the writer's order. */
type Sorted = { readonly [kind in Target | 'shared']: TermChange[] } & {
  readonly removed: Term[];
  /** Removed, or living under an id that stands for something else. */
  readonly lost: Term[];
  readonly parted: TermChange[];
};

function sortedBy(fates: readonly Fate[]): Sorted {
  const sorted: Sorted = {
    kept: [],
    moved: [],
    reidentified: [],
    merged: [],
    reused: [],
    shared: [],
    removed: [],
    lost: [],
    parted: [],
  };
  for (const fate of fates) {
    if (fate.kind === 'parted')
      for (const part of fate.parts) sorted.parted.push({ from: fate.from, to: part });
    else if (fate.kind === 'removed') {
      sorted.removed.push(fate.from);
      sorted.lost.push(fate.from);
    } else {
      sorted[fate.kind].push(fate.change);
      if (isShared(fate.kind)) sorted.shared.push(fate.change);
      if (fate.kind === 'reused') sorted.lost.push(fate.change.from);
    }
  }
  return sorted;
}

function fatesOf(from: Vocabulary, read: Index): readonly Fate[] {
  const fates = from.terms.map((term, place) => fateOf(term, read, place));
  if (fates.every(({ kind }) => kind !== 'moved' && kind !== 'reidentified')) return fates;
  const heirs = new Map<Term, number>();
  for (const fate of fates)
    if ('change' in fate && isShared(fate.kind))
      heirs.set(fate.change.to, (heirs.get(fate.change.to) ?? 0) + 1);
  return fates.map(fate =>
    (fate.kind === 'moved' || fate.kind === 'reidentified') && heirs.get(fate.change.to)! > 1
      ? { kind: 'merged', change: fate.change }
      : fate,
  );
}

function fateOf(term: Term, read: Index, guess: number): Fate {
  const sameId = read.withId(term.id, guess);
  // A label wins over any alias, so a label that stays with its id needs no look-up.
  if (sameId?.label === term.label) return { kind: 'kept', change: { from: term, to: sameId } };
  const heir = read.spelled(term.label);
  if (heir !== undefined) return bySpelling(term, heir, sameId);
  if (sameId !== undefined && shareSpelling(term, sameId))
    return { kind: 'kept', change: { from: term, to: sameId } };
  const parts = [...new Set(term.aliases.flatMap(alias => read.spelled(alias) ?? []))];
  const [only] = parts;
  if (only === undefined)
    return sameId === undefined
      ? { kind: 'removed', from: term }
      : { kind: 'reused', change: { from: term, to: sameId } };
  return parts.length === 1 ? bySpelling(term, only, sameId) : { kind: 'parted', from: term, parts };
}

function bySpelling(from: Term, to: Term, sameId: Term | undefined): Fate {
  if (to === sameId) return { kind: 'kept', change: { from, to } };
  return { kind: sameId === undefined ? 'reidentified' : 'moved', change: { from, to } };
}

function newcomers(
  from: Vocabulary,
  read: Index,
  { shared, reused, parted }: Sorted,
  idsKept: boolean,
): Pick<VocabularyDiff, 'added' | 'split'> {
  const added: Term[] = [];
  const split = [...parted];
  // A term that several became is new all the same, unless it was one of them.
  const known = new Set<Term>();
  for (const { to } of shared) known.add(to);
  for (const { to } of split) known.add(to);
  if (idsKept) for (const { to } of reused) known.add(to);
  if (known.size === read.terms.length) return { added, split };
  const written = new Index(from.terms);
  const living = new Set(shared.map(change => change.from));
  for (const term of read.terms) {
    if (known.has(term)) continue;
    const source = written.spelled(term.label);
    const isPart = source !== undefined && source.label !== term.label && living.has(source);
    if (isPart) split.push({ from: source, to: term });
    else added.push(term);
  }
  return { added, split };
}

function aliasChanges(
  from: Vocabulary,
  to: Vocabulary,
  kept: readonly TermChange[],
  split: readonly TermChange[],
): Pick<VocabularyDiff, 'unaliased' | 'strayed'> {
  const unaliased: AliasChange[] = [];
  const strayed: AliasChange[] = [];
  const parts = new Set(split.map(change => change.to));
  for (const change of kept)
    for (const alias of change.from.aliases) {
      // What is another term's label in the writer's own list never stood for this one.
      if (termWithText(from, alias) !== change.from) continue;
      const found = termWithText(to, alias);
      if (found === undefined) unaliased.push({ ...change, alias });
      else if (found !== change.to && !parts.has(found))
        strayed.push({ from: change.from, to: found, alias });
    }
  return { unaliased, strayed };
}

function recycledIn(fates: readonly Fate[], to: Vocabulary, idsKept: boolean): readonly TermChange[] {
  return fates.flatMap(fate => {
    if (isShared(fate.kind)) return [];
    const from = 'change' in fate ? fate.change.from : fate.from;
    const holder = coded(to, from.code);
    const isOther =
      holder !== undefined && !heirsOf(fate, idsKept).includes(holder) && !shareSpelling(from, holder);
    return isOther ? [{ from, to: holder }] : [];
  });
}

/** A short list is looked through, so that nothing need be kept of it. */
const coded = (vocabulary: Vocabulary, code: bigint): Term | undefined =>
  vocabulary.terms.length <= SHORT
    ? vocabulary.terms.find(term => term.code === code)
    : termWithCode(vocabulary, code);

/** The terms under which one that is no longer itself is told of. */
function heirsOf(fate: Fate, idsKept: boolean): readonly Term[] {
  if (fate.kind === 'parted') return fate.parts;
  if (fate.kind === 'removed' || (fate.kind === 'reused' && !idsKept)) return [];
  return [fate.change.to];
}

function offsetOf(recoded: readonly TermChange[], of: number): bigint | undefined {
  const [first] = recoded;
  if (first === undefined || recoded.length !== of) return undefined;
  const offset = first.to.code - first.from.code;
  return recoded.every(change => change.to.code - change.from.code === offset) ? offset : undefined;
}

function isPermuted(shared: readonly TermChange[], read: Index): boolean {
  let last = -1;
  for (let guess = 0; guess < shared.length; guess++) {
    const place = read.placeOf(shared[guess]!.to.id, guess)!;
    if (place < last) return true;
    last = place;
  }
  return false;
}

/** Terms by id and by spelling. The maps are built when first needed: most terms stand where they stood, and a short list is looked through. */
class Index {
  readonly terms: readonly Term[];
  #places: Map<number, number> | undefined;
  #spelled: Map<string, Term> | undefined;

  constructor(terms: readonly Term[]) {
    this.terms = terms;
  }

  placeOf(id: number, guess: number): number | undefined {
    const { terms } = this;
    if (terms[guess]?.id === id) return guess;
    if (terms.length <= SHORT) {
      const place = terms.findIndex(term => term.id === id);
      return place < 0 ? undefined : place;
    }
    this.#places ??= new Map(terms.map((term, place) => [term.id, place]));
    return this.#places.get(id);
  }

  withId(id: number, guess: number): Term | undefined {
    const place = this.placeOf(id, guess);
    return place === undefined ? undefined : this.terms[place];
  }

  /** A label wins over another term's alias, and a later term over an earlier. */
  spelled(text: string): Term | undefined {
    const look = lookOf(text);
    if (this.terms.length <= SHORT) return this.#lookThrough(look);
    if (this.#spelled === undefined) {
      this.#spelled = new Map();
      for (const term of this.terms) for (const alias of term.aliases) this.#spelled.set(lookOf(alias), term);
      for (const term of this.terms) this.#spelled.set(lookOf(term.label), term);
    }
    return this.#spelled.get(look);
  }

  #lookThrough(look: string): Term | undefined {
    return (
      this.terms.findLast(({ label }) => lookOf(label) === look) ??
      this.terms.findLast(({ aliases }) => aliases.some(alias => lookOf(alias) === look))
    );
  }
}

const SHORT = 12;
