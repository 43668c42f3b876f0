import type * as arrow from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';

/** What is made of each spelling of a column of texts, by its bytes: each is asked about once, wherever it stands. */
export class Spellings<T> {
  readonly #bytes: Uint8Array;
  readonly #offsets: Int32Array;
  readonly #make: (text: string) => T;
  readonly #byHash = new Map<number, Known<T>[]>();

  constructor(data: arrow.Data, make: (text: string) => T) {
    this.#bytes = data.values as Uint8Array;
    this.#offsets = data.valueOffsets as Int32Array;
    this.#make = make;
  }

  at(row: number): T {
    const [start, end] = [this.#offsets[row]!, this.#offsets[row + 1]!];
    const bytes = this.#bytes;
    let hash = end - start;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0;
    const same = this.#byHash.get(hash);
    const known = same?.find(({ spelling }) => isAt(bytes, start, end, spelling));
    if (known !== undefined) return known.made;
    const spelling = bytes.slice(start, end);
    const made = this.#make(Buffer.from(spelling).toString('utf8'));
    // What the vocabulary has not may be anything, and as much of it as there are records.
    if (this.#byHash.size < LIMITS.remap_spellings_max)
      this.#byHash.set(hash, [...(same ?? []), { spelling, made }]);
    return made;
  }
}

type Known<T> = { readonly spelling: Uint8Array; readonly made: T };

function isAt(bytes: Uint8Array, start: number, end: number, spelling: Uint8Array): boolean {
  if (end - start !== spelling.length) return false;
  for (let at = 0; at < spelling.length; at++) if (bytes[start + at] !== spelling[at]) return false;
  return true;
}
