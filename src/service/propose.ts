import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { checkRecord } from '../change/check-record.ts';
import { decideProposal, decideRevision, type ProposalAnswer } from '../change/decide-proposal.ts';
import {
  type AuthoredChange,
  type ChangeStep,
  type Evidence,
  recordBytes,
  recordDigest,
  stepText,
  unmetBy,
} from '../change/record.ts';
import { type SubjectState, subjectScope, subjectState } from '../change/subject-state.ts';
import { usedIds } from '../change/used-ids.ts';
import { comparisonDocument } from '../compat/compare.ts';
import type { Contract } from '../contract/contract.ts';
import { vocabularyDocument } from '../contract/parse-vocabulary.ts';
import { schemaDocument } from '../contract/schema-document.ts';
import type { PlainReaders } from '../engine/port.ts';
import { goldenDocument, verdictDocument } from '../golden/report.ts';
import { setDigest, setDocument } from '../golden/set.ts';
import { matrixDocument } from '../matrix/report.ts';
import type { Recorded, Store } from '../store/port.ts';
import { judgeRevision, type RevisionJudgement } from './judge-revision.ts';
import { judgeVersion, type VersionJudgement } from './judge-version.ts';
import { changeOf, type LoadedSubject, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import type { Reference } from './reference.ts';
import { writeLedger } from './write-ledger.ts';

export type ProposeAsk = {
  readonly project: Project;
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  readonly store: Store;
  readonly plain: PlainReaders;
  readonly now_ms: number;
  /** A new one for each ask; the same one again gets the first answer. */
  readonly opId: string;
};

export type Proposed = {
  readonly answer: Recorded<ProposalAnswer>;
  readonly judgement: VersionJudgement | RevisionJudgement;
  /** Whether the subject's ledger file was given the new entry. */
  readonly ledgerWritten: boolean;
};

/**
 * Judges one version or data revision, and keeps it with its evidence in one transaction.
 *
 * @faults CHANGE_MISSING EVIDENCE_BROKEN, those of `loadSubject`, the judgements, `checkRecord`, `decideProposal` and
 *   the store
 */
export async function propose(ask: ProposeAsk): Promise<Proposed | Fault> {
  const { what, project, store } = ask;
  const loaded = loadSubject(project, what.subject);
  if (loaded instanceof Fault) return loaded;
  const scope = await store.readScope(subjectScope(what.subject));
  if (scope instanceof Fault) return scope;
  const state = subjectState(scope);
  return what.kind === 'version'
    ? proposeVersion(ask, loaded, state, what.version)
    : proposeRevision(ask, loaded, state, what.revision);
}

async function proposeVersion(
  ask: ProposeAsk,
  loaded: LoadedSubject,
  state: SubjectState,
  version: number,
): Promise<Proposed | Fault> {
  const subject = loaded.subject.name;
  const contract = loaded.contracts.get(version);
  if (contract === undefined)
    return new Fault('VERSION_UNKNOWN', { subject, version, known: [...loaded.contracts.keys()].join(', ') });
  // Versions are dense, so a version is judged against the one before it, or is the first.
  const before = state.versions.get(version - 1);
  const from = before === undefined ? undefined : version - 1;
  const older = from === undefined ? undefined : loaded.contracts.get(from);
  if (before !== undefined && older?.recordSchema !== before.recordSchema)
    return new Fault('STORE_DIFFERS', {
      subject,
      version: version - 1,
      stored: before.recordSchema,
      found: older?.recordSchema ?? 'no contract',
    });
  const judgement = await judgeVersion({
    loaded,
    config: ask.project.config,
    from,
    to: version,
    plain: ask.plain,
  });
  if (judgement instanceof Fault) return judgement;
  const { comparison, matrix } = judgement;
  if (matrix.conditions.length > 0)
    return new Fault('EVIDENCE_BROKEN', { conditions: matrix.conditions.join(', ') });

  const findings = bytesOf(comparisonDocument(comparison));
  const report = bytesOf(matrixDocument(matrix));
  const evidence = {
    findings: sha256(findings),
    matrix: sha256(report),
    golden: [],
    affectedConsumers: judgement.affected,
  };
  // No record makes a forbidden change lawful, so none is asked for: the decision refuses it with the id or the class.
  const isJudged = from !== undefined && comparison.class !== 'forbidden';
  const change = authoredChange(ask, loaded, judgement.step, comparison.class, isJudged, judgement.affected);
  if (change instanceof Fault) return change;
  const record = { authored: change, evidence };
  const answer = await ask.store.transact(
    subjectScope(subject),
    ask.opId,
    { kind: 'propose', subject, version, recordSchema: contract.recordSchema, change: recordDigest(record) },
    scope =>
      decideProposal(scope, {
        version,
        recordSchema: contract.recordSchema,
        ids: usedIds(contract.schema),
        change: recordDigest(record),
        class: comparison.class,
        meaning: from === undefined || judgement.meaning === 'passes' ? 'holds' : 'fails',
        unmet: unmetBy(change),
        expectedHead: state.versions.get(version)?.against ?? state.head.generation,
        objects: [...contractObjects(loaded, contract), findings, report, recordBytes(record)],
      }),
  );
  if (answer instanceof Fault) return answer;
  return recorded(ask, answer, judgement);
}

async function proposeRevision(
  ask: ProposeAsk,
  loaded: LoadedSubject,
  state: SubjectState,
  revision: string,
): Promise<Proposed | Fault> {
  const subject = loaded.subject.name;
  const known = [...loaded.sets.keys()].join(', ');
  const set = loaded.sets.get(revision);
  if (set === undefined) return new Fault('REVISION_UNKNOWN', { subject, revision, known });
  const stored = state.revisions.get(revision);
  const base = stored === undefined ? state.data.at : previousRevision(state, revision);
  const from = base === undefined ? undefined : loaded.sets.get(base);
  if (base !== undefined && from === undefined)
    return new Fault('REVISION_UNKNOWN', { subject, revision: base, known });
  const judgement = judgeRevision(ask.project, loaded, from, set);
  if (judgement instanceof Fault) return judgement;

  const { comparison, golden } = judgement;
  const findings = bytesOf({
    comparison: comparison === undefined ? null : goldenDocument(comparison),
    verdict: golden === undefined ? null : verdictDocument(golden),
  });
  const evidence = {
    findings: sha256(findings),
    matrix: undefined,
    golden: [setDigest(set)],
    affectedConsumers: judgement.affected,
  };
  const change = authoredChange(
    ask,
    loaded,
    judgement.step,
    'identical',
    from !== undefined,
    judgement.affected,
  );
  if (change instanceof Fault) return change;
  const record = { authored: change, evidence };
  const data = setDigest(set);
  const answer = await ask.store.transact(
    subjectScope(subject),
    ask.opId,
    { kind: 'propose-revision', subject, revision, version: set.version, data, change: recordDigest(record) },
    scope =>
      decideRevision(scope, {
        revision,
        version: set.version,
        data,
        change: recordDigest(record),
        class: 'identical',
        meaning: judgement.meaning === 'passes' ? 'holds' : 'fails',
        unmet: unmetBy(change),
        expectedHead: stored?.against ?? state.data.generation,
        objects: [bytesOf(setDocument(set)), findings, recordBytes(record)],
      }),
  );
  if (answer instanceof Fault) return answer;
  return recorded(ask, answer, judgement);
}

async function recorded(
  { project, store, what, opId }: ProposeAsk,
  answer: Proposed['answer'],
  judgement: Proposed['judgement'],
): Promise<Proposed | Fault> {
  const ledgerWritten = await writeLedger(project, store, what.subject, opId);
  return ledgerWritten instanceof Fault ? ledgerWritten : { answer, judgement, ledgerWritten };
}

/** The revision that was the data head when this one was stored: the active one stored last before it. */
function previousRevision(state: SubjectState, revision: string): string | undefined {
  const { seq } = state.revisions.get(revision)!;
  return [...state.revisions]
    .filter(([, entry]) => entry.state === 'active' && entry.seq < seq)
    .sort(([, a], [, b]) => b.seq - a.seq)[0]?.[0];
}

/** What a person declared, held against what was found; the first of its kind surprises nobody and needs no record. */
function authoredChange(
  { project, now_ms }: ProposeAsk,
  loaded: LoadedSubject,
  step: ChangeStep,
  found: AuthoredChange['class'],
  isJudged: boolean,
  affected: Evidence['affectedConsumers'],
): AuthoredChange | Fault {
  const subject = loaded.subject.name;
  const written = changeOf(loaded, step);
  if (!isJudged)
    return (
      written?.change ?? {
        subject,
        step,
        class: found,
        reason: 'the first of the subject',
        converter: undefined,
        consumers: affected,
        backfill: { kind: 'none' },
        withdrawBy: undefined,
        thresholds: {},
      }
    );
  if (written === undefined) {
    const file = `${project.config.schemas}/${subject}/changes/${step.kind === 'version' ? `v${step.from}-v${step.to}` : `${step.from}-${step.to}`}.yaml`;
    const [from, to] = stepText(step).split(' → ');
    return new Fault('CHANGE_MISSING', { subject, from: from!, to: to!, class: found, file });
  }
  const today = new Date(now_ms).toISOString().slice(0, 10);
  const faults = checkRecord(
    written.change,
    { step, class: found, affectedConsumers: affected, today },
    written.places,
  );
  return faults[0] ?? written.change;
}

/** All that is needed to read this version again without the project: authored files, and what their digests address. */
function contractObjects(loaded: LoadedSubject, contract: Contract): Uint8Array[] {
  const vocabularies = [...loaded.context.vocabularies.values()].map(vocabulary =>
    bytesOf(vocabularyDocument(vocabulary)),
  );
  const files = [...loaded.sources, loaded.contractFiles.get(contract.version)!];
  return [bytesOf(schemaDocument(contract.schema)), ...vocabularies, ...files.map(({ bytes }) => bytes)];
}

const bytesOf = (document: Json): Uint8Array => Buffer.from(canonicalJson(document), 'utf8');
