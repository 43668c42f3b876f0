import type { Digest } from '../base/digest.ts';
import { Fault, type Place } from '../base/fault.ts';
import { type Normalizer, normalizerOf } from './normalizer.ts';
import type { ParseContext } from './parse-contract.ts';
import { namedVocabularyOf, VOCABULARY_BOUNDS } from './parse-vocabulary.ts';
import { readYaml } from './read-yaml.ts';
import type { Subject } from './subject.ts';
import { type Tokenizer, tokenizerOf } from './tokenizer.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The bytes of a pinned file, and the path to show with a fault in it. */
export type PinnedFile = { readonly path: string; readonly bytes: Uint8Array };

/** A context in which not only the digests of normalizers and tokenizers are known. */
export type PinnedContext = ParseContext & {
  readonly normalizers: ReadonlyMap<Digest, Normalizer>;
  readonly tokenizers: ReadonlyMap<Digest, Tokenizer>;
};

/**
 * Reads every file the subject pins and holds it against its digest, so that a file replaced under the same name is
 * found before a contract is read.
 *
 * @param files  by the name they are pinned under, as in `subject.pins`
 * @faults PINNED_FILE_MISSING VOCAB_DIGEST_MISMATCH NORMALIZER_DIGEST_MISMATCH TOKENIZER_DIGEST_MISMATCH, and those of the files
 */
export function contextOf(subject: Subject, files: ReadonlyMap<string, PinnedFile>): PinnedContext | Fault {
  const vocabularies = new Map<Digest, Vocabulary>();
  const normalizers = new Map<Digest, Normalizer>();
  const tokenizers = new Map<Digest, Tokenizer>();
  for (const [file, pinned] of subject.pins) {
    const place = subject.pinPlaces.get(file);
    const found = files.get(file);
    if (found === undefined) return new Fault('PINNED_FILE_MISSING', { file }, place);
    const read = readPinned(found);
    if (read instanceof Fault) return read;
    const replaced = checkPin(read.kind, file, pinned, read.content.digest, place);
    if (replaced) return replaced;
    if (read.kind === 'vocabulary') vocabularies.set(pinned, read.content);
    else if (read.kind === 'normalizer') normalizers.set(pinned, read.content);
    else tokenizers.set(pinned, read.content);
  }
  return { subject, vocabularies, normalizers, tokenizers };
}

/** @param place  where the pin is written */
export function checkPin(
  kind: keyof typeof MISMATCH,
  file: string,
  pinned: Digest,
  found: Digest,
  place?: Place,
): Fault | undefined {
  if (pinned === found) return undefined;
  return new Fault(MISMATCH[kind], { file, pinned, found }, place);
}

const MISMATCH = {
  vocabulary: 'VOCAB_DIGEST_MISMATCH',
  normalizer: 'NORMALIZER_DIGEST_MISMATCH',
  tokenizer: 'TOKENIZER_DIGEST_MISMATCH',
} as const;

/** What a file is, its first key says. */
function readPinned({ path, bytes }: PinnedFile) {
  const document = readYaml(path, bytes, VOCABULARY_BOUNDS);
  if (document instanceof Fault) return document;
  const hasKey = (key: string) => document.root.kind === 'map' && document.root.entries.has(key);
  if (hasKey('tokenizer')) {
    const content = tokenizerOf(document);
    return content instanceof Fault ? content : { kind: 'tokenizer' as const, content };
  }
  if (hasKey('normalizer')) {
    const content = normalizerOf(document);
    return content instanceof Fault ? content : { kind: 'normalizer' as const, content };
  }
  const named = namedVocabularyOf(document);
  return named instanceof Fault ? named : { kind: 'vocabulary' as const, content: named.vocabulary };
}
