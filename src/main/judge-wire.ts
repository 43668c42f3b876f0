import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import type { FaultCode, Place } from '../base/fault.ts';
import type { Config } from '../service/config.ts';
import type { StorePlace } from '../service/open-store.ts';
import type { SentBody, SentProposal } from '../service/sent-changes.ts';

/** What one judge is told when it begins: the registry it judges for. */
export type JudgeSetup = {
  readonly kind: 'setup';
  readonly root: string;
  readonly place: StorePlace;
  readonly config: Omit<Config, 'placeOf'>;
};

/** What it is asked: a proposal, or a body that nobody has read yet, whose bytes went before in parts. */
export type JudgeAsk = {
  readonly kind: 'ask';
  readonly ask:
    | { readonly kind: 'read'; readonly proposal: SentProposal }
    | { readonly kind: 'body'; readonly body: Omit<SentBody, 'bytes'> };
};
export type JudgePart = { readonly kind: 'part'; readonly bytes: Uint8Array };

/** What it says of one. A fault has no behaviour here: it crosses as its parts. */
export type JudgeSaid =
  | { readonly kind: 'answered'; readonly answer: Json }
  | { readonly kind: 'refused'; readonly fault: SaidFault };

export type SaidFault = {
  readonly code: FaultCode;
  readonly facts: { readonly [fact: string]: Digest | string | number };
  readonly at: Place | undefined;
  readonly file: string | undefined;
};
