import type { Digest } from '../base/digest.ts';
import { type Encoding, encodings } from './encoding.ts';
import type { Tokenizer } from './tokenizer.ts';

/**
 * The encoding that a tokenizer is, or why it can't be run here. One of its files is the definition of a known encoding, and
 * every other is the ranks of it: of what else a tokenizer is made of nobody here knows what it does to text.
 */
export function encodingOf({ files, size }: Pick<Tokenizer, 'files' | 'size'>): Encoding | string {
  const named = Object.entries(files);
  const found = [...encodings().values()].find(({ digest }) => named.some(([, file]) => file === digest));
  if (found === undefined) {
    const ranks = [...encodings().values()].filter(each => named.some(([, file]) => file === each.ranks));
    return ranks.length === 0
      ? 'none of its files is the definition of an encoding that is known here'
      : `it names the ranks of ${ranks.map(({ name }) => name).join(' and ')}, and no definition that says how text is cut`;
  }
  const other = named.find(([, file]) => file !== found.digest && file !== found.ranks);
  if (other !== undefined) return `it is made of ${other[0]} too, and what that does is not known here`;
  return size === found.size ? found : `it has ${size} ids, and ${found.name} has ${found.size}`;
}

/** Those that can be run, by the digest a contract binds. */
export const encodingsOf = (tokenizers: Iterable<Tokenizer>): ReadonlyMap<Digest, Encoding | string> =>
  new Map([...tokenizers].map(tokenizer => [tokenizer.digest, encodingOf(tokenizer)]));
