/** Bytes that arrived and were not used yet. What was pushed is copied only where some of it is left over. */
export class Pending {
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;
  #isOwn = true;
  /** The place in the whole input of the first byte at hand. */
  offset = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  /** Of the whole input so far. */
  get total(): number {
    return this.offset + this.length;
  }

  append(bytes: Uint8Array): void {
    if (this.length === 0) {
      // Of a Buffer, `slice` would be a view.
      this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
      [this.#start, this.#end, this.#isOwn] = [0, bytes.length, false];
      return;
    }
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** All that is at hand, until the next call. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end);
  }

  drop(count: number): void {
    this.#start += count;
    this.offset += count;
  }

  /** Makes what is left independent of what the caller pushed. */
  keep(): void {
    if (this.#isOwn) return;
    this.#bytes = this.bytes().slice();
    [this.#start, this.#end, this.#isOwn] = [0, this.#bytes.length, true];
  }

  #room(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const { length } = this;
    const isRoomy = 2 * (length + more) <= this.#bytes.length;
    const target = isRoomy ? this.#bytes : new Uint8Array(2 * (length + more));
    // Within one array, `copyWithin` is what `set` would be.
    if (isRoomy) target.copyWithin(0, this.#start, this.#end);
    else target.set(this.bytes());
    [this.#bytes, this.#start, this.#end] = [target, 0, length];
  }
}
