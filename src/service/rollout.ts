import { Fault } from '../base/fault.ts';
import { readRecord } from '../change/read-record.ts';
import { bothRegistered } from '../change/register/both-registered.ts';
import { decideRollout, type RolloutAnswer } from '../change/rollout/decide-rollout.ts';
import { oldReadersExplain } from '../change/rollout/quarantine.ts';
import { type ReconciliationClaim, readReconciliation } from '../change/rollout/reconciliation.ts';
import { type RolloutEntry, stageOf } from '../change/rollout/rollout-entry.ts';
import { conditionsOf, type Found } from '../change/rollout/rollout-facts.ts';
import { following, type Stage, type Target } from '../change/rollout/stages.ts';
import { type SubjectState, subjectScope, subjectState, type VersionEntry } from '../change/subject-state.ts';
import type { ReadStore, Recorded, Store } from '../store/port.ts';
import { knownSubject, knownVersion } from './query-subjects.ts';
import { type Registered as Configured, registeredFor } from './registered.ts';
import { type By, byOf, signedBy } from './signed-by.ts';

/** What is rolled out, and who `registry.config.ts` has registered. */
export type RolloutOf = {
  readonly subject: string;
  readonly version: number;
  readonly registered: Configured;
  readonly now_ms: number;
};

/** Where a rollout stands, and what each step that may follow still waits for. */
export type RolloutStatus = {
  readonly subject: string;
  readonly seq: number;
  readonly version: number;
  /** Null where its change record declares no rollout. */
  readonly observe_days: number | null;
  readonly stage: Stage;
  /** How often it moved, and the newest data: what a step is asked with. */
  readonly generation: number;
  readonly data: { readonly revision: string | null; readonly generation: number };
  readonly entry: RolloutEntry | null;
  readonly next: readonly { readonly target: Target; readonly conditions: readonly Found[] }[];
  /** Revisions under it that only its own readers explain. */
  readonly quarantined: readonly string[];
};

/** @faults SUBJECT_UNKNOWN VERSION_UNKNOWN, those of `bothRegistered` and the store */
export async function rolloutStatus(store: ReadStore, of: RolloutOf): Promise<RolloutStatus | Fault> {
  const known = await knownRollout(store, of);
  if (known instanceof Fault) return known;
  const { state, entry } = known;
  const { version, now_ms } = of;
  const registered = bothRegistered(state, registeredFor(of.subject, of.registered));
  if (registered instanceof Fault) return registered;
  const rollout = state.rollouts.get(version);
  const stage = stageOf(rollout);
  const facts = { registered, now_ms, reconciliation: undefined };
  const targets = entry.observe_days === undefined ? [] : following(stage);
  return {
    subject: state.subject,
    seq: state.seq,
    version,
    observe_days: entry.observe_days ?? null,
    stage,
    generation: rollout?.generation ?? 0,
    data: { revision: state.data.at ?? null, generation: state.data.generation },
    entry: rollout?.entry ?? null,
    next: targets.map(target => ({ target, conditions: conditionsOf(state, version, target, facts) })),
    quarantined: rollout?.entry?.quarantined ?? [],
  };
}

export type RolloutStepAsk = RolloutOf &
  By & {
    readonly store: Store;
    readonly target: Target;
    /** How often the rollout, and the newest data, had moved when they were looked at; without them, as they are when the asking begins. */
    readonly expected: number | undefined;
    readonly expectedData?: number | undefined;
    /** What `assay reconcile --json` printed, and what it is called in a fault. */
    readonly reconciliation?: { readonly document: string; readonly bytes: Uint8Array } | undefined;
    readonly opId: string;
  };

/**
 * Takes a rollout one step, in one transaction.
 *
 * @faults SUBJECT_UNKNOWN VERSION_UNKNOWN, those of `readReconciliation`, `readRecord`, `bothRegistered`, `decideRollout` and the store
 */
export async function stepRollout(ask: RolloutStepAsk): Promise<Recorded<RolloutAnswer> | Fault> {
  const { store, subject, version, target, opId } = ask;
  const known = await knownRollout(store, ask);
  if (known instanceof Fault) return known;
  const { state, entry } = known;
  const reconciliation = claimOf(ask, entry);
  if (reconciliation instanceof Fault) return reconciliation;
  const explains = target === 'rolled-back' ? await explainsOf(store, entry) : false;
  if (explains instanceof Fault) return explains;
  const expected = ask.expected ?? state.rollouts.get(version)?.generation ?? 0;
  const expectedData = ask.expectedData ?? state.data.generation;
  const configured = registeredFor(subject, ask.registered);
  const request = {
    kind: 'rollout',
    subject,
    version,
    target,
    expected,
    expectedData,
    ...(reconciliation && { reconciliation: reconciliation.digest }),
    ...byOf(ask.by),
  };
  return store.transact(subjectScope(subject), opId, request, scope => {
    const registered = bothRegistered(subjectState(scope), configured);
    if (registered instanceof Fault) return registered;
    const decision = decideRollout(scope, {
      version,
      target,
      expected,
      expectedData,
      facts: { registered, now_ms: ask.now_ms, reconciliation },
      oldReadersExplain: explains,
      objects: ask.reconciliation === undefined ? [] : [ask.reconciliation.bytes],
    });
    return signedBy(decision, ask.by);
  });
}

async function knownRollout(
  store: ReadStore,
  { subject, version }: RolloutOf,
): Promise<{ readonly state: SubjectState; readonly entry: VersionEntry } | Fault> {
  const state = await knownSubject(store, subject);
  if (state instanceof Fault) return state;
  const entry = knownVersion(state, version);
  return entry instanceof Fault ? entry : { state, entry };
}

function claimOf(
  { reconciliation, subject, version }: RolloutStepAsk,
  { recordSchema }: VersionEntry,
): ReconciliationClaim | undefined | Fault {
  return (
    reconciliation &&
    readReconciliation(reconciliation.document, reconciliation.bytes, { subject, version, recordSchema })
  );
}

/** By the change record of the version; it never changes once the version is active. */
async function explainsOf(store: ReadStore, { change }: VersionEntry): Promise<boolean | Fault> {
  const bytes = await store.getObject(change);
  if (bytes instanceof Fault) return bytes;
  const record = readRecord(change, bytes);
  return record instanceof Fault ? record : oldReadersExplain(record);
}
