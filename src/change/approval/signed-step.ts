import type { Json } from '../../base/canonical-json.ts';
import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import type { StepAnswer } from '../decide-step.ts';
import type { Decision, ScopeState } from '../decision.ts';
import type { ApprovalPolicy } from './policy.ts';
import { type ApprovalEntry, tallyOf } from './tally.ts';
import { withApprovals } from './verify.ts';

/** What an envelope was found to approve, under which policy. */
export type SignedApproval = {
  readonly subject: string;
  readonly policy: ApprovalPolicy;
  readonly entries: readonly ApprovalEntry[];
  readonly envelope: Uint8Array;
};

/** Approvals are of a change record: another one, of whatever stands under the same name, has none of them. */
export const approvalRef = (change: Digest): string => `approval/${change.slice('sha256:'.length)}`;

export const approvalsOf = ({ refs }: Pick<ScopeState, 'refs'>, change: Digest): readonly ApprovalEntry[] => {
  const ref = refs.get(approvalRef(change))?.value as
    | { readonly approvals: readonly ApprovalEntry[] }
    | undefined;
  return ref?.approvals ?? [];
};

/**
 * Keeps a signature, and takes the step when it is the last one that was missing.
 *
 * @param decision  what an approval would do that needs no other
 * @faults those of `withApprovals` and of the decision
 */
export function signedStep(
  scope: ScopeState,
  what: string,
  { subject, policy, entries, envelope }: SignedApproval,
  decision: Decision<StepAnswer>,
): Decision<StepAnswer> {
  if (decision instanceof Fault) return decision;
  const { answer, refs } = decision;
  const before = approvalsOf(scope, answer.change);
  const all = withApprovals(what, before, entries);
  if (all instanceof Fault) return all;
  const { isMet, has, needs, missing } = tallyOf(policy, subject, all);
  const isNew = all.length > before.length;
  const isMoved = isMet && answer.kind === 'moved';
  const added = new Map<string, Json>(isNew ? [[approvalRef(answer.change), { approvals: all }]] : []);
  return {
    answer: {
      ...answer,
      kind: isMoved ? 'moved' : isNew ? 'signed' : 'already',
      state: isMoved ? answer.state : answer.from,
      approvals: { has, needs, missing },
    },
    refs: isMoved ? new Map([...added, ...refs]) : added,
    objects: isNew ? [envelope] : [],
  };
}
