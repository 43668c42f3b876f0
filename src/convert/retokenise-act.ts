import type { TextTokenizer } from '../contract/byte-pairs.ts';
import { asHeld } from '../contract/kind-table.ts';
import type { Value } from '../contract/value.ts';
import type { BoundTokenizer, StepPlan } from './conversion-plan.ts';
import { type Act, Refused } from './refused.ts';
import type { RunningEncodings } from './tokenizers.ts';

const TOO_MANY = Refused.with('TOKENS_TOO_MANY');
const SPECIAL = Refused.with('TOKEN_SPECIAL');

/**
 * Token ids of the new tokenizer, or how many.
 *
 * @param onTruncated  is told of each value of which tokens were left out
 */
export function retokeniseAct(
  plan: Extract<StepPlan, { readonly kind: 'retokenise' }>,
  encodings: RunningEncodings,
  onTruncated: () => void,
): Act {
  const { gives, from, to, max, over, specials, result } = plan;
  const tokenizer = running(encodings, to);
  const kind = result.type.kind === 'list' ? result.type.element.type.kind : result.type.kind;
  const held = (made: number): Value => asHeld(kind, BigInt(made));
  const isPlain = typeof asHeld(kind, 0n) === 'number';
  const limited = (count: number): number | Refused => {
    if (max === undefined || count <= max) return count;
    if (over === 'reject') return TOO_MANY;
    onTruncated();
    return max;
  };
  const fromIds =
    from === undefined ? undefined : idsReader(running(encodings, from), tokenizer, from, to, specials);
  return value => {
    if (value === null) return null;
    if (fromIds === undefined && gives === 'length') {
      const count = limited(tokenizer.count(value as string));
      return count instanceof Refused ? count : held(count);
    }
    const ids =
      fromIds === undefined ? tokenizer.encode(value as string) : fromIds(value as readonly Value[]);
    if (ids instanceof Refused) return ids;
    const count = limited(ids.length);
    if (count instanceof Refused) return count;
    if (gives === 'length') return held(count);
    const kept = count === ids.length ? ids : ids.slice(0, count);
    return isPlain ? kept : kept.map(held);
  };
}

/** Ids of the new tokenizer for those of the old one, by way of the text that these are; the same where both are one. */
function idsReader(
  old: TextTokenizer,
  now: TextTokenizer,
  from: BoundTokenizer,
  to: BoundTokenizer,
  specials: 'reject' | 'carry',
): (ids: readonly Value[]) => readonly number[] | Refused {
  const isSame = from.tokenizer === to.tokenizer;
  return value => {
    const ids = value.map(Number);
    const decoded = old.decode(ids);
    if (decoded.kind === 'refused') return Refused.with(decoded.code);
    if (isSame) return ids;
    const made: number[] = [];
    for (const part of decoded.parts) {
      if ('text' in part) {
        for (const id of now.encode(part.text)) made.push(id);
        continue;
      }
      const special = specials === 'carry' ? specialOf(now, part.special) : undefined;
      if (special === undefined) return SPECIAL;
      made.push(special);
    }
    return made;
  };
}

const specialOf = ({ encoding }: TextTokenizer, text: string): number | undefined =>
  Object.hasOwn(encoding.specials, text) ? encoding.specials[text] : undefined;

/** @throws TypeError where nobody handed it in: a mistake of the caller. */
function running(encodings: RunningEncodings, { definition, encoding }: BoundTokenizer): TextTokenizer {
  const found = encodings.get(definition);
  if (found === undefined) throw new TypeError(`nobody handed in ${encoding}`);
  return found;
}
