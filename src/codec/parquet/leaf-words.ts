import type { Data } from 'apache-arrow';
import { presenceOf } from '../../contract/batch.ts';
import type { LeafOrder } from './leaf-form.ts';
import type { Bounds, LeafValues } from './leaf-values.ts';
import { DICTIONARY_bytes, PLACES_TRIED } from './place-table.ts';
import type { PageRows } from './page-rows.ts';
import { WordBounds } from './word-bounds.ts';

/** Numbers of 32 bits, or of 64 as two words of which the lower is first. What they mean matters to their order alone. */
export class LeafWords implements LeafValues {
  count = 0;
  distinct = 0;
  readonly #stride: 1 | 2;
  readonly #bounds: WordBounds;
  #page = new Int32Array(0);
  #places = new Int32Array(0);
  /** By place. */
  #known = new Int32Array(256);
  /** A place and one, at where the value's hash says, or behind that; 0 where there is none. */
  #table = new Int32Array(256);

  constructor(stride: 1 | 2, order: LeafOrder) {
    this.#stride = stride;
    this.#bounds = new WordBounds(stride, order);
  }

  get plain_bytes(): number {
    return this.count * this.#stride * 4;
  }

  get dictionary_bytes(): number {
    return this.distinct * this.#stride * 4;
  }

  take({ spans, rows, nulls }: PageRows): void {
    const stride = this.#stride;
    this.count = rows - nulls;
    if (this.#page.length < this.count * stride) this.#page = new Int32Array(this.count * stride);
    const page = this.#page;
    let to = 0;
    for (const { data, start, end } of spans) {
      const words = wordsOf(data);
      const present = presenceOf(data);
      if (present === undefined) {
        page.set(words.subarray(start * stride, end * stride), to);
        to += (end - start) * stride;
        continue;
      }
      for (let row = start; row < end; row++) {
        if (!present(row)) continue;
        page[to++] = words[row * stride]!;
        if (stride === 2) page[to++] = words[row * 2 + 1]!;
      }
    }
  }

  places(): Int32Array | undefined {
    const { count, distinct: before } = this;
    if (this.#places.length < count) this.#places = new Int32Array(count);
    const [stride, page, places] = [this.#stride, this.#page, this.#places];
    let [table, known] = [this.#table, this.#known];
    for (let index = 0; index < count; index++) {
      const low = page[index * stride]!;
      const high = stride === 2 ? page[index * 2 + 1]! : 0;
      let slot = hashOf(low, high) & (table.length - 1);
      let place = table[slot]! - 1;
      let tried = 0;
      while (place >= 0) {
        if (known[place * stride] === low && (stride === 1 || known[place * 2 + 1] === high)) break;
        if (++tried > PLACES_TRIED) return this.#forget(before);
        slot = (slot + 1) & (table.length - 1);
        place = table[slot]! - 1;
      }
      if (place < 0) {
        place = this.distinct;
        if ((place + 1) * stride * 4 > DICTIONARY_bytes) return this.#forget(before);
        known[place * stride] = low;
        if (stride === 2) known[place * 2 + 1] = high;
        table[slot] = ++this.distinct;
        if (this.distinct * 2 > table.length) {
          this.#grow();
          [table, known] = [this.#table, this.#known];
        }
      }
      places[index] = place;
    }
    return places;
  }

  plain(): Uint8Array {
    const words = this.#page.subarray(0, this.count * this.#stride);
    this.#bounds.see(words);
    return bytesOf(words);
  }

  dictionary(): Uint8Array {
    return bytesOf(this.#known.subarray(0, this.distinct * this.#stride));
  }

  bounds(): Bounds | undefined {
    this.#bounds.see(this.#known.subarray(0, this.distinct * this.#stride));
    return this.#bounds.found();
  }

  #forget(distinct: number): undefined {
    this.distinct = distinct;
    return undefined;
  }

  #grow(): void {
    const stride = this.#stride;
    const known = new Int32Array(this.#table.length * 2);
    known.set(this.#known.subarray(0, this.distinct * stride));
    const table = new Int32Array(this.#table.length * 2);
    for (let place = 0; place < this.distinct; place++) {
      const high = stride === 2 ? known[place * 2 + 1]! : 0;
      let slot = hashOf(known[place * stride]!, high) & (table.length - 1);
      while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1);
      table[slot] = place + 1;
    }
    [this.#known, this.#table] = [known, table];
  }
}

function hashOf(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
  return mixed ^ (mixed >>> 15);
}

/** Narrow integers become words as they are copied. */
function wordsOf({ values }: Data): Int32Array | Int8Array {
  const numbers = values as Int8Array;
  return numbers.BYTES_PER_ELEMENT < 4
    ? numbers
    : new Int32Array(numbers.buffer, numbers.byteOffset, numbers.byteLength >> 2);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
