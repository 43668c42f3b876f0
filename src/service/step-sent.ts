import { Fault } from '../base/fault.ts';
import type { StepAnswer } from '../change/decide-step.ts';
import { subjectScope, subjectState } from '../change/subject-state.ts';
import type { Recorded, Store } from '../store/port.ts';
import { answeredBefore, askedStore } from './asked-store.ts';
import type { Config } from './config.ts';
import { storedGround } from './live-ground.ts';
import { moveProposal } from './move-proposal.ts';
import type { SentStep } from './sent-changes.ts';

/** A registry without a working tree. */
export type Serving = {
  readonly root: string;
  readonly config: Config;
  readonly store: Store;
  readonly now_ms: number;
};

/**
 * Takes a step of a stored proposal where there is no working tree: what was judged counts, and the store has it.
 *
 * @faults those of `answeredBefore` and `moveProposal`
 */
export async function stepSent(
  { root, config, store, now_ms }: Serving,
  step: SentStep,
): Promise<Recorded<StepAnswer> | Fault> {
  const { what, event, change, opId, by, onlyOwn } = step;
  const before = await answeredBefore<StepAnswer>(store, step, [event]);
  if (before !== undefined) return before;
  const scope = await store.readScope(subjectScope(what.subject));
  if (scope instanceof Fault) return scope;
  const version = what.kind === 'version' ? what.version : undefined;
  const ground = storedGround(subjectState(scope), config, version);
  const moved = await moveProposal({
    project: { root, config, ground },
    what,
    event,
    change,
    store: askedStore(store, step),
    opId,
    by,
    onlyOwn,
    now_ms,
  });
  return moved instanceof Fault ? moved : moved.answer;
}
