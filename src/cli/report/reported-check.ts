import type { Fault } from '../../base/fault.ts';
import { stepText } from '../../change/record.ts';
import type { CheckReport, SubjectCheck } from '../../service/check.ts';
import type { RecordState } from '../../service/judge-record.ts';
import type { RevisionJudgement } from '../../service/judge-revision.ts';
import {
  placedFindings,
  placedUnread,
  type Reported,
  type ReportedChange,
  type ReportedData,
} from './reported.ts';

export const reportedCheck = ({ subjects, faults, holds }: CheckReport): Reported => ({
  title: 'assay check',
  holds,
  changes: subjects.flatMap(subject => [
    ...subject.governance.map(judged => governed(subject, judged)),
    ...subject.versions.map(judged => version(subject, judged)),
    ...subject.revisions.map(judged => revision(subject, judged)),
  ]),
  comparisons: [],
  faults,
});

type Of<K extends 'governance' | 'versions' | 'revisions'> = SubjectCheck[K][number];

function governed({ subject, contracts }: SubjectCheck, judged: Of<'governance'>): ReportedChange {
  const { step, encoding, meaning, holds } = judged;
  const contract = contracts.get(step.to);
  return {
    subject,
    what: `governance of version ${step.to}`,
    encoding,
    meaning,
    holds,
    class: judged.governed.class,
    findings: placedFindings(judged.governed.findings, contract, undefined),
    problems: problemsOf(judged),
    waivers: waiversOf(judged),
    matrix: undefined,
    data: undefined,
    completion: undefined,
    contracts,
    place: contract?.place,
  };
}

function version({ subject, contracts }: SubjectCheck, judged: Of<'versions'>): ReportedChange {
  const { step, encoding, meaning, holds, comparison, live, matrix } = judged;
  const newer = contracts.get(step.to);
  const older = step.from === undefined ? undefined : contracts.get(step.from);
  const findings = [...comparison.findings, ...live.flatMap(one => one.findings)];
  return {
    subject,
    what: `version ${stepText(step)}`,
    encoding,
    meaning,
    holds,
    class: judged.class,
    findings: placedFindings(findings, newer, older),
    problems: [...problemsOf(judged), ...placedUnread(matrix, contracts)],
    waivers: waiversOf(judged),
    matrix,
    data: undefined,
    completion: undefined,
    contracts,
    place: newer?.place,
  };
}

function revision({ subject, contracts }: SubjectCheck, judged: Of<'revisions'>): ReportedChange {
  const { step, encoding, meaning, holds, contract } = judged;
  return {
    subject,
    what: `revision ${stepText(step)} under version ${step.version}`,
    encoding,
    meaning,
    holds,
    class: undefined,
    findings: [],
    problems: problemsOf(judged),
    waivers: waiversOf(judged),
    matrix: undefined,
    data: dataOf(judged),
    completion: undefined,
    contracts,
    place: contract.place,
  };
}

export const dataOf = ({
  contract,
  after,
  before,
  comparison,
  golden,
  hasRecord,
  recordPlaces,
}: RevisionJudgement): ReportedData => ({
  contract,
  comparison,
  golden,
  hasRecord,
  recordPlaces,
  readings: typeof before === 'string' ? [after] : [after, before],
});

function problemsOf({
  record,
  waits,
  refused,
}: {
  readonly record: RecordState;
  readonly waits: Fault | undefined;
  readonly refused: Fault | undefined;
}): readonly Fault[] {
  return [
    ...(record.kind === 'none' ? [] : record.faults),
    ...[waits, refused].filter(fault => fault !== undefined),
  ];
}

const waiversOf = ({ record }: { readonly record: RecordState }) =>
  record.kind === 'none' ? undefined : record.waivers;
