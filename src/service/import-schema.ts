import { rmdirSync } from 'node:fs';
import path from 'node:path';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { subjectScope, subjectState } from '../change/subject-state.ts';
import { allFields } from '../contract/check-schema.ts';
import type { Contract } from '../contract/contract.ts';
import { SUBJECT } from '../contract/contract-shape.ts';
import type { FieldId } from '../contract/field.ts';
import type { Governance } from '../contract/governance.ts';
import { idsEverUsed } from '../contract/ledger.ts';
import { type ParseContext, parseContract } from '../contract/parse-contract.ts';
import { contextOf } from '../contract/pins.ts';
import { reservedFault } from '../contract/reserved.ts';
import { parseSubject } from '../contract/subject.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { atSource, partAt } from '../exchange/at-source.ts';
import type { Draft } from '../exchange/draft.ts';
import { importRefused, refusedAlone } from '../exchange/import-refused.ts';
import type { Note } from '../exchange/note.ts';
import { nameLike } from '../exchange/pinned.ts';
import { type Settled, type Surroundings, settle } from '../exchange/settle.ts';
import { newSubjectText } from '../exchange/subject-text.ts';
import { makeFolder } from '../store/make-folder.ts';
import type { ReadStore } from '../store/port.ts';
import { IMPORT_FORMATS, IMPORTS, type ImportFormat } from './exchange-formats.ts';
import { type LoadedSubject, loadSubject } from './load-subject.ts';
import { type NativeFile, openNativeFile } from './native-format.ts';
import { type NewPin, newPins, withPins } from './new-pins.ts';
import { type Project, subjectNames } from './project.ts';
import { reasonOf } from './read-file.ts';
import { type FileToWrite, writeFiles } from './write-files.ts';

export type ImportAsk = {
  readonly project: Project;
  /** Where the path begins. */
  readonly folder: string;
  readonly file: string;
  readonly format: ImportFormat | undefined;
  readonly subject: string | undefined;
  /** Which of several kinds of record, where the file describes them. */
  readonly object: string | undefined;
  readonly owner: string | undefined;
  readonly sensitivity: Governance['sensitivity'] | undefined;
  readonly leaveOut: ReadonlySet<string>;
  readonly isDryRun: boolean;
  readonly opId: string;
};

export type Imported = {
  readonly format: ImportFormat;
  readonly contract: Contract;
  /** What was written, or would be, below the project: the contract first. */
  readonly files: readonly FileToWrite[];
  readonly settled: Settled;
  readonly notes: readonly Note[];
};

/**
 * Makes the next contract of a subject out of a schema of another format: a subject that is not there is made. Files are
 * written all or none, and none is replaced but the subject's own, which gets the pins of new vocabularies.
 *
 * @faults NATIVE_FORMAT_UNKNOWN IMPORT_REFUSED IMPORT_UNSAID FILE_UNREADABLE FILE_UNWRITABLE, those of the format, of the
 *   subject's files and of the contract that is made
 */
export async function importSchema(ask: ImportAsk, store: ReadStore): Promise<Imported | Fault> {
  const file = openNativeFile(ask.file, path.resolve(ask.folder, ask.file));
  if (file instanceof Fault) return file;
  const format = ask.format ?? IMPORT_FORMATS.find(name => IMPORTS[name].detects(file));
  if (format === undefined) return unknownFormat(file);
  const draft = IMPORTS[format].draft(file, ask.object);
  if (draft instanceof Fault) return draft;
  const { project } = ask;
  const name = subjectOf(ask, draft);
  if (name instanceof Fault) return name;
  const names = subjectNames(project);
  if (names instanceof Fault) return names;
  const loaded = names.includes(name) ? loadSubject(project, name) : undefined;
  if (loaded instanceof Fault) return loaded;
  const latest = loaded && [...loaded.contracts.values()].at(-1);
  const version = versionOf(draft, name, loaded);
  const defaults = loaded?.subject.defaults;
  const used = await usedIdsOf(name, loaded, store);
  if (used instanceof Fault) return used;
  const around: Surroundings = {
    subject: name,
    version,
    latest,
    vocabularies: vocabulariesOf(loaded),
    usedIds: used,
    reserved: loaded?.subject.reserved.ids ?? [],
    owner: ask.owner ?? defaults?.owner,
    sensitivity: ask.sensitivity ?? defaults?.sensitivity,
    // A subject that is made says what was given once for all its fields.
    inherited: loaded === undefined ? { owner: ask.owner, sensitivity: ask.sensitivity } : defaultsOf(loaded),
    leaveOut: ask.leaveOut,
  };
  const made = makeContract(ask, draft, around, loaded);
  if (made instanceof Fault) return made;
  const { contract, settled, files } = made;
  const unwritten = ask.isDryRun ? undefined : write(project, files, ask.opId);
  return unwritten ?? { format, contract, files, settled, notes: settled.notes };
}

/**
 * The contract of a draft, as its own project will read it. A role that its fields turn out not to fit is left out, and told
 * of: fields may have been edited in the source since somebody gave it to them.
 */
function makeContract(
  ask: ImportAsk,
  draft: Draft,
  around: Surroundings,
  loaded: LoadedSubject | undefined,
): (Planned & { readonly contract: Contract; readonly settled: Settled }) | Fault {
  const { subject, version, unfit = new Map<string, string>() } = around;
  const settled = settle(draft, around);
  if (settled instanceof Fault) return settled;
  const pins = newPins(ask.project, loaded?.subject, settled.pinned);
  if (pins instanceof Fault) return pins;
  const written = filesOf(ask, subject, version, loaded, settled, pins);
  if (written instanceof Fault) return written;
  const context = contextIn(written.subject, loaded, pins);
  if (context instanceof Fault) return context;
  const { name: file, text } = written.file;
  const made = { text, alone: settled.alone, placeOf: draft.placeOf, source: ask.file };
  const contract = parseContract(file, Buffer.from(text), context);
  if (contract instanceof Fault) {
    const role = contract.code === 'ROLE_FIELD_UNFIT' && contract.at && partAt(contract.at, text);
    if (typeof role === 'string' && !unfit.has(role))
      return makeContract(
        ask,
        draft,
        { ...around, unfit: new Map([...unfit, [role, contract.message]]) },
        loaded,
      );
    const refused = refusedAlone(settled.alone, `${subject}.v${version}`, own =>
      parseContract(file, Buffer.from(own), context),
    );
    return refused.length > 0 ? importRefused(refused, draft) : atSource(contract, made);
  }
  const reserved = loaded && reservedFault(loaded.subject.reserved, contract);
  return reserved === undefined ? { ...written, contract, settled } : atSource(reserved, made);
}

function unknownFormat(file: NativeFile): Fault {
  // A document that is no document at all has a place to show.
  const read = /\.(?:json|avsc)$/i.test(file.name) ? file.document() : undefined;
  if (read instanceof Fault) return read;
  return new Fault('NATIVE_FORMAT_UNKNOWN', { file: file.name, known: IMPORT_FORMATS.join(', ') });
}

/** The subject that was named, or that the source was exported from, or one called like it or like its file. */
function subjectOf({ subject, file }: ImportAsk, draft: Draft): string | Fault {
  const [, exported] = /^(.+)\.v[1-9][0-9]{0,8}$/.exec(draft.schema ?? '') ?? [];
  const name = subject ?? exported ?? draft.name ?? nameLike(path.basename(file, path.extname(file)));
  if (name !== undefined && SUBJECT.safeParse(name).success) return name;
  const found =
    name === undefined
      ? 'the file has no name to call a subject by'
      : `${name.slice(0, 80)} is no name of a subject`;
  return new Fault('USAGE', {
    problem: `${found}: name one with --subject, such as training.example`,
    command: 'import',
  });
}

/** The one after the last there is; a subject that is new begins where it was exported from. */
function versionOf({ schema }: Draft, name: string, loaded: LoadedSubject | undefined): number {
  if (loaded !== undefined) {
    const accepted = loaded.ledger.versions.map(({ version }) => version);
    return Math.max(0, ...loaded.contracts.keys(), ...accepted) + 1;
  }
  const [, subject, version] = /^(.+)\.v([1-9][0-9]{0,8})$/.exec(schema ?? '') ?? [];
  return subject === name ? Number(version) : 1;
}

/** In accepted versions, in contracts that wait for it, and in what was ever proposed, whatever became of that. */
async function usedIdsOf(
  name: string,
  loaded: LoadedSubject | undefined,
  store: ReadStore,
): Promise<ReadonlySet<number> | Fault> {
  const scope = await store.readScope(subjectScope(name));
  if (scope instanceof Fault) return scope;
  const proposed = subjectState(scope).ids.keys();
  if (loaded === undefined) return new Set(proposed);
  const written = [...loaded.contracts.values()].flatMap(({ governance }) => [...governance.keys()]);
  return new Set([
    ...idsEverUsed(loaded.ledger).keys(),
    ...loaded.ledger.burnt.map(({ id }) => id),
    ...written,
    ...proposed,
  ]);
}

/** The vocabularies of each field in all versions there are files of, the newest first. */
function vocabulariesOf(loaded: LoadedSubject | undefined): ReadonlyMap<FieldId, readonly Vocabulary[]> {
  const found = new Map<FieldId, Vocabulary[]>();
  for (const { schema } of [...(loaded?.contracts.values() ?? [])].reverse())
    for (const [{ id, vocabulary }] of allFields(schema)) {
      if (vocabulary === undefined) continue;
      const known = found.get(id) ?? [];
      if (!known.some(({ digest }) => digest === vocabulary.digest)) found.set(id, [...known, vocabulary]);
    }
  return found;
}

const defaultsOf = ({ subject: { defaults } }: LoadedSubject) => ({
  owner: defaults.owner,
  sensitivity: defaults.sensitivity,
});

type Planned = {
  readonly files: readonly FileToWrite[];
  readonly subject: FileToWrite | undefined;
  /** That of the contract. */
  readonly file: FileToWrite;
};

function filesOf(
  { project, owner, sensitivity }: ImportAsk,
  name: string,
  version: number,
  loaded: LoadedSubject | undefined,
  { text }: Settled,
  pins: readonly NewPin[],
): Planned | Fault {
  const folder = `${project.config.schemas}/${name}`;
  const contract: FileToWrite = { name: `${folder}/v${version}.yaml`, text, mode: 'new' };
  const made = pins.flatMap(({ file }): FileToWrite[] => (file === undefined ? [] : [file]));
  if (loaded === undefined) {
    const entries = pins.map(({ pin, digest }) => [pin, digest] as const);
    const own = newSubjectText({ subject: name, owner, sensitivity, files: Object.fromEntries(entries) });
    const subject: FileToWrite = { name: `${folder}/subject.yaml`, text: own, mode: 'new' };
    return { files: [...made, subject, contract], subject, file: contract };
  }
  if (pins.length === 0) return { files: [contract], subject: undefined, file: contract };
  const subject = withPins(loaded, pins);
  return subject instanceof Fault
    ? subject
    : { files: [...made, subject, contract], subject, file: contract };
}

type Has = Pick<ReadonlySet<Digest>, 'has'>;

function contextIn(
  subjectFile: FileToWrite | undefined,
  loaded: LoadedSubject | undefined,
  pins: readonly NewPin[],
): ParseContext | Fault {
  if (subjectFile === undefined) return loaded!.context;
  const subject = parseSubject(subjectFile.name, Buffer.from(subjectFile.text));
  // It is in no file, and was made of what the flags say.
  if (subject instanceof Fault && loaded === undefined)
    return new Fault('USAGE', { problem: `${subject.message}: ${subject.remedy}`, command: 'import' });
  if (subject instanceof Fault) return subject;
  const fresh = { ...subject, pins: new Map(pins.map(({ pin, digest }) => [pin, digest])) };
  const context = contextOf(fresh, new Map(pins.map(({ pin, bytes }) => [pin, { path: pin, bytes }])));
  if (context instanceof Fault || loaded === undefined) return context;
  const { vocabularies, normalizers, tokenizers } = loaded.context;
  const either = (one: Has, other: Has): Has => ({ has: digest => one.has(digest) || other.has(digest) });
  return {
    subject,
    vocabularies: new Map([...vocabularies, ...context.vocabularies]),
    normalizers: either(normalizers, context.normalizers),
    tokenizers: either(tokenizers, context.tokenizers),
  };
}

function write({ root }: Project, files: readonly FileToWrite[], opId: string): Fault | undefined {
  const made: string[] = [];
  try {
    for (const { name } of files) {
      const folder = path.join(root, path.dirname(name));
      const first = makeFolder(folder);
      if (first !== undefined) made.push(folder);
    }
  } catch (error) {
    return new Fault('FILE_UNWRITABLE', { path: files[0]?.name ?? '', reason: reasonOf(error) });
  }
  const unwritten = writeFiles(root, files, opId);
  if (unwritten !== undefined) for (const folder of made.toReversed()) removeEmpty(folder);
  return unwritten;
}

/** A folder that was made for files that then could not be written; one that holds something by now stays. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody put something in it.
  }
}
