import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { ApprovalPolicy } from './approval/policy.ts';
import { approvalsOf } from './approval/signed-step.ts';
import { tallyOf } from './approval/tally.ts';
import type { StepAnswer } from './decide-step.ts';
import type { Decision, ScopeState } from './decision.ts';
import { type GateFacts, type Ground, gateFault, gateOf } from './gate.ts';
import { isAccepted, type State } from './states.ts';

/** What the gate is asked with, before the state is known that is decided on. */
export type GateAsk = {
  readonly subject: string;
  readonly ground: Ground;
  readonly policy: ApprovalPolicy | undefined;
  /** Envelopes that were found to hold what is kept of them. */
  readonly sound: ReadonlySet<Digest>;
};

/** The facts in one state of the store. */
export function factsIn(
  scope: Pick<ScopeState, 'refs'>,
  { subject, ground, policy, sound }: GateAsk,
  state: State,
): GateFacts {
  if (policy === undefined) {
    const isApproved = state === 'approved' || isAccepted(state);
    return { ...ground, approvals: { isUnsigned: true, isApproved } };
  }
  const entries = approvalsOf(scope, ground.change).filter(({ envelope }) => sound.has(envelope));
  return { ...ground, approvals: tallyOf(policy, subject, entries) };
}

/**
 * The decision to activate, where the gate is open. Somebody who asks too early hears all that is lacking, and not only that it is
 * too early.
 *
 * @faults those of `gateFault` and of the decision
 */
export function gated(scope: ScopeState, ask: GateAsk, decision: Decision<StepAnswer>): Decision<StepAnswer> {
  const isEarly = decision instanceof Fault && isOutOfTurn(decision) && decision.facts.state === 'proposed';
  if (decision instanceof Fault ? !isEarly : decision.answer.kind === 'already') return decision;
  const state = decision instanceof Fault ? 'proposed' : decision.answer.from;
  const facts = factsIn(scope, ask, state);
  // Where nobody signs, that it comes too early is all there is to say.
  if (isEarly && 'isUnsigned' in facts.approvals) return decision;
  return gateFault(facts, gateOf(facts)) ?? decision;
}

const isOutOfTurn = (fault: Fault): fault is Fault<'CHANGE_OUT_OF_TURN'> =>
  fault.code === 'CHANGE_OUT_OF_TURN';
