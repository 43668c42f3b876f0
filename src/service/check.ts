import { Fault } from '../base/fault.ts';
import { checkRecord, type FoundChange } from '../change/check-record.ts';
import type { ChangeStep } from '../change/record.ts';
import type { PlainReaders } from '../engine/port.ts';
import { type GoldenSet, setDigest } from '../golden/set.ts';
import { judgeRevision, type RevisionJudgement } from './judge-revision.ts';
import { judgeVersion, type VersionJudgement } from './judge-version.ts';
import { changeOf, type LoadedSubject, loadSubject } from './load-subject.ts';
import { type Project, subjectNames } from './project.ts';

export type SubjectCheck = {
  readonly subject: string;
  readonly accepted: { readonly versions: number; readonly revisions: number };
  readonly versions: readonly (VersionJudgement & { readonly record: RecordState })[];
  readonly revisions: readonly (RevisionJudgement & { readonly record: RecordState })[];
  readonly holds: boolean;
};

/** The change record of a proposal: what is wrong with it, or that nobody wrote one. */
export type RecordState =
  | { readonly kind: 'none' }
  | { readonly kind: 'written'; readonly faults: readonly Fault[] };

export type CheckReport = { readonly subjects: readonly SubjectCheck[]; readonly holds: boolean };

type CheckAsk = {
  readonly project: Project;
  /** All subjects of the project when none is named. */
  readonly subject: string | undefined;
  readonly plain: PlainReaders;
  readonly now_ms: number;
};

/**
 * Judges what the working tree proposes against what its ledgers accepted: every contract and every data revision that
 * no ledger has. It changes nothing.
 *
 * @faults CHECK_EMPTY, and those of `loadSubject`, `judgeVersion` and `judgeRevision`
 */
export async function check(ask: CheckAsk): Promise<CheckReport | Fault> {
  const { project } = ask;
  const names = ask.subject === undefined ? subjectNames(project) : [ask.subject];
  if (names.length === 0) return new Fault('CHECK_EMPTY', { folder: project.config.schemas });
  const subjects: SubjectCheck[] = [];
  for (const name of names) {
    const checked = await checkSubject(ask, name);
    if (checked instanceof Fault) return checked;
    subjects.push(checked);
  }
  return { subjects, holds: subjects.every(({ holds }) => holds) };
}

async function checkSubject(ask: CheckAsk, name: string): Promise<SubjectCheck | Fault> {
  const loaded = loadSubject(ask.project, name);
  if (loaded instanceof Fault) return loaded;
  const changed = acceptedRevisionFault(loaded);
  if (changed !== undefined) return changed;

  const versions: SubjectCheck['versions'][number][] = [];
  for (const [from, to] of proposedVersions(loaded)) {
    const judged = await judgeVersion({ loaded, config: ask.project.config, from, to, plain: ask.plain });
    if (judged instanceof Fault) return judged;
    versions.push({ ...judged, record: recordState(loaded, judged, judged.comparison.class, ask.now_ms) });
  }
  const revisions: SubjectCheck['revisions'][number][] = [];
  for (const [from, to] of proposedRevisions(loaded)) {
    const judged = judgeRevision(ask.project, loaded, from, to);
    if (judged instanceof Fault) return judged;
    revisions.push({ ...judged, record: recordState(loaded, judged, 'identical', ask.now_ms) });
  }
  return {
    subject: name,
    accepted: { versions: loaded.ledger.versions.length, revisions: loaded.ledger.revisions.length },
    versions,
    revisions,
    holds: [...versions, ...revisions].every(isLawful),
  };
}

const isLawful = ({
  encoding,
  meaning,
  record,
}: SubjectCheck['versions'][number] | SubjectCheck['revisions'][number]): boolean =>
  encoding === 'passes' && meaning === 'passes' && (record.kind === 'none' || record.faults.length === 0);

/** Each contract the ledger doesn't have, with the version before it. */
export const proposedVersions = ({
  contracts,
  ledger,
}: LoadedSubject): readonly (readonly [from: number | undefined, to: number])[] => {
  const known = [...contracts.keys()];
  return known
    .filter(version => !ledger.versions.some(accepted => accepted.version === version))
    .map(version => [known.includes(version - 1) ? version - 1 : undefined, version]);
};

/** Each revision the ledger doesn't have, with the last accepted one of its version. */
export function proposedRevisions({
  sets,
  ledger,
}: LoadedSubject): readonly (readonly [from: GoldenSet | undefined, to: GoldenSet])[] {
  return [...sets.values()]
    .filter(set => !ledger.revisions.some(({ name }) => name === set.revision))
    .map(set => {
      const last = ledger.revisions.findLast(({ version }) => version === set.version);
      return [last === undefined ? undefined : sets.get(last.name), set];
    });
}

/** A revision that was accepted is never edited and never lost. */
export function acceptedRevisionFault({ subject, sets, ledger }: LoadedSubject): Fault | undefined {
  for (const { name, data } of ledger.revisions) {
    const set = sets.get(name);
    const known = [...sets.keys()].join(', ');
    if (set === undefined)
      return new Fault('REVISION_UNKNOWN', { subject: subject.name, revision: name, known });
    const found = setDigest(set);
    if (found !== data)
      return new Fault('REVISION_EDITED', { subject: subject.name, revision: name, accepted: data, found });
  }
  return undefined;
}

function recordState(
  loaded: LoadedSubject,
  { step, affected }: { readonly step: ChangeStep; readonly affected: readonly string[] },
  found: FoundChange['class'],
  now_ms: number,
): RecordState {
  const written = changeOf(loaded, step);
  if (written === undefined) return { kind: 'none' };
  const today = new Date(now_ms).toISOString().slice(0, 10);
  return {
    kind: 'written',
    faults: checkRecord(
      written.change,
      { step, class: found, affectedConsumers: affected, today },
      written.places,
    ),
  };
}
