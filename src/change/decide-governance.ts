import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { digestsOf, type ProposalAnswer } from './decide-proposal.ts';
import type { Decision, ScopeState } from './decision.ts';
import { nameOf } from './named.ts';
import { isAccepted } from './states.ts';
import { subjectState, versionRef } from './subject-state.ts';

/** Other owners or sensitivities beside a schema that was accepted, and stays. */
export type GovernanceRevision = {
  readonly version: number;
  /** What was read, and is replaced. */
  readonly from: Digest;
  readonly governance: Digest;
  readonly objects: readonly Uint8Array[];
};

/** @faults PROPOSAL_UNKNOWN EVIDENCE_CHANGED */
export function decideGovernance(
  scope: ScopeState,
  { version, from, governance, objects }: GovernanceRevision,
): Decision<ProposalAnswer> {
  const state = subjectState(scope);
  const what = nameOf(state.subject, { version });
  const entry = state.versions.get(version);
  if (entry === undefined || !isAccepted(entry.state)) return new Fault('PROPOSAL_UNKNOWN', { what });
  const superseded = state.head.at !== undefined && state.head.at > version;
  const same = { version, state: entry.state, change: entry.change, superseded };
  if (entry.governance === governance)
    return { answer: { kind: 'already', ...same, storedAt: entry.seq }, refs: new Map(), objects: [] };
  if (entry.governance !== from)
    return new Fault('EVIDENCE_CHANGED', { what, stored: entry.governance ?? 'none', asked: from });
  return {
    answer: { kind: 'governed', replaced: from, ...same, storedAt: state.seq + 1 },
    refs: new Map<string, Json>([
      [versionRef(version), { ...entry, governance, objects: digestsOf(objects, entry.objects) }],
    ]),
    objects,
  };
}
