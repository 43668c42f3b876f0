import type { Digest } from '../base/digest.ts';

/** A term keeps its id for life; its label may be respelled, its place in the list may move. */
export type Term = {
  readonly id: number;
  readonly label: string;
  /** The integer that stands for the term in an integer field; without one it is the term's place, from 0. */
  readonly code: bigint;
  readonly aliases: readonly string[];
};

/** An ordered, content-addressed list of terms. */
export type Vocabulary = { readonly digest: Digest; readonly terms: readonly Term[] };

export const sameTerm = (a: Term, b: Term): boolean =>
  a.id === b.id &&
  a.label === b.label &&
  a.code === b.code &&
  a.aliases.length === b.aliases.length &&
  a.aliases.every((alias, index) => alias === b.aliases[index]);
