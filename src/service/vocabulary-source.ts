import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { allFields } from '../contract/check-schema.ts';
import { SUBJECT } from '../contract/contract-shape.ts';
import { nearest } from '../contract/nearest.ts';
import { parseNamedVocabulary } from '../contract/parse-vocabulary.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { contractOf, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';
import { loadCatalog } from './vocabulary-catalog.ts';

/** What a person names a vocabulary by. */
export type VocabularyReference =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'digest'; readonly digest: Digest }
  | { readonly kind: 'field'; readonly subject: string; readonly version: number; readonly field: string }
  | { readonly kind: 'subject'; readonly subject: string };

/** @faults REFERENCE_MALFORMED */
export function parseVocabularyReference(text: string): VocabularyReference | Fault {
  if (isDigest(text)) return { kind: 'digest', digest: text };
  const [, subject, version, field] = /^([^@/]+)@([1-9][0-9]{0,8}):(.+)$/su.exec(text) ?? [];
  if (subject !== undefined && SUBJECT.safeParse(subject).success)
    return { kind: 'field', subject, version: Number(version), field: field! };
  if (text.includes('/') || /\.ya?ml$/i.test(text)) return { kind: 'file', path: text };
  if (SUBJECT.safeParse(text).success) return { kind: 'subject', subject: text };
  const form = 'a file, a digest, a subject, or subject@version:field';
  return new Fault('REFERENCE_MALFORMED', { found: text.slice(0, LIMITS.echoed_chars_max), form });
}

/** A vocabulary with what it was asked for by; it has a name where it comes from a file. */
export type NamedSource = { readonly text: string; readonly name?: string; readonly vocabulary: Vocabulary };

/**
 * @param folder  where a path begins; one that leads nowhere from there is looked for below the folder of schemas
 * @faults REFERENCE_MALFORMED VOCABULARY_FIELD_UNKNOWN VOCABULARY_NOT_FOUND, and those of `loadSubject` and `parseNamedVocabulary`
 */
export function vocabularySource(
  project: Project | Fault,
  folder: string,
  text: string,
): NamedSource | Fault {
  const reference = parseVocabularyReference(text);
  if (reference instanceof Fault) return reference;
  if (reference.kind === 'file') {
    const read = readVocabularyFile(project, folder, reference.path);
    return read instanceof Fault ? read : { text, name: read.name, vocabulary: read.vocabulary };
  }
  if (project instanceof Fault) return project;
  if (reference.kind === 'digest') {
    const catalog = loadCatalog(project);
    if (catalog instanceof Fault) return catalog;
    for (const { context } of catalog.subjects) {
      const vocabulary = context.vocabularies.get(reference.digest);
      if (vocabulary !== undefined) return { text, vocabulary };
    }
    return catalog.unread[0]?.fault ?? new Fault('VOCABULARY_NOT_FOUND', { what: text });
  }
  if (reference.kind === 'subject') {
    const form = 'a file, a digest, or subject@version:field';
    return new Fault('REFERENCE_MALFORMED', { found: text, form });
  }
  const vocabulary = fieldVocabulary(project, reference);
  return vocabulary instanceof Fault ? vocabulary : { text, vocabulary };
}

/** @faults those of `readFile` and `parseNamedVocabulary` */
export function readVocabularyFile(project: Project | Fault, folder: string, name: string) {
  const file = placeOfFile(project, folder, name);
  const bytes = readFile(path.dirname(file), path.basename(file), LIMITS.vocabulary_bytes_max);
  if (bytes instanceof Fault)
    return bytes.code === 'FILE_UNREADABLE'
      ? new Fault('FILE_UNREADABLE', { path: name, reason: (bytes as Fault<'FILE_UNREADABLE'>).facts.reason })
      : bytes;
  const named = parseNamedVocabulary(name, bytes);
  return named instanceof Fault ? named : { ...named, file, bytes };
}

function placeOfFile(project: Project | Fault, folder: string, name: string): string {
  const here = path.resolve(folder, name);
  if (project instanceof Fault || existsSync(here)) return here;
  const below = path.join(project.root, ...project.config.schemas.split('/'), name);
  return existsSync(below) ? below : here;
}

/** A field of a list's elements is named by its list, with a dot: `tags.element`. */
function fieldVocabulary(
  project: Project,
  { subject, version, field }: Extract<VocabularyReference, { kind: 'field' }>,
): Vocabulary | Fault {
  const loaded = loadSubject(project, subject);
  if (loaded instanceof Fault) return loaded;
  const contract = contractOf(loaded, version);
  if (contract instanceof Fault) return contract;
  const named = allFields(contract.schema).map(([found, place]) => {
    const top = contract.schema.fields[Number(place[1])]!.name;
    return [[top, ...place.slice(2)].join('.'), found] as const;
  });
  const found = named.find(([name]) => name === field)?.[1];
  if (found === undefined) {
    const names = named.filter(([, one]) => one.vocabulary !== undefined).map(([name]) => name);
    return new Fault('VOCABULARY_FIELD_UNKNOWN', {
      subject,
      version,
      field: field.slice(0, LIMITS.name_chars_max),
      nearest: nearest(field, names),
    });
  }
  return found.vocabulary ?? new Fault('VOCABULARY_NOT_FOUND', { what: `${subject}@${version}:${field}` });
}
