import { isUtf8 } from 'node:buffer';
import { LIMITS } from '../base/limits.ts';
import type { Encoding } from './encoding.ts';

/** Text to token ids and back, exactly as the encoding has it. */
export type TextTokenizer = {
  readonly encoding: Encoding;
  /** What looks like a special token is text like the rest. @throws TypeError where the text is no well-formed one */
  readonly encode: (text: string) => readonly number[];
  /** How many ids that would be. */
  readonly count: (text: string) => number;
  readonly decode: (ids: readonly number[]) => Decoded;
};

/** Texts and special tokens by turns, or why ids are those of no text. */
export type Decoded =
  | { readonly kind: 'decoded'; readonly parts: readonly Part[] }
  | { readonly kind: 'refused'; readonly code: 'TOKEN_UNKNOWN' | 'INVALID_UTF8' };
export type Part = { readonly text: string } | { readonly special: string };

/** By id the bytes of a token, one character a byte; ids of special tokens have none. */
export type Ranks = readonly (string | undefined)[];

/** What is wrong with the bytes of ranks, or the ranks. Each line has base64 of a token's bytes, a blank and its id. */
export function ranksOf(bytes: Uint8Array): Ranks | string {
  const ranks: (string | undefined)[] = [];
  for (const [index, line] of Buffer.from(bytes).toString('latin1').split('\n').entries()) {
    if (line === '') continue;
    const at = line.indexOf(' ');
    const id = Number(line.slice(at + 1));
    if (at <= 0 || !Number.isInteger(id) || id < 0 || id >= LIMITS.tokenizer_size_max)
      return `line ${index + 1} is no token and its id`;
    ranks[id] = Buffer.from(line.slice(0, at), 'base64').toString('latin1');
  }
  return ranks;
}

export function textTokenizer(encoding: Encoding, ranks: Ranks): TextTokenizer {
  const ids = new Map<string, number>();
  for (const [id, bytes] of ranks.entries()) if (bytes !== undefined) ids.set(bytes, id);
  const pieces = new RegExp(encoding.pattern, 'gu');
  const specials = new Map(Object.entries(encoding.specials).map(([text, id]) => [id, text]));
  const merged = new Map<string, readonly number[]>();

  /** Of a piece that is no token itself; words come again, so what they are made of is kept. */
  const partsOf = (piece: string): readonly number[] => {
    const kept = merged.get(piece);
    if (kept !== undefined) return kept;
    const parts = joined(piece, ids);
    if (piece.length <= LIMITS.token_piece_kept_chars_max) {
      if (merged.size >= LIMITS.token_pieces_kept_max) merged.clear();
      merged.set(piece, parts);
    }
    return parts;
  };
  const each = (text: string, whole: (id: number) => void, parts: (ids: readonly number[]) => void): void => {
    if (!text.isWellFormed()) throw new TypeError('half a surrogate pair is no text');
    for (const [piece] of text.matchAll(pieces)) {
      const bytes = bytesOf(piece);
      const id = ids.get(bytes);
      if (id === undefined) parts(partsOf(bytes));
      else whole(id);
    }
  };
  return {
    encoding,
    encode: text => {
      const out: number[] = [];
      each(
        text,
        id => out.push(id),
        parts => {
          for (const id of parts) out.push(id);
        },
      );
      return out;
    },
    count: text => {
      let count = 0;
      each(
        text,
        () => count++,
        parts => {
          count += parts.length;
        },
      );
      return count;
    },
    decode: ids => decoded(ids, ranks, specials),
  };
}

/** One character a byte of its UTF-8; of what is ASCII that is the text. */
const bytesOf = (text: string): string =>
  ASCII.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

function decoded(ids: readonly number[], ranks: Ranks, specials: ReadonlyMap<number, string>): Decoded {
  const parts: Part[] = [];
  let bytes = '';
  const endText = (): boolean => {
    if (bytes === '') return true;
    const buffer = Buffer.from(bytes, 'latin1');
    if (!isUtf8(buffer)) return false;
    parts.push({ text: buffer.toString('utf8') });
    bytes = '';
    return true;
  };
  for (const id of ids) {
    const token = ranks[id];
    if (token !== undefined) {
      bytes += token;
      continue;
    }
    const special = specials.get(id);
    if (special === undefined) return { kind: 'refused', code: 'TOKEN_UNKNOWN' };
    if (!endText()) return { kind: 'refused', code: 'INVALID_UTF8' };
    parts.push({ special });
  }
  return endText() ? { kind: 'decoded', parts } : { kind: 'refused', code: 'INVALID_UTF8' };
}

/**
 * The pair of neighbours of the lowest rank is joined first, the leftmost of equal ones, until no pair is a token. Which pair is
 * next a heap knows, so that a word of a megabyte takes no longer than its bytes in many.
 */
function joined(piece: string, ids: ReadonlyMap<string, number>): readonly number[] {
  const length = piece.length;
  const next = new Int32Array(length + 1);
  const before = new Int32Array(length + 1);
  for (let at = 0; at <= length; at++) {
    next[at] = at + 1;
    before[at] = at - 1;
  }
  // By where a pair begins its rank, so that what the heap still has of a pair that is gone is known as old.
  const rankAt = new Float64Array(length + 1).fill(NONE);
  const heap = new PairHeap();
  const look = (at: number): void => {
    const middle = next[at]!;
    const rank = middle < length ? ids.get(piece.slice(at, next[middle])) : undefined;
    rankAt[at] = rank ?? NONE;
    if (rank !== undefined) heap.push(rank * SPAN + at);
  };
  for (let at = 0; at < length - 1; at++) look(at);
  for (let top = heap.pop(); top !== undefined; top = heap.pop()) {
    const at = top % SPAN;
    if (rankAt[at] !== (top - at) / SPAN) continue;
    const gone = next[at]!;
    rankAt[gone] = NONE;
    next[at] = next[gone]!;
    before[next[gone]!] = at;
    look(at);
    if (at > 0) look(before[at]!);
  }
  const out: number[] = [];
  for (let at = 0; at < length; at = next[at]!) {
    const id = ids.get(piece.slice(at, next[at]));
    if (id === undefined) throw new TypeError('a byte is no token of its own');
    out.push(id);
  }
  return out;
}

const NONE = -1;
/** More than any place in a piece, so that a number is a rank and a place. */
const SPAN = 2 ** 30;

/** The least number first. */
class PairHeap {
  readonly #items: number[] = [];

  push(item: number): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (items[above]! <= item) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (items.length === 0 || last === undefined) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && items[below + 1]! < items[below]!) below++;
      if (items[below]! >= last) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = last;
    return top;
  }
}
