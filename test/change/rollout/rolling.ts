import type { Json } from '../../../src/base/canonical-json.ts';
import { sha256 } from '../../../src/base/digest.ts';
import { Fault } from '../../../src/base/fault.ts';
import type { Consumer } from '../../../src/change/consumer.ts';
import { decideProposal, decideRevision } from '../../../src/change/decide-proposal.ts';
import type { Answer, Decision, ScopeState } from '../../../src/change/decision.ts';
import type { Registered } from '../../../src/change/retirement.ts';
import { decideRollout, type RolloutAsk } from '../../../src/change/rollout/decide-rollout.ts';
import type { Target } from '../../../src/change/rollout/stages.ts';
import { subjectScope, subjectState } from '../../../src/change/subject-state.ts';
import { DATA, FIRST, SECOND } from '../sample-proposal.ts';

export const SUBJECT = 'training.example';
export const DAY_MS = 86_400_000;
const EMPTY: ScopeState = { scope: subjectScope(SUBJECT), seq: 0, refs: new Map() };

/** What a store does with a decision, without one. */
export function apply(scope: ScopeState, decision: Decision<Answer>): ScopeState {
  if (decision instanceof Fault) throw decision;
  const refs = new Map(scope.refs);
  for (const [name, value] of decision.refs)
    refs.set(name, { generation: (refs.get(name)?.generation ?? 0) + 1, value: value as Json });
  return { ...scope, seq: scope.seq + 1, refs };
}

const THREE = apply(EMPTY, decideProposal(EMPTY, FIRST));
/** Data of version 3 is the newest. */
const OLD = apply(THREE, decideRevision(THREE, DATA));
/** Version 4 is active beside it, and is to be rolled out and observed for seven days. */
export const BEGUN = apply(OLD, decideProposal(OLD, { ...SECOND, observe_days: 7 }));
/** The same without a rollout. */
export const UNDECLARED = apply(OLD, decideProposal(OLD, SECOND));

export const reader = (name: string, from: number, to?: number): Consumer => ({
  name,
  kind: 'trainer',
  subject: SUBJECT,
  reads: { from, to },
  purpose: 'trains',
});
export const READY: Registered = {
  producers: [{ name: 'gateway', subject: SUBJECT, writes: [3, 4] }],
  consumers: [reader('trainer', 3, 4)],
};
/** Nobody writes version 3 any more. */
export const MOVED_ON: Registered = {
  ...READY,
  producers: [{ name: 'gateway', subject: SUBJECT, writes: [4] }],
};
export const HALVES = { digest: sha256('both halves') };

type Given = Partial<Omit<RolloutAsk, 'facts'>> & {
  readonly registered?: Registered;
  readonly now_ms?: number;
  readonly reconciliation?: RolloutAsk['facts']['reconciliation'];
};

/** A step asked by somebody who looked just now. */
export function ask(scope: ScopeState, target: Target, given: Given = {}): ReturnType<typeof decideRollout> {
  const { registered = READY, now_ms = 0, reconciliation, ...rest } = given;
  const state = subjectState(scope);
  return decideRollout(scope, {
    version: 4,
    target,
    expected: state.rollouts.get(4)?.generation ?? 0,
    expectedData: state.data.generation,
    facts: { registered, now_ms, reconciliation },
    oldReadersExplain: false,
    objects: [],
    ...rest,
  });
}

export const step = (scope: ScopeState, target: Target, given: Given = {}): ScopeState =>
  apply(scope, ask(scope, target, given));

/** A revision under version 4, offered by somebody who looked just now. */
export const offer = (scope: ScopeState, revision: string, version = 4) =>
  decideRevision(scope, {
    ...DATA,
    revision,
    version,
    data: sha256(`data ${revision}`),
    change: sha256(`change of ${revision}`),
    expectedHead: subjectState(scope).data.generation,
  });

export const DUAL = step(step(BEGUN, 'readers-ready'), 'dual-write');
export const CUT = step(DUAL, 'cut-over', { reconciliation: HALVES });
export const OFFERED = apply(CUT, offer(CUT, '2.1.0'));
export const OBSERVING = step(OFFERED, 'observing', { registered: MOVED_ON });
export const SETTLED = step(OBSERVING, 'settled', { now_ms: 7 * DAY_MS });
