import { Fault } from '../base/fault.ts';
import { ENCODING_NAMES, encodings } from '../contract/encoding.ts';
import { nearest } from '../contract/nearest.ts';
import { tokenizerFor } from '../engine/token-ranks.ts';
import type { SideTokenizer, TokenMeans } from '../golden/tokens/token-comparison.ts';

/** Encodings by their names, or by the digests of their definitions, and the lengths at which samples are cut. */
export type NamedTokens = { readonly old: string; readonly new: string; readonly limits: readonly number[] };

/** @faults ENCODING_UNKNOWN TOKENIZER_RANKS_LACKING */
export function namedTokens({ old, new: later, limits }: NamedTokens): TokenMeans | Fault {
  const before = sideNamed(old);
  if (before instanceof Fault) return before;
  const after = sideNamed(later);
  return after instanceof Fault ? after : { before, after, limits };
}

function sideNamed(name: string): SideTokenizer | Fault {
  const encoding = [...encodings().values()].find(each => each.name === name || each.digest === name);
  if (encoding === undefined)
    return new Fault('ENCODING_UNKNOWN', {
      encoding: name,
      known: ENCODING_NAMES.join(', '),
      nearest: nearest(name, ENCODING_NAMES),
    });
  const text = tokenizerFor(encoding);
  return text instanceof Fault ? text : { digest: encoding.digest, text };
}
