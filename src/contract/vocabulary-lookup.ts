import type { Field } from './field.ts';
import type { Value } from './value.ts';
import type { Term, Vocabulary } from './vocabulary.ts';

/** The term a value of a label stands for: by label or alias in a string field, by code in an integer field. */
export function termOf(field: Field, value: Value): Term | undefined {
  if (field.vocabulary === undefined) return undefined;
  if (typeof value === 'string') return termWithText(field.vocabulary, value);
  const isWhole = typeof value === 'bigint' || Number.isInteger(value);
  return isWhole ? termWithCode(field.vocabulary, BigInt(value as number | bigint)) : undefined;
}

/** Whether a value is the class index that the loss skips. */
export const isIgnoreValue = ({ ignoreValue }: Field, value: Value): boolean =>
  ignoreValue !== undefined &&
  (typeof value === 'bigint' || Number.isInteger(value)) &&
  BigInt(value as number | bigint) === ignoreValue;

export const termById = (vocabulary: Vocabulary, id: number): Term | undefined =>
  indexOf(vocabulary).byId.get(id);

/** By label first, then by alias. */
export const termWithText = (vocabulary: Vocabulary, text: string): Term | undefined =>
  indexOf(vocabulary).byText.get(text);

export const termWithCode = (vocabulary: Vocabulary, code: bigint): Term | undefined =>
  indexOf(vocabulary).byCode.get(code);

type Index = {
  readonly byId: ReadonlyMap<number, Term>;
  readonly byText: ReadonlyMap<string, Term>;
  readonly byCode: ReadonlyMap<bigint, Term>;
};

/** A vocabulary never changes, so neither does its index. */
const INDEXES = new WeakMap<Vocabulary, Index>();

function indexOf(vocabulary: Vocabulary): Index {
  const known = INDEXES.get(vocabulary);
  if (known !== undefined) return known;
  const { terms } = vocabulary;
  const index: Index = {
    byId: new Map(terms.map(term => [term.id, term])),
    // Labels come last and win: where one term's alias is another's label, the label is what it says.
    byText: new Map([
      ...terms.flatMap(term => term.aliases.map(alias => [alias, term] as const)),
      ...terms.map(term => [term.label, term] as const),
    ]),
    byCode: new Map(terms.map(term => [term.code, term])),
  };
  INDEXES.set(vocabulary, index);
  return index;
}
