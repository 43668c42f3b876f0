import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { amendFault, digestsOf } from './decide-proposal.ts';
import type { Decision, ScopeState } from './decision.ts';
import { type Named, nameOf } from './named.ts';
import { type State, stateAfter } from './states.ts';
import { revisionRef, subjectState, versionRef } from './subject-state.ts';

export type AttachAnswer = {
  readonly kind: 'attached';
  /** The change record that is void now, and whatever was approved of it. */
  readonly replaced: Digest;
  readonly change: Digest;
  readonly state: State;
  /** How many approvals are to be given again. */
  readonly voided: number;
} & Named;

/**
 * Gives a waiting proposal a change record that names more evidence. Who approved the one before has not seen it: it is
 * `proposed` again.
 *
 * @faults EVIDENCE_ATTACHED, and those of `amendFault`
 */
export function decideAttach(
  scope: ScopeState,
  ask: {
    readonly of: Named;
    /** The record that was read. */
    readonly reads: Digest;
    readonly change: Digest;
    readonly objects: readonly Uint8Array[];
    readonly voided: number;
  },
): Decision<AttachAnswer> {
  const state = subjectState(scope);
  const { of, reads, change, objects, voided } = ask;
  const what = nameOf(state.subject, of);
  const stored = 'version' in of ? state.versions.get(of.version) : state.revisions.get(of.revision);
  const unfit = amendFault(state.subject, of, stored, reads);
  if (unfit !== undefined) return unfit;
  if (change === reads) return new Fault('EVIDENCE_ATTACHED', { what });
  const next = stateAfter(['propose']);
  const entry: Json = { ...stored!, change, state: next, objects: digestsOf(objects, stored!.objects) };
  return {
    answer: { kind: 'attached', replaced: reads, change, state: next, voided, ...of },
    refs: new Map([['version' in of ? versionRef(of.version) : revisionRef(of.revision), entry]]),
    objects,
  };
}
