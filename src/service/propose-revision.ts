import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { decideRevision } from '../change/decide-proposal.ts';
import { readRecord } from '../change/read-record.ts';
import type { ChangeRecord } from '../change/record.ts';
import { rolledBackTo } from '../change/rollout/rollout-law.ts';
import { acceptedRevisions, type RevisionEntry, type SubjectState } from '../change/subject-state.ts';
import { goldenDocument, verdictDocument } from '../golden/report.ts';
import { type GoldenSet, setDigest, setDocument } from '../golden/set.ts';
import type { ReadStore } from '../store/port.ts';
import { judgeGovernance, weakenedFault } from './judge-governance.ts';
import { judgeRevision, type RevisionJudgement, rejectedFault, suspectFault } from './judge-revision.ts';
import { holdsOf } from './judge-version.ts';
import { keepData } from './kept-data.ts';
import { changeOf, type LoadedSubject, setOf } from './load-subject.ts';
import { type Decided, documentBytes, keep, nothingToAmend, type ProposeAsk, standing } from './proposal.ts';
import { proposedRevisions } from './proposed-revisions.ts';
import { offerFault } from './registered.ts';
import { withheldThen } from './stored-evidence.ts';

/**
 * @faults REVISION_UNKNOWN REVISION_WAITS STORE_BEHIND REVISION_EDITED RECORDS_REJECTED UNIT_SUSPECT, those of `nothingToAmend`, `offerFault`, `weakenedFault`,
 *   `judgeGovernance`, `judgeRevision`, `keepData` and `keep`
 */
export async function proposeRevision(
  ask: ProposeAsk,
  loaded: LoadedSubject,
  state: SubjectState,
  revision: string,
): Promise<Decided | Fault> {
  const set = setOf(loaded, revision);
  if (set instanceof Fault) return set;
  const { store } = ask;
  const { config } = ask.project;
  const stored = state.revisions.get(revision);
  const nothing = nothingToAmend(ask, { revision }, stored);
  if (nothing !== undefined) return nothing;
  const isAccepted = loaded.ledger.revisions.some(({ name }) => name === revision);
  // What was accepted is offered again to a store that was made anew, whoever writes by now.
  const unfit = isAccepted ? undefined : offerFault(loaded, set.version, ask.project.config);
  if (unfit !== undefined && standing(stored) === undefined) return unfit;
  const waits = isAccepted || standing(stored) !== undefined ? undefined : turnFault(loaded, state, set);
  if (waits !== undefined) return waits;
  const from = revisionBefore(loaded, state, revision, ask.amends !== undefined);
  if (from instanceof Fault) return from;
  // What guards less here than in the store would put values into evidence that is kept.
  for (const { version } of [set, ...(from === undefined ? [] : [from])]) {
    const contract = loaded.contracts.get(version)!;
    const stored = state.versions.get(version);
    const governed = await judgeGovernance({ store, config, contract, stored });
    const weakened = governed instanceof Fault ? governed : weakenedFault(contract, governed);
    if (weakened !== undefined) return weakened;
  }
  const isSame = ask.amends === undefined && standing(stored)?.data === setDigest(set);
  const withheld = isSame ? await withheldThen(ask.store, stored!) : undefined;
  if (withheld instanceof Fault) return withheld;
  const then = isSame && stored?.adopted !== undefined ? await recordOf(store, stored) : undefined;
  if (then instanceof Fault) return then;
  const judgement = await judgeRevision(ask.project, loaded, from, set, ask.tried.functions, withheld);
  if (judgement instanceof Fault) return judgement;
  // The first is active at once, and nobody would look at it again.
  const rejected =
    from === undefined
      ? (rejectedFault(judgement.after) ?? suspectFault(judgement.after, judgement.contract))
      : undefined;
  if (rejected !== undefined) return rejected;

  const findings = findingsBytes(judgement);
  const data = setDigest(set);
  const { version } = set;
  const unkept = ask.data && (await keepData(ask.project, set, ask.data));
  if (unkept !== undefined) return unkept;
  const answer = await keep(ask, loaded, {
    of: { revision },
    stored,
    head: state.data,
    judgement,
    isUnheard: isAccepted && standing(stored) === undefined,
    then,
    class: judgement.class,
    meaning: holdsOf(judgement),
    evidence: { findings: sha256(findings), matrix: undefined, golden: [data] },
    objects: [documentBytes(setDocument(set)), findings],
    content: { version, data },
    decide: (scope, proposed) => decideRevision(scope, { ...proposed, revision, version, data }),
  });
  if (answer instanceof Fault) return answer;
  const lost = ask.data && (await keepData(ask.project, set, ask.data));
  return lost ?? { answer, judgement };
}

/** Judged before its turn, it would be held against another than its change record says, or against nothing. */
function turnFault(
  loaded: LoadedSubject,
  state: SubjectState,
  { version, revision, places }: GoldenSet,
): Fault<'REVISION_WAITS'> | undefined {
  const [before] = proposedRevisions(loaded, loaded.ledger).find(([, to]) => to.revision === revision) ?? [];
  const isAccepted = loaded.ledger.revisions.some(({ name }) => name === before?.revision);
  if (before === undefined || isAccepted || before.revision === state.data.at) return undefined;
  const step = { kind: 'revision', version, from: before.revision, to: revision } as const;
  if (changeOf(loaded, step) === undefined) return undefined;
  const facts = { subject: loaded.subject.name, revision, before: before.revision };
  return new Fault('REVISION_WAITS', facts, places.get('revision'));
}

/** The record under which it was adopted, and nothing was found. @faults those of `readRecord` and the store */
async function recordOf(store: ReadStore, { change }: RevisionEntry): Promise<ChangeRecord | Fault> {
  const bytes = await store.getObject(change);
  return bytes instanceof Fault ? bytes : readRecord(change, bytes);
}

/**
 * The revision this one is judged against: the newest active one, or for a repeat of what is stored already, what that
 * was then.
 *
 * @faults STORE_BEHIND REVISION_UNKNOWN REVISION_EDITED
 */
function revisionBefore(
  loaded: LoadedSubject,
  state: SubjectState,
  revision: string,
  isAnew: boolean,
): GoldenSet | undefined | Fault {
  const { ledger } = loaded;
  const subject = loaded.subject.name;
  const place = ledger.revisions.findIndex(({ name }) => name === revision);
  const past = place < 0 ? ledger.revisions : ledger.revisions.slice(0, place);
  const missing = past.find(({ name }) => !state.revisions.has(name));
  if (missing !== undefined) {
    const facts = { subject, missing: `${subject}/${missing.name}`, asked: `${subject}/${revision}` };
    return new Fault('STORE_BEHIND', facts);
  }
  const isRepeat = !isAnew && standing(state.revisions.get(revision)) !== undefined;
  const name = isRepeat ? previousRevision(state, revision) : state.data.at;
  if (name === undefined) return undefined;
  const set = setOf(loaded, name);
  if (set instanceof Fault) return set;
  const [accepted, found] = [state.revisions.get(name)!.data, setDigest(set)];
  return accepted === found
    ? set
    : new Fault('REVISION_EDITED', { subject, revision: name, accepted, found });
}

/** The revision that was the data head when this one was judged: the last that had moved it by then. */
function previousRevision(state: SubjectState, revision: string): string | undefined {
  const accepted = acceptedRevisions(state);
  const place = accepted.findIndex(([name]) => name === revision);
  const { against } = state.revisions.get(revision)!;
  const back = rolledBackTo(state, against);
  if (back !== undefined) return back ?? undefined;
  const before =
    place < 0 ? accepted.filter(([, entry]) => entry.against < against) : accepted.slice(0, place);
  return before.at(-1)?.[0];
}

const findingsBytes = ({ comparison, golden, before }: RevisionJudgement): Uint8Array =>
  documentBytes({
    ...(typeof before !== 'string' && before.through.length > 0 && { through: before.through }),
    comparison: comparison === undefined ? null : goldenDocument(comparison),
    verdict: golden === undefined ? null : verdictDocument(golden),
  });
