import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { decideRevision } from '../change/decide-proposal.ts';
import { recordBytes, recordDigest, unmetBy } from '../change/record.ts';
import { type SubjectState, subjectScope } from '../change/subject-state.ts';
import { goldenDocument, verdictDocument } from '../golden/report.ts';
import { type GoldenSet, setDigest, setDocument } from '../golden/set.ts';
import { judgeRevision, type RevisionJudgement, rejectedFault } from './judge-revision.ts';
import { type LoadedSubject, setOf } from './load-subject.ts';
import { authoredChange, type Decided, documentBytes, type ProposeAsk, recordFault } from './proposal.ts';

/**
 * @faults REVISION_UNKNOWN STORE_BEHIND REVISION_EDITED RECORDS_REJECTED, those of `judgeRevision`, `recordFault`,
 *   `decideRevision` and the store
 */
export async function proposeRevision(
  ask: ProposeAsk,
  loaded: LoadedSubject,
  state: SubjectState,
  revision: string,
): Promise<Decided | Fault> {
  const subject = loaded.subject.name;
  const set = setOf(loaded, revision);
  if (set instanceof Fault) return set;
  const from = revisionBefore(loaded, state, revision);
  if (from instanceof Fault) return from;
  const judgement = judgeRevision(ask.project, loaded, from, set);
  if (judgement instanceof Fault) return judgement;
  // The first is active at once, and nobody would look at it again.
  const rejected = from === undefined ? rejectedFault(judgement.after) : undefined;
  if (rejected !== undefined) return rejected;

  const findings = findingsBytes(judgement);
  const data = setDigest(set);
  const authored = authoredChange(loaded, judgement, 'identical');
  const evidence = {
    findings: sha256(findings),
    matrix: undefined,
    golden: [data],
    affectedConsumers: judgement.affected,
  };
  const record = { authored, evidence };
  const change = recordDigest(record);
  const stored = state.revisions.get(revision);
  const wrong = recordFault(ask, loaded, judgement, 'identical', stored?.change === change);
  if (wrong !== undefined) return wrong;
  const { version } = set;
  const answer = await ask.store.transact(
    subjectScope(subject),
    ask.opId,
    { kind: 'propose-revision', subject, revision, version, data, change },
    scope =>
      decideRevision(scope, {
        revision,
        version,
        data,
        change,
        class: 'identical',
        meaning: judgement.meaning === 'passes' ? 'holds' : 'fails',
        unmet: unmetBy(authored),
        expectedHead: stored?.against ?? state.data.generation,
        objects: [documentBytes(setDocument(set)), findings, recordBytes(record)],
      }),
  );
  return answer instanceof Fault ? answer : { answer, judgement };
}

/**
 * The revision this one is judged against: the newest active one, or for one that is stored already, what that was
 * then.
 *
 * @faults STORE_BEHIND REVISION_UNKNOWN REVISION_EDITED
 */
function revisionBefore(
  loaded: LoadedSubject,
  state: SubjectState,
  revision: string,
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
  const name = state.revisions.has(revision) ? previousRevision(state, revision) : state.data.at;
  if (name === undefined) return undefined;
  const set = setOf(loaded, name);
  if (set instanceof Fault) return set;
  const [accepted, found] = [state.revisions.get(name)!.data, setDigest(set)];
  return accepted === found
    ? set
    : new Fault('REVISION_EDITED', { subject, revision: name, accepted, found });
}

/** The revision that was the data head when this one was stored: the active one stored last before it. */
function previousRevision(state: SubjectState, revision: string): string | undefined {
  const { seq } = state.revisions.get(revision)!;
  return [...state.revisions]
    .filter(([, entry]) => entry.state === 'active' && entry.seq < seq)
    .sort(([, a], [, b]) => b.seq - a.seq)[0]?.[0];
}

const findingsBytes = ({ comparison, golden }: RevisionJudgement): Uint8Array =>
  documentBytes({
    comparison: comparison === undefined ? null : goldenDocument(comparison),
    verdict: golden === undefined ? null : verdictDocument(golden),
  });
