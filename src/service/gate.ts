import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { REPORT_KINDS, type ReportKind, ruleFor } from '../change/approval/policy.ts';
import { approvalsOf } from '../change/approval/signed-step.ts';
import { readReports } from '../change/attached-report.ts';
import {
  type Gate,
  type GateFacts,
  type Ground,
  gateOf,
  type RejectFact,
  type ReportFact,
} from '../change/gate.ts';
import { factsIn, type GateAsk } from '../change/gated.ts';
import { imagesOn } from '../change/image.ts';
import { liveFault } from '../change/live-evidence.ts';
import { type Named, nameOf } from '../change/named.ts';
import { readRecord } from '../change/read-record.ts';
import type { ChangeRecord } from '../change/record.ts';
import { bothRegistered } from '../change/register/both-registered.ts';
import { isAccepted, type State } from '../change/states.ts';
import { retiredTo, type SubjectState, subjectScope, subjectState } from '../change/subject-state.ts';
import type { ReadStore } from '../store/port.ts';
import { attachedIn } from './attach-evidence.ts';
import { dayOf } from './day-of.ts';
import { readLiveGround } from './live-ground.ts';
import { type MatrixFacts, matrixFacts } from './matrix-facts.ts';
import type { Project } from './project.ts';
import { readerFacts } from './reader-facts.ts';
import type { Reference } from './reference.ts';
import { type Registered, registeredFor } from './registered.ts';
import { soundEnvelopes } from './sound-envelopes.ts';

export type GateQuestion = {
  readonly project: Project;
  readonly store: ReadStore;
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  readonly now_ms: number;
};

export type GateReport = Gate & {
  readonly subject: string;
  readonly seq: number;
  readonly of: Named;
  readonly change: Digest;
  readonly state: State;
  readonly facts: GateFacts;
};

/** What the gate says of what is stored now. @faults those of `gateAsk` */
export async function askGate(question: GateQuestion): Promise<GateReport | Fault> {
  const asked = await gateAsk(question, undefined);
  if (asked instanceof Fault) return asked;
  const { ask, scope, of, state } = asked;
  const facts = factsIn(scope, ask, state);
  return {
    ...gateOf(facts),
    subject: ask.subject,
    seq: scope.seq,
    of,
    change: ask.ground.change,
    state,
    facts,
  };
}

/**
 * All that the gate has to know, but who approved.
 *
 * @param change  the record that is asked about; without it, the one that stands
 * @faults PROPOSAL_UNKNOWN, those of `readRecord`, `matrixFacts`, `readReports`, `readLiveGround`, `bothRegistered`, `soundEnvelopes` and the store
 */
export async function gateAsk(question: GateQuestion, asked: Digest | undefined) {
  const { project, store, what } = question;
  const { config } = project;
  const { subject } = what;
  const of: Named = what.kind === 'version' ? { version: what.version } : { revision: what.revision };
  const scope = await store.readScope(subjectScope(subject));
  if (scope instanceof Fault) return scope;
  const state = subjectState(scope);
  const stored = 'version' in of ? state.versions.get(of.version) : state.revisions.get(of.revision);
  if (stored === undefined) return new Fault('PROPOSAL_UNKNOWN', { what: nameOf(subject, of) });
  const governing = 'governing' in stored ? stored.governing : undefined;
  const change = asked ?? governing?.change ?? stored.change;
  const isGoverning = governing?.change === change;
  const bytes = await store.getObject(change);
  if (bytes instanceof Fault) return bytes;
  const record = readRecord(change, bytes);
  if (record instanceof Fault) return record;
  const ground = await groundOf(question, state, of, change, record, isGoverning);
  if (ground instanceof Fault) return ground;
  const sound = await soundEnvelopes(store, approvalsOf(scope, change), change);
  if (sound instanceof Fault) return sound;
  const ask: GateAsk = { subject, ground, policy: config.approvals, sound };
  return { ask, scope, of, state: isGoverning ? governing.state : stored.state };
}

async function groundOf(
  { project, store, now_ms }: GateQuestion,
  state: SubjectState,
  of: Named,
  change: Digest,
  record: ChangeRecord,
  isGoverning: boolean,
): Promise<Ground | Fault> {
  const { authored, evidence } = record;
  const { config } = project;
  const { subject } = state;
  const { step } = authored;
  const isStep = step.kind === 'version' && !isGoverning && step.from !== step.to;
  const matrix =
    isStep && evidence.matrix !== undefined ? await matrixFacts(store, evidence.matrix) : undefined;
  if (matrix instanceof Fault) return matrix;
  const stale = isGoverning ? undefined : staleText(project, state, of, record);
  if (stale instanceof Fault) return stale;
  const found = await reportsOf(store, record);
  if (found instanceof Fault) return found;
  const isMigration = isStep && step.from !== undefined && authored.class === 'migrate';
  const registered = bothRegistered(state, registeredFor(subject, config));
  if (registered instanceof Fault) return registered;
  const images = imagesOn(config.images, subject, now_ms);
  return {
    what: nameOf(subject, of),
    today: dayOf(now_ms),
    change,
    stale,
    matrix: matrix && { evidence: evidence.matrix!, blanks: blanksOf(matrix, images) },
    readers:
      matrix === undefined || !('version' in of)
        ? []
        : readerFacts({
            matrix,
            proposed: of.version,
            isFirst: step.from === undefined,
            isConverted: isMigration && authored.converter !== undefined,
            ...registered,
            images,
            withData: new Set(
              [...state.revisions.values()]
                .filter(entry => isAccepted(entry.state))
                .map(({ version }) => version),
            ),
          }),
    rejects: [...(matrix === undefined ? [] : matrixRejects(matrix, authored.converter)), ...found.rejects],
    converter: isMigration
      ? {
          declared: authored.converter,
          executed: [...new Set([...ranIn(matrix, authored.converter), ...found.executed])],
          mustRun: config.approvals !== undefined,
        }
      : undefined,
    reports: found.reports,
    demanded:
      isMigration && config.approvals !== undefined ? ruleFor(config.approvals, subject).evidence : [],
    withdrawBy: authored.withdrawBy,
    retired: retiredBy(state, registered),
    waivers: authored.waivers ?? [],
  };
}

function staleText(
  project: Project,
  state: SubjectState,
  of: Named,
  { evidence }: ChangeRecord,
): string | undefined | Fault {
  const stored = 'version' in of ? state.versions.get(of.version)! : state.revisions.get(of.revision)!;
  if (isAccepted(stored.state)) return undefined;
  const { generation } = 'version' in of ? state.head : state.data;
  if (stored.against !== generation) return 'another went ahead since it was judged: amend it';
  if (!('version' in of)) return undefined;
  const ground = readLiveGround(project, state.subject);
  if (ground instanceof Fault) return ground;
  return liveFault(state, { version: of.version, judged: evidence.against ?? [], ground })?.message;
}

/** What was not shown, of readers that are supported today. */
function blanksOf({ conditions, cells, foreign }: MatrixFacts, images: readonly { readonly name: string }[]) {
  const all = [...cells.map(one => ({ ...one, image: undefined })), ...foreign];
  const blanks = all
    .filter(({ kind }) => kind === 'blank')
    .map(({ cell: { codec, writer, reader }, image, why = 'blank' }) => ({
      name: `${codec} v${writer} to v${reader}${image === undefined ? '' : ` by ${image}`}`,
      why,
    }));
  const unasked = images
    .filter(({ name }) => !foreign.some(({ image }) => image === name))
    .map(({ name }) => ({ name, why: 'it was not asked when the version was judged: amend it' }));
  const broken = conditions
    .filter(condition => condition !== 'INCOMPLETE')
    .map(name => ({ name, why: 'the matrix contradicts itself' }));
  return [...blanks, ...unasked, ...broken];
}

function matrixRejects(
  { foreign, converters = [] }: MatrixFacts,
  declared: Digest | undefined,
): readonly RejectFact[] {
  return [
    ...converters
      .filter(({ converter }) => converter === declared)
      .flatMap(({ refusals = [], failures = [] }) => [
        ...refusals.map(({ code, probes }) => ({ where: 'converter', reason: code, count: probes })),
        ...failures.map(({ code }) => ({ where: 'converter', reason: code, count: 1 })),
      ]),
    ...foreign.flatMap(({ image, unanswered }) =>
      unanswered === undefined || unanswered.count === 0
        ? []
        : [{ where: image, reason: null, count: unanswered.count }],
    ),
  ];
}

const ranIn = (matrix: MatrixFacts | undefined, declared: Digest | undefined): readonly Digest[] =>
  declared !== undefined &&
  (matrix?.converters ?? []).some(({ converter, kind }) => converter === declared && kind === 'ran')
    ? [declared]
    : [];

type Found = {
  readonly reports: Readonly<Record<ReportKind, readonly ReportFact[]>>;
  readonly rejects: readonly RejectFact[];
  readonly executed: readonly Digest[];
};

async function reportsOf(store: ReadStore, record: ChangeRecord): Promise<Found | Fault> {
  const reports: Record<ReportKind, ReportFact[]> = { golden: [], shadow: [], coverage: [] };
  const rejects: RejectFact[] = [];
  const executed: Digest[] = [];
  for (const kind of REPORT_KINDS)
    for (const evidence of attachedIn(record, kind)) {
      const bytes = await store.getObject(evidence);
      if (bytes instanceof Fault) return bytes;
      const found = readReports(evidence, bytes);
      if (found instanceof Fault) return found;
      for (const one of found.filter(report => report.kind === kind)) {
        reports[kind].push({ evidence, failing: one.failing });
        rejects.push(...one.rejects);
        executed.push(...one.bound.executed);
      }
    }
  return { reports, rejects, executed };
}

/** A retired version has no data that anybody may count on. */
function retiredBy(state: SubjectState, { producers, consumers }: Registered) {
  const last = retiredTo(state) ?? 0;
  return [
    ...producers
      .filter(({ writes }) => writes.some(version => version <= last))
      .map(({ name }) => ({ name, text: `${name} writes what is retired, up to version ${last}` })),
    ...consumers
      .filter(({ reads }) => reads.from <= last)
      .map(({ name }) => ({ name, text: `${name} reads what is retired, up to version ${last}` })),
  ];
}
