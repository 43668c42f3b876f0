import { Fault } from '../base/fault.ts';
import type { Contract } from '../contract/contract.ts';
import { encodingOf } from '../contract/runnable-tokenizer.ts';
import { tokenizerFor } from '../engine/token-ranks.ts';
import { limitsIn, type SideTokenizer, type TokenMeans } from '../golden/tokens/token-comparison.ts';
import type { LoadedSubject } from './load-subject.ts';

/**
 * What tokens of two versions are counted with: what each binds, and the lengths at which either cuts. Undefined where neither
 * binds a tokenizer.
 *
 * @param limits  besides those of the contracts
 * @faults TOKENIZER_RANKS_LACKING
 */
export function tokenMeans(
  { context }: Pick<LoadedSubject, 'context'>,
  older: Contract,
  newer: Contract,
  limits: readonly number[],
): TokenMeans | undefined | Fault {
  if (older.tokenizer === undefined && newer.tokenizer === undefined) return undefined;
  const before = sideOf(context, older);
  if (before instanceof Fault) return before;
  const after = sideOf(context, newer);
  if (after instanceof Fault) return after;
  return { before, after, limits: [...limitsIn(older.schema), ...limitsIn(newer.schema), ...limits] };
}

function sideOf(
  { tokenizers }: LoadedSubject['context'],
  { version, tokenizer: digest }: Contract,
): SideTokenizer | Fault {
  if (digest === undefined) return { digest, text: `version ${version} binds no tokenizer` };
  const tokenizer = tokenizers.get(digest);
  const encoding = tokenizer === undefined ? 'no file of the subject has it' : encodingOf(tokenizer);
  if (typeof encoding === 'string') return { digest, text: encoding };
  const text = tokenizerFor(encoding);
  return text instanceof Fault ? text : { digest, text };
}
