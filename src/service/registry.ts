import type * as z from 'zod';
import type { Digest } from '../base/digest.ts';
import type { Fault } from '../base/fault.ts';
import type { Consumer } from '../change/consumer.ts';
import type { AttachAnswer } from '../change/decide-attach.ts';
import type { ProposalAnswer } from '../change/decide-proposal.ts';
import type { Producer } from '../change/producer.ts';
import type { RegisterAnswer } from '../change/register/decide-register.ts';
import type { RolloutAnswer } from '../change/rollout/decide-rollout.ts';
import type { Target } from '../change/rollout/stages.ts';
import type { ReadStore, Recorded } from '../store/port.ts';
import type { TokenAnswer } from './access/decide-token.ts';
import type { Grant } from './access/principal.ts';
import type { Issued, ListedToken } from './access/tokens.ts';
import type { Adopted } from './adopt.ts';
import type { Base } from './against.ts';
import type { JudgedDocument } from './judged-document.ts';
import type { CellsCount, KeptCells } from './kept-cells.ts';
import type { Moved, MoveEvent } from './move-proposal.ts';
import type { Project } from './project.ts';
import type { Reference } from './reference.ts';
import type { Signature } from './signed-approval.ts';
import type { CONSUMERS_SHOWN, GATE_SHOWN, PRODUCERS_SHOWN, ROLLOUT_SHOWN } from './wire/answers.ts';

/** A version or a data revision. */
export type Named = Exclude<Reference, { kind: 'subject' }>;

type Answered<T> = Promise<T | Fault>;
/** The working tree that is asked from. */
type From = { readonly project: Project };
type Once = { readonly opId: string };

export type GateDocument = z.output<typeof GATE_SHOWN>;
export type RolloutDocument = z.output<typeof ROLLOUT_SHOWN>;
export type ConsumersDocument = z.output<typeof CONSUMERS_SHOWN>;
export type ProducersDocument = z.output<typeof PRODUCERS_SHOWN>;

export type Wanted = From &
  Once & {
    readonly what: Named;
    /** Whether it replaces what waits under the name, and the record of that which was read. */
    readonly amends?: { readonly change: Digest | undefined };
    /** What was kept of cells here, for whoever judges here. */
    readonly kept: KeptCells | undefined;
    /** Whether whoever judges may take what was kept. */
    readonly takesKept: boolean;
  };

/** What became of a proposal, and what was found of it; `judged` is undefined where that is not known any more. */
export type ToldProposal = {
  readonly answer: Recorded<ProposalAnswer>;
  readonly judged: JudgedDocument | undefined;
  readonly ledgerWritten: boolean;
  readonly cache: CellsCount | undefined;
};

export type Step = From &
  Once & {
    readonly what: Named;
    readonly event: MoveEvent;
    /** The change record that was read; without it, the one that stands when the asking begins. */
    readonly change: Digest | undefined;
    readonly signature?: Signature | undefined;
  };

export type Attached = Once & {
  readonly what: Named;
  readonly change: Digest | undefined;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
};

export type RolloutStep = From &
  Once & {
    readonly subject: string;
    readonly version: number;
    readonly target: Target;
    readonly expected: number | undefined;
    readonly expectedData: number | undefined;
    readonly reconciliation: { readonly document: string; readonly bytes: Uint8Array } | undefined;
  };

export type Registration = From &
  Once &
  (
    | { readonly role: 'consumer'; readonly consumer: Consumer }
    | { readonly role: 'producer'; readonly producer: Producer }
  );

export type Deregistration = Once & {
  readonly subject: string;
  readonly role: 'consumer' | 'producer';
  readonly name: string;
};

export type Adoption = From & Once & { readonly subject: string; readonly base: Base };

export type WantedToken = Once & {
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly expires: string;
};

/** A registry as whoever asks it sees it, wherever it is: nothing of it changes. */
export interface ReadRegistry {
  /** What it has stored, to be read by whoever has a working tree. */
  readonly store: ReadStore;
  gate(asked: From & { readonly what: Named }): Answered<GateDocument>;
  rollout(asked: From & { readonly subject: string; readonly version: number }): Answered<RolloutDocument>;
  consumers(asked: From & { readonly subject: string }): Answered<ConsumersDocument>;
  producers(asked: From & { readonly subject: string }): Answered<ProducersDocument>;
  tokens(): Answered<{ readonly tokens: readonly ListedToken[]; readonly seq: number }>;
}

/**
 * A registry that is changed. On the store itself the files of the working tree and its registry.config.ts are the truth; from
 * afar they are sent, and who reads, writes and approves is what the registry says.
 */
export interface Registry extends ReadRegistry {
  propose(wanted: Wanted): Answered<ToldProposal>;
  move(step: Step): Answered<Moved>;
  attach(attached: Attached): Answered<Recorded<AttachAnswer>>;
  stepRollout(step: RolloutStep): Answered<Recorded<RolloutAnswer>>;
  register(registration: Registration): Answered<Recorded<RegisterAnswer>>;
  deregister(registration: Deregistration): Answered<Recorded<RegisterAnswer>>;
  adopt(adoption: Adoption): Answered<Adopted>;
  newToken(wanted: WantedToken): Answered<Issued>;
  revokeToken(revoked: Once & { readonly id: string }): Answered<Recorded<TokenAnswer>>;
}
