import type { Json } from '../base/canonical-json.ts';
import { spellingsOf } from '../contract/term-spelling.ts';
import type { Term, Vocabulary } from '../contract/vocabulary.ts';
import { termWithText } from '../contract/vocabulary-lookup.ts';
import type { VocabularyDiff } from './vocabulary-diff.ts';

/**
 * Where each written term goes, in the writer's order. What follows from ids and declared spellings is mapped; what
 * only an owner can know is left open with the reason, and never filled in.
 */
export type VocabularyRemap = readonly RemapRow[];

export type RemapRow =
  | { readonly from: Term; readonly to: Term }
  | { readonly from: Term; readonly to: undefined; readonly reason: 'removed' | 'reused' }
  /** Its records are of several terms now. */
  | {
      readonly from: Term;
      readonly to: undefined;
      readonly reason: 'split';
      readonly parts: readonly Term[];
    };

export function vocabularyRemap(from: Vocabulary, diff: VocabularyDiff): VocabularyRemap {
  const targets = new Map([...diff.shared, ...diff.merged].map(({ from: term, to }) => [term, to]));
  const reused = new Set(diff.reused.map(change => change.from));
  const parts = new Map<Term, Term[]>();
  for (const { from: term, to } of diff.split) {
    const self = targets.get(term);
    const known = parts.get(term) ?? (self === undefined ? [] : [self]);
    parts.set(term, [...known, to]);
  }
  return from.terms.map((term): RemapRow => {
    const several = parts.get(term);
    if (several !== undefined) return { from: term, to: undefined, reason: 'split', parts: several };
    const to = targets.get(term);
    if (to !== undefined) return { from: term, to };
    return { from: term, to: undefined, reason: reused.has(term) ? 'reused' : 'removed' };
  });
}

/** Old code to new code. A code that stands in no row, or whose row is open, is not in it. */
export const codeTable = (remap: VocabularyRemap): ReadonlyMap<bigint, bigint> =>
  new Map(remap.flatMap(({ from, to }) => (to === undefined ? [] : [[from.code, to.code] as const])));

/**
 * Every text the writer may write for a term, to the label of the reader's. The alias of a term that was split is no
 * less exact for that: the reader has it as a term or an alias of its own.
 */
export function textTable(from: Vocabulary, remap: VocabularyRemap): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const row of remap)
    for (const text of spellingsOf(row.from)) {
      if (termWithText(from, text) !== row.from) continue;
      const to =
        row.to ??
        (row.reason === 'split' && text !== row.from.label ? partSpelled(row.parts, text) : undefined);
      if (to !== undefined) table.set(text, to.label);
    }
  return table;
}

/** The remap as other programs read it; an open row has its reason, and for a split term its parts. */
export const remapDocument = (remap: VocabularyRemap): Json =>
  remap.map(row => ({
    from: termDocument(row.from),
    to: row.to === undefined ? null : termDocument(row.to),
    ...(row.to === undefined ? { reason: row.reason } : {}),
    ...('parts' in row ? { parts: row.parts.map(termDocument) } : {}),
  }));

export const termDocument = ({ id, label, code }: Term): { readonly [key: string]: Json } => ({
  id,
  label,
  code,
});

const partSpelled = (parts: readonly Term[], text: string): Term | undefined =>
  parts.find(part => part.label === text) ?? parts.find(part => part.aliases.includes(text));
