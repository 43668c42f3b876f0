import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { documentDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { DOC, INTEGER, SUBJECT, whole } from './contract-shape.ts';
import { parseWith, readYaml } from './read-yaml.ts';
import { integerFits } from './value-form.ts';
import type { Term, Vocabulary } from './vocabulary.ts';
import { placeOf, type YamlDocument } from './yaml-document.ts';

export function parseVocabulary(file: string, bytes: Uint8Array): Vocabulary | Fault {
  const document = readYaml(file, bytes);
  return document instanceof Fault ? document : vocabularyOf(document);
}

/** @faults TERM_DUPLICATE SHAPE, and what `parseWith` finds */
export function vocabularyOf(document: YamlDocument): Vocabulary | Fault {
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
  return duplicate(document, terms) ?? { digest: documentDigest(vocabularyDocument({ terms })), terms };
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
  .regex(/^(?!\s)[^\p{Cc}]*(?<!\s)$/u, 'text without space around it or control characters in it');

const VOCABULARY_FILE = z.strictObject({
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

/** Labels and aliases share one space, compared as NFC: two spellings that look alike are one word to a person. */
function duplicate(document: YamlDocument, terms: readonly Term[]): Fault | undefined {
  const seen = new Map<string, Term>();
  for (const [index, term] of terms.entries()) {
    const marks: Array<readonly [what: string, key: string, value: string]> = [
      ['id', 'id', String(term.id)],
      ['code', 'code', String(term.code)],
      ['label', 'label', term.label.normalize('NFC')],
      ...term.aliases.map(alias => ['label', 'aliases', alias.normalize('NFC')] as const),
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
