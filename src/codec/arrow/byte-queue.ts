/** Bytes as they arrive. What is taken is not copied where it arrived in one piece. */
export class ByteQueue {
  #pieces: Uint8Array[] = [];
  /** How many bytes are held. */
  length = 0;
  /** How many were taken. */
  offset = 0;

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.length += bytes.length;
  }

  /** The next bytes, once all have arrived. */
  take(length: number): Uint8Array | undefined {
    const bytes = this.peek(length);
    if (bytes === undefined) return undefined;
    this.length -= length;
    this.offset += length;
    const [first] = this.#pieces;
    if (first !== undefined && length > 0) {
      if (first.length === length) this.#pieces.shift();
      else this.#pieces[0] = first.subarray(length);
    }
    return bytes;
  }

  peek(length: number): Uint8Array | undefined {
    if (length > this.length) return undefined;
    if (length === 0) return new Uint8Array();
    if (this.#pieces[0]!.length < length) this.#join(length);
    return this.#pieces[0]!.subarray(0, length);
  }

  /** Puts as many pieces together as are needed; the rest of the last stays apart. */
  #join(length: number): void {
    const joined = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      const piece = this.#pieces.shift()!;
      const part = piece.subarray(0, length - at);
      joined.set(part, at);
      at += part.length;
      if (part.length < piece.length) this.#pieces.unshift(piece.subarray(part.length));
    }
    this.#pieces.unshift(joined);
  }
}
