import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { type ParsedChange, parseChange } from '../change/parse-change.ts';
import { type ChangeStep, stepText } from '../change/record.ts';
import type { Contract } from '../contract/contract.ts';
import {
  emptyLedger,
  type Ledger,
  type LedgerPlaces,
  ledgerFault,
  parseLedger,
  type WrittenLedger,
} from '../contract/ledger.ts';
import { ledgerIdsFault } from '../contract/ledger-ids.ts';
import { nearest } from '../contract/nearest.ts';
import { type ParseContext, parseContract } from '../contract/parse-contract.ts';
import { contextOf, type PinnedFile } from '../contract/pins.ts';
import { parseSubject, type Subject } from '../contract/subject.ts';
import { type GoldenSet, parseSet, setDigest } from '../golden/set.ts';
import { type Project, subjectNames } from './project.ts';
import { listFolder, readFile, startOf } from './read-file.ts';

/** A document of the project, and the path a fault in it shows. */
export type SourceFile = { readonly path: string; readonly bytes: Uint8Array };

/** Everything the files of a project say about one subject; whatever can't be parsed, none of it is used. */
export type LoadedSubject = {
  readonly subject: Subject;
  readonly context: ParseContext;
  /** Ascending. */
  readonly contracts: ReadonlyMap<number, Contract>;
  readonly ledger: Ledger;
  readonly ledgerPath: string;
  /** Where its entries stand; `undefined` where there is no ledger file. */
  readonly ledgerPlaces: LedgerPlaces | undefined;
  readonly changes: readonly ParsedChange[];
  /** By revision name. */
  readonly sets: ReadonlyMap<string, GoldenSet>;
  /** The documents a proposal keeps beside the schema: the subject's, and what it pins. */
  readonly sources: readonly SourceFile[];
  readonly contractFiles: ReadonlyMap<number, SourceFile>;
};

const CONTRACT_NAME = /^v([1-9][0-9]{0,8})\.yaml$/;
/** Besides contracts, what may lie in a subject's folder; anything else is a misspelling that would go unread. */
const KNOWN_NAMES = /^(?:subject\.yaml|ledger\.yaml|changes|.*\.md)$/;

/**
 * @faults SUBJECT_UNKNOWN FILE_UNEXPECTED SUBJECT_MISMATCH CONTRACT_FILE_NAME ACCEPTED_MISSING CHANGE_TWICE
 *   REVISION_TWICE REVISION_MISSING REVISION_EDITED VERSION_UNKNOWN LEDGER_LOST LEDGER_REVISION, and those of every file read
 */
export function loadSubject(project: Project, name: string): LoadedSubject | Fault {
  const names = subjectNames(project);
  if (names instanceof Fault) return names;
  if (!names.includes(name))
    return new Fault('SUBJECT_UNKNOWN', { subject: name, nearest: nearest(name, names) });
  const folder = `${project.config.schemas}/${name}`;
  const entries = listFolder(project.root, folder);
  if (entries instanceof Fault) return entries;
  const stray = entries.find(entry => !CONTRACT_NAME.test(entry) && !KNOWN_NAMES.test(entry));
  if (stray !== undefined) return new Fault('FILE_UNEXPECTED', { path: `${folder}/${stray}` });

  const subjectFile = source(project, `${folder}/subject.yaml`);
  if (subjectFile instanceof Fault) return subjectFile;
  const subject = parseSubject(subjectFile.path, subjectFile.bytes);
  if (subject instanceof Fault) return subject;
  if (subject.name !== name)
    return new Fault('SUBJECT_MISMATCH', { found: subject.name, expected: name }, startOf(subjectFile.path));
  const pinned = pinnedFiles(project, subject);
  if (pinned instanceof Fault) return pinned;
  const context = contextOf(subject, pinned);
  if (context instanceof Fault) return context;

  const ledgerPath = `${folder}/ledger.yaml`;
  const written = entries.includes('ledger.yaml') ? loadLedger(project, ledgerPath) : undefined;
  if (written instanceof Fault) return written;
  const ledger = written?.ledger ?? emptyLedger(name);
  if (ledger.subject !== name)
    return new Fault('SUBJECT_MISMATCH', { found: ledger.subject, expected: name }, startOf(ledgerPath));

  const contractFiles = each(
    entries.filter(entry => CONTRACT_NAME.test(entry)),
    entry => source(project, `${folder}/${entry}`),
  );
  if (contractFiles instanceof Fault) return contractFiles;
  const contracts = parseContracts(contractFiles, context, ledger, written);
  if (contracts instanceof Fault) return contracts;
  const changes = loadChanges(project, `${folder}/changes`, name);
  if (changes instanceof Fault) return changes;
  const sets = loadSets(project, contracts, ledger, written?.places);
  if (sets instanceof Fault) return sets;
  return {
    subject,
    context,
    contracts,
    ledger,
    ledgerPath,
    ledgerPlaces: written?.places,
    changes,
    sets,
    sources: [subjectFile, ...pinned.values()],
    contractFiles: new Map(contractFiles.map(file => [versionIn(file.path), file])),
  };
}

/** @faults VERSION_UNKNOWN */
export function contractOf({ subject, contracts }: LoadedSubject, version: number): Contract | Fault {
  const known = knownText(contracts.keys());
  return contracts.get(version) ?? new Fault('VERSION_UNKNOWN', { subject: subject.name, version, known });
}

/** @faults REVISION_UNKNOWN */
export function setOf({ subject, sets }: LoadedSubject, revision: string): GoldenSet | Fault {
  const known = knownText(sets.keys());
  return sets.get(revision) ?? new Fault('REVISION_UNKNOWN', { subject: subject.name, revision, known });
}

/** The last few names there are, to choose another from. */
function knownText(names: Iterable<number | string>): string {
  const all = [...names];
  return all.length === 0 ? 'none' : [...(all.length > 10 ? ['…'] : []), ...all.slice(-10)].join(', ');
}

/** The authored change of a step, if somebody wrote one. */
export const changeOf = ({ changes }: LoadedSubject, step: ChangeStep): ParsedChange | undefined =>
  changes.find(
    ({ change }) =>
      change.step.kind === step.kind && change.step.from === step.from && change.step.to === step.to,
  );

function source(
  project: Project,
  path: string,
  most_bytes: number = LIMITS.document_bytes_max,
): SourceFile | Fault {
  const bytes = readFile(project.root, path, most_bytes);
  return bytes instanceof Fault ? bytes : { path, bytes };
}

function pinnedFiles(project: Project, subject: Subject): ReadonlyMap<string, PinnedFile> | Fault {
  const files = new Map<string, PinnedFile>();
  const folder = project.config.schemas;
  for (const name of subject.pins.keys()) {
    const slash = name.lastIndexOf('/');
    const present = listFolder(project.root, `${folder}/${name.slice(0, Math.max(slash, 0))}`);
    if (present instanceof Fault) return present;
    // What is not there is told by `contextOf`, which knows where it is pinned.
    if (!present.includes(name.slice(slash + 1))) continue;
    // A pinned vocabulary is the largest document there is.
    const file = source(project, `${folder}/${name}`, LIMITS.vocabulary_bytes_max);
    if (file instanceof Fault) return file;
    files.set(name, file);
  }
  return files;
}

function loadLedger(project: Project, path: string): WrittenLedger | Fault {
  const file = source(project, path);
  return file instanceof Fault ? file : parseLedger(path, file.bytes);
}

const versionIn = (path: string): number =>
  Number(CONTRACT_NAME.exec(path.slice(path.lastIndexOf('/') + 1))![1]);

function parseContracts(
  files: readonly SourceFile[],
  context: ParseContext,
  ledger: Ledger,
  written: WrittenLedger | undefined,
): ReadonlyMap<number, Contract> | Fault {
  const contracts: Contract[] = [];
  for (const { path, bytes } of files) {
    const contract = parseContract(path, bytes, context);
    if (contract instanceof Fault) return contract;
    if (contract.version !== versionIn(path)) {
      const facts = { path, version: contract.version };
      return new Fault('CONTRACT_FILE_NAME', facts, startOf(path));
    }
    contracts.push(contract);
  }
  contracts.sort((a, b) => a.version - b.version);
  const first = ledger.versions[0]?.version;
  // The ledger is followed one version at a time, proposals after what was accepted.
  let known = ledger;
  for (const contract of contracts) {
    if (first !== undefined && contract.version < first) {
      const facts = { lost: `version ${contract.version}`, because: `it begins with version ${first}` };
      return new Fault('LEDGER_LOST', { subject: ledger.subject, ...facts }, written?.places.version(first));
    }
    const fault = ledgerFault(known, contract) ?? (written && ledgerIdsFault(written, contract));
    if (fault !== undefined) return fault;
    if (!known.versions.some(({ version }) => version === contract.version))
      known = {
        ...known,
        versions: [
          ...known.versions,
          { version: contract.version, recordSchema: contract.recordSchema, ids: [] },
        ],
      };
  }
  const lost = ledger.versions.find(
    ({ version }) => !contracts.some(contract => contract.version === version),
  );
  if (lost !== undefined)
    return new Fault(
      'ACCEPTED_MISSING',
      { subject: ledger.subject, version: lost.version },
      written?.places.version(lost.version),
    );
  return new Map(contracts.map(contract => [contract.version, contract]));
}

function loadChanges(project: Project, folder: string, subject: string): readonly ParsedChange[] | Fault {
  const names = listFolder(project.root, folder);
  if (names instanceof Fault) return names;
  const files = new Map<string, string>();
  return each(names, name => {
    const path = `${folder}/${name}`;
    if (!name.endsWith('.yaml')) return new Fault('FILE_UNEXPECTED', { path });
    const file = source(project, path);
    if (file instanceof Fault) return file;
    const parsed = parseChange(path, file.bytes);
    if (parsed instanceof Fault) return parsed;
    const { change } = parsed;
    if (change.subject !== subject)
      return new Fault('SUBJECT_MISMATCH', { found: change.subject, expected: subject }, startOf(path));
    const step = `${change.step.kind} ${stepText(change.step)}`;
    const first = files.get(step);
    if (first !== undefined) return new Fault('CHANGE_TWICE', { step, first, second: path }, startOf(path));
    files.set(step, path);
    return parsed;
  });
}

function loadSets(
  project: Project,
  contracts: ReadonlyMap<number, Contract>,
  ledger: Ledger,
  places: LedgerPlaces | undefined,
): ReadonlyMap<string, GoldenSet> | Fault {
  const { subject } = ledger;
  const folder = `${project.config.golden}/${subject}`;
  const names = listFolder(project.root, folder);
  if (names instanceof Fault) return names;
  const misspelled = names.find(name => /\.ya?ml$/i.test(name) && !name.endsWith('.yaml'));
  if (misspelled !== undefined) return new Fault('FILE_UNEXPECTED', { path: `${folder}/${misspelled}` });
  const sets = new Map<string, GoldenSet>();
  for (const name of names.filter(entry => entry.endsWith('.yaml'))) {
    const set = loadSet(project, `${folder}/${name}`, contracts, ledger);
    if (set instanceof Fault) return set;
    if (sets.has(set.revision)) return new Fault('REVISION_TWICE', { subject, revision: set.revision });
    sets.set(set.revision, set);
  }
  for (const { name: revision, version } of ledger.revisions) {
    const set = sets.get(revision);
    const place = places?.revision(revision);
    if (set === undefined) return new Fault('REVISION_MISSING', { subject, revision }, place);
    if (set.version !== version) {
      const problem = `its manifest lies under version ${set.version}, not ${version}`;
      return new Fault('LEDGER_REVISION', { revision, problem }, place);
    }
  }
  return sets;
}

/** One manifest; a revision that was accepted is never edited. */
function loadSet(
  project: Project,
  path: string,
  contracts: ReadonlyMap<number, Contract>,
  { subject, revisions }: Ledger,
): GoldenSet | Fault {
  const file = source(project, path);
  if (file instanceof Fault) return file;
  const set = parseSet(path, file.bytes);
  if (set instanceof Fault) return set;
  if (set.subject !== subject)
    return new Fault('SUBJECT_MISMATCH', { found: set.subject, expected: subject }, startOf(path));
  const known = knownText(contracts.keys());
  if (!contracts.has(set.version))
    return new Fault('VERSION_UNKNOWN', { subject, version: set.version, known }, startOf(path));
  const accepted = revisions.find(({ name }) => name === set.revision)?.data;
  const found = setDigest(set);
  if (accepted === undefined || accepted === found) return set;
  return new Fault('REVISION_EDITED', { subject, revision: set.revision, accepted, found }, startOf(path));
}

/** Every answer, or the first refusal. */
function each<T, A>(things: readonly T[], act: (thing: T) => A | Fault): A[] | Fault {
  const answers: A[] = [];
  for (const thing of things) {
    const answer = act(thing);
    if (answer instanceof Fault) return answer;
    answers.push(answer);
  }
  return answers;
}
