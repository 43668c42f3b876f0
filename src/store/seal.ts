import { canonicalJson } from '../base/canonical-json.ts';
import { type Digest, sha256 } from '../base/digest.ts';
import type { Ref, ScopeState } from '../change/decision.ts';

/**
 * What a scope's refs came to with its last decision, in one digest kept beside them. A ref that is deleted, altered or
 * added past `transact` no longer fits it. It is the digest of the document `[scope, seq, [[name, generation, value]…]]`.
 */
export const sealOf = ({ scope, seq, refs }: ScopeState): Digest => {
  const sealed = [...refs].sort(byName).map(([name, ref]) => `[${canonicalJson(name)},${textOf(ref)}]`);
  return sha256(`[${canonicalJson(scope)},${seq},[${sealed.join(',')}]]`);
};

const byName = ([a]: readonly [string, Ref], [b]: readonly [string, Ref]): number => (a < b ? -1 : 1);

/** A decision leaves most refs as they were: their texts are made once. */
const texts = new WeakMap<Ref, string>();

function textOf(ref: Ref): string {
  const known = texts.get(ref);
  if (known !== undefined) return known;
  const text = `${canonicalJson(ref.generation)},${canonicalJson(ref.value)}`;
  texts.set(ref, text);
  return text;
}
