import type { Json } from '../base/canonical-json.ts';
import { documentDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { normalizerOf } from '../contract/normalizer.ts';
import { namedVocabularyOf, VOCABULARY_BOUNDS, vocabularyDocument } from '../contract/parse-vocabulary.ts';
import { readYaml } from '../contract/read-yaml.ts';
import { tokenizerOf } from '../contract/tokenizer.ts';
import type { Term, Vocabulary } from '../contract/vocabulary.ts';
import { isWritten, type PinnedDraft } from './draft.ts';
import { printYaml } from './print-yaml.ts';

/**
 * A list of symbols in their order as a vocabulary: its ids are new, from 1.
 *
 * @param codes  of each; its place, where there are none
 */
export function vocabularyOf(
  name: string,
  labels: readonly string[],
  doc?: string,
  codes?: readonly bigint[],
): PinnedDraft {
  const symbols = labels.map((label, index) => ({ label, code: codes?.[index] }));
  const terms = symbols.map((symbol, index) => ({ ...symbol, id: index + 1, aliases: [] }));
  return { ...pinnedTerms(name, terms, doc), symbols };
}

/** Why a vocabulary is none that a file may hold; undefined where it is one. @faults those of such files */
export function vocabularyProblem({ document }: PinnedDraft): Fault | undefined {
  const found = pinnedFrom(document);
  return found instanceof Fault ? found : undefined;
}

/** A term as a file would have it: without a code it stands for its place. */
export type DraftTerm = Omit<Term, 'code'> & { readonly code: bigint | undefined };

export function pinnedTerms(
  name: string,
  drafts: readonly DraftTerm[],
  doc: Json | undefined,
): Omit<PinnedDraft, 'symbols'> {
  const terms = drafts.map(({ code, aliases, ...term }, index) => ({
    ...term,
    code: code ?? BigInt(index),
    aliases: [...aliases].sort(),
  }));
  const written = drafts.map(({ id, label, code, aliases }) => ({
    id,
    label,
    ...(code !== undefined && { code }),
    ...(aliases.length > 0 && { aliases }),
  }));
  return {
    kind: 'vocabulary',
    name,
    digest: documentDigest(vocabularyDocument({ terms })),
    document: { vocabulary: name, terms: written, ...(doc !== undefined && { doc }) },
  };
}

/** What a document carries under `pinned`, read as the files it stands for would be. @faults those of such files */
export function pinnedFrom(document: Json): PinnedDraft | Fault {
  if (!isWritten(document))
    return new Fault('SHAPE', { where: 'pinned', expected: 'vocabularies, normalizers and tokenizers' });
  const kind = (['tokenizer', 'normalizer'] as const).find(key => key in document) ?? 'vocabulary';
  const read = readYaml(`pinned ${kind}`, Buffer.from(printYaml(document)), VOCABULARY_BOUNDS);
  if (read instanceof Fault) return read;
  const found = READERS[kind](read);
  if (found instanceof Fault) return found;
  const digest = 'vocabulary' in found ? found.vocabulary.digest : found.digest;
  return { kind, name: String(document[kind]), digest, document };
}

/** The vocabulary of a draft, where it is one that a file may hold. */
export function vocabularyIn({ document, kind }: PinnedDraft): Vocabulary | undefined {
  if (kind !== 'vocabulary') return undefined;
  const read = readYaml('pinned vocabulary', Buffer.from(printYaml(document)), VOCABULARY_BOUNDS);
  const found = read instanceof Fault ? read : namedVocabularyOf(read);
  return found instanceof Fault ? undefined : found.vocabulary;
}

/** The symbols without the one of a code that nothing but its digits is said of. */
export function withoutCode(pinned: PinnedDraft, code: Json): PinnedDraft {
  const symbols = pinned.symbols?.filter(
    symbol => !(symbol.label === String(code) && symbol.code !== undefined),
  );
  return symbols === undefined || symbols.length === 0 ? pinned : { ...pinned, symbols };
}

const READERS = {
  vocabulary: namedVocabularyOf,
  normalizer: normalizerOf,
  tokenizer: tokenizerOf,
} as const;

/** A name as subjects and vocabularies have them, out of one that may have other letters. */
export function nameLike(text: string): string | undefined {
  const words = text
    .slice(0, LIMITS.echoed_chars_max)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '_')
    .split('.')
    .map(word => word.replace(/^[^a-z]+/, '').replace(/[_-]+$/, ''))
    .filter(word => word !== '');
  const name = words.join('.').slice(0, 100).replace(/\.$/, '');
  return name === '' ? undefined : name;
}
