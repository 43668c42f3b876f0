import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { FieldId } from '../contract/field.ts';
import { type SignedApproval, signedStep } from './approval/signed-step.ts';
import { governanceStep } from './decide-governance.ts';
import type { Decision, ScopeState } from './decision.ts';
import { type Named, nameOf } from './named.ts';
import { newHead } from './new-head.ts';
import { bothRegistered } from './register/both-registered.ts';
import { freedFields, type Registered, retirementFault } from './retirement.ts';
import { activatedEarly, unsettledFault } from './rollout/rollout-law.ts';
import { type Event, type State, step } from './states.ts';
import {
  DATA_HEAD,
  type RevisionEntry,
  revisionRef,
  type SubjectState,
  subjectState,
  type VersionEntry,
  versionRef,
} from './subject-state.ts';

/** One step of a stored proposal. It is of evidence: it names the change record that was read. */
export type StepAsk = {
  readonly of: Named;
  readonly change: Digest;
} & (
  | { readonly event: Exclude<Event, 'propose' | 'amend' | 'retire' | 'approve'> }
  /** Without a signature where nobody signs. */
  | { readonly event: 'approve'; readonly signed?: SignedApproval | undefined }
  | { readonly event: 'retire'; readonly registered: Registered }
);

export type StepAnswer = {
  /** `signed`: an approval was added, and others are still missing, or were there before. */
  readonly kind: 'moved' | 'already' | 'signed';
  readonly from: State;
  readonly state: State;
  /** Of a signed approval: how many of those that count there are, and the roles nobody fills yet. */
  readonly approvals?: { readonly has: number; readonly needs: number; readonly missing: readonly string[] };
  readonly change: Digest;
  /** Of a governance revision: what was to stand, or stands, beside the schema of the version. */
  readonly governance?: Digest;
  /** Of a version that was retired: the fields whose data may be deleted now. */
  readonly freed?: readonly FieldId[];
} & Named;

/**
 * Moves a stored proposal one step, or says why not. What was done already comes first, then evidence that is not the
 * one that was read, then what the table of states forbids, then what the proposal itself still lacks.
 *
 * @faults PROPOSAL_UNKNOWN EVIDENCE_CHANGED CHANGE_OUT_OF_TURN CONVERTER_MISSING EXPECTED_HEAD_MOVED
 *   VERSION_NOT_ACTIVE, and those of `governanceStep`, `signedStep`, `retirementFault`, `bothRegistered`, `unsettledFault` and `activatedEarly`
 */
export function decideStep(scope: ScopeState, ask: StepAsk): Decision<StepAnswer> {
  const decision = stepped(scope, ask);
  return ask.event === 'approve' && ask.signed !== undefined
    ? signedStep(scope, nameOf(subjectState(scope).subject, ask.of), ask.signed, decision)
    : decision;
}

function stepped(scope: ScopeState, ask: StepAsk): Decision<StepAnswer> {
  const state = subjectState(scope);
  const { of, event } = ask;
  const what = nameOf(state.subject, of);
  const found = find(state, of);
  if (found === undefined) return new Fault('PROPOSAL_UNKNOWN', { what });
  const governing = found.kind === 'version' && event !== 'retire' ? found.entry.governing : undefined;
  if (found.kind === 'version' && governing?.change === ask.change)
    return governanceStep(state.subject, found.version, found.entry, governing, event);
  const { change, state: from } = found.entry;
  if (change !== ask.change)
    return new Fault('EVIDENCE_CHANGED', { what, stored: change, asked: ask.change });
  const next = step(what, from, event);
  if (next instanceof Fault) return next;
  if (next === from)
    return { answer: { kind: 'already', ...of, from, state: next, change }, refs: new Map(), objects: [] };
  const hindrance = lacks(state, found, ask, what);
  if (hindrance !== undefined) return hindrance;
  const freed =
    event === 'retire' && found.kind === 'version' ? freedFields(state, found.version) : undefined;
  return {
    answer: { kind: 'moved', ...of, from, state: next, change, ...(freed && { freed }) },
    refs: writes(state, found, next),
    objects: [],
  };
}

type Found =
  | { readonly kind: 'version'; readonly version: number; readonly entry: VersionEntry }
  | { readonly kind: 'revision'; readonly revision: string; readonly entry: RevisionEntry };

function find(state: SubjectState, of: Named): Found | undefined {
  if ('version' in of) {
    const entry = state.versions.get(of.version);
    return entry && { kind: 'version', version: of.version, entry };
  }
  const entry = state.revisions.get(of.revision);
  return entry && { kind: 'revision', revision: of.revision, entry };
}

function lacks(state: SubjectState, found: Found, ask: StepAsk, what: string): Fault | undefined {
  const { event } = ask;
  if (event === 'retire')
    return found.kind === 'version' ? retires(state, found.version, ask.registered) : undefined;
  if (event === 'approve' && found.entry.unmet.includes('converter'))
    return new Fault('CONVERTER_MISSING', { what });
  if (event !== 'activate') return undefined;
  const { subject } = state;
  const head = found.kind === 'version' ? state.head : state.data;
  if (head.generation !== found.entry.against) {
    const facts = { subject, expected: found.entry.against, found: head.generation, again: 'amend' } as const;
    return new Fault('EXPECTED_HEAD_MOVED', facts);
  }
  if (found.kind === 'version') return undefined;
  const early = activatedEarly(state, found.revision, found.entry);
  if (early !== undefined) return early;
  const { version } = found.entry;
  const under = state.versions.get(version)?.state ?? 'unknown';
  return under === 'active' ? undefined : new Fault('VERSION_NOT_ACTIVE', { subject, version, state: under });
}

/** Whoever registered with the store counts like those of `registry.config.ts`. */
function retires(state: SubjectState, version: number, configured: Registered): Fault | undefined {
  const registered = bothRegistered(state, configured);
  if (registered instanceof Fault) return registered;
  return retirementFault(state, version, registered) ?? unsettledFault(state, version);
}

function writes(state: SubjectState, found: Found, next: State): ReadonlyMap<string, Json> {
  if (found.kind === 'revision') {
    const entry = { ...found.entry, state: next };
    const refs = new Map<string, Json>([[revisionRef(found.revision), entry]]);
    return next === 'active' ? refs.set(DATA_HEAD, found.revision) : refs;
  }
  const entry = { ...found.entry, state: next };
  const refs = new Map<string, Json>([[versionRef(found.version), entry]]);
  return next === 'active' ? new Map([...refs, ...newHead(state, found.version, entry)]) : refs;
}
