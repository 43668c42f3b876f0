import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { compare } from '../compat/compare.ts';
import { parseContract } from '../contract/parse-contract.ts';
import { parseVocabulary } from '../contract/parse-vocabulary.ts';
import type { Schema } from '../contract/schema.ts';
import { schemaFromDocument } from '../contract/schema-document.ts';
import type { Subject } from '../contract/subject.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { parseVocabularyFile } from '../release/vocabulary-file.ts';
import type { FormatRow } from './native-format.ts';

/**
 * Contracts that stand alone: an authored contract, or the document a recordSchema digest hashes; either of them may
 * stand under `contract`, with the vocabularies it names beside it. What a contract leaves to its subject's defaults
 * is absent here.
 */
export const contractFormat: FormatRow = {
  inline: (older, newer) => {
    const before = schemaOf(older, 'writer');
    if (before instanceof Fault) return before;
    const after = schemaOf(newer, 'reader');
    return after instanceof Fault ? after : compare(before, after);
  },
};

type JsonObject = { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function schemaOf(value: Json, side: string): Schema | Fault {
  const wrapped = isObject(value) && 'contract' in value;
  const { contract, vocabularies = [], ...rest }: JsonObject = wrapped ? value : { contract: value };
  const [stranger] = Object.keys(rest);
  if (stranger !== undefined) return new Fault('KEY_REFUSED', { key: `${side}.${stranger}` });
  if (!Array.isArray(vocabularies))
    return new Fault('SHAPE', { where: `${side}.vocabularies`, expected: 'a list of vocabularies' });
  const known = vocabulariesOf(vocabularies, side);
  if (known instanceof Fault) return known;
  if (typeof contract === 'string') return authored(side, Buffer.from(contract, 'utf8'), known);
  if (!isObject(contract))
    return new Fault('SHAPE', { where: side, expected: 'a contract, or the document of a schema' });
  const text = canonicalJson(contract);
  return 'schema' in contract
    ? authored(side, Buffer.from(text, 'utf8'), known)
    : schemaFromDocument(text, known);
}

function vocabulariesOf(given: readonly Json[], side: string): ReadonlyMap<Digest, Vocabulary> | Fault {
  const known = new Map<Digest, Vocabulary>();
  for (const [index, value] of given.entries()) {
    const name = `${side}.vocabularies[${index}]`;
    const bytes = Buffer.from(canonicalJson(value), 'utf8');
    const isAuthored = isObject(value) && 'vocabulary' in value;
    const found = isAuthored ? parseVocabulary(name, bytes) : parseVocabularyFile(name, bytes);
    if (found instanceof Fault) return found;
    known.set(found.digest, found);
  }
  return known;
}

/** Its subject is whatever its own first line says, with no defaults; a normalizer is known by the digest alone. */
function authored(
  side: string,
  bytes: Uint8Array,
  vocabularies: ReadonlyMap<Digest, Vocabulary>,
): Schema | Fault {
  const text = Buffer.from(bytes).toString('utf8');
  const [, name = ''] = SCHEMA_LINE.exec(text) ?? [];
  const normalizers = new Set([...text.matchAll(DIGESTS)].map(([digest]) => digest).filter(isDigest));
  const contract = parseContract(side, bytes, { subject: subjectOf(name), vocabularies, normalizers });
  return contract instanceof Fault ? contract : contract.schema;
}

const SCHEMA_LINE = /(?:^|[\n{,])\s*"?schema"?\s*:\s*["']?([a-z0-9._-]+)\.v[0-9]+/;
const DIGESTS = /sha256:[0-9a-f]{64}/g;

const envelope = (column: string) => ({ kind: 'envelope', column }) as const;

const subjectOf = (name: string): Subject => ({
  name,
  compatibility: 'full',
  defaults: { owner: 'nobody', sensitivity: 'internal', fields: new Map() },
  members: {
    sampleId: envelope('sampleId'),
    sourceId: envelope('sourceId'),
    sourceVersion: envelope('sourceVersion'),
    split: envelope('split'),
  },
  pins: new Map(),
  pinPlaces: new Map(),
  doc: undefined,
});
