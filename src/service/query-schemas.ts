import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { vocabularyDocument } from '../contract/parse-vocabulary.ts';
import type { Schema } from '../contract/schema.ts';
import { schemaFromDocument } from '../contract/schema-document.ts';
import { SchemaReader } from '../contract/schema-reader.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { parseVocabularyFile } from '../release/vocabulary-file.ts';
import type { ReadStore } from '../store/port.ts';

/** A stored schema. @faults OBJECT_UNKNOWN OBJECT_OTHER_KIND */
export async function storedSchema(store: ReadStore, digest: Digest): Promise<Schema | Fault> {
  const bytes = await store.getObject(digest);
  if (bytes instanceof Fault) return bytes;
  return (await schemaIn(store, bytes)) ?? new Fault('OBJECT_OTHER_KIND', { digest, kind: 'schema' });
}

/**
 * The schemas of many versions, which share what they have in common. They are those the registry itself has kept as
 * schemas: their digests are held, their lawfulness was when they came.
 *
 * @faults OBJECT_UNKNOWN OBJECT_OTHER_KIND
 */
export async function storedSchemas(
  store: ReadStore,
  digests: readonly Digest[],
): Promise<readonly Schema[] | Fault> {
  const vocabularies = new Map<Digest, Vocabulary>();
  const reader = new SchemaReader(vocabularies);
  const schemas: Schema[] = [];
  for (const digest of digests) {
    const bytes = await store.getObject(digest);
    if (bytes instanceof Fault) return bytes;
    const text = Buffer.from(bytes).toString('utf8');
    const fault = await addVocabularies(store, text, vocabularies);
    if (fault !== undefined) return fault;
    const schema = reader.read(text);
    if (schema instanceof Fault) return new Fault('OBJECT_OTHER_KIND', { digest, kind: 'schema' });
    schemas.push(schema);
  }
  return schemas;
}

/** What the bytes say as a schema; `undefined` when they are the document of none. */
export async function schemaIn(store: ReadStore, bytes: Uint8Array): Promise<Schema | Fault | undefined> {
  const text = Buffer.from(bytes).toString('utf8');
  const vocabularies = await vocabulariesOf(store, text);
  if (vocabularies instanceof Fault) return vocabularies;
  const schema = schemaFromDocument(text, vocabularies);
  return schema instanceof Fault ? undefined : schema;
}

/**
 * A schema somebody sent. The order of its keys is free; its vocabularies must be stored here.
 *
 * @faults those of `schemaFromDocument`
 */
export async function sentSchema(store: ReadStore, document: Json): Promise<Schema | Fault> {
  const text = canonicalJson(document);
  const vocabularies = await vocabulariesOf(store, text);
  return vocabularies instanceof Fault ? vocabularies : schemaFromDocument(text, vocabularies);
}

/** What the bytes say as a vocabulary; `undefined` when they are the document of none. */
export function vocabularyIn(bytes: Uint8Array): Vocabulary | undefined {
  const vocabulary = parseVocabularyFile('the object', bytes);
  if (vocabulary instanceof Fault || vocabulary.terms.length === 0) return undefined;
  const isCanonical = Buffer.from(canonicalJson(vocabularyDocument(vocabulary))).equals(bytes);
  return isCanonical ? vocabulary : undefined;
}

/** In canonical text this is a member and never the inside of a string: there, quotes are escaped. */
const NAMED = /"vocabulary":"([^"\\]*)"/g;

/**
 * The stored vocabularies that the text of a schema names. It stops at the first that isn't there, as the schema will
 * be refused for it: a text that names ten thousand costs one look.
 */
async function vocabulariesOf(
  store: ReadStore,
  text: string,
): Promise<ReadonlyMap<Digest, Vocabulary> | Fault> {
  const found = new Map<Digest, Vocabulary>();
  return (await addVocabularies(store, text, found)) ?? found;
}

async function addVocabularies(
  store: ReadStore,
  text: string,
  found: Map<Digest, Vocabulary>,
): Promise<Fault | undefined> {
  for (const [, digest] of text.matchAll(NAMED)) {
    if (!isDigest(digest) || found.has(digest)) continue;
    const bytes = await store.getObject(digest);
    if (bytes instanceof Fault && bytes.code !== 'OBJECT_UNKNOWN') return bytes;
    const vocabulary = bytes instanceof Fault ? undefined : vocabularyIn(bytes);
    if (vocabulary === undefined) break;
    found.set(digest, vocabulary);
  }
  return undefined;
}
