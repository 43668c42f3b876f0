/** Numbers that room is made for at once: not so many that a long list takes five times its size. */
const RUN = 4_096;

/** Avro's primitives, written into bytes that grow. */
export class ByteSink {
  length = 0;
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);

  /** What was written, as bytes of its own. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }

  /** What was written, until the next write. */
  peek(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.length++] = value;
  }

  /** A long of at most 32 bits, which is an int as well. */
  int(value: number): void {
    this.#room(5);
    let zigzag = ((value << 1) ^ (value >> 31)) >>> 0;
    while (zigzag > 0x7f) {
      this.#bytes[this.length++] = (zigzag & 0x7f) | 0x80;
      zigzag >>>= 7;
    }
    this.#bytes[this.length++] = zigzag;
  }

  /** As many calls of `int`, without a look at the room before each. */
  ints(values: Int32Array, start: number, end: number): void {
    for (let from = start; from < end; from += RUN) this.#run(values, from, Math.min(from + RUN, end));
  }

  #run(values: Int32Array, start: number, end: number): void {
    this.#room(5 * (end - start));
    const bytes = this.#bytes;
    let at = this.length;
    for (let index = start; index < end; index++) {
      const value = values[index]!;
      let zigzag = ((value << 1) ^ (value >> 31)) >>> 0;
      // Ids of tokens take one to three bytes.
      if (zigzag > 0x7f) {
        bytes[at++] = (zigzag & 0x7f) | 0x80;
        zigzag >>>= 7;
        if (zigzag > 0x7f) {
          bytes[at++] = (zigzag & 0x7f) | 0x80;
          zigzag >>>= 7;
          while (zigzag > 0x7f) {
            bytes[at++] = (zigzag & 0x7f) | 0x80;
            zigzag >>>= 7;
          }
        }
      }
      bytes[at++] = zigzag;
    }
    this.length = at;
  }

  /** As many calls of `long`, of numbers as pairs of halves; `start` and `end` count numbers. */
  longs(halves: Int32Array, start: number, end: number): void {
    for (let index = 2 * start; index < 2 * end; index += 2) this.long(halves[index]!, halves[index + 1]!);
  }

  long(low: number, high: number): void {
    if (high === low >> 31) {
      this.int(low);
      return;
    }
    this.#room(10);
    const sign = high >> 31;
    let zigLow = ((low << 1) ^ sign) >>> 0;
    let zigHigh = (((high << 1) | (low >>> 31)) ^ sign) >>> 0;
    while (zigHigh !== 0 || zigLow > 0x7f) {
      this.#bytes[this.length++] = (zigLow & 0x7f) | 0x80;
      zigLow = ((zigLow >>> 7) | (zigHigh << 25)) >>> 0;
      zigHigh >>>= 7;
    }
    this.#bytes[this.length++] = zigLow;
  }

  /** Every NaN is the one quiet NaN; -0 keeps its sign. */
  float(value: number): void {
    this.#room(4);
    if (Number.isNaN(value)) this.#view.setUint32(this.length, 0x7fc00000, true);
    else this.#view.setFloat32(this.length, value, true);
    this.length += 4;
  }

  double(value: number): void {
    this.#room(8);
    if (Number.isNaN(value)) this.#view.setBigUint64(this.length, 0x7ff8000000000000n, true);
    else this.#view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** Two bytes, as they come. */
  half(bits: number): void {
    this.#room(2);
    this.#view.setUint16(this.length, bits, true);
    this.length += 2;
  }

  /** Bytes as they are, without a length. */
  raw(source: Uint8Array, start = 0, end = source.length): void {
    this.#room(end - start);
    if (end - start > 24) this.#bytes.set(source.subarray(start, end), this.length);
    else for (let from = start, to = this.length; from < end; ) this.#bytes[to++] = source[from++]!;
    this.length += end - start;
  }

  /** Bytes or UTF-8 after their length. */
  string(source: Uint8Array, start = 0, end = source.length): void {
    this.int(end - start);
    this.raw(source, start, end);
  }

  #room(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.length + more, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
