import type { Digest } from '../base/digest.ts';
import type { FaultCode, Place } from '../base/fault.ts';
import type { Config } from '../service/config.ts';
import type { StorePlace } from '../service/open-store.ts';
import type { AnsweredProposal, SentProposal } from '../service/sent-changes.ts';

/** What one judge is told when it begins: the registry it judges for. */
export type JudgeSetup = {
  readonly kind: 'setup';
  readonly root: string;
  readonly place: StorePlace;
  readonly config: Omit<Config, 'placeOf'>;
};

export type JudgeAsk = { readonly kind: 'ask'; readonly proposal: SentProposal };

/** What it says of one proposal. A fault has no behaviour here: it crosses as its parts. */
export type JudgeSaid =
  | { readonly kind: 'answered'; readonly answer: AnsweredProposal }
  | { readonly kind: 'refused'; readonly fault: SaidFault };

export type SaidFault = {
  readonly code: FaultCode;
  readonly facts: { readonly [fact: string]: Digest | string | number };
  readonly at: Place | undefined;
  readonly file: string | undefined;
};
