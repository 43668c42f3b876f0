import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { ChangeStep } from '../change/record.ts';
import { burntTakenFaults } from '../contract/burnt-taken.ts';
import { allFields } from '../contract/check-schema.ts';
import type { Contract } from '../contract/contract.ts';
import { emptyLedger, type Ledger } from '../contract/ledger.ts';
import { type LedgerPlaces, parseLedger, type WrittenLedger } from '../contract/ledger-file.ts';
import { nearest } from '../contract/nearest.ts';
import { contextOf, type PinnedContext, type PinnedFile } from '../contract/pins.ts';
import { parseSubject, type Subject } from '../contract/subject.ts';
import { vocabularyFork } from '../contract/vocabulary-fork.ts';
import type { GoldenSet } from '../golden/set.ts';
import { FaultList } from './fault-list.ts';
import { KeptContracts } from './kept-contracts.ts';
import { type LoadedChange, loadChanges, unboundThreshold, unreadChange } from './load-changes.ts';
import { CONTRACT_NAME, ledgerFaults, readContracts, versionIn } from './load-contracts.ts';
import { type LoadedConverter, loadConverters } from './load-converters.ts';
import { loadSets, setFaults } from './load-sets.ts';
import { type Project, subjectNames } from './project.ts';
import { listFolder } from './read-file.ts';
import { type SourceFile, source } from './source-file.ts';

/** Everything the files of a project say about one subject; whatever can't be parsed, none of it is used. */
export type LoadedSubject = {
  readonly subject: Subject;
  readonly context: PinnedContext;
  /** Ascending. */
  readonly contracts: ReadonlyMap<number, Contract>;
  readonly ledger: Ledger;
  readonly ledgerPath: string;
  /** Where its entries stand; `undefined` where there is no ledger file. */
  readonly ledgerPlaces: LedgerPlaces | undefined;
  readonly changes: readonly LoadedChange[];
  readonly converters: readonly LoadedConverter[];
  /** By revision name. */
  readonly sets: ReadonlyMap<string, GoldenSet>;
  /** Golden sets that are no revision: fixed samples, which nobody offers as data. */
  readonly samples: ReadonlyMap<string, GoldenSet>;
  /** The documents a proposal keeps beside the schema: the subject's, and what it pins. */
  readonly sources: readonly SourceFile[];
  readonly contractFiles: ReadonlyMap<number, SourceFile>;
};

/** A ledger, and what tells where its entries stand. */
export type HeldLedger = Pick<LoadedSubject, 'ledger' | 'ledgerPath' | 'ledgerPlaces'>;

/** Besides contracts, what may lie in a subject's folder; anything else is a misspelling that would go unread. */
const KNOWN_NAMES = /^(?:subject\.yaml|ledger\.yaml|changes|converters|.*\.md)$/;

/**
 * One subject, or the first thing wrong with its files.
 *
 * @faults SUBJECT_UNKNOWN, and those of `readSubject`
 */
export function loadSubject(project: Project, name: string): LoadedSubject | Fault {
  const names = subjectNames(project);
  if (names instanceof Fault) return names;
  if (!names.includes(name))
    return new Fault('SUBJECT_UNKNOWN', { subject: name, nearest: nearest(name, names) });
  const { loaded, faults } = readSubject(project, name);
  // Without a fault everything was read.
  return faults[0] ?? loaded!;
}

/** What could be read of a subject: all of it, or everything wrong with its files. */
export type SubjectReading = {
  readonly loaded: LoadedSubject | undefined;
  /** The subject's own document, when at least that could be read. */
  readonly subject: Subject | undefined;
  readonly faults: readonly Fault[];
};

/**
 * Reads every file of a subject, and tells of each one that can't be used; not of those that can't be judged before
 * another is mended.
 *
 * Its faults are FILE_UNEXPECTED SUBJECT_MISMATCH CONTRACT_FILE_NAME ACCEPTED_MISSING DEFAULT_UNREAD CHANGE_TWICE
 * CHANGE_FILE_NAME CHANGE_UNREAD CONVERTER_FILE_NAME THRESHOLD_UNKNOWN SET_FILE_NAME TERM_ID_TAKEN LEDGER_BURNT, those of `setFaults` and of every file read.
 */
export function readSubject(project: Project, name: string): SubjectReading {
  const faults = new FaultList();
  const folder = `${project.config.schemas}/${name}`;
  const entries = faults.keep(listFolder(project.root, folder)) ?? [];
  for (const stray of entries.filter(entry => !CONTRACT_NAME.test(entry) && !KNOWN_NAMES.test(entry))) {
    const known = 'v4.yaml, ledger.yaml, changes/v3-v4.yaml';
    faults.add(new Fault('FILE_UNEXPECTED', { path: `${folder}/${stray}`, known }));
  }
  const subjectFile = faults.keep(source(project, `${folder}/subject.yaml`));
  const subject = subjectFile && faults.keep(subjectOf(subjectFile, name));
  const pinned = subject && readPinned(project, subject, faults);
  const ledgerPath = `${folder}/ledger.yaml`;
  const written = entries.includes('ledger.yaml')
    ? faults.keep(loadLedger(project, ledgerPath, name))
    : { ledger: emptyLedger(name), places: undefined };
  const before = faults.all.length;
  const contractFiles = faults.keepEach(
    entries.filter(entry => CONTRACT_NAME.test(entry)),
    entry => source(project, `${folder}/${entry}`),
  );
  const contracts =
    pinned &&
    readContracts(
      contractFiles,
      pinned.context,
      written?.ledger.versions ?? [],
      new KeptContracts(project.root),
      faults,
    );
  // With one missing, the next would be told to stand where it must not.
  if (contracts !== undefined && written !== undefined && faults.all.length === before)
    faults.add(...ledgerFaults(written, [...contracts.values()], subject!));
  if (pinned !== undefined && contracts !== undefined && written !== undefined)
    faults.add(...forkedTerms(pinned.context, contracts, written.ledger));
  if (contracts !== undefined && written?.places !== undefined)
    faults.add(...burntTakenFaults(written, contracts));
  const contractsHold = faults.all.length === before && contracts !== undefined && written !== undefined;
  const changes = loadChanges(project, `${folder}/changes`, name, faults);
  const converters = loadConverters(project, `${folder}/converters`, name, faults);
  const beforeSets = faults.all.length;
  const { sets, samples, strays } = loadSets(project, name, faults);
  if (contractsHold && faults.all.length === beforeSets) {
    faults.add(...unreadDefaults(subject!, contracts, written.ledger));
    const held = setFaults({ sets, samples }, contracts, written);
    faults.add(...held);
    // A manifest that is gone leaves its data, and the record of its change.
    if (held.length === 0)
      faults.add(
        ...strays,
        ...changes.flatMap(
          change => unreadChange(change, contracts, sets) ?? unboundThreshold(change, contracts) ?? [],
        ),
      );
  } else faults.add(...strays);
  if (faults.first !== undefined) return { loaded: undefined, subject, faults: faults.all };
  const loaded: LoadedSubject = {
    subject: subject!,
    context: pinned!.context,
    contracts: contracts!,
    ledger: written!.ledger,
    ledgerPath,
    ledgerPlaces: written!.places,
    changes,
    converters,
    sets,
    samples,
    sources: [subjectFile!, ...pinned!.files.values()],
    contractFiles: new Map(contractFiles.map(file => [versionIn(file.path), file])),
  };
  return { loaded, subject, faults: [] };
}

/** @faults VERSION_UNKNOWN */
export function contractOf({ subject, contracts }: LoadedSubject, version: number): Contract | Fault {
  const known = knownText(contracts.keys());
  return contracts.get(version) ?? new Fault('VERSION_UNKNOWN', { subject: subject.name, version, known });
}

/** @faults REVISION_UNKNOWN */
export function setOf(
  { subject, sets }: Pick<LoadedSubject, 'subject' | 'sets'>,
  revision: string,
): GoldenSet | Fault {
  const known = knownText(sets.keys());
  return sets.get(revision) ?? new Fault('REVISION_UNKNOWN', { subject: subject.name, revision, known });
}

/** The last few names there are, to choose another from; empty where there are none. */
export function knownText(names: Iterable<number | string>): string {
  const all = [...names];
  return [...(all.length > 10 ? ['…'] : []), ...all.slice(-10)].join(', ');
}

/** The authored change of a step, if somebody wrote one. */
export const changeOf = ({ changes }: LoadedSubject, step: ChangeStep): LoadedChange | undefined =>
  changes.find(
    ({ change }) =>
      change.step.kind === step.kind && change.step.from === step.from && change.step.to === step.to,
  );

function subjectOf({ path, bytes }: SourceFile, name: string): Subject | Fault {
  const subject = parseSubject(path, bytes);
  if (subject instanceof Fault || subject.name === name) return subject;
  return new Fault('SUBJECT_MISMATCH', { found: subject.name, expected: name }, subject.place);
}

/** What the subject pins; undefined where any of it is not what it should be: a contract would be blamed for it. */
function readPinned(
  project: Project,
  subject: Subject,
  faults: FaultList,
): { readonly context: PinnedContext; readonly files: ReadonlyMap<string, PinnedFile> } | undefined {
  const files = new Map<string, PinnedFile>();
  const pins = [...subject.pins].filter(([name]) => {
    const file = faults.keep(pinnedFile(project, name));
    if (file !== undefined && file !== 'absent') files.set(name, file);
    return file !== undefined;
  });
  const context = contextOf({ ...subject, pins: new Map(pins) }, files);
  if (!(context instanceof Fault))
    return pins.length === subject.pins.size ? { context: { ...context, subject }, files } : undefined;
  for (const pin of pins) faults.keep(contextOf({ ...subject, pins: new Map([pin]) }, files));
  return undefined;
}

/** What is not there is told by `contextOf`, which knows where it is pinned. */
function pinnedFile(project: Project, name: string): SourceFile | 'absent' | Fault {
  const folder = project.config.schemas;
  const slash = name.lastIndexOf('/');
  const present = listFolder(project.root, `${folder}/${name.slice(0, Math.max(slash, 0))}`);
  if (present instanceof Fault) return present;
  return present.includes(name.slice(slash + 1))
    ? // A pinned vocabulary is the largest document there is.
      source(project, `${folder}/${name}`, LIMITS.vocabulary_bytes_max)
    : 'absent';
}

/**
 * The ledger of a subject alone, whatever the rest of its files may be; an empty one where it has none.
 *
 * @faults SUBJECT_MISMATCH, and those of `listFolder`, `source` and `parseLedger`
 */
export function readLedger(project: Project, name: string): HeldLedger | Fault {
  const folder = `${project.config.schemas}/${name}`;
  const ledgerPath = `${folder}/ledger.yaml`;
  const entries = listFolder(project.root, folder);
  if (entries instanceof Fault) return entries;
  if (!entries.includes('ledger.yaml'))
    return { ledger: emptyLedger(name), ledgerPath, ledgerPlaces: undefined };
  const written = loadLedger(project, ledgerPath, name);
  return written instanceof Fault
    ? written
    : { ledger: written.ledger, ledgerPath, ledgerPlaces: written.places };
}

function loadLedger(project: Project, path: string, name: string): WrittenLedger | Fault {
  const file = source(project, path, LIMITS.ledger_bytes_max);
  if (file instanceof Fault) return file;
  const written = parseLedger(path, file.bytes);
  if (written instanceof Fault || written.ledger.subject === name) return written;
  return new Fault(
    'SUBJECT_MISMATCH',
    { found: written.ledger.subject, expected: name },
    written.places.subject,
  );
}

/** Two lists that two branches made of one, each with its own term under the next id. */
function forkedTerms(
  { subject, vocabularies }: PinnedContext,
  contracts: ReadonlyMap<number, Contract>,
  { versions }: Ledger,
): readonly Fault[] {
  const lists = [...subject.pins].flatMap(([file, digest]) => {
    const vocabulary = vocabularies.get(digest);
    return vocabulary === undefined ? [] : [{ file, vocabulary }];
  });
  const accepted = versions.flatMap(({ version }) => {
    const contract = contracts.get(version);
    return contract === undefined ? [] : allFields(contract.schema);
  });
  const used = new Set(
    accepted.flatMap(([{ vocabulary }]) => (vocabulary === undefined ? [] : [vocabulary.digest])),
  );
  const fork = vocabularyFork(lists, used);
  if (fork === undefined) return [];
  const { base, kept, taken, next } = fork;
  const facts = {
    id: taken.term.id,
    label: taken.term.label,
    other: kept.term.label,
    file: taken.file,
    otherFile: kept.file,
    base: base.file,
    next,
  };
  return [new Fault('TERM_ID_TAKEN', facts, subject.pinPlaces.get(taken.file))];
}

/** Defaults of an id that no field ever had: of one that is misspelt, mostly, which then does without. */
function unreadDefaults(
  { name, defaults, defaultPlaces }: Subject,
  contracts: ReadonlyMap<number, Contract>,
  { versions }: Ledger,
): readonly Fault[] {
  const used = new Set([
    ...[...contracts.values()].flatMap(({ schema }) => allFields(schema).map(([{ id }]) => id)),
    ...versions.flatMap(({ ids }) => ids.map(({ id }) => id)),
  ]);
  return [...defaults.fields.keys()]
    .filter(id => !used.has(id))
    .map(id => new Fault('DEFAULT_UNREAD', { subject: name, id }, defaultPlaces.get(id)));
}
