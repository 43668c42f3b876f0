import { Fault } from '../base/fault.ts';
import { foldOf, spellingsOf } from '../contract/term-spelling.ts';
import type { Term, Vocabulary } from '../contract/vocabulary.ts';
import { loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import {
  loadCatalog,
  pinsOf,
  usesOf,
  type VocabularyCatalog,
  type VocabularyUse,
} from './vocabulary-catalog.ts';
import { parseVocabularyReference, vocabularySource } from './vocabulary-source.ts';

/** A vocabulary, where it is pinned, and what takes its terms. */
export type ShownVocabulary = {
  /** Where it was asked for by its file. */
  readonly name: string | undefined;
  readonly vocabulary: Vocabulary;
  readonly pins: readonly { readonly subject: string; readonly file: string }[];
  readonly uses: readonly VocabularyUse[];
  /** Terms that differ in case, or in what parts their words: two classes, or one written twice. */
  readonly alike: readonly (readonly Term[])[];
};

export type ShownVocabularies = {
  readonly vocabularies: readonly ShownVocabulary[];
  /** Subjects that can't be read, so that nobody knows whether they use one of these. */
  readonly unread: VocabularyCatalog['unread'];
};

/**
 * All a subject pins, or the one that a file, a digest or a field leads to. A file may lie outside of any project.
 *
 * @faults those of `vocabularySource` and `loadSubject`
 */
export function showVocabularies(
  project: Project | Fault,
  folder: string,
  text: string,
): ShownVocabularies | Fault {
  const sources = sourcesOf(project, folder, text);
  if (sources instanceof Fault) return sources;
  const catalog = project instanceof Fault ? { subjects: [], unread: [] } : loadCatalog(project);
  if (catalog instanceof Fault) return catalog;
  const vocabularies = sources.map(({ name, vocabulary }) => ({
    name,
    vocabulary,
    pins: pinsOf(catalog, vocabulary.digest),
    uses: usesOf(catalog, vocabulary.digest),
    alike: alikeIn(vocabulary),
  }));
  return { vocabularies, unread: catalog.unread };
}

type Source = { readonly name?: string; readonly vocabulary: Vocabulary };

function sourcesOf(project: Project | Fault, folder: string, text: string): readonly Source[] | Fault {
  const reference = parseVocabularyReference(text);
  if (reference instanceof Fault) return reference;
  if (reference.kind !== 'subject') {
    const source = vocabularySource(project, folder, text);
    return source instanceof Fault ? source : [source];
  }
  if (project instanceof Fault) return project;
  const loaded = loadSubject(project, reference.subject);
  if (loaded instanceof Fault) return loaded;
  return [...loaded.context.vocabularies.values()].map(vocabulary => ({ vocabulary }));
}

function alikeIn({ terms }: Vocabulary): readonly (readonly Term[])[] {
  const groups = new Map<string, Set<Term>>();
  for (const term of terms)
    for (const fold of spellingsOf(term).map(foldOf)) {
      const group = groups.get(fold) ?? new Set<Term>();
      groups.set(fold, group.add(term));
    }
  return [...groups.values()].filter(group => group.size > 1).map(group => [...group]);
}
