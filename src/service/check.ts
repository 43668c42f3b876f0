import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { needsNoApproval } from '../change/decide-proposal.ts';
import { subjectScope, subjectState } from '../change/subject-state.ts';
import type { PlainReaders } from '../engine/port.ts';
import type { GoldenSet } from '../golden/set.ts';
import type { ReadStore } from '../store/port.ts';
import { ledgerFault } from './hold-ledger.ts';
import { judgeRecord, type RecordState } from './judge-record.ts';
import { dataOf, judgeRevision, type RevisionJudgement } from './judge-revision.ts';
import { holdsOf, judgeVersion, type VersionJudgement } from './judge-version.ts';
import { type LoadedSubject, loadSubject } from './load-subject.ts';
import { type Project, subjectNames, unreadFolder } from './project.ts';

export type SubjectCheck = {
  readonly subject: string;
  readonly accepted: { readonly versions: number; readonly revisions: number };
  readonly versions: readonly Judged<VersionJudgement>[];
  readonly revisions: readonly Judged<RevisionJudgement>[];
  readonly holds: boolean;
};

export type Judged<T> = T & {
  readonly record: RecordState;
  /** Why it can't be proposed yet: the version it builds on would wait itself. */
  readonly waits: Fault | undefined;
  readonly holds: boolean;
};

export type CheckReport = { readonly subjects: readonly SubjectCheck[]; readonly holds: boolean };

type CheckAsk = {
  readonly project: Project;
  /** All subjects of the project when none is named. */
  readonly subject: string | undefined;
  /** What it knows, ledgers are held against; an empty one knows nothing. */
  readonly store: ReadStore;
  readonly plain: PlainReaders;
  readonly now_ms: number;
};

/**
 * Judges what the working tree proposes against what its ledgers accepted: every contract and every data revision that
 * no ledger has. It changes nothing.
 *
 * @faults CHECK_EMPTY FOLDER_UNREAD DATA_DIGEST_MISMATCH, and those of `loadSubject`, `ledgerFault`, `judgeVersion`,
 *   `judgeRevision` and the store
 */
export async function check(ask: CheckAsk): Promise<CheckReport | Fault> {
  const loaded = ask.subject === undefined ? loadAll(ask.project) : loadOne(ask.project, ask.subject);
  if (loaded instanceof Fault) return loaded;
  const subjects: SubjectCheck[] = [];
  for (const subject of loaded) {
    const checked = await checkSubject(ask, subject);
    if (checked instanceof Fault) return checked;
    subjects.push(checked);
  }
  return { subjects, holds: subjects.every(({ holds }) => holds) };
}

function loadOne(project: Project, name: string): readonly LoadedSubject[] | Fault {
  const loaded = loadSubject(project, name);
  return loaded instanceof Fault ? loaded : [loaded];
}

/** Whoever asks for all means all: a folder that nobody reads is told, too. */
function loadAll(project: Project): readonly LoadedSubject[] | Fault {
  const names = subjectNames(project);
  if (names instanceof Fault) return names;
  const all: LoadedSubject[] = [];
  for (const name of names) {
    const loaded = loadSubject(project, name);
    if (loaded instanceof Fault) return loaded;
    all.push(loaded);
  }
  const pins = new Set(all.flatMap(({ subject }) => [...subject.pins.keys()]));
  const unread = unreadFolder(project, names, pins);
  if (unread !== undefined) return unread;
  return names.length === 0 ? new Fault('CHECK_EMPTY', { folder: project.config.schemas }) : all;
}

async function checkSubject(ask: CheckAsk, loaded: LoadedSubject): Promise<SubjectCheck | Fault> {
  const { project, plain, now_ms } = ask;
  const subject = loaded.subject.name;
  const scope = await ask.store.readScope(subjectScope(subject));
  if (scope instanceof Fault) return scope;
  const unheld = ledgerFault(loaded, subjectState(scope));
  if (unheld !== undefined) return unheld;
  const versions: SubjectCheck['versions'][number][] = [];
  const isWaiting = (version: number): boolean =>
    versions.some(judged => judged.step.to === version && !isActiveAtOnce(judged));
  for (const [from, to] of proposedVersions(loaded)) {
    const judged = await judgeVersion({ loaded, config: project.config, from, to, plain });
    if (judged instanceof Fault) return judged;
    const record = judgeRecord(project, loaded, judged, judged.comparison.class, now_ms);
    const waits =
      from !== undefined && isWaiting(from)
        ? new Fault('VERSION_WAITS', { subject, version: to, before: from, state: 'proposed' })
        : undefined;
    versions.push(withVerdict(judged, record, waits));
  }
  const revisions: SubjectCheck['revisions'][number][] = [];
  for (const [from, to] of proposedRevisions(loaded)) {
    const judged = judgeRevision(project, loaded, from, to);
    if (judged instanceof Fault) return judged;
    const record = judgeRecord(project, loaded, judged, 'identical', now_ms);
    const { version } = to;
    const waits = isWaiting(version)
      ? new Fault('VERSION_NOT_ACTIVE', { subject, version, state: 'proposed' })
      : undefined;
    revisions.push(withVerdict(judged, record, waits));
  }
  const changed = changedData(project, loaded);
  if (changed !== undefined) return changed;
  return {
    subject,
    accepted: { versions: loaded.ledger.versions.length, revisions: loaded.ledger.revisions.length },
    versions,
    revisions,
    holds: [...versions, ...revisions].every(({ holds }) => holds),
  };
}

const withVerdict = <T extends VersionJudgement | RevisionJudgement>(
  judged: T,
  record: RecordState,
  waits: Fault | undefined,
): Judged<T> => ({
  ...judged,
  record,
  waits,
  holds:
    waits === undefined &&
    judged.encoding === 'passes' &&
    judged.meaning === 'passes' &&
    (record.kind === 'none' || record.faults.length === 0),
});

/** Whether a version that no ledger has would be active as soon as it is proposed. */
const isActiveAtOnce = (judged: SubjectCheck['versions'][number]): boolean =>
  judged.waits === undefined &&
  needsNoApproval(
    { class: judged.comparison.class, meaning: holdsOf(judged) },
    judged.step.from === undefined,
  );

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

/** Each revision the ledger doesn't have, with the one that was accepted last. */
function proposedRevisions({
  sets,
  ledger,
}: LoadedSubject): readonly (readonly [from: GoldenSet | undefined, to: GoldenSet])[] {
  const last = ledger.revisions.at(-1);
  const from = last && sets.get(last.name);
  return [...sets.values()]
    .filter(set => !ledger.revisions.some(({ name }) => name === set.revision))
    .map(set => [from, set]);
}

/** The manifest of an accepted revision may be as it was, and its data another. */
function changedData(project: Project, { sets, ledger }: LoadedSubject): Fault | undefined {
  for (const { name } of ledger.revisions) {
    const set = sets.get(name)!;
    const data = dataOf(project, set);
    if (data instanceof Fault) return data;
    const [declared, found] = [set.data.sha256, sha256(data.bytes)];
    if (found !== declared) return new Fault('DATA_DIGEST_MISMATCH', { file: data.path, declared, found });
  }
  return undefined;
}
