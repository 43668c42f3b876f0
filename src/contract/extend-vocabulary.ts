import { canonicalJson } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { appendItem } from './edit-yaml.ts';
import { type NamedVocabulary, parseNamedVocabulary } from './parse-vocabulary.ts';
import { sameTerm, type Term } from './vocabulary.ts';

/** A term somebody wants to add: its id and place are given to it. */
export type NewTerm = {
  readonly label: string;
  readonly code: bigint | undefined;
  readonly aliases: readonly string[];
};

/** What the terms of one vocabulary's name have had, in any file: none of it is given out again. */
export type TakenByTerms = {
  /** Above every id. */
  readonly nextId: number;
  /** Each code, and the label of a term that has it. */
  readonly codes: ReadonlyMap<bigint, string>;
};

/** A vocabulary file with more terms, as text and as what the text says. */
export type ExtendedVocabulary = NamedVocabulary & { readonly text: string; readonly added: readonly Term[] };

/**
 * Adds terms at the end, each with the next id and a code of its own, and leaves everything that was written as it was written.
 *
 * @param file  the name to show with a fault in the new text
 * @param before  what `text` says
 * @faults TERM_CODE_NEEDED TERM_CODE_TAKEN VOCABULARY_UNEDITABLE, and those of `parseNamedVocabulary` in the new text
 */
export function extendVocabulary(
  file: string,
  text: string,
  before: NamedVocabulary,
  terms: readonly NewTerm[],
  { nextId, codes }: TakenByTerms,
): ExtendedVocabulary | Fault {
  const old = before.vocabulary.terms;
  const own = new Set(old.map(({ code }) => code));
  const byPlace = old.every(({ code }, place) => code === BigInt(place));
  const [most = -1n] = [...own, ...codes.keys()].sort((a, b) => (a < b ? 1 : -1));
  const free = String(most + 1n);
  let next = text;
  const wanted: Term[] = [];
  for (const [index, term] of terms.entries()) {
    const place = BigInt(old.length + index);
    const code = term.code ?? place;
    const other = codes.get(code);
    // Where codes are no places, the next one is a decision of whoever numbers the classes.
    if (term.code === undefined && (!byPlace || other !== undefined))
      return new Fault('TERM_CODE_NEEDED', { label: term.label, free });
    // Of one that a term of this very file has, the new text says so.
    if (other !== undefined && !own.has(code))
      return new Fault('TERM_CODE_TAKEN', { label: term.label, code: String(code), other, free });
    const whole = { id: nextId + index, ...term, code };
    wanted.push({ ...whole, aliases: [...term.aliases].sort() });
    const longer = appendItem(next, 'terms', termText(whole));
    if (longer === undefined) return new Fault('VOCABULARY_UNEDITABLE', { file });
    next = longer;
  }
  const after = parseNamedVocabulary(file, Buffer.from(next));
  if (after instanceof Fault) return after;
  const expected = [...old, ...wanted];
  const found = after.vocabulary.terms;
  const isAsMeant =
    after.name === before.name &&
    found.length === expected.length &&
    found.every((term, index) => sameTerm(term, expected[index]!));
  return isAsMeant ? { ...after, text: next, added: wanted } : new Fault('VOCABULARY_UNEDITABLE', { file });
}

const termText = ({ id, label, code, aliases }: Term): string => {
  const also = aliases.length === 0 ? '' : `, aliases: [${aliases.map(scalar).join(', ')}]`;
  return `{id: ${id}, label: ${scalar(label)}, code: ${code}${also}}`;
};

/** In quotes wherever YAML could take it for anything but these words. */
const scalar = (text: string): string =>
  /^[A-Za-z][A-Za-z0-9_-]*(?: [A-Za-z0-9_-]+)*$/.test(text) && !/^(?:true|false|null)$/i.test(text)
    ? text
    : canonicalJson(text);
