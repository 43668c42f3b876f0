import { LIMITS } from '../base/limits.ts';
import type { Field, Type } from '../contract/field.ts';
import { asHeld, isInteger } from '../contract/kind-table.ts';
import { childrenOf } from '../contract/nested.ts';
import type { Value } from '../contract/value.ts';
import { integerFits } from '../contract/value-form.ts';
import type { Term, Vocabulary } from '../contract/vocabulary.ts';
import { isIgnoreValue, termOf } from '../contract/vocabulary-lookup.ts';
import { chosenSpellings, type Spelling } from './chosen-terms.ts';
import type { ProbeKind } from './probe.ts';
import { termValue } from './typical-value.ts';
import type { Variant } from './variants.ts';

/** What is tried of a field with a vocabulary. `reader` is the field of that id there. */
export function labelVariants(
  field: Field,
  vocabulary: Vocabulary,
  reader: Field | undefined,
): readonly Variant[] {
  const ignored = integerOf(field.type, field.ignoreValue);
  const theirs = reader?.vocabulary;
  const early =
    theirs === undefined
      ? []
      : tried(theirs, earlySpellings(field, theirs), field, reader).map(named('unknown-term'));
  return [
    ...tried(vocabulary, ownSpellings(field, vocabulary), field, reader).map(named('term')),
    ...early,
    { kind: 'unknown-term', name: 'outside', value: outsideValue(field, vocabulary) },
    ...(ignored === undefined ? [] : [{ kind: 'ignore-value' as const, name: 'ignored', value: ignored }]),
  ];
}

/** Terms that the reader has, written by who doesn't have them yet: by label or code, and by former names where it is text. */
export const earlySpellings = (field: Field, vocabulary: Vocabulary): readonly Spelling[] =>
  spellings(
    field,
    vocabulary,
    ({ value }) => termOf(field, value) === undefined && !isIgnoreValue(field, value),
  ).map(spelling => ({ ...spelling, name: `reader's ${spelling.name}` }));

const named =
  (kind: ProbeKind) =>
  ({ name, value }: Spelling): Variant => ({ kind, name, value });

/** Every term by its label or code, and by its former names where it is text. */
export const ownSpellings = (field: Field, vocabulary: Vocabulary): readonly Spelling[] =>
  spellings(field, vocabulary, () => true);

/** Of a short vocabulary one former name a term. */
function spellings(
  field: Field,
  { terms }: Vocabulary,
  isWanted: (spelling: Omit<Spelling, 'name'>) => boolean,
): readonly Spelling[] {
  const aliases = terms.length > LIMITS.probe_terms_whole_max ? LIMITS.aliases_max : 1;
  const isText = field.type.kind === 'string';
  return terms.flatMap(term => {
    const written = isText || integerFits(field.type.kind, term.code) ? termValue(field, term) : undefined;
    const main = written === undefined ? [] : [{ term, name: `${term.id}`, value: written }];
    const others = (isText ? term.aliases : [])
      .map(value => ({ term, value }))
      .filter(isWanted)
      .slice(0, aliases)
      .map((one, at) => ({ ...one, name: at === 0 ? `${term.id} alias` : `${term.id} alias ${at + 1}` }));
    return [...main.filter(isWanted), ...others];
  });
}

/** A short vocabulary is tried term by term, of a long one what the change touches and some of the rest. */
const tried = (
  { terms }: Vocabulary,
  spellings: readonly Spelling[],
  field: Field,
  reader: Field | undefined,
): readonly Spelling[] =>
  terms.length > LIMITS.probe_terms_whole_max ? chosenSpellings(spellings, field, reader) : spellings;

/** Whether not every term of a field, or of one in it, is tried. */
export const hasLongVocabulary = ({ vocabulary, type }: Field): boolean =>
  (vocabulary !== undefined && vocabulary.terms.length > LIMITS.probe_terms_whole_max) ||
  childrenOf(type).some(({ field }) => hasLongVocabulary(field));

const integerOf = ({ kind }: Type, value: bigint | undefined): Value | undefined => {
  if (value === undefined) return undefined;
  return integerFits(kind, value) && isInteger(kind) ? asHeld(kind, value) : undefined;
};

function outsideValue(field: Field, { terms }: Vocabulary): Value {
  if (field.type.kind === 'string') {
    let text = 'no such term';
    while (termOf(field, text) !== undefined) text += '!';
    return text;
  }
  let code = 1n + terms.reduce((most, { code: next }) => larger(most, next), 0n);
  if (code === field.ignoreValue) code += 1n;
  return asHeld(field.type.kind, integerFits(field.type.kind, code) ? code : freeCode(field, terms));
}

const larger = (a: bigint, b: bigint): bigint => (b > a ? b : a);

/** Where the terms reach to the end of the type, a code between them; -1 where they fill it is no code of any. */
function freeCode({ ignoreValue }: Field, terms: readonly Term[]): bigint {
  const taken = new Set([...terms.map(({ code }) => code), ignoreValue]);
  let code = 0n;
  while (taken.has(code)) code++;
  return code;
}
