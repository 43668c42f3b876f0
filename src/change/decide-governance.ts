import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import { digestsOf, type ProposalAnswer } from './decide-proposal.ts';
import type { StepAnswer } from './decide-step.ts';
import type { Decision, ScopeState } from './decision.ts';
import { nameOf } from './named.ts';
import { type Event, isAccepted, isWaiting, stateAfter, step } from './states.ts';
import { type GoverningEntry, subjectState, type VersionEntry, versionRef } from './subject-state.ts';

/** What stands beside a schema that was accepted, and stays: other owners, sensitivities or tokenizer. */
export type GovernanceRevision = {
  readonly version: number;
  /** What was read, and is replaced. */
  readonly from: Digest;
  readonly governance: Digest;
  readonly tokenizer: Digest | undefined;
  /** The change record, where somebody has to approve it; without one it is taken at once. */
  readonly approval: { readonly change: Digest; readonly class: ChangeClass } | undefined;
  readonly objects: readonly Uint8Array[];
};

/** @faults PROPOSAL_UNKNOWN GOVERNANCE_WAITS EVIDENCE_CHANGED */
export function decideGovernance(scope: ScopeState, ask: GovernanceRevision): Decision<ProposalAnswer> {
  const state = subjectState(scope);
  const { subject } = state;
  const { version, from, governance, tokenizer, approval, objects } = ask;
  const what = nameOf(subject, { version });
  const entry = state.versions.get(version);
  if (entry === undefined || !isAccepted(entry.state)) return new Fault('PROPOSAL_UNKNOWN', { what });
  const superseded = state.head.at !== undefined && state.head.at > version;
  const same = { version, state: entry.state, change: entry.change, superseded };
  if (entry.governance === governance)
    return { answer: { kind: 'already', ...same, storedAt: entry.seq }, refs: new Map(), objects: [] };
  const waiting = waitingGovernance(entry);
  if (waiting !== undefined) {
    const { state: its, change, seq: storedAt } = waiting;
    if (waiting.governance !== governance || change !== approval?.change)
      return new Fault('GOVERNANCE_WAITS', { subject, version, state: its, change });
    const answer = {
      kind: 'already',
      version,
      governance,
      state: its,
      change,
      storedAt,
      superseded,
    } as const;
    return { answer, refs: new Map(), objects: [] };
  }
  if (entry.governance !== from)
    return new Fault('EVIDENCE_CHANGED', { what, stored: entry.governance ?? 'none', asked: from });
  const storedAt = state.seq + 1;
  if (approval === undefined)
    return {
      answer: { kind: 'governed', replaced: from, governance, ...same, storedAt },
      refs: refsOf(version, governedBy(entry, { governance, tokenizer, objects: digestsOf(objects) })),
      objects,
    };
  const governing: GoverningEntry = {
    state: stateAfter(['propose']),
    governance,
    ...(tokenizer && { tokenizer }),
    ...approval,
    objects: digestsOf(objects),
    seq: storedAt,
  };
  return {
    answer: {
      kind: 'stored',
      version,
      governance,
      state: governing.state,
      change: approval.change,
      storedAt,
      superseded,
    },
    refs: refsOf(version, { ...entry, governing }),
    objects,
  };
}

/** A governance revision that was not approved and activated yet, nor given up. */
export const waitingGovernance = ({ governing }: VersionEntry): GoverningEntry | undefined =>
  governing !== undefined && isWaiting(governing.state) ? governing : undefined;

/** One step of a governance revision; the version beside whose schema it stands is as it was. @faults CHANGE_OUT_OF_TURN */
export function governanceStep(
  subject: string,
  version: number,
  entry: VersionEntry,
  governing: GoverningEntry,
  event: Event,
): Decision<StepAnswer> {
  const { state: from, governance, change } = governing;
  const next = step(`the governance of ${nameOf(subject, { version })}`, from, event);
  if (next instanceof Fault) return next;
  const answer = { version, governance, from, state: next, change };
  if (next === from) return { answer: { kind: 'already', ...answer }, refs: new Map(), objects: [] };
  const stepped = { ...entry, governing: { ...governing, state: next } };
  return {
    answer: { kind: 'moved', ...answer },
    refs: refsOf(version, next === 'active' ? governedBy(stepped, governing) : stepped),
    objects: [],
  };
}

/** The version with this beside its schema. */
function governedBy(
  { tokenizer: _, ...entry }: VersionEntry,
  now: {
    readonly governance: Digest;
    readonly tokenizer?: Digest | undefined;
    readonly objects: readonly Digest[];
  },
): VersionEntry {
  const { governance, tokenizer } = now;
  const objects = [...new Set([...(entry.objects ?? []), ...now.objects])].sort();
  return { ...entry, governance, ...(tokenizer && { tokenizer }), objects };
}

const refsOf = (version: number, entry: VersionEntry): ReadonlyMap<string, Json> =>
  new Map<string, Json>([[versionRef(version), entry]]);
