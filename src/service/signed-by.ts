import { Fault } from '../base/fault.ts';
import type { Answer, Decision } from '../change/decision.ts';

/** The principal that asks, where somebody is known to: a person at a store of their own is not. */
export type By = { readonly by?: string | undefined };

/** As a part of what was asked: the same operation id, from somebody else, is another request. */
export const byOf = (by: string | undefined): { readonly by?: string } => (by === undefined ? {} : { by });

/** What was decided, with who asked for it: the journal keeps it so. */
export const signedBy = <A extends Answer>(
  decision: Decision<A>,
  by: string | undefined,
): Decision<A & { readonly by?: string }> =>
  decision instanceof Fault ? decision : { ...decision, answer: { ...decision.answer, ...byOf(by) } };
