import type { Data } from 'apache-arrow';
import { presenceOf } from '../../contract/batch.ts';
import type { LeafOrder } from './leaf-form.ts';
import type { Bounds, LeafValues } from './leaf-values.ts';
import type { PageRoom } from './page-room.ts';
import type { PageRows } from './page-rows.ts';
import { DICTIONARY_bytes, PLACES_TRIED } from './place-table.ts';
import { WordBounds } from './word-bounds.ts';

const SLOT_WORDS = 4;
const SLOTS_bits = 8;

/** Numbers of 32 bits, or of 64 as two words of which the lower is first. What they mean matters to their order alone. */
export class LeafWords implements LeafValues {
  count = 0;
  distinct = 0;
  readonly #stride: 1 | 2;
  readonly #bounds: WordBounds;
  readonly #room: PageRoom;
  #page: Int32Array = new Int32Array(0);
  /** By place. */
  #known = new Int32Array(256);
  /** Slots, each a place and one, 0 where there is none, and the words of its value: at where the upper bits of its hash say, or behind that. */
  #table = new Int32Array(SLOT_WORDS << SLOTS_bits);
  #shift = 32 - SLOTS_bits;

  constructor(stride: 1 | 2, order: LeafOrder, room: PageRoom) {
    this.#stride = stride;
    this.#room = room;
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
    const page = this.#room.words(this.count * stride);
    this.#page = page;
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
    const [stride, page, places] = [this.#stride, this.#page, this.#room.places(count)];
    let [table, shift] = [this.#table, this.#shift];
    let [lastLow, lastHigh, last] = [0, 0, -1];
    for (let index = 0; index < count; index++) {
      const low = stride === 2 ? page[index * 2]! : page[index]!;
      const high = stride === 2 ? page[index * 2 + 1]! : 0;
      if (low === lastLow && high === lastHigh && last >= 0) {
        places[index] = last;
        continue;
      }
      let at = (hashOf(low, high) >>> shift) << 2;
      let place = table[at]!;
      for (let tried = 0; place !== 0 && (table[at + 1] !== low || table[at + 2] !== high); tried++) {
        if (tried === PLACES_TRIED) return this.#forget(before);
        at = (at + SLOT_WORDS) & (table.length - 1);
        place = table[at]!;
      }
      if (place === 0) {
        place = ++this.distinct;
        if (place * stride * 4 > DICTIONARY_bytes) return this.#forget(before);
        table[at] = place;
        table[at + 1] = low;
        table[at + 2] = high;
        this.#know(place - 1, low, high);
        if (place * SLOT_WORDS * 4 > table.length) {
          this.#grow();
          [table, shift] = [this.#table, this.#shift];
        }
      }
      last = place - 1;
      lastLow = low;
      lastHigh = high;
      places[index] = last;
    }
    return places;
  }

  see(): void {
    this.#bounds.see(this.#words());
  }

  plain(): Uint8Array {
    return bytesOf(this.#words());
  }

  #words(): Int32Array {
    return this.#page.subarray(0, this.count * this.#stride);
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

  #know(place: number, low: number, high: number): void {
    const stride = this.#stride;
    if ((place + 1) * stride > this.#known.length) {
      const larger = new Int32Array(this.#known.length * 2);
      larger.set(this.#known);
      this.#known = larger;
    }
    this.#known[place * stride] = low;
    if (stride === 2) this.#known[place * 2 + 1] = high;
  }

  #grow(): void {
    const old = this.#table;
    const table = new Int32Array(old.length * 2);
    this.#shift--;
    for (let from = 0; from < old.length; from += SLOT_WORDS) {
      if (old[from] === 0) continue;
      let at = (hashOf(old[from + 1]!, old[from + 2]!) >>> this.#shift) << 2;
      while (table[at] !== 0) at = (at + SLOT_WORDS) & (table.length - 1);
      for (let word = 0; word < SLOT_WORDS; word++) table[at + word] = old[from + word]!;
    }
    this.#table = table;
  }
}

/** Its upper bits are those that count: the lower ones of round numbers are all the same. */
const hashOf = (low: number, high: number): number =>
  Math.imul(low ^ Math.imul(high, 0x85ebca77), 0x9e3779b1);

/** Narrow integers become words as they are copied. */
function wordsOf({ values }: Data): Int32Array | Int8Array {
  const numbers = values as Int8Array;
  return numbers.BYTES_PER_ELEMENT < 4
    ? numbers
    : new Int32Array(numbers.buffer, numbers.byteOffset, numbers.byteLength >> 2);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
