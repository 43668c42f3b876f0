import path from 'node:path';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { fieldProblem } from '../contract/check-field.ts';
import { appendEntry } from '../contract/edit-yaml.ts';
import {
  type ExtendedVocabulary,
  extendVocabulary,
  type NewTerm,
  type TakenByTerms,
} from '../contract/extend-vocabulary.ts';
import { parseSubject } from '../contract/subject.ts';
import type { Term } from '../contract/vocabulary.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { listFolder } from './read-file.ts';
import { loadCatalog, usesOf, type VocabularyCatalog } from './vocabulary-catalog.ts';
import { readVocabularyFile } from './vocabulary-source.ts';
import { type FileToWrite, writeFiles } from './write-files.ts';

export type AddTerms = {
  readonly project: Project;
  /** Where the path begins; one that leads nowhere from there is looked for below the folder of schemas. */
  readonly folder: string;
  readonly file: string;
  readonly terms: readonly NewTerm[];
  /** The name of the new file, in the folder of the old one; the next free number behind the old name, if none. */
  readonly as: string | undefined;
  readonly opId: string;
};

export type AddedTerms = {
  /** Below the folder of schemas, as a subject pins it. */
  readonly file: string;
  readonly digest: Digest;
  readonly added: readonly Term[];
  /** The old file and its digest, which stay; `undefined` where nobody pinned the file and it was extended in place. */
  readonly before: { readonly file: string; readonly digest: Digest } | undefined;
  /** Subjects that pin the new file now, beside the old one. */
  readonly subjects: readonly string[];
};

/**
 * Adds terms to a vocabulary. What a subject pins is never changed: accepted versions speak of it by its digest. The
 * terms go into a new file beside the old one, and each subject that pins the old pins both.
 *
 * The new file is written before the pins that lead to it, each file whole: a crash in between leaves a project that
 * reads as before, and the same command again pins what is there.
 *
 * @faults PATH_OUTSIDE TERM_CODE_NEEDED TERM_CODE_TAKEN VOCABULARY_UNEDITABLE FILE_UNWRITABLE, those of every subject of the project,
 *   and those a field that uses the vocabulary would have with the new one
 */
export function addTerms({ project, folder, file: given, terms, as, opId }: AddTerms): AddedTerms | Fault {
  const catalog = loadCatalog(project);
  if (catalog instanceof Fault) return catalog;
  // A subject that can't be read may pin the file, and its terms may have had the next id.
  const [unread] = catalog.unread;
  if (unread !== undefined) return unread.fault;
  const read = readVocabularyFile(project, folder, given);
  if (read instanceof Fault) return read;
  const file = path
    .relative(path.join(project.root, project.config.schemas), read.file)
    .replaceAll(path.sep, '/');
  if (file.startsWith('../') || path.isAbsolute(file))
    return new Fault('PATH_OUTSIDE', { path: given, root: project.config.schemas });

  const pinning = catalog.subjects.filter(({ subject }) => subject.pins.has(file));
  const made = pinning.length === 0 ? undefined : lastFile(project, file);
  if (made instanceof Fault) return made;
  const extend = (target: string, without?: string): ExtendedVocabulary | Fault => {
    const taken = takenByTerms(project, catalog, file, read.name, without);
    if (taken instanceof Fault) return taken;
    const shown = `${project.config.schemas}/${target}`;
    return extendVocabulary(shown, Buffer.from(read.bytes).toString('utf8'), read, terms, taken);
  };
  // What is there to the byte and nobody pins was left by the same command, which ended before it could.
  const left = as === undefined && made !== undefined && !isPinned(catalog, made) ? made : undefined;
  const again = left === undefined ? undefined : extend(left, left);
  const isLeft = again !== undefined && !(again instanceof Fault) && isThere(project, left!, again.text);
  const target = isLeft ? left! : pinning.length === 0 ? file : nextFile(project, file, as);
  if (target instanceof Fault) return target;
  const shown = `${project.config.schemas}/${target}`;
  const extended = isLeft ? (again as ExtendedVocabulary) : extend(target);
  if (extended instanceof Fault) return extended;
  const unfit = unfitFor(catalog, read.vocabulary.digest, extended);
  if (unfit !== undefined) return unfit;

  const { digest } = extended.vocabulary;
  const files: FileToWrite[] = isLeft
    ? []
    : [{ name: shown, text: extended.text, mode: pinning.length === 0 ? 'replace' : 'new' }];
  for (const loaded of pinning) {
    const pinned = withPin(loaded, file, target, digest);
    if (pinned instanceof Fault) return pinned;
    files.push(pinned);
  }
  const unwritten = writeFiles(project.root, files, opId);
  if (unwritten !== undefined) return unwritten;
  return {
    file: target,
    digest,
    added: extended.added,
    before: pinning.length === 0 ? undefined : { file, digest: read.vocabulary.digest },
    subjects: pinning.map(({ subject }) => subject.name),
  };
}

/** `outcome.yaml`, `outcome.2.yaml`, `outcome.3.yaml`: the first number that no file of the folder has reached. */
function nextFile(project: Project, file: string, as: string | undefined): string | Fault {
  const folder = path.posix.dirname(file);
  const place = (name: string): string => (folder === '.' ? name : `${folder}/${name}`);
  if (as !== undefined)
    return NEW_NAME.test(as)
      ? place(as)
      : new Fault('USAGE', {
          problem: `--as takes the name of a file, such as outcome.next.yaml, not ${as.slice(0, 80)}`,
          command: 'vocab add',
        });
  const numbered = numberedFiles(project, file);
  if (numbered instanceof Fault) return numbered;
  return place(`${numbered.stem}.${numbered.last + 1}${numbered.ending}`);
}

/** The last of the files that were numbered behind the name of one; undefined where none was. */
function lastFile(project: Project, file: string): string | undefined | Fault {
  const numbered = numberedFiles(project, file);
  if (numbered instanceof Fault) return numbered;
  const { stem, last, ending } = numbered;
  return last === 1 ? undefined : path.posix.join(path.posix.dirname(file), `${stem}.${last}${ending}`);
}

/** How the files of one vocabulary are numbered; the first has no number. */
function numberedFiles({ root, config }: Project, file: string) {
  const entries = listFolder(root, `${config.schemas}/${path.posix.dirname(file)}`);
  if (entries instanceof Fault) return entries;
  const [, stem = '', ending = ''] =
    /^(.*?)(?:\.[1-9][0-9]{0,8})?(\.ya?ml)?$/i.exec(path.posix.basename(file)) ?? [];
  const taken = entries.flatMap(entry => {
    const number = entry.slice(stem.length + 1, entry.length - ending.length);
    return entry.startsWith(`${stem}.`) && /^[1-9][0-9]{0,8}$/.test(number) ? [Number(number)] : [];
  });
  return { stem, ending, last: Math.max(1, ...taken) };
}

const isPinned = ({ subjects }: VocabularyCatalog, file: string): boolean =>
  subjects.some(({ subject }) => subject.pins.has(file));

function isThere(project: Project, file: string, text: string): boolean {
  const read = readVocabularyFile(project, path.join(project.root, project.config.schemas), file);
  return !(read instanceof Fault) && Buffer.compare(read.bytes, Buffer.from(text)) === 0;
}

const NEW_NAME = /^(?!\.)[A-Za-z0-9._-]+\.ya?ml$/;

/** The ids and codes of each vocabulary of this name, in any file but one that is pinned or lies beside this one. */
function takenByTerms(
  project: Project,
  { subjects }: VocabularyCatalog,
  file: string,
  name: string,
  without: string | undefined,
): TakenByTerms | Fault {
  const pinned = subjects.flatMap(({ subject }) => [...subject.pins.keys()]);
  const folder = path.posix.dirname(file);
  const beside = listFolder(project.root, `${project.config.schemas}/${folder}`);
  if (beside instanceof Fault) return beside;
  const near = beside.filter(entry => /\.ya?ml$/i.test(entry)).map(entry => path.posix.join(folder, entry));
  let nextId = 0;
  const codes = new Map<bigint, string>();
  for (const one of new Set([file, ...pinned, ...near])) {
    if (one === without) continue;
    const read = readVocabularyFile(project, path.join(project.root, project.config.schemas), one);
    // What is no vocabulary has no terms of this name.
    if (read instanceof Fault || read.name !== name) continue;
    for (const { id, code, label } of read.vocabulary.terms) {
      nextId = Math.max(nextId, id + 1);
      codes.set(code, label);
    }
  }
  return { nextId, codes };
}

/** What the newest version of a subject could not do with the new terms: its fields would be refused in the next one. */
function unfitFor(
  catalog: VocabularyCatalog,
  digest: Digest,
  { vocabulary }: ExtendedVocabulary,
): Fault | undefined {
  const newest = new Map(
    catalog.subjects.map(loaded => [loaded.subject.name, Math.max(...loaded.contracts.keys())]),
  );
  for (const { subject, version, field } of usesOf(catalog, digest)) {
    if (version !== newest.get(subject)) continue;
    const found = fieldProblem({ ...field, vocabulary }, []);
    if (found !== undefined) return found.fault;
  }
  return undefined;
}

function withPin(
  { subject, sources: [subjectFile] }: LoadedSubject,
  file: string,
  target: string,
  digest: Digest,
): FileToWrite | Fault {
  const { path: name, bytes } = subjectFile!;
  const text = appendEntry(Buffer.from(bytes).toString('utf8'), 'files', file, `${target}: ${digest}`);
  const after = text === undefined ? undefined : parseSubject(name, Buffer.from(text));
  if (after instanceof Fault) return after;
  const isAsMeant =
    after !== undefined &&
    after.pins.get(target) === digest &&
    after.pins.size === subject.pins.size + 1 &&
    [...subject.pins].every(([pin, pinned]) => after.pins.get(pin) === pinned);
  return isAsMeant
    ? { name, text: text!, mode: 'replace' }
    : new Fault('VOCABULARY_UNEDITABLE', { file: name });
}
