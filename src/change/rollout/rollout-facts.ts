import { affectedConsumers, readsVersion } from '../consumer.ts';
import type { Registered } from '../retirement.ts';
import type { SubjectState } from '../subject-state.ts';
import type { ReconciliationClaim } from './reconciliation.ts';
import { stageOf } from './rollout-entry.ts';
import type { Stage, Target } from './stages.ts';

/** What is looked at beside the store. How long nobody has written anything is no fact. */
export type RolloutFacts = {
  /** By the store and by `registry.config.ts`, of this subject alone. */
  readonly registered: Registered;
  readonly now_ms: number;
  readonly reconciliation: ReconciliationClaim | undefined;
};

export const CONDITIONS = [
  'active',
  'readers',
  'way-back',
  'both-written',
  'converter',
  'reconciled',
  'data-moved',
  'old-writers',
  'window',
] as const;
export type Condition = (typeof CONDITIONS)[number];

/** What each step waits for; what asks for nothing may be taken at any time. */
export const DEMANDS: Readonly<Record<Target, readonly Condition[]>> = {
  'readers-ready': ['active', 'readers'],
  'dual-write': ['active', 'readers', 'way-back', 'both-written'],
  'shadow-convert': ['active', 'readers', 'way-back', 'converter'],
  'cut-over': ['active', 'readers', 'way-back', 'reconciled'],
  observing: ['readers', 'data-moved', 'old-writers'],
  settled: ['data-moved', 'window'],
  'rolled-back': [],
};

export type Found = { readonly condition: Condition; readonly lacks: string | undefined };

/** Every condition of a step, met or not. */
export const conditionsOf = (
  state: SubjectState,
  version: number,
  target: Target,
  facts: RolloutFacts,
): readonly Found[] =>
  DEMANDS[target].map(condition => ({ condition, lacks: LACKS[condition](state, version, facts) }));

type Lacks = (state: SubjectState, version: number, facts: RolloutFacts) => string | undefined;

/** What a condition lacks, in words; undefined where it is met. */
const LACKS: Readonly<Record<Condition, Lacks>> = {
  active: ({ versions }, version) => {
    const is = versions.get(version)?.state ?? 'unknown';
    return is === 'active' ? undefined : `version ${version} is ${is}, and not active`;
  },
  readers: (state, version, { registered }) => {
    const behind = readersBehind(state, version, registered);
    return behind.length === 0 ? undefined : `${behind.join(', ')} can't read version ${version}`;
  },
  'way-back': (state, version) => {
    const before = versionBefore(state, version);
    if (before === undefined) return undefined;
    const is = state.versions.get(before)!.state;
    return is === 'active' ? undefined : `version ${before}, to go back to, is ${is}`;
  },
  'both-written': (state, version, { registered: { producers } }) => {
    const before = versionBefore(state, version);
    const unwritten = [...(before === undefined ? [] : [before]), version].filter(
      each => !producers.some(({ writes }) => writes.includes(each)),
    );
    return unwritten.length === 0 ? undefined : `nobody writes version ${unwritten.join(', nor ')}`;
  },
  converter: ({ versions }, version) =>
    versions.get(version)?.unmet.includes('converter') ? 'the change record names no converter' : undefined,
  reconciled: ({ rollouts }, version, { reconciliation }) =>
    laneNeedsNone(stageOf(rollouts.get(version))) || reconciliation !== undefined
      ? undefined
      : 'no reconciliation of both halves is attached',
  'data-moved': ({ data, revisions }, version) => {
    const under = data.at === undefined ? undefined : revisions.get(data.at)?.version;
    return under !== undefined && under >= version
      ? undefined
      : `the newest data is ${under === undefined ? 'none' : `under version ${under}`}`;
  },
  'old-writers': (_, version, { registered: { producers } }) => {
    const writers = producers.filter(({ writes }) => writes.some(each => each < version));
    const names = writers.map(({ name }) => name).sort();
    return names.length === 0 ? undefined : `${names.join(', ')} can still write an older version`;
  },
  window: ({ rollouts }, version, { now_ms }) => {
    const until_ms = rollouts.get(version)?.entry?.until_ms ?? Number.POSITIVE_INFINITY;
    return now_ms >= until_ms ? undefined : `the observation window is open${untilText(until_ms)}`;
  },
};

/** Only two writes of their own can lose a half; what is derived from one source has no other half. */
const laneNeedsNone = (stage: Stage): boolean => stage === 'shadow-convert';

const untilText = (until_ms: number): string =>
  Number.isFinite(until_ms) ? ` until ${new Date(until_ms).toISOString()}` : '';

/** Versions are dense; the first has none. */
export const versionBefore = ({ versions }: SubjectState, version: number): number | undefined =>
  versions.has(version - 1) ? version - 1 : undefined;

/** Whoever the change reaches and is not ready for records of the version, sorted. */
function readersBehind(state: SubjectState, version: number, { consumers }: Registered): readonly string[] {
  const step = { kind: 'version', from: versionBefore(state, version), to: version } as const;
  const reached = new Set(affectedConsumers(consumers, state.subject, step));
  return consumers
    .filter(consumer => reached.has(consumer.name) && !readsVersion(consumer, version))
    .map(({ name }) => name)
    .sort();
}
