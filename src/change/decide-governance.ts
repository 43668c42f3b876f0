import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import { amendFault, digestsOf, type ProposalAnswer } from './decide-proposal.ts';
import type { StepAnswer } from './decide-step.ts';
import type { Decision, ScopeState } from './decision.ts';
import { nameOf } from './named.ts';
import { type Event, isAccepted, isWaiting, stateAfter, step } from './states.ts';
import { type GoverningEntry, subjectState, type VersionEntry, versionRef } from './subject-state.ts';

/** What stands beside a schema that was accepted, and stays: other owners, sensitivities or tokenizer. */
export type GovernanceRevision = {
  readonly version: number;
  /** What was read, and is replaced; undefined of a version that nothing was kept with. */
  readonly from: Digest | undefined;
  readonly governance: Digest;
  readonly tokenizer: Digest | undefined;
  /** The change record, where somebody has to approve it; without one it is taken at once. */
  readonly approval: { readonly change: Digest; readonly class: ChangeClass } | undefined;
  /** The change record by which it is taken at once. */
  readonly taken?: Digest | undefined;
  /** The change record of the waiting one that this one replaces; without it, none may be waiting. */
  readonly amends?: Digest | undefined;
  readonly objects: readonly Uint8Array[];
};

/** @faults PROPOSAL_UNKNOWN GOVERNANCE_WAITS EVIDENCE_CHANGED, and those of `amendFault` */
export function decideGovernance(scope: ScopeState, ask: GovernanceRevision): Decision<ProposalAnswer> {
  const state = subjectState(scope);
  const { subject } = state;
  const { version, from, governance, tokenizer, approval, taken, amends, objects } = ask;
  const what = nameOf(subject, { version });
  const entry = state.versions.get(version);
  if (entry === undefined || !isAccepted(entry.state)) return new Fault('PROPOSAL_UNKNOWN', { what });
  const superseded = state.head.at !== undefined && state.head.at > version;
  const same = { version, state: entry.state, change: entry.change, superseded };
  if (entry.governance === governance)
    return { answer: { kind: 'already', ...same, storedAt: entry.seq }, refs: new Map(), objects: [] };
  const waiting = waitingGovernance(entry);
  if (waiting !== undefined && waiting.governance === governance && waiting.change === approval?.change) {
    const { state: its, change, seq: storedAt } = waiting;
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
  if (waiting !== undefined && amends === undefined) {
    const { state: its, change } = waiting;
    return new Fault('GOVERNANCE_WAITS', { subject, version, state: its, change });
  }
  const unamended = amends && amendFault(subject, { version }, waiting ?? entry.governing ?? entry, amends);
  if (unamended !== undefined) return unamended;
  if (entry.governance !== from)
    return new Fault('EVIDENCE_CHANGED', { what, stored: entry.governance ?? 'none', asked: from ?? 'none' });
  const storedAt = state.seq + 1;
  if (approval === undefined) {
    // Nobody has to approve what is now asked in the place of what waited, and that is given up.
    const rest = {
      ...entry,
      ...(waiting && { governing: { ...waiting, state: 'withdrawn' as const } }),
      ...(taken && { takenBy: withTaken(entry.takenBy ?? [], taken) }),
    };
    const change = taken ?? entry.change;
    return {
      answer: { kind: 'governed', ...(from && { replaced: from }), governance, ...same, change, storedAt },
      refs: refsOf(version, withBeside(rest, { governance, tokenizer, objects: digestsOf(objects) })),
      objects,
    };
  }
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
      ...(amends === undefined ? { kind: 'stored' } : { kind: 'amended', replaced: amends }),
      version,
      governance,
      state: governing.state,
      change: approval.change,
      storedAt,
      superseded,
    },
    refs: refsOf(version, { ...withGovernedBy(entry), governing }),
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
    refs: refsOf(version, next === 'active' ? withGovernedBy(withBeside(stepped, governing)) : stepped),
    objects: [],
  };
}

/** The change records of the governance revisions that were activated, in their order. */
export function governedBy({ governedBy: known = [], governing }: VersionEntry): readonly Digest[] {
  // What was activated before this was kept has left its entry alone.
  const isNew = governing !== undefined && governing.state === 'active' && !known.includes(governing.change);
  return isNew ? [...known, governing.change] : known;
}

/** The same as a ledger has them: what was adopted, by the records of the store that approved it. */
export const approvedBy = (entry: VersionEntry): readonly Digest[] => {
  const elsewhere = entry.adopted?.governed ?? [];
  return [...elsewhere, ...governedBy(entry).slice(elsewhere.length)];
};

function withGovernedBy(entry: VersionEntry): VersionEntry {
  const all = governedBy(entry);
  return all.length === 0 ? entry : { ...entry, governedBy: all };
}

/** What goes back and forth is named once, by the last time. */
const withTaken = (known: readonly Digest[], taken: Digest): readonly Digest[] =>
  [...known.filter(one => one !== taken), taken].slice(-LIMITS.governance_taken_max);

/** The version with this beside its schema. */
function withBeside(
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
