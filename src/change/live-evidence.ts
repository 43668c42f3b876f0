import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { Direction } from '../compat/finding.ts';
import { bothPromised, type Compatibility } from '../contract/compatibility.ts';
import type { LedgerRevision } from '../contract/ledger.ts';
import type { Answer, Decision, ScopeState } from './decision.ts';
import { type LiveAsk, liveVersions } from './live-versions.ts';
import { nameOf } from './named.ts';
import { bothRegistered } from './register/both-registered.ts';
import { isAccepted } from './states.ts';
import { type SubjectState, subjectState } from './subject-state.ts';

/** One version a proposal was held against: what it was then, what was promised, and what the proposal brings against it. */
export type JudgedAgainst = {
  readonly version: number;
  readonly recordSchema: Digest;
  /** What stood beside its schema. */
  readonly governance: Digest;
  readonly promised: readonly Direction[];
  /** Digest of the report. */
  readonly report: Digest;
};

/** What says, beside the store, which versions count: a policy, the accepted data that a ledger has, and who is registered. */
export type LiveGround = Pick<LiveAsk, 'compatibility' | 'producers' | 'consumers'> & {
  readonly revisions: readonly LedgerRevision[];
  /** What a ledger has as promised, where the store does not know. */
  readonly accepted?: Compatibility | undefined;
};

export type LiveEvidence = {
  readonly version: number;
  readonly judged: readonly JudgedAgainst[];
  readonly ground: LiveGround;
};

/**
 * The decision about a version, where the versions that count are those its evidence is about; asked of the same state that
 * is decided on, so that nothing comes between. A refusal comes first, and a repeat changes nothing.
 *
 * @faults LIVE_VERSIONS_CHANGED, and those of the decision
 */
export function restingOn<A extends Answer>(
  scope: ScopeState,
  evidence: LiveEvidence,
  decision: Decision<A>,
): Decision<A> {
  if (decision instanceof Fault || decision.answer.kind === 'already') return decision;
  return liveFault(subjectState(scope), evidence) ?? decision;
}

/** The lowest version that counts otherwise than when the proposal was judged. @faults LIVE_VERSIONS_CHANGED */
export function liveFault(
  state: SubjectState,
  { version, judged, ground }: LiveEvidence,
): Fault<'LIVE_VERSIONS_CHANGED'> | undefined {
  const now = new Map(liveNow(state, version, ground).map(one => [one.version, one]));
  const then = new Map(judged.map(one => [one.version, one]));
  const all = [...new Set([...now.keys(), ...then.keys()])].sort((a, b) => a - b);
  for (const other of all) {
    const pair = PARTS.map(part => [part(then.get(other)), part(now.get(other))] as const);
    const [was, is] = pair.find(([a, b]) => a !== undefined && b !== undefined && a !== b) ?? [];
    if (was === undefined || is === undefined) continue;
    return new Fault('LIVE_VERSIONS_CHANGED', {
      what: nameOf(state.subject, { version }),
      version: other,
      was,
      is,
    });
  }
  return undefined;
}

/** As far as it is known: what was stored before governance was kept has none. */
type Counted = Omit<JudgedAgainst, 'report' | 'governance'> & { readonly governance?: Digest | undefined };

/** What is compared, each as a fault tells it; undefined where nobody can say. */
const PARTS: ReadonlyArray<(of: Counted | undefined) => string | undefined> = [
  of => (of === undefined ? 'not live' : `live, with ${of.promised.join(' and ') || 'nothing'} promised`),
  of => of && `of schema ${of.recordSchema}`,
  of => of?.governance && `of governance ${of.governance}`,
];

function liveNow(state: SubjectState, proposed: number, ground: LiveGround): readonly Counted[] {
  const accepted = [...state.versions].filter(
    ([version, entry]) => version < proposed && isAccepted(entry.state),
  );
  const versions = accepted.map(([version]) => version).sort((a, b) => a - b);
  // Nobody relies on anything before the first.
  if (!versions.includes(proposed - 1)) return [];
  const revisions = acceptedData(state, ground.revisions);
  const compatibility = bothPromised(ground.compatibility, state.compatibility ?? ground.accepted);
  // Who contradicts was refused before; whoever registered since counts.
  const registered = bothRegistered(state, ground);
  const who = registered instanceof Fault ? ground : registered;
  const ask = { ...ground, ...who, compatibility, versions, last: proposed - 1, proposed, revisions };
  return liveVersions(ask).map(({ version, promised }) => {
    const { recordSchema, governance } = state.versions.get(version)!;
    return { version, promised, recordSchema, governance };
  });
}

/** What was accepted as data, by a ledger or by its store: each may know what the other has not heard of. */
export function acceptedData(
  { revisions }: SubjectState,
  inLedger: readonly LedgerRevision[],
): readonly LedgerRevision[] {
  const stored = [...revisions]
    .filter(([name, { state }]) => isAccepted(state) && !inLedger.some(one => one.name === name))
    .map(([name, { version, data }]) => ({ name, version, data }));
  return [...inLedger, ...stored];
}
