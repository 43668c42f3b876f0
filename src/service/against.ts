import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { isAccepted } from '../change/states.ts';
import { acceptedRevisions, retiredTo, subjectScope, subjectState } from '../change/subject-state.ts';
import { burntIn } from '../change/used-ids.ts';
import type { Contract } from '../contract/contract.ts';
import { extensionFaults } from '../contract/extends-ledger.ts';
import { emptyLedger, idsEverUsed, idsOf, type Ledger, retireTo } from '../contract/ledger.ts';
import { parseLedger } from '../contract/ledger-file.ts';
import { reservedFault, restoreFault } from '../contract/reserved.ts';
import type { GitFiles } from '../engine/port.ts';
import type { ReadStore } from '../store/port.ts';
import type { LoadedSubject } from './load-subject.ts';
import { type Project, subjectNames } from './project.ts';
import { storedSchemas } from './query-schemas.ts';
import { listFolder, readFile } from './read-file.ts';

/** What a working tree is held against, besides its own ledgers. */
export type Against =
  | { readonly kind: 'registry' }
  | { readonly kind: 'git'; readonly ref: string }
  /** Another project, by its folder. */
  | { readonly kind: 'folder'; readonly folder: string };

/** Names of branches and tags, with `~` and `^`; nothing that could be an option, a path or a range. */
const REF = /^(?![-/])(?!.*(?:\.\.|\/\/|@\{))[A-Za-z0-9._/~^@+-]{1,200}$/;

/** @faults AGAINST_MALFORMED */
export function parseAgainst(text: string): Against | Fault {
  if (text === 'registry') return { kind: 'registry' };
  if (!text.startsWith('git:'))
    return text === ''
      ? new Fault('AGAINST_MALFORMED', { found: 'an empty word' })
      : { kind: 'folder', folder: text };
  const ref = text.slice('git:'.length);
  if (REF.test(ref)) return { kind: 'git', ref };
  return new Fault('AGAINST_MALFORMED', { found: text.slice(0, LIMITS.echoed_chars_max) });
}

/** Ledgers from elsewhere, by subject, and what that place is called. */
export type Base = { readonly source: string; readonly ledgers: ReadonlyMap<string, Ledger> };

/** The ledgers a commit has. @faults those of `GitFiles` and `parseLedger` */
export async function gitBase(project: Project, git: GitFiles, ref: string): Promise<Base | Fault> {
  const folder = project.config.schemas;
  const files = await git.filesNamed({
    root: project.root,
    ref,
    folder,
    name: 'ledger.yaml',
    most_bytes: LIMITS.ledger_bytes_max,
  });
  if (files instanceof Fault) return files;
  const source = `git:${ref}`;
  return baseOf(
    source,
    [...files].map(([name, bytes]) => [`${source}:${name}`, subjectIn(name), bytes]),
  );
}

/** The ledgers of another project. @faults those of `listFolder`, `readFile` and `parseLedger` */
export function folderBase(other: Project, source: string): Base | Fault {
  const names = subjectNames(other);
  if (names instanceof Fault) return names;
  const files: (readonly [file: string, subject: string, bytes: Uint8Array])[] = [];
  for (const name of names) {
    const folder = `${other.config.schemas}/${name}`;
    const entries = listFolder(other.root, folder);
    if (entries instanceof Fault) return entries;
    if (!entries.includes('ledger.yaml')) continue;
    const bytes = readFile(other.root, `${folder}/ledger.yaml`, LIMITS.ledger_bytes_max);
    if (bytes instanceof Fault) return bytes;
    files.push([path.posix.join(source, folder, 'ledger.yaml'), name, bytes]);
  }
  return baseOf(source, files);
}

const subjectIn = (file: string): string => file.split('/').at(-2)!;

function baseOf(
  source: string,
  files: readonly (readonly [file: string, subject: string, bytes: Uint8Array])[],
): Base | Fault {
  const ledgers = new Map<string, Ledger>();
  for (const [file, subject, bytes] of files) {
    const written = parseLedger(file, bytes);
    if (written instanceof Fault) return written;
    const found = written.ledger.subject;
    if (found !== subject)
      return new Fault('SUBJECT_MISMATCH', { found, expected: subject }, written.places.subject);
    ledgers.set(subject, written.ledger);
  }
  return { source, ledgers };
}

/**
 * The ledger a store has of one subject. Of a version that the working tree has as well, the ids are read there.
 *
 * @faults those of `storedSchemas` and the store
 */
export async function registryLedger(
  store: ReadStore,
  subject: string,
  contracts: ReadonlyMap<number, Contract>,
): Promise<Ledger | Fault> {
  const scope = await store.readScope(subjectScope(subject));
  if (scope instanceof Fault) return scope;
  const state = subjectState(scope);
  const accepted = [...state.versions]
    .filter(([, entry]) => isAccepted(entry.state))
    .sort(([a], [b]) => a - b);
  const unread = accepted.filter(
    ([version, { recordSchema }]) => contracts.get(version)?.recordSchema !== recordSchema,
  );
  const read = await storedSchemas(
    store,
    unread.map(([, { recordSchema }]) => recordSchema),
  );
  if (read instanceof Fault) return read;
  const schemas = new Map(unread.map(([version], index) => [version, read[index]!]));
  const versions = accepted.map(([version, { recordSchema, tokenizer }]) => {
    const schema = schemas.get(version) ?? contracts.get(version)!.schema;
    return { version, recordSchema, ...(tokenizer && { tokenizer }), ids: idsOf(schema) };
  });
  const revisions = acceptedRevisions(state).map(([name, { version, data }]) => ({ name, version, data }));
  const used = new Set(idsEverUsed({ ...emptyLedger(subject), versions }).keys());
  const ledger = { subject, versions, burnt: burntIn(state.ids, used), revisions };
  return retireTo(ledger, retiredTo(state) ?? 0);
}

/** The truth for one subject; undefined where the working tree's own ledger is it. @faults those of `registryLedger` */
export async function baseFor(
  against: Base | 'registry' | undefined,
  store: ReadStore,
  { subject: { name }, contracts }: LoadedSubject,
): Promise<SubjectBase | undefined | Fault> {
  if (against === undefined) return undefined;
  if (against !== 'registry')
    return { source: against.source, ledger: against.ledgers.get(name) ?? emptyLedger(name) };
  const ledger = await registryLedger(store, name, contracts);
  return ledger instanceof Fault ? ledger : { source: 'the registry', ledger };
}

export type SubjectBase = { readonly source: string; readonly ledger: Ledger };

/**
 * What speaks against holding a subject's proposals against a base: its ledger is no continuation of it, or a contract
 * the base does not have was let in by a ledger that is not the truth.
 *
 * Its faults are those of `extensionFaults`, `reservedFault` and `restoreFault`.
 */
export function baseFaults(
  { source, ledger: base }: SubjectBase,
  { subject, ledger: tree, contracts }: LoadedSubject,
): readonly Fault[] {
  const broken = extensionFaults({ base, source, tree, contracts });
  if (broken.length > 0) return broken;
  return [...contracts.values()]
    .filter(({ version }) => !base.versions.some(entry => entry.version === version))
    .flatMap(contract => reservedFault(subject.reserved, contract) ?? restoreFault(base, contract) ?? []);
}

/** Subjects that have a past elsewhere, and no folder here. */
export const lostSubjects = (
  against: Base | 'registry' | undefined,
  names: readonly string[],
): readonly Fault[] =>
  against === undefined || against === 'registry'
    ? []
    : [...against.ledgers.keys()]
        .filter(subject => !names.includes(subject))
        .map(subject => new Fault('BASE_NOT_KEPT', { subject, source: against.source, entry: 'the ledger' }));
