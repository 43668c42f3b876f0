import type { Digest } from '../base/digest.ts';
import type { Fault } from '../base/fault.ts';
import type { ProposalAnswer } from '../change/decide-proposal.ts';
import type { StepAnswer } from '../change/decide-step.ts';
import type { Recorded } from '../store/port.ts';
import type { AskedChange } from './asked-store.ts';
import type { MoveEvent } from './move-proposal.ts';
import type { Reference } from './reference.ts';
import type { SentFile } from './sent-files.ts';

/** A proposal from somebody who has a working tree, to a registry that has none. */
export type SentProposal = AskedChange & {
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  readonly amends: { readonly change: Digest | undefined } | undefined;
  /** All of the tree that the subject reads. */
  readonly files: readonly SentFile[];
};

/** What was answered, and the ledger of the subject as it is now: it belongs into the working tree. */
export type AnsweredProposal = {
  readonly answer: Recorded<ProposalAnswer>;
  readonly ledger: string | null;
};

export type SentStep = AskedChange & {
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  readonly event: Exclude<MoveEvent, 'approve'>;
  readonly change: Digest;
  /** Whether a proposal is given up by nobody but whoever made it. */
  readonly onlyOwn: boolean;
};

/** How a registry is changed from afar. */
export type SentChanges = {
  /** @faults those of `proposeSent`, JUDGES_BUSY, JUDGE_ENDED, JUDGEMENT_TOO_LONG */
  readonly propose: (proposal: SentProposal) => Promise<AnsweredProposal | Fault>;
  /** @faults those of `moveProposal` and `answeredBefore` */
  readonly step: (step: SentStep) => Promise<Recorded<StepAnswer> | Fault>;
};
