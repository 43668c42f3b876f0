import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { ranksOf, type TextTokenizer, textTokenizer } from '../contract/byte-pairs.ts';
import { type Encoding, type EncodingName, encodings } from '../contract/encoding.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import { encodingsIn, type RunningEncodings } from '../convert/tokenizers.ts';

const require = createRequire(import.meta.url);

/** By the digest of an encoding; ranks are megabytes, so they are read when the first text is to become tokens. */
const READ = new Map<Digest, TextTokenizer>();

/**
 * What runs an encoding: its ranks as gpt-tokenizer carries them, byte for byte those that were published, or nothing.
 *
 * @faults TOKENIZER_RANKS_LACKING
 */
export function tokenizerFor(encoding: Encoding): TextTokenizer | Fault {
  const known = READ.get(encoding.digest);
  if (known !== undefined) return known;
  const file = `gpt-tokenizer/data/${RANKS_OF[encoding.name] ?? encoding.name}.tiktoken`;
  const lacking = (because: string): Fault =>
    new Fault('TOKENIZER_RANKS_LACKING', { encoding: encoding.name, file, because }) as unknown as Fault;
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(require.resolve(file));
  } catch (error) {
    return lacking(error instanceof Error ? error.message : 'it can not be read');
  }
  const digest = sha256(bytes);
  if (digest !== encoding.ranks) return lacking(`it has the digest ${digest}, and not ${encoding.ranks}`);
  const ranks = ranksOf(bytes);
  if (typeof ranks === 'string') return lacking(ranks);
  const made = textTokenizer(encoding, ranks);
  READ.set(encoding.digest, made);
  return made;
}

/**
 * Everything that plans ask for, to be handed in where they are applied.
 *
 * @faults TOKENIZER_RANKS_LACKING
 */
export function encodingsFor(plans: readonly ConversionPlan[]): RunningEncodings | Fault {
  const running = new Map<Digest, TextTokenizer>();
  for (const { encoding: name, definition } of encodingsIn(plans)) {
    const made = tokenizerFor(encodings().get(name)!);
    if (made instanceof Fault) return made;
    running.set(definition, made);
  }
  return running;
}

/** What is not the encoding of its own ranks has those of another. */
const RANKS_OF: { readonly [K in EncodingName]?: EncodingName } = {
  p50k_edit: 'p50k_base',
  o200k_harmony: 'o200k_base',
};
