import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { Contract } from '../contract/contract.ts';
import type { Schema } from '../contract/schema.ts';
import { withheldFields } from '../contract/withheld.ts';
import { readSet } from '../golden/read-set.ts';
import type { GoldenSet } from '../golden/set.ts';
import { compareSummaries } from '../shadow/compare.ts';
import { type DataSummary, summaryOf } from '../shadow/summary.ts';
import { type ToldShadow, tellShadow } from '../shadow/tell.ts';
import { shadowThresholds } from '../shadow/thresholds.ts';
import { shadowVerdict } from '../shadow/verdict.ts';
import { changeOf, contractOf, type LoadedSubject, loadSubject, setOf } from './load-subject.ts';
import type { Project } from './project.ts';
import { dataOf } from './read-revision.ts';
import type { SideContracts } from './shadow-files.ts';

export type ShadowedRevisions = {
  readonly told: ToldShadow;
  readonly fields: { readonly before: Schema['fields']; readonly after: Schema['fields'] };
  readonly hasRecord: boolean;
  readonly bound: {
    readonly schemas: { readonly before: Digest; readonly after: Digest };
    readonly thresholds: Readonly<Record<string, number>>;
  };
};

/**
 * Two data revisions of a subject by their statistics, each as its own version has it: what breaks its contract is counted like
 * every other value.
 *
 * @faults REVISION_UNKNOWN, and those of `loadSubject`, `dataOf` and `readSet`
 */
export function shadowRevisions(
  project: Project,
  ask: { readonly subject: string; readonly before: string; readonly after: string },
): ShadowedRevisions | Fault {
  const loaded = loadSubject(project, ask.subject);
  if (loaded instanceof Fault) return loaded;
  const [before, after] = [setOf(loaded, ask.before), setOf(loaded, ask.after)];
  if (before instanceof Fault) return before;
  if (after instanceof Fault) return after;
  const was = summaryIn(project, loaded, before);
  if (was instanceof Fault) return was;
  const is = summaryIn(project, loaded, after);
  if (is instanceof Fault) return is;
  const record = changeOf(loaded, {
    kind: 'revision',
    version: after.version,
    from: before.revision,
    to: after.revision,
  });
  const governed = [before, after].map(({ version }) => loaded.contracts.get(version)!);
  const comparison = compareSummaries(was, is);
  const thresholds = shadowThresholds(record?.change.thresholds);
  const verdict = shadowVerdict(comparison, thresholds);
  const told = tellShadow(is.schema, comparison, verdict, withheldFields(is.schema, governed));
  const [older, newer] = governed.map(({ recordSchema }) => recordSchema);
  const bound = { schemas: { before: older!, after: newer! }, thresholds };
  const fields = { before: was.schema.fields, after: is.schema.fields };
  return { told, fields, hasRecord: record !== undefined, bound };
}

function summaryIn(project: Project, loaded: LoadedSubject, set: GoldenSet): DataSummary | Fault {
  const { schema } = loaded.contracts.get(set.version)!;
  const data = dataOf(project, set);
  if (data instanceof Fault) return data;
  const read = readSet({ ...set, data: { ...set.data, file: data.path } }, schema, data.bytes);
  return read instanceof Fault ? read : summaryOf(schema, read.batch);
}

export type ShadowContracts = SideContracts & {
  /** Of the change record of the step, where the versions are two and somebody wrote one. */
  readonly thresholds: Readonly<Record<string, number>>;
  readonly record: string | undefined;
};

/** The versions that two sides were written under. @faults VERSION_UNKNOWN, and those of `loadSubject` */
export function shadowContracts(
  project: Project,
  ask: { readonly subject: string; readonly old: number; readonly new: number },
): ShadowContracts | Fault {
  const loaded = loadSubject(project, ask.subject);
  if (loaded instanceof Fault) return loaded;
  const old = contractOf(loaded, ask.old);
  if (old instanceof Fault) return old;
  const later: Contract | Fault = contractOf(loaded, ask.new);
  if (later instanceof Fault) return later;
  const record = changeOf(loaded, { kind: 'version', from: ask.old, to: ask.new });
  const thresholds = shadowThresholds(record?.change.thresholds);
  return {
    old,
    new: later,
    withheld: withheldFields(later.schema, [old, later]),
    thresholds,
    record: Object.keys(thresholds).length === 0 ? undefined : record?.path,
  };
}
