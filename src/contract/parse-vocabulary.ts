import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { documentDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { DOC, INTEGER, SUBJECT, whole } from './contract-shape.ts';
import { schemaKey } from './published-schema.ts';
import { parseWith, readYaml } from './read-yaml.ts';
import { lookOf, spellingsOf, unseenIn } from './term-spelling.ts';
import type { Bounds } from './text-document.ts';
import { integerFits } from './value-form.ts';
import type { Term, Vocabulary } from './vocabulary.ts';
import { placeOf, type YamlDocument } from './yaml-document.ts';

/** A vocabulary with the name its file gives it, which no digest covers. */
export type NamedVocabulary = { readonly name: string; readonly vocabulary: Vocabulary };

/** Terms may be many, and nothing else of a project is. */
export const VOCABULARY_BOUNDS: Bounds = {
  bytes_max: LIMITS.vocabulary_bytes_max,
  tokens_max: LIMITS.vocabulary_tokens_max,
};

export function parseVocabulary(file: string, bytes: Uint8Array): Vocabulary | Fault {
  const named = parseNamedVocabulary(file, bytes);
  return named instanceof Fault ? named : named.vocabulary;
}

export function parseNamedVocabulary(file: string, bytes: Uint8Array): NamedVocabulary | Fault {
  const document = readYaml(file, bytes, VOCABULARY_BOUNDS);
  return document instanceof Fault ? document : namedVocabularyOf(document);
}

/** @faults TERM_UNSEEN TERM_DUPLICATE SHAPE, and what `parseWith` finds */
export function namedVocabularyOf(document: YamlDocument): NamedVocabulary | Fault {
  const written = parseWith(VOCABULARY_FILE, document);
  if (written instanceof Fault) return written;
  const terms = written.terms.map(
    ({ id, label, code, aliases = [] }, index): Term => ({
      id,
      label,
      code: code ?? BigInt(index),
      aliases: [...aliases].sort(),
    }),
  );
  const refused = unseen(document, written.terms) ?? duplicate(document, terms);
  if (refused !== undefined) return refused;
  const vocabulary = { digest: documentDigest(vocabularyDocument({ terms })), terms };
  return { name: written.vocabulary, vocabulary };
}

/**
 * What the digest of a vocabulary hashes: the terms in their order. Not the name, which is a file's, nor documentation.
 * A code left out is written as the place it stands for, because a reader by code sees no difference.
 */
export const vocabularyDocument = ({ terms }: Pick<Vocabulary, 'terms'>): Json => ({
  terms: terms.map(({ id, label, code, aliases }) => ({ id, label, code, aliases })),
});

const LABEL = z
  .string()
  .min(1)
  .max(LIMITS.label_chars_max)
  .regex(/^(?!\s)[\s\S]*(?<!\s)$/u, 'text without space around it');

/** Whether a text may be the label of a term, whatever the others are. */
export const isLabel = (text: string): boolean =>
  LABEL.safeParse(text).success && unseenIn(text) === undefined;

export const VOCABULARY_FILE = z.strictObject({
  $schema: schemaKey('vocabulary'),
  vocabulary: SUBJECT,
  terms: z
    .array(
      z.strictObject({
        id: whole(0, 2 ** 31 - 1),
        label: LABEL,
        code: INTEGER.refine(code => integerFits('int64', code), 'a whole number of 64 bits').optional(),
        aliases: z.array(LABEL).max(LIMITS.aliases_max).optional(),
        doc: DOC.optional(),
      }),
    )
    .min(1)
    .max(LIMITS.vocabulary_terms_max),
  doc: DOC.optional(),
});

type WrittenTerm = {
  readonly id: number;
  readonly label: string;
  readonly aliases?: readonly string[] | undefined;
};

function unseen(document: YamlDocument, terms: readonly WrittenTerm[]): Fault | undefined {
  for (const [index, { id, label, aliases = [] }] of terms.entries())
    for (const [place, text] of [label, ...aliases].entries()) {
      const found = unseenIn(text);
      if (found === undefined) continue;
      const path = place === 0 ? ['label'] : ['aliases', place - 1];
      return new Fault('TERM_UNSEEN', { term: id, ...found }, placeOf(document, ['terms', index, ...path]));
    }
  return undefined;
}

/** Labels and aliases share one space: two spellings that look alike are one word to a person. */
function duplicate(document: YamlDocument, terms: readonly Term[]): Fault | undefined {
  const seen = new Map<string, Term>();
  for (const [index, term] of terms.entries()) {
    const marks: Array<readonly [what: string, key: string, value: string]> = [
      ['id', 'id', String(term.id)],
      ['code', 'code', String(term.code)],
      ...spellingsOf(term).map(
        (text, at) => ['label', at === 0 ? 'label' : 'aliases', lookOf(text)] as const,
      ),
    ];
    for (const [what, key, value] of marks) {
      const mark = `${what} ${value}`;
      const other = seen.get(mark);
      if (other !== undefined)
        return new Fault(
          'TERM_DUPLICATE',
          { what, value, term: term.id, other: other.id },
          placeOf(document, ['terms', index, key]),
        );
      seen.set(mark, term);
    }
  }
  return undefined;
}
