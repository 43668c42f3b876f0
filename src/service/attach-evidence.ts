import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { REPORT_KINDS, type ReportKind } from '../change/approval/policy.ts';
import { approvalsOf } from '../change/approval/signed-step.ts';
import { type AttachedReport, readReports } from '../change/attached-report.ts';
import { type AttachAnswer, decideAttach } from '../change/decide-attach.ts';
import { type Named, nameOf } from '../change/named.ts';
import { readRecord } from '../change/read-record.ts';
import { type ChangeRecord, recordBytes, recordDigest } from '../change/record.ts';
import { type SubjectState, subjectScope, subjectState } from '../change/subject-state.ts';
import { shadowThresholds } from '../shadow/thresholds.ts';
import type { Recorded } from '../store/port.ts';
import type { MoveAsk } from './move-proposal.ts';
import { type By, byOf, signedBy } from './signed-by.ts';

export type AttachAsk = By &
  Pick<MoveAsk, 'what' | 'change' | 'store' | 'opId'> & {
    readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  };

/**
 * Adds reports to the evidence of a proposal that waits. Each must be of the very schemas, thresholds and converter that the change record
 * is about.
 *
 * @faults PROPOSAL_UNKNOWN EVIDENCE_CHANGED, those of `readReports`, `unboundFault`, `readRecord`, `decideAttach` and the store
 */
export async function attachEvidence(ask: AttachAsk): Promise<Recorded<AttachAnswer> | Fault> {
  const { what, store, opId, files } = ask;
  const { subject } = what;
  const of: Named = what.kind === 'version' ? { version: what.version } : { revision: what.revision };
  const scope = await store.readScope(subjectScope(subject));
  if (scope instanceof Fault) return scope;
  const state = subjectState(scope);
  const stored = 'version' in of ? state.versions.get(of.version) : state.revisions.get(of.revision);
  if (stored === undefined) return new Fault('PROPOSAL_UNKNOWN', { what: nameOf(subject, of) });
  const reads = ask.change ?? stored.change;
  if (reads !== stored.change)
    return new Fault('EVIDENCE_CHANGED', { what: nameOf(subject, of), stored: stored.change, asked: reads });
  const bytes = await store.getObject(reads);
  if (bytes instanceof Fault) return bytes;
  const record = readRecord(reads, bytes);
  if (record instanceof Fault) return record;
  const reports: AttachedReport[] = [];
  for (const { name, bytes: given } of files) {
    const found = readReports(name, given);
    if (found instanceof Fault) return found;
    for (const report of found) {
      const unbound = unboundFault(name, state, of, record, report);
      if (unbound !== undefined) return unbound;
      reports.push(report);
    }
  }
  const next = withReports(record, reports);
  const change = recordDigest(next);
  const voided = approvalsOf(scope, reads).length;
  const objects = [...reports.map(report => report.bytes), recordBytes(next)];
  const full = REPORT_KINDS.find(kind => (next.evidence[kind] ?? []).length > LIMITS.attached_reports_max);
  if (full !== undefined)
    return new Fault('EVIDENCE_PARSE', {
      file: files[0]!.name,
      path: full,
      problem: `would be report ${LIMITS.attached_reports_max + 1} of its kind`,
    });
  return store.transact(
    subjectScope(subject),
    opId,
    { kind: 'attach', subject, ...of, reads, change, ...byOf(ask.by) },
    current => signedBy(decideAttach(current, { of, reads, change, objects, voided }), ask.by),
  );
}

/** Whether the reports of a kind stand in the record: golden sets of a revision are its data, and no reports. */
export const attachedIn = ({ authored, evidence }: ChangeRecord, kind: ReportKind) =>
  kind === 'golden' && authored.step.kind === 'revision' ? [] : (evidence[kind] ?? []);

/** The record as it was before anything was attached. */
export function withoutReports({ authored, evidence }: ChangeRecord): ChangeRecord {
  const { shadow: _, coverage: __, ...rest } = evidence;
  return { authored, evidence: { ...rest, golden: authored.step.kind === 'version' ? [] : rest.golden } };
}

function withReports({ authored, evidence }: ChangeRecord, reports: readonly AttachedReport[]): ChangeRecord {
  const all = (kind: ReportKind) => [
    ...new Set([
      ...(evidence[kind] ?? []),
      ...reports.filter(report => report.kind === kind).map(report => sha256(report.bytes)),
    ]),
  ];
  const [shadow, coverage] = [all('shadow'), all('coverage')];
  return {
    authored,
    evidence: {
      ...evidence,
      golden: all('golden'),
      ...(shadow.length > 0 && { shadow }),
      ...(coverage.length > 0 && { coverage }),
    },
  };
}

/** That a report is of something else. @faults EVIDENCE_UNBOUND */
export function unboundFault(
  file: string,
  state: SubjectState,
  of: Named,
  { authored }: ChangeRecord,
  { kind, bound }: AttachedReport,
): Fault<'EVIDENCE_UNBOUND'> | undefined {
  const what = nameOf(state.subject, of);
  const other = (part: string, says: string, is: string) =>
    new Fault('EVIDENCE_UNBOUND', { file, what, part, says, is });
  if ('revision' in of && kind !== 'shadow') return other('report', kind, 'shadow reports alone');
  const { step } = authored;
  const version = 'version' in of ? of.version : state.revisions.get(of.revision)!.version;
  const after = state.versions.get(version)?.recordSchema ?? 'none';
  if (bound.after !== after) return other('record schema', bound.after, after);
  const before =
    step.kind === 'version'
      ? step.from
      : step.from === undefined
        ? undefined
        : state.revisions.get(step.from)?.version;
  const was = before === undefined ? 'none' : (state.versions.get(before)?.recordSchema ?? 'none');
  // Of a first there is nothing before, and what it is held against is itself.
  if ((bound.before ?? 'none') !== was && !(was === 'none' && bound.before === after))
    return other('record schema before', bound.before ?? 'none', was);
  const named = 'revision' in of ? `${state.subject}/${of.revision}` : undefined;
  if (bound.revision !== undefined && named !== undefined && bound.revision !== named)
    return other('revision', bound.revision, named);
  const thresholds = kind === 'shadow' ? shadowThresholds(authored.thresholds) : authored.thresholds;
  const [said, is] = [bound.thresholds, thresholds].map(thresholdText);
  if (said !== is) return other('thresholds', said!, is!);
  const stranger = bound.executed.find(digest => digest !== authored.converter);
  return stranger === undefined ? undefined : other('converter', stranger, authored.converter ?? 'none');
}

const thresholdText = (thresholds: Readonly<Record<string, number>>): string =>
  Object.entries(thresholds)
    .map(([name, most]) => `${name}=${most}`)
    .sort()
    .join(' ') || 'none';
