import { type Digest, documentDigest } from '../base/digest.ts';
import type { Ref, ScopeState } from '../change/decision.ts';

/**
 * What a scope's refs came to with its last decision, in one digest kept beside them. A ref that is deleted, altered or
 * added past `transact` no longer fits it.
 */
export const sealOf = ({ scope, seq, refs }: ScopeState): Digest =>
  documentDigest([
    scope,
    seq,
    [...refs].sort(byName).map(([name, { generation, value }]) => [name, generation, value]),
  ]);

const byName = ([a]: readonly [string, Ref], [b]: readonly [string, Ref]): number => (a < b ? -1 : 1);
