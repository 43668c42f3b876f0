import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { affectedConsumers } from '../change/consumer.ts';
import type { ChangeStep } from '../change/record.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import { readPlan } from '../contract/read-plan.ts';
import type { RejectCode } from '../contract/reject.ts';
import { applyPlan } from '../convert/apply-plan.ts';
import { type Comparison, compare } from '../golden/compare.ts';
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

/** A proposed revision of the data against the one before it, under one schema. */
export type RevisionJudgement = {
  readonly step: Extract<ChangeStep, { kind: 'revision' }>;
  readonly contract: Contract;
  readonly before: RevisionReading | undefined;
  readonly after: RevisionReading;
  readonly comparison: Comparison | undefined;
  readonly golden: GoldenVerdict | undefined;
  /** Whether thresholds came from a change record; without one nothing may differ. */
  readonly hasRecord: boolean;
  readonly encoding: Verdict;
  readonly meaning: Verdict;
  readonly affected: readonly string[];
};

/** @faults KEY_NOT_DECLARED KEY_NOT_UNIQUE, and those of `readSet` */
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
  const before = from === undefined ? undefined : readRevision(project, loaded, from);
  if (before instanceof Fault) return before;
  const affected = affectedConsumers(project.config.consumers, loaded.subject.name, step);
  const record = changeOf(loaded, step);
  const shared = { step, contract, before, after, hasRecord: record !== undefined, affected };
  const encoding = after.rejected === 0 ? 'passes' : 'fails';
  if (before === undefined)
    return { ...shared, comparison: undefined, golden: undefined, encoding, meaning: encoding };

  const split = splitOf(to, contract.schema);
  if (split instanceof Fault) return split;
  const comparison = compare(contract.schema, before.batch, after.batch, {
    key: keyOf(loaded, contract),
    split,
  });
  if (comparison instanceof Error) return comparison;
  const golden = goldenVerdict(comparison, record?.change.thresholds ?? {});
  return {
    ...shared,
    comparison,
    golden,
    encoding,
    meaning: golden.holds && after.rejected === 0 ? 'passes' : 'fails',
  };
}

/** @faults those of `readFile` and `readSet` */
export function readRevision(
  project: Project,
  loaded: LoadedSubject,
  set: GoldenSet,
): RevisionReading | Fault {
  const { schema } = loaded.contracts.get(set.version)!;
  const path = `${project.config.golden}/${set.subject}/${set.data.file}`;
  const bytes = readFile(project.root, path, LIMITS.golden_file_bytes_max);
  if (bytes instanceof Fault) return bytes;
  const batch = readSet({ ...set, data: { ...set.data, file: path } }, schema, bytes);
  if (batch instanceof Fault) return batch;
  const applied = applyPlan(readPlan(schema, schema), schema, schema, batch);
  // A schema reads what it wrote; anything else is a mistake of ours.
  if (applied.kind === 'refused') throw new TypeError('a schema was refused by itself');
  const counts = new Map<string, { field: FieldId; code: RejectCode; count: number }>();
  for (const { field, code } of applied.rejects) {
    const known = counts.get(`${field} ${code}`);
    if (known === undefined) counts.set(`${field} ${code}`, { field, code, count: 1 });
    else known.count++;
  }
  return { set, batch: applied.accepted, rejects: [...counts.values()], rejected: applied.rejects.length };
}

/** The schema's own key, or else the field the subject's samples are named by. */
function keyOf({ subject }: LoadedSubject, { schema }: Contract): readonly FieldId[] | undefined {
  if (schema.key.length > 0) return undefined;
  const { sampleId } = subject.members;
  return sampleId.kind === 'field' ? [sampleId.field] : undefined;
}
