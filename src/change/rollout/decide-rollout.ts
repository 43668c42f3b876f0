import type { Json } from '../../base/canonical-json.ts';
import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import type { Decision, ScopeState } from '../decision.ts';
import { nameOf } from '../named.ts';
import { acceptedRevisions, DATA_HEAD, type SubjectState, subjectState } from '../subject-state.ts';
import { quarantinedBy } from './quarantine.ts';
import { type Rollout, type RolloutEntry, rolloutRef, stageOf } from './rollout-entry.ts';
import { conditionsOf, type RolloutFacts } from './rollout-facts.ts';
import { following, type Stage, type Target, TURNS } from './stages.ts';

export type RolloutAsk = {
  readonly version: number;
  readonly target: Target;
  /** How often the rollout had moved when it was looked at. */
  readonly expected: number;
  /** The same of the newest data, which a roll-back moves. */
  readonly expectedData: number;
  readonly facts: RolloutFacts;
  /** Whether readers of the version before can explain records of this one. */
  readonly oldReadersExplain: boolean;
  /** The bytes of the reconciliation. */
  readonly objects: readonly Uint8Array[];
};

export type RolloutAnswer = {
  readonly kind: 'moved' | 'already';
  readonly version: number;
  readonly from: Stage;
  readonly stage: Stage;
  /** How often the rollout has moved now. */
  readonly generation: number;
  readonly change: Digest;
  readonly reconciliation?: Digest;
  /** When the observation window ends. */
  readonly until_ms?: number;
  readonly back?: { readonly data: string | null; readonly generation: number };
  readonly quarantined?: readonly string[];
};

const DAY_MS = 86_400_000;

/**
 * Takes a rollout one step, or says why not: first what it is of, then who was faster, then what the table of stages
 * forbids, then everything that the step still lacks.
 *
 * @faults PROPOSAL_UNKNOWN ROLLOUT_UNDECLARED ROLLOUT_MOVED ROLLOUT_OUT_OF_TURN ROLLOUT_UNMET
 */
export function decideRollout(scope: ScopeState, ask: RolloutAsk): Decision<RolloutAnswer> {
  const state = subjectState(scope);
  const { version, target } = ask;
  const what = nameOf(state.subject, { version });
  const entry = state.versions.get(version);
  if (entry === undefined || entry.state === 'withdrawn') return new Fault('PROPOSAL_UNKNOWN', { what });
  if (entry.observe_days === undefined) return new Fault('ROLLOUT_UNDECLARED', { what });
  const rollout = state.rollouts.get(version) ?? { entry: undefined, generation: 0 };
  const from = stageOf(rollout);
  const turn = TURNS[from][target];
  const at = `${state.subject}@${version}`;
  // Who asks for what already won is told so; anybody else who looked at something older is told that.
  if (turn === 'same' && [rollout.generation, rollout.entry?.expected].includes(ask.expected))
    return { answer: answerOf(version, from, 'already', rollout), refs: new Map(), objects: [] };
  const moved = movedFault(at, state, rollout, ask);
  if (moved !== undefined) return moved;
  if (turn !== 'moves')
    return new Fault('ROLLOUT_OUT_OF_TURN', {
      what: at,
      stage: from,
      asked: target,
      next: following(from).join(', '),
    });
  const unmet = conditionsOf(state, version, target, ask.facts).flatMap(({ lacks }) => lacks ?? []);
  if (unmet.length > 0)
    return new Fault('ROLLOUT_UNMET', { what: at, asked: target, unmet: unmet.join('; ') });
  const back = target === 'rolled-back' ? backTo(state, version) : undefined;
  const { now_ms, reconciliation } = ask.facts;
  const isAttached = target === 'cut-over' && reconciliation !== undefined;
  const next: RolloutEntry = {
    ...rollout.entry,
    stage: target,
    change: entry.change,
    expected: ask.expected,
    steps: [...(rollout.entry?.steps ?? []), { stage: target, at_ms: now_ms }],
    ...(isAttached && { reconciliation: reconciliation.digest }),
    ...(target === 'observing' && { until_ms: now_ms + entry.observe_days * DAY_MS }),
    ...(target === 'rolled-back' && {
      back: back ?? { data: state.data.at ?? null, generation: state.data.generation },
      quarantined: quarantinedBy(state, version, ask.oldReadersExplain),
    }),
  };
  const refs = new Map<string, Json>([[rolloutRef(version), next]]);
  if (back !== undefined) refs.set(DATA_HEAD, back.data);
  return {
    answer: answerOf(version, from, 'moved', { entry: next, generation: rollout.generation + 1 }),
    refs,
    objects: isAttached ? ask.objects : [],
  };
}

function movedFault(
  what: string,
  { data }: SubjectState,
  { generation }: Rollout,
  { expected, expectedData, target }: RolloutAsk,
): Fault | undefined {
  if (generation !== expected)
    return new Fault('ROLLOUT_MOVED', { what, of: 'the rollout', expected, found: generation });
  if (target !== 'rolled-back' || data.generation === expectedData) return undefined;
  const facts = { what, of: 'the newest data', expected: expectedData, found: data.generation };
  return new Fault('ROLLOUT_MOVED', facts);
}

/**
 * Where the newest data goes back to: what was accepted last under an older version, and not itself given up. Nothing
 * moves where the newest is of another version. What was written stays where it is; the alias alone moves, forward in its count.
 */
function backTo(state: SubjectState, version: number): RolloutEntry['back'] {
  const { data, revisions } = state;
  if (data.at === undefined || revisions.get(data.at)?.version !== version) return undefined;
  const last = acceptedRevisions(state).findLast(
    ([, entry]) => entry.version < version && stageOf(state.rollouts.get(entry.version)) !== 'rolled-back',
  );
  return { data: last?.[0] ?? null, generation: data.generation + 1 };
}

function answerOf(
  version: number,
  from: Stage,
  kind: RolloutAnswer['kind'],
  { entry, generation }: Rollout,
): RolloutAnswer {
  const { stage, change, reconciliation, until_ms, back, quarantined } = entry!;
  return {
    kind,
    version,
    from,
    stage,
    generation,
    change,
    ...(reconciliation && { reconciliation }),
    ...(until_ms !== undefined && { until_ms }),
    ...(back && { back }),
    ...(quarantined && { quarantined }),
  };
}
