import { presenceOf } from '../../contract/batch.ts';
import { ByteBounds } from './byte-bounds.ts';
import type { LeafOrder } from './leaf-form.ts';
import type { Bounds, LeafValues } from './leaf-values.ts';
import type { PageRoom } from './page-room.ts';
import type { PageRows, Span } from './page-rows.ts';
import { DICTIONARY_bytes, PLACES_TRIED } from './place-table.ts';

/** Bytes of any length, text or not. */
export class LeafBytes implements LeafValues {
  count = 0;
  plain_bytes = 0;
  distinct = 0;
  readonly #bounds: ByteBounds;
  #spans: readonly Span[] = [];
  readonly #room: PageRoom;
  /** All that have a place, each behind its length, as a dictionary has them. */
  #known = new Uint8Array(4_096);
  /** By place, where each begins, its length before it; and where the last one ends. */
  #starts = new Int32Array(256);
  /** Slots, each a place and one, 0 where there is none, and of its value the hash, the length and the head: at where the hash says, or behind that. */
  #table = new Int32Array(SLOT_WORDS << SLOTS_bits);
  #shift = 32 - SLOTS_bits;

  constructor(order: LeafOrder, room: PageRoom) {
    this.#room = room;
    this.#bounds = new ByteBounds(order === 'text');
  }

  get dictionary_bytes(): number {
    return this.#starts[this.distinct]!;
  }

  take({ spans, rows, nulls }: PageRows): void {
    this.#spans = spans;
    this.count = rows - nulls;
    this.plain_bytes = 0;
    for (const { data, start, end } of spans) {
      const offsets = data.valueOffsets as Int32Array;
      const present = presenceOf(data);
      if (present === undefined)
        this.plain_bytes += offsets[end]! - offsets[start]! + LENGTH_bytes * (end - start);
      else
        for (let row = start; row < end; row++)
          if (present(row)) this.plain_bytes += offsets[row + 1]! - offsets[row]! + LENGTH_bytes;
    }
  }

  places(): Int32Array | undefined {
    const before = this.distinct;
    const places = this.#room.places(this.count);
    let to = 0;
    for (const { data, start, end } of this.#spans) {
      const [offsets, bytes] = [data.valueOffsets as Int32Array, data.values as Uint8Array];
      const present = presenceOf(data);
      let until = offsets[start]!;
      for (let row = start; row < end; row++) {
        const from = until;
        until = offsets[row + 1]!;
        if (present !== undefined && !present(row)) continue;
        const place = this.#placeOf(bytes, from, until);
        if (place < 0) {
          this.distinct = before;
          return undefined;
        }
        places[to++] = place;
      }
    }
    return places;
  }

  /** -1: there is no room for it, or none was found. */
  #placeOf(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const head = headOf(bytes, start, length);
    let hash = Math.imul(head ^ length, 0x9e3779b1);
    for (let at = start + HEAD_bytes; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    const table = this.#table;
    let at = (hash >>> this.#shift) << 2;
    for (let tried = 0; tried <= PLACES_TRIED; tried++) {
      const place = table[at]!;
      if (place === 0) return this.#added(bytes, start, end, hash, head, at);
      if (
        table[at + 1] === hash &&
        table[at + 2] === length &&
        table[at + 3] === head &&
        (length <= HEAD_bytes ||
          areSame(this.#known, this.#starts[place - 1]! + LENGTH_bytes, bytes, start, length))
      )
        return place - 1;
      at = (at + SLOT_WORDS) & (table.length - 1);
    }
    return -1;
  }

  #added(bytes: Uint8Array, start: number, end: number, hash: number, head: number, slot: number): number {
    const place = this.distinct;
    const from = this.#starts[place]!;
    const to = from + LENGTH_bytes + end - start;
    if (to > DICTIONARY_bytes) return -1;
    if (to > this.#known.length) {
      const larger = new Uint8Array(Math.max(to, 2 * this.#known.length));
      larger.set(this.#known.subarray(0, from));
      this.#known = larger;
    }
    putLength(this.#known, from, end - start);
    this.#known.set(bytes.subarray(start, end), from + LENGTH_bytes);
    this.distinct++;
    if (this.distinct === this.#starts.length) {
      const larger = new Int32Array(2 * this.#starts.length);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    this.#starts[this.distinct] = to;
    this.#table.set([this.distinct, hash, end - start, head], slot);
    if (this.distinct * SLOT_WORDS * 4 > this.#table.length) this.#grow();
    return place;
  }

  #grow(): void {
    const old = this.#table;
    const table = new Int32Array(old.length * 2);
    this.#shift--;
    for (let from = 0; from < old.length; from += SLOT_WORDS) {
      if (old[from] === 0) continue;
      let at = (old[from + 1]! >>> this.#shift) << 2;
      while (table[at] !== 0) at = (at + SLOT_WORDS) & (table.length - 1);
      for (let word = 0; word < SLOT_WORDS; word++) table[at + word] = old[from + word]!;
    }
    this.#table = table;
  }

  see(): void {
    for (const { data, start, end } of this.#spans) {
      const [offsets, bytes] = [data.valueOffsets as Int32Array, data.values as Uint8Array];
      const present = presenceOf(data);
      for (let row = start; row < end; row++)
        if (present === undefined || present(row)) this.#bounds.see(bytes, offsets[row]!, offsets[row + 1]!);
    }
  }

  plain(): Uint8Array {
    const made = new Uint8Array(this.plain_bytes);
    let to = 0;
    for (const { data, start, end } of this.#spans) {
      const [offsets, bytes] = [data.valueOffsets as Int32Array, data.values as Uint8Array];
      const present = presenceOf(data);
      for (let row = start; row < end; row++) {
        if (present !== undefined && !present(row)) continue;
        const [from, until] = [offsets[row]!, offsets[row + 1]!];
        putLength(made, to, until - from);
        to += LENGTH_bytes;
        if (until - from > SHORT_bytes) made.set(bytes.subarray(from, until), to);
        else for (let at = from; at < until; at++) made[to + at - from] = bytes[at]!;
        to += until - from;
      }
    }
    return made;
  }

  dictionary(): Uint8Array {
    return this.#known.subarray(0, this.dictionary_bytes);
  }

  bounds(): Bounds | undefined {
    for (let place = 0; place < this.distinct; place++)
      this.#bounds.see(this.#known, this.#starts[place]! + LENGTH_bytes, this.#starts[place + 1]!);
    return this.#bounds.found();
  }
}

const LENGTH_bytes = 4;
const SLOT_WORDS = 4;
const SLOTS_bits = 8;
/** So many bytes of it stand beside its place. */
const HEAD_bytes = 4;
/** Fewer are sooner copied one by one. */
const SHORT_bytes = 24;

function putLength(made: Uint8Array, at: number, length: number): void {
  made[at] = length;
  made[at + 1] = length >>> 8;
  made[at + 2] = length >>> 16;
  made[at + 3] = length >>> 24;
}

function headOf(bytes: Uint8Array, start: number, length: number): number {
  if (length === 0) return 0;
  let head = bytes[start]!;
  if (length > 1) head |= bytes[start + 1]! << 8;
  if (length > 2) head |= bytes[start + 2]! << 16;
  return length > 3 ? head | (bytes[start + 3]! << 24) : head;
}

function areSame(one: Uint8Array, start: number, other: Uint8Array, from: number, length: number): boolean {
  for (let at = 0; at < length; at++) if (one[start + at] !== other[from + at]) return false;
  return true;
}
