import { Fault } from '../base/fault.ts';
import { type ParsedChange, parseChange } from '../change/parse-change.ts';
import { type ChangeStep, stepText } from '../change/record.ts';
import type { Contract } from '../contract/contract.ts';
import { nearest } from '../contract/nearest.ts';
import type { Schema } from '../contract/schema.ts';
import { coverageThresholdNames, isCoverageMeasure } from '../golden/exercised/coverage-rule.ts';
import { thresholdNames } from '../golden/measures.ts';
import type { GoldenSet } from '../golden/set.ts';
import { isShadowMeasure, shadowThresholdNames } from '../shadow/thresholds.ts';
import type { FaultList } from './fault-list.ts';
import type { Project } from './project.ts';
import { listFolder, startOf } from './read-file.ts';
import { source } from './source-file.ts';

/** A change record, and the file it was read from. */
export type LoadedChange = ParsedChange & { readonly path: string };

/** @faults FILE_UNEXPECTED SUBJECT_MISMATCH CHANGE_TWICE CHANGE_FILE_NAME, and those of each file */
export function loadChanges(
  project: Project,
  folder: string,
  subject: string,
  faults: FaultList,
): readonly LoadedChange[] {
  const names = faults.keep(listFolder(project.root, folder)) ?? [];
  const files = new Map<string, string>();
  return faults.keepEach(names, name => {
    const path = `${folder}/${name}`;
    if (!name.endsWith('.yaml'))
      return new Fault('FILE_UNEXPECTED', { path, known: 'change records such as v3-v4.yaml' });
    const file = source(project, path);
    if (file instanceof Fault) return file;
    const parsed = parseChange(path, file.bytes);
    if (parsed instanceof Fault) return parsed;
    const { change } = parsed;
    if (change.subject !== subject)
      return new Fault(
        'SUBJECT_MISMATCH',
        { found: change.subject, expected: subject },
        parsed.places.get('subject'),
      );
    const step = `${change.step.kind} ${stepText(change.step)}`;
    const first = files.get(step);
    if (first !== undefined) return new Fault('CHANGE_TWICE', { step, first }, parsed.places.get('from'));
    files.set(step, path);
    const expected = changeFileName(change.step);
    if (name !== expected && name !== `${change.step.kind}-${expected}`)
      return new Fault('CHANGE_FILE_NAME', { step, expected }, parsed.places.get('from'));
    return { ...parsed, path };
  });
}

/** `v3-v4.yaml` for versions, `1.31.1-2.1.0.yaml` for revisions. */
export function changeFileName(step: ChangeStep): string {
  if (step.kind === 'revision') return `${step.from ?? 'none'}-${step.to}.yaml`;
  return `${step.from === undefined ? 'none' : `v${step.from}`}-v${step.to}.yaml`;
}

/** A threshold for a field or slice that the records do not have. */
export function unboundThreshold(
  { change: { step, thresholds }, places }: LoadedChange,
  contracts: ReadonlyMap<number, Contract>,
): Fault | undefined {
  const schema = contracts.get(step.kind === 'version' ? step.to : step.version)?.schema;
  if (schema === undefined) return undefined;
  for (const measure of Object.keys(thresholds)) {
    const [kind = ''] = measure.split(':', 1);
    const known = namesOf(kind, schema);
    if (known.includes(measure)) continue;
    const facts = { measure, nearest: nearest(measure, known), known: known.join(', ') };
    return new Fault('THRESHOLD_UNKNOWN', facts, places.get(`thresholds.${measure}`));
  }
  return undefined;
}

function namesOf(kind: string, schema: Schema): readonly string[] {
  if (isCoverageMeasure(kind)) return coverageThresholdNames(kind, schema);
  return isShadowMeasure(kind) ? shadowThresholdNames(kind, schema) : thresholdNames(kind, schema);
}

/** A record of a step that nothing takes would lie there, looking like an answer, and never be read. */
export function unreadChange(
  { change: { step }, path, places }: LoadedChange,
  contracts: ReadonlyMap<number, Contract>,
  sets: ReadonlyMap<string, GoldenSet>,
): Fault | undefined {
  const refuse = (side: string, problem: string): Fault =>
    new Fault('CHANGE_UNREAD', { step: stepText(step), problem }, places.get(side) ?? startOf(path));
  const { from } = step;
  if (step.kind === 'version') {
    const before = contracts.has(step.to - 1) ? step.to - 1 : undefined;
    if (!contracts.has(step.to)) return refuse('to', `there is no version ${step.to}`);
    // Where a version leads to itself, what stands beside its schema changes.
    if (from === before || from === step.to) return undefined;
    return refuse(
      'from',
      `version ${step.to} follows ${before === undefined ? 'none' : `version ${before}`}`,
    );
  }
  if (from === step.to) return refuse('to', 'a revision does not follow itself');
  if (!sets.has(step.to)) return refuse('to', `there is no revision ${step.to}`);
  return from === undefined || sets.has(String(from))
    ? undefined
    : refuse('from', `there is no revision ${from}`);
}
