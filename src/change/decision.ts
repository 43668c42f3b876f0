import type { Json } from '../base/canonical-json.ts';
import type { Fault } from '../base/fault.ts';

/** A small value that changes. Its generation counts its writes from 1 and only grows, so that A → B → A shows. */
export type Ref = { readonly generation: number; readonly value: Json };

/** What a decision may look at: every ref of one scope, and the number of its last journal entry (0: none). */
export type ScopeState = {
  readonly scope: string;
  readonly seq: number;
  readonly refs: ReadonlyMap<string, Ref>;
};

/** What the asker is told and the journal keeps. `seq` is the store's to add. */
export type Answer = { readonly kind: string; readonly [fact: string]: Json };

/** What a transaction writes, all or nothing; or the refusal, which writes nothing. */
export type Decision<A extends Answer> = Commit<A> | Fault;

export type Commit<A extends Answer> = {
  readonly answer: A;
  /** New values by ref name; each write raises that ref's generation by one. */
  readonly refs: ReadonlyMap<string, Json>;
  /** Documents the refs name by digest. */
  readonly objects: readonly Uint8Array[];
};
