import type { Json } from '../base/canonical-json.ts';
import { documentDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { normalizerOf } from '../contract/normalizer.ts';
import { namedVocabularyOf, VOCABULARY_BOUNDS, vocabularyDocument } from '../contract/parse-vocabulary.ts';
import { readYaml } from '../contract/read-yaml.ts';
import { tokenizerOf } from '../contract/tokenizer.ts';
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
  const terms = labels.map((label, index) => ({
    id: index + 1,
    label,
    ...(codes !== undefined && { code: codes[index]! }),
  }));
  const digest = documentDigest(
    vocabularyDocument({
      terms: terms.map((term, index) => ({ code: BigInt(index), aliases: [], ...term })),
    }),
  );
  const document = { vocabulary: name, terms, ...(doc !== undefined && { doc }) };
  return { kind: 'vocabulary', name, digest, document };
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

const READERS = {
  vocabulary: namedVocabularyOf,
  normalizer: normalizerOf,
  tokenizer: tokenizerOf,
} as const;

/** A name as subjects and vocabularies have them, out of one that may have other letters. */
export function nameLike(text: string): string | undefined {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '_')
    .split('.')
    .map(word => word.replace(/^[^a-z]+/, '').replace(/[_-]+$/, ''))
    .filter(word => word !== '');
  const name = words.join('.').slice(0, 100).replace(/\.$/, '');
  return name === '' ? undefined : name;
}
