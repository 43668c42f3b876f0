import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import type { Fault } from '../base/fault.ts';
import type { Consumer } from '../change/consumer.ts';
import type { AttachAnswer } from '../change/decide-attach.ts';
import type { ProposalAnswer } from '../change/decide-proposal.ts';
import type { StepAnswer } from '../change/decide-step.ts';
import type { Producer } from '../change/producer.ts';
import type { RegisterAnswer } from '../change/register/decide-register.ts';
import type { RolloutAnswer } from '../change/rollout/decide-rollout.ts';
import type { Target } from '../change/rollout/stages.ts';
import type { Recorded } from '../store/port.ts';
import type { Principal } from './access/principal.ts';
import type { AskedChange } from './asked-store.ts';
import type { JudgedDocument } from './judged-document.ts';
import type { CellsCount } from './kept-cells.ts';
import type { MoveEvent } from './move-proposal.ts';
import type { Reference } from './reference.ts';
import type { SentFile } from './sent-files.ts';

/** A proposal from somebody who has a working tree, to a registry that has none. */
export type SentProposal = AskedChange & {
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  readonly amends: { readonly change: Digest | undefined } | undefined;
  /** All of the tree that the subject reads. */
  readonly files: readonly SentFile[];
  /** Whether what was kept of cells is taken; without it, it is. */
  readonly cache?: boolean | undefined;
};

/** What was answered, and the ledger of the subject as it is now: it belongs into the working tree. */
export type AnsweredProposal = {
  readonly answer: Recorded<ProposalAnswer>;
  readonly ledger: string | null;
  /** Null where it is a repeat of what could not be judged again. */
  readonly judged: JudgedDocument | null;
  readonly cache: CellsCount | null;
};

export type SentStep = AskedChange & {
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  readonly event: Exclude<MoveEvent, 'approve'>;
  readonly change: Digest;
  /** Whether a proposal is given up by nobody but whoever made it. */
  readonly onlyOwn: boolean;
};

/** A DSSE envelope, in the very bytes that were sent. */
export type SentApproval = AskedChange & {
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  readonly envelope: Uint8Array;
};

export type SentEvidence = AskedChange & {
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  /** The record that was read; without it, whichever stands. */
  readonly change: Digest | undefined;
  /** Reports, and what faults call each. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
};

export type SentRolloutStep = AskedChange & {
  readonly version: number;
  readonly target: Target;
  readonly expected: number | undefined;
  readonly expectedData: number | undefined;
  readonly reconciliation: { readonly document: string; readonly bytes: Uint8Array } | undefined;
};

export type SentRegistration = AskedChange & {
  readonly said:
    | { readonly role: 'consumer'; readonly consumer: Consumer }
    | { readonly role: 'producer'; readonly producer: Producer };
};

export type SentDeregistration = AskedChange & {
  readonly role: 'consumer' | 'producer';
  readonly name: string;
};

/** Who asks for a change, of what, and under which key: the head of a request. */
export type Asking = Pick<AskedChange, 'opId' | 'seq'> & {
  readonly of: Reference;
  readonly principal: Principal;
  /** Of two routes the same body is not the same ask. */
  readonly route: { readonly method: string; readonly path: string };
};

/** A request whose body nobody has read yet. */
export type SentBody = {
  readonly kind: 'proposal' | 'evidence' | 'rollout';
  readonly asking: Asking;
  readonly bytes: Uint8Array;
};

/** What such a body was found to ask for. */
export type SentAsk =
  | { readonly kind: 'proposal'; readonly sent: SentProposal }
  | { readonly kind: 'evidence'; readonly sent: SentEvidence }
  | { readonly kind: 'rollout'; readonly sent: SentRolloutStep };

/** How a registry is changed from afar. */
export type SentChanges = {
  /** @faults those of `proposeSent`, JUDGES_BUSY, JUDGE_ENDED, JUDGEMENT_TOO_LONG */
  readonly propose: (proposal: SentProposal) => Promise<AnsweredProposal | Fault>;
  /**
   * The answer to a body that is too long to be read where everybody else is answered.
   *
   * @faults those of `readSent` and of what it asks for, JUDGES_BUSY, JUDGE_ENDED, JUDGEMENT_TOO_LONG
   */
  readonly apart: (body: SentBody) => Promise<Json | Fault>;
  /** @faults those of `moveProposal` and `answeredBefore` */
  readonly step: (step: SentStep) => Promise<Recorded<StepAnswer> | Fault>;
  /** @faults those of `approveSent` */
  readonly approve: (approval: SentApproval) => Promise<Recorded<StepAnswer> | Fault>;
  /** @faults those of `attachSent` */
  readonly attach: (evidence: SentEvidence) => Promise<Recorded<AttachAnswer> | Fault>;
  /** @faults those of `rolloutSent` */
  readonly rollout: (step: SentRolloutStep) => Promise<Recorded<RolloutAnswer> | Fault>;
  /** @faults those of `registerSent` */
  readonly register: (sent: SentRegistration) => Promise<Recorded<RegisterAnswer> | Fault>;
  /** @faults those of `deregisterSent` */
  readonly deregister: (sent: SentDeregistration) => Promise<Recorded<RegisterAnswer> | Fault>;
};
