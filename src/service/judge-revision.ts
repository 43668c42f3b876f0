import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { affectedConsumers } from '../change/consumer.ts';
import type { ChangeStep } from '../change/record.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import { readPlan } from '../contract/read-plan.ts';
import type { Reject, RejectCode } from '../contract/reject.ts';
import { applyPlan } from '../convert/apply-plan.ts';
import { type Comparison, compare } from '../golden/compare.ts';
import { joinByKey } from '../golden/key.ts';
import { readSet, splitOf } from '../golden/read-set.ts';
import type { GoldenSet } from '../golden/set.ts';
import { type GoldenVerdict, goldenVerdict } from '../golden/verdict.ts';
import type { Verdict } from './judge-version.ts';
import { changeOf, type LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';

/** One data revision, decoded and gated: records that break the contract are counted by reason, never made to fit. */
export type RevisionReading = {
  readonly set: GoldenSet;
  readonly batch: RecordBatch;
  readonly rejects: readonly { readonly field: FieldId; readonly code: RejectCode; readonly count: number }[];
  readonly rejected: number;
};

/** A proposed revision of the data against the one before it, under the proposed one's schema. */
export type RevisionJudgement = {
  readonly step: Extract<ChangeStep, { kind: 'revision' }>;
  readonly contract: Contract;
  /** `apart`: it lies under a version whose records only a converter could turn into this one's. */
  readonly before: RevisionReading | 'none' | 'apart';
  readonly after: RevisionReading;
  readonly comparison: Comparison | undefined;
  readonly golden: GoldenVerdict | undefined;
  /** Whether thresholds came from a change record; without one nothing may differ. */
  readonly hasRecord: boolean;
  readonly encoding: Verdict;
  readonly meaning: Verdict;
  readonly affected: readonly string[];
};

/** @faults KEY_NOT_DECLARED KEY_NOT_UNIQUE SET_FIELD_UNKNOWN, and those of `readRevision` */
export function judgeRevision(
  project: Project,
  loaded: LoadedSubject,
  from: GoldenSet | undefined,
  to: GoldenSet,
): RevisionJudgement | Fault {
  const contract = loaded.contracts.get(to.version)!;
  const step = { kind: 'revision', version: to.version, from: from?.revision, to: to.revision } as const;
  const after = readRevision(project, loaded, to);
  if (after instanceof Fault) return after;
  const before = from === undefined ? 'none' : readAs(project, loaded, from, contract);
  if (before instanceof Fault) return before;
  const affected = affectedConsumers(project.config.consumers, loaded.subject.name, step);
  const record = changeOf(loaded, step);
  const encoding = after.rejected === 0 ? 'passes' : 'fails';
  const shared = {
    step,
    contract,
    before,
    after,
    hasRecord: record !== undefined,
    encoding,
    affected,
  } as const;
  const split = splitOf(to, contract.schema);
  if (split instanceof Fault) return split;
  const key = keyOf(loaded, contract);
  // Of the first nothing can differ; what can't be compared was not shown to be the same.
  if (before === 'none' || before === 'apart') {
    // Samples that can't be told apart could never be compared with those of the next revision.
    const itself = joinByKey(contract.schema, key ?? contract.schema.key, after.batch, after.batch);
    if (itself instanceof Fault && itself.code === 'KEY_NOT_UNIQUE') return itself;
    const meaning = before === 'none' ? encoding : 'fails';
    return { ...shared, comparison: undefined, golden: undefined, meaning };
  }

  const comparison = compare(contract.schema, before.batch, after.batch, { key, split });
  if (comparison instanceof Error) return comparison;
  const golden = goldenVerdict(comparison, record?.change.thresholds ?? {});
  const meaning = golden.holds && after.rejected === 0 ? 'passes' : 'fails';
  return { ...shared, comparison, golden, meaning };
}

/** @faults those of `readFile` and `readSet` */
export function readRevision(
  project: Project,
  loaded: LoadedSubject,
  set: GoldenSet,
): RevisionReading | Fault {
  const reading = readAs(project, loaded, set, loaded.contracts.get(set.version)!);
  // A schema reads what it wrote; anything else is a mistake of ours.
  if (reading === 'apart') throw new TypeError('a schema was refused by itself');
  return reading;
}

/** That some records break their contract. */
export function rejectedFault({ set, rejects, rejected }: RevisionReading): Fault | undefined {
  const [first] = rejects;
  if (first === undefined) return undefined;
  const { code, field } = first;
  return new Fault('RECORDS_REJECTED', { revision: set.revision, count: rejected, code, field });
}

/** The bytes of a set's data. @faults those of `readFile` */
export function dataOf(project: Project, set: GoldenSet): { path: string; bytes: Uint8Array } | Fault {
  const path = `${project.config.golden}/${set.subject}/${set.data.file}`;
  const bytes = readFile(project.root, path, LIMITS.golden_file_bytes_max);
  return bytes instanceof Fault ? bytes : { path, bytes };
}

/** The records of a set as a version reads them, its own or another. */
function readAs(
  project: Project,
  loaded: LoadedSubject,
  set: GoldenSet,
  reader: Contract,
): RevisionReading | 'apart' | Fault {
  const writer = loaded.contracts.get(set.version)!;
  const data = dataOf(project, set);
  if (data instanceof Fault) return data;
  const batch = readSet({ ...set, data: { ...set.data, file: data.path } }, writer.schema, data.bytes);
  if (batch instanceof Fault) return batch;
  const plan = readPlan(writer.schema, reader.schema);
  const applied = applyPlan(plan, writer.schema, reader.schema, batch);
  if (applied.kind === 'refused') return 'apart';
  const { accepted, rejects } = applied;
  return { set, batch: accepted, rejects: countRejects(rejects), rejected: rejects.length };
}

function countRejects(rejects: readonly Reject[]): RevisionReading['rejects'] {
  const counts = new Map<string, { field: FieldId; code: RejectCode; count: number }>();
  for (const { field, code } of rejects) {
    const known = counts.get(`${field} ${code}`);
    if (known === undefined) counts.set(`${field} ${code}`, { field, code, count: 1 });
    else known.count++;
  }
  return [...counts.values()];
}

/** The schema's own key, or else the field the subject's samples are named by. */
function keyOf({ subject }: LoadedSubject, { schema }: Contract): readonly FieldId[] | undefined {
  if (schema.key.length > 0) return undefined;
  const { sampleId } = subject.members;
  return sampleId.kind === 'field' ? [sampleId.field] : undefined;
}
