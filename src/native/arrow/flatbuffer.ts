import { isUtf8 } from 'node:buffer';
import { LIMITS } from '../../base/limits.ts';

/** Leaves the recursion at the first problem; `parse-arrow` turns it into a fault. */
export class FlatStop extends Error {}

const DEPTH_MAX = 100;

/**
 * Tables of a FlatBuffer, each offset checked before it is followed. Offsets may lead where another has led before, so
 * what is bounded is the number of steps, not of bytes.
 */
export class FlatBuffer {
  readonly #view: DataView;
  #steps = 0;
  #text_bytes = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  root(): FlatTable {
    return this.tableAt(this.u32(0), 0);
  }

  tableAt(offset: number, depth: number): FlatTable {
    if (++this.#steps > LIMITS.native_tables_max)
      throw new FlatStop(`it has more than ${LIMITS.native_tables_max} parts`);
    if (depth > DEPTH_MAX) throw new FlatStop(`fields stand more than ${DEPTH_MAX} deep`);
    return new FlatTable(this, offset, depth);
  }

  u8(at: number): number {
    return this.#view.getUint8(this.#check(at, 1));
  }

  u16(at: number): number {
    return this.#view.getUint16(this.#check(at, 2), true);
  }

  i32(at: number): number {
    return this.#view.getInt32(this.#check(at, 4), true);
  }

  u32(at: number): number {
    return this.#view.getUint32(this.#check(at, 4), true);
  }

  /** Exact, or beyond every bound there is. */
  i64(at: number): number {
    return Number(this.#view.getBigInt64(this.#check(at, 8), true));
  }

  /** Where the items of a vector begin, and how many there are: all of them lie in it. */
  vector(at: number, item_bytes: number): { readonly start: number; readonly length: number } {
    const length = this.u32(at);
    if (length > LIMITS.native_tables_max)
      throw new FlatStop(`it has more than ${LIMITS.native_tables_max} parts`);
    return { start: this.#check(at + 4, length * item_bytes), length };
  }

  text(at: number): string {
    const length = this.u32(at);
    const start = this.#check(at + 4, length);
    this.#text_bytes += length;
    if (this.#text_bytes > LIMITS.native_bytes_max) throw new FlatStop('its texts are longer than it is');
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + start, length);
    if (!isUtf8(bytes)) throw new FlatStop('a text is not UTF-8');
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  }

  #check(at: number, length: number): number {
    if (at < 0 || at + length > this.#view.byteLength) throw new FlatStop('an offset leads out of it');
    return at;
  }
}

/** One table; a slot that was not written has the default its schema gives it. */
export class FlatTable {
  readonly #buffer: FlatBuffer;
  readonly #at: number;
  readonly #slots: number;
  readonly #size: number;
  readonly #depth: number;

  constructor(buffer: FlatBuffer, at: number, depth: number) {
    this.#buffer = buffer;
    this.#at = at;
    this.#slots = at - buffer.i32(at);
    this.#size = buffer.u16(this.#slots);
    this.#depth = depth;
  }

  u8(slot: number, fallback: number): number {
    const at = this.#slot(slot);
    return at === undefined ? fallback : this.#buffer.u8(at);
  }

  u16(slot: number, fallback: number): number {
    const at = this.#slot(slot);
    return at === undefined ? fallback : this.#buffer.u16(at);
  }

  i32(slot: number, fallback: number): number {
    const at = this.#slot(slot);
    return at === undefined ? fallback : this.#buffer.i32(at);
  }

  i64(slot: number, fallback: number): number {
    const at = this.#slot(slot);
    return at === undefined ? fallback : this.#buffer.i64(at);
  }

  /** The items of a vector of structs or numbers, each made from the place it begins at. */
  items<T>(slot: number, item_bytes: number, make: (buffer: FlatBuffer, at: number) => T): readonly T[] {
    const at = this.#target(slot);
    if (at === undefined) return [];
    const { start, length } = this.#buffer.vector(at, item_bytes);
    return Array.from({ length }, (_, index) => make(this.#buffer, start + index * item_bytes));
  }

  text(slot: number): string | undefined {
    const at = this.#target(slot);
    return at === undefined ? undefined : this.#buffer.text(at);
  }

  table(slot: number): FlatTable | undefined {
    const at = this.#target(slot);
    return at === undefined ? undefined : this.#buffer.tableAt(at, this.#depth + 1);
  }

  tables(slot: number): readonly FlatTable[] {
    const at = this.#target(slot);
    if (at === undefined) return [];
    const tables: FlatTable[] = [];
    const length = this.#buffer.u32(at);
    for (let index = 0; index < length; index++) {
      const place = at + 4 + 4 * index;
      tables.push(this.#buffer.tableAt(place + this.#buffer.u32(place), this.#depth + 1));
    }
    return tables;
  }

  #slot(slot: number): number | undefined {
    const place = 4 + 2 * slot;
    if (place + 2 > this.#size) return undefined;
    const offset = this.#buffer.u16(this.#slots + place);
    return offset === 0 ? undefined : this.#at + offset;
  }

  #target(slot: number): number | undefined {
    const at = this.#slot(slot);
    return at === undefined ? undefined : at + this.#buffer.u32(at);
  }
}
