import { Fault } from '../base/fault.ts';
import type { StepAnswer } from '../change/decide-step.ts';
import type { Recorded } from '../store/port.ts';
import { answeredBefore, askedStore } from './asked-store.ts';
import { type MoveAsk, moveProposal } from './move-proposal.ts';
import type { SentApproval, SentStep } from './sent-changes.ts';
import { type Serving, servedProject } from './serving.ts';

/**
 * Takes a step of a stored proposal where there is no working tree: what was judged counts, and the store has it.
 *
 * @faults those of `answeredBefore` and `moveProposal`
 */
export const stepSent = (
  serving: Serving,
  { event, change, onlyOwn, ...asked }: SentStep,
): Promise<Recorded<StepAnswer> | Fault> => moved(serving, asked, { event, change, onlyOwn });

/**
 * Takes an approval as somebody signed it. Whoever sent it says nothing by that: the signature does, and where no keys are
 * listed whose signatures count, nothing is approved from afar.
 *
 * @faults those of `answeredBefore` and `moveProposal`
 */
export const approveSent = (
  serving: Serving,
  { envelope, ...asked }: SentApproval,
): Promise<Recorded<StepAnswer> | Fault> =>
  moved(serving, asked, {
    event: 'approve',
    // Whichever stands: an envelope of another is refused as that.
    change: undefined,
    signature: { envelope, document: 'the envelope' },
  });

async function moved(
  serving: Serving,
  asked: Pick<SentStep, 'subject' | 'opId' | 'asked' | 'by' | 'seq' | 'what'>,
  step: Pick<MoveAsk, 'event' | 'change' | 'signature' | 'onlyOwn'>,
): Promise<Recorded<StepAnswer> | Fault> {
  const { store, now_ms } = serving;
  const { what, opId, by } = asked;
  const before = await answeredBefore<StepAnswer>(store, asked, [step.event]);
  if (before !== undefined) return before;
  const project = await servedProject(serving, store, what);
  if (project instanceof Fault) return project;
  const done = await moveProposal({
    ...step,
    project,
    what,
    store: askedStore(store, asked),
    opId,
    by,
    now_ms,
  });
  return done instanceof Fault ? done : done.answer;
}
