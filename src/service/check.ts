import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { needsNoApproval } from '../change/decide-proposal.ts';
import { type SubjectState, subjectScope, subjectState } from '../change/subject-state.ts';
import { ledgerGovernanceFault } from '../contract/ledger-governance.ts';
import { nearest } from '../contract/nearest.ts';
import type { ForeignReaders, PlainReaders } from '../engine/port.ts';
import { digestFault } from '../golden/read-set.ts';
import type { ReadStore } from '../store/port.ts';
import { asAccepted } from './accepted-beside.ts';
import { type Base, baseFaults, baseFor, lostSubjects } from './against.ts';
import { proposedFunctionFaults } from './bundle-functions.ts';
import { FaultList } from './fault-list.ts';
import { governedTokens, type RevisionTokens } from './governed-tokens.ts';
import { changedRecords } from './held-changes.ts';
import { heldKeyFault } from './held-key.ts';
import { ledgerFault } from './hold-ledger.ts';
import {
  type GovernanceJudgement,
  judgeGovernance,
  unchangedFault,
  weakenedFault,
} from './judge-governance.ts';
import { judgeRecord, type RecordState } from './judge-record.ts';
import { judgeRevision, type RevisionJudgement } from './judge-revision.ts';
import { holdsOf, judgeVersion, loweredIn, type VersionJudgement } from './judge-version.ts';
import type { KeptCells } from './kept-cells.ts';
import { type LoadedSubject, readSubject, type SubjectReading } from './load-subject.ts';
import { type Project, subjectNames, unreadFiles } from './project.ts';
import { proposedRevisions } from './proposed-revisions.ts';
import { dataOf } from './read-revision.ts';
import { offerFault, registeredFault, strangerFault, withStored } from './registered.ts';
import { reusedIds } from './reused-ids.ts';
import type { TriedBy } from './run-converters.ts';
import { foreignAsked } from './run-foreign.ts';
import { bothHold } from './verdicts.ts';

export type SubjectCheck = {
  readonly subject: string;
  readonly contracts: LoadedSubject['contracts'];
  readonly accepted: { readonly versions: number; readonly revisions: number };
  /** Nothing was accepted, or the ledger is lost: where other files lead from one to the next, somebody should look. */
  readonly mayHaveLostLedger: boolean;
  /** Of accepted versions, what they now say beside their schemas. */
  readonly governance: readonly (Judged<GovernanceJudgement> & {
    /** What another tokenizer makes of golden samples; undefined where it is the same, or there are none. */
    readonly tokens: RevisionTokens | undefined;
  })[];
  readonly versions: readonly Judged<VersionJudgement>[];
  readonly revisions: readonly Judged<RevisionJudgement>[];
  /** What kept accepted or proposed data from being judged; the faults of the report tell which. */
  readonly unjudged: number;
  readonly holds: boolean;
};

export type Judged<T> = T & {
  readonly record: RecordState;
  /** Why it can't be proposed yet: the version it builds on would wait itself. */
  readonly waits: Fault | undefined;
  /** Why no proposal of it is taken: an id of it stood for something else, or its schema is that of the version before. */
  readonly refused: Fault | undefined;
  readonly holds: boolean;
};

export type CheckReport = {
  /** Those that could be judged. */
  readonly subjects: readonly SubjectCheck[];
  /** Every file that can't be used, and every proposal that can't be judged for one; never a pass. */
  readonly faults: readonly Fault[];
  readonly holds: boolean;
};

type CheckAsk = {
  readonly project: Project;
  /** All subjects of the project when none is named. */
  readonly subject: string | undefined;
  /** What it knows, ledgers are held against; an empty one knows nothing. */
  readonly store: ReadStore;
  /** What else ledgers are held against, and then the truth: what they have beyond it is proposed. */
  readonly against: Base | 'registry' | undefined;
  readonly plain: PlainReaders;
  readonly tried: TriedBy;
  readonly kept?: KeptCells | undefined;
  readonly foreign?: ForeignReaders | undefined;
  readonly now_ms: number;
};

/**
 * Judges what the working tree proposes against what its ledgers accepted: every contract and every data revision that
 * no ledger has. It changes nothing. A bad file ends the judgement of its subject, and nobody else's.
 *
 * The faults of the report are those of `readSubject`, `unreadFiles`, `ledgerFault`, `changedRecords` and `judgeRevision`, and
 * those of `baseFaults`, DATA_DIGEST_MISMATCH CONSUMER_VERSION_UNKNOWN REGISTERED_SUBJECT_UNKNOWN.
 *
 * @faults SUBJECT_UNKNOWN CHECK_EMPTY PLAIN_READER_UNAVAILABLE, and those of the store
 */
export async function check(ask: CheckAsk): Promise<CheckReport | Fault> {
  const { project } = ask;
  const names = namesOf(ask);
  if (names instanceof Fault) return names;
  const faults = new FaultList();
  const readings = names.map(name => readSubject(project, name));
  for (const reading of readings) faults.add(...reading.faults);
  // Whoever asks for all means all: what nobody reads is told, too.
  if (ask.subject === undefined) faults.add(...unreadFiles(project, names, pinsOf(readings)));
  const stranger = strangerFault(names, project.config);
  if (ask.subject === undefined && stranger !== undefined) faults.add(stranger);
  if (ask.subject === undefined) faults.add(...lostSubjects(ask.against, names));
  const subjects: SubjectCheck[] = [];
  for (const { loaded } of readings) {
    if (loaded === undefined) continue;
    const checked = await checkSubject(ask, loaded, faults);
    if (checked instanceof Fault) return checked;
    if (checked !== undefined) subjects.push(checked);
  }
  const holds = faults.first === undefined && subjects.every(subject => subject.holds);
  return { subjects, faults: faults.all, holds };
}

function namesOf({ project, subject }: CheckAsk): readonly string[] | Fault {
  const names = subjectNames(project);
  if (names instanceof Fault) return names;
  if (subject === undefined)
    return names.length === 0 ? new Fault('CHECK_EMPTY', { folder: project.config.schemas }) : names;
  return names.includes(subject)
    ? [subject]
    : new Fault('SUBJECT_UNKNOWN', { subject, nearest: nearest(subject, names) });
}

/** Undefined while one of the subjects can't say what it pins. */
function pinsOf(readings: readonly SubjectReading[]): ReadonlySet<string> | undefined {
  const pins = readings.map(({ subject }) => subject?.pins);
  return pins.includes(undefined) ? undefined : new Set(pins.flatMap(each => [...each!.keys()]));
}

/**
 * @returns undefined where the ledger does not hold, so that nobody knows what to judge against; a fault where nothing can
 *   be judged at all: the ordinary readers do not start, or the store can't be read
 */
async function checkSubject(
  ask: CheckAsk,
  own: LoadedSubject,
  faults: FaultList,
): Promise<SubjectCheck | undefined | Fault> {
  const { plain, tried, kept, now_ms } = ask;
  const subject = own.subject.name;
  const scope = await ask.store.readScope(subjectScope(subject));
  if (scope instanceof Fault) return scope;
  const project = withStored(ask.project, subjectState(scope));
  if (project instanceof Fault) {
    faults.add(project);
    return undefined;
  }
  const base = await baseFor(ask.against, ask.store, own);
  if (base instanceof Fault) return base;
  const broken = base === undefined ? [] : baseFaults(base, own);
  const unheld = broken[0] ?? ledgerFault(own, subjectState(scope)) ?? registeredFault(own, project.config);
  if (unheld !== undefined) {
    faults.add(...(broken.length > 0 ? broken : [unheld]));
    return undefined;
  }
  const loaded = base === undefined ? own : { ...own, ledger: base.ledger };
  const lowers = loweredIn(loaded);
  // With a version it is judged; without one nobody could approve it.
  if (lowers !== undefined && proposedVersions(loaded).every(([from]) => from === undefined)) {
    const facts = { subject, accepted: lowers.from, found: lowers.to };
    faults.add(new Fault('COMPATIBILITY_LOWERED', facts, own.subject.compatibilityPlace));
  }
  const before = faults.all.length;
  faults.add(...forgedGovernance(own));
  const edited = await changedRecords(ask.store, own, subjectState(scope));
  faults.add(...(edited instanceof Fault ? [edited] : edited));
  faults.add(...(await proposedFunctionFaults(project, loaded)));
  const governance = await proposedGovernance(ask, loaded, subjectState(scope), faults);
  const reused = reusedIds({
    ...loaded,
    burnt: [...loaded.ledger.burnt, ...own.ledger.burnt],
    stored: subjectState(scope).ids,
  });
  const ground = await asAccepted(ask.store, loaded, subjectState(scope));
  if (ground instanceof Fault) return ground;
  const versions: SubjectCheck['versions'][number][] = [];
  const isWaiting = (version: number): boolean =>
    versions.some(judged => judged.step.to === version && !isActiveAtOnce(judged));
  for (const [from, to] of proposedVersions(loaded)) {
    const { config, root } = project;
    const foreign = foreignAsked(project, ground, to, ask.foreign, now_ms);
    const judged = await judgeVersion({
      loaded: ground,
      config,
      root,
      from,
      to,
      plain,
      tried,
      kept,
      foreign,
    });
    if (judged instanceof Fault) return judged;
    const record = judgeRecord(project, loaded, judged, judged.class, now_ms);
    const waits =
      from !== undefined && isWaiting(from)
        ? new Fault('VERSION_WAITS', { subject, version: to, before: from, state: 'proposed' })
        : undefined;
    const { contracts } = loaded;
    const unchanged = unchangedFault(
      from === undefined ? undefined : contracts.get(from),
      contracts.get(to)!,
    );
    versions.push(
      withVerdict(
        judged,
        record,
        waits,
        reused.get(to) ?? unchanged ?? heldKeyFault(project, loaded, from, to),
      ),
    );
  }
  const changed = new Set(changedData(project, loaded, faults));
  const waiting = new Set<string>();
  const accepted = new Set(own.ledger.revisions.map(({ name }) => name));
  const revisions = await faults.keepInTurn(
    // One that can't be read is told of once, not again by each that is held against it.
    proposedRevisions(loaded, own.ledger).filter(
      ([from]) => from === undefined || !changed.has(from.revision),
    ),
    async ([from, to]) => {
      const judged = await judgeRevision(project, loaded, from, to, ask.tried.functions);
      if (judged instanceof Fault) return judged;
      const record = judgeRecord(project, loaded, judged, judged.class, now_ms);
      const { version } = to;
      const waits = isWaiting(version)
        ? new Fault('VERSION_NOT_ACTIVE', { subject, version, state: 'proposed' })
        : (offerFault(loaded, version, project.config) ??
          weakenedFault(
            loaded.contracts.get(version)!,
            governance.find(({ step }) => step.to === version),
          ));
      const before =
        from !== undefined && waiting.has(from.revision)
          ? new Fault('REVISION_WAITS', { subject, revision: to.revision, before: from.revision })
          : undefined;
      const verdict = withVerdict(judged, record, waits ?? before);
      // What the tree's own ledger has was approved, whatever is found of it.
      if (!accepted.has(to.revision) && !isActiveAtOnce(verdict)) waiting.add(to.revision);
      return verdict;
    },
  );
  return {
    subject,
    contracts: loaded.contracts,
    accepted: { versions: loaded.ledger.versions.length, revisions: loaded.ledger.revisions.length },
    mayHaveLostLedger: ask.against === undefined && mayHaveLostLedger(own),
    governance,
    versions,
    revisions,
    unjudged: faults.all.length - before,
    holds:
      faults.all.length === before && [...governance, ...versions, ...revisions].every(({ holds }) => holds),
  };
}

/** A subject at its beginning has one version, and nothing that leads from it. */
const mayHaveLostLedger = ({ ledgerPlaces, contracts, changes }: LoadedSubject): boolean =>
  ledgerPlaces === undefined &&
  (contracts.size > 1 || changes.some(({ change }) => change.step.from !== undefined));

/** What the tree's own ledger lists beside schemas, against the digests it has. */
const forgedGovernance = ({ ledger, ledgerPlaces, contracts }: LoadedSubject): readonly Fault[] =>
  ledger.versions.flatMap(
    entry =>
      ledgerGovernanceFault(entry, contracts.get(entry.version)!, index =>
        ledgerPlaces?.id(entry.version, index),
      ) ?? [],
  );

/** What accepted versions now say beside their schemas. */
async function proposedGovernance(
  { store, project, now_ms }: CheckAsk,
  loaded: LoadedSubject,
  state: SubjectState,
  faults: FaultList,
): Promise<SubjectCheck['governance']> {
  const { config } = project;
  const judged: SubjectCheck['governance'][number][] = [];
  for (const accepted of loaded.ledger.versions) {
    const contract = loaded.contracts.get(accepted.version)!;
    const stored = state.versions.get(accepted.version);
    const found = faults.keep(await judgeGovernance({ store, config, contract, stored, accepted }));
    if (found === undefined) continue;
    const { class: its } = found.governed;
    const isFree = needsNoApproval({ class: its, meaning: holdsOf(found) });
    const record = isFree ? ({ kind: 'none' } as const) : judgeRecord(project, loaded, found, its, now_ms);
    const tokens = faults.keep(governedTokens(project, loaded, contract, accepted.tokenizer));
    judged.push({ ...withVerdict(found, record, undefined), tokens });
  }
  return judged;
}

const withVerdict = <T extends VersionJudgement | RevisionJudgement | GovernanceJudgement>(
  judged: T,
  record: RecordState,
  waits: Fault | undefined,
  refused?: Fault,
): Judged<T> => ({
  ...judged,
  record,
  waits,
  refused,
  holds:
    waits === undefined &&
    refused === undefined &&
    bothHold(judged) &&
    (record.kind === 'none' || record.faults.length === 0),
});

/** Whether what no ledger has would be active as soon as it is proposed. */
const isActiveAtOnce = (judged: SubjectCheck['versions' | 'revisions'][number]): boolean =>
  judged.waits === undefined &&
  judged.refused === undefined &&
  needsNoApproval({ class: judged.class, meaning: holdsOf(judged) });

/** Each contract the ledger doesn't have, with the version before it. */
function proposedVersions({
  contracts,
  ledger,
}: LoadedSubject): readonly (readonly [from: number | undefined, to: number])[] {
  const known = [...contracts.keys()];
  return known
    .filter(version => !ledger.versions.some(accepted => accepted.version === version))
    .map(version => [known.includes(version - 1) ? version - 1 : undefined, version]);
}

/** The manifest of an accepted revision may be as it was, and its data another. @returns the revisions of which it is so */
const changedData = (
  project: Project,
  { sets, ledger }: LoadedSubject,
  faults: FaultList,
): readonly string[] =>
  ledger.revisions
    .map(({ name }) => name)
    .filter(name => {
      const set = sets.get(name)!;
      const data = faults.keep(dataOf(project, set));
      if (data === undefined) return true;
      const found = sha256(data.bytes);
      if (found === set.data.sha256) return false;
      faults.add(digestFault(set, data.path, found));
      return true;
    });
