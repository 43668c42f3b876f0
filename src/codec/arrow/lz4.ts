import { xxHash32 } from 'js-xxhash';

/** The LZ4 frames that `bytes` are, unpacked to `length` bytes; undefined where they are none, or no such. */
export function lz4Unpacked(bytes: Uint8Array, length: number): Uint8Array | undefined {
  try {
    const frames = new Lz4Frames(bytes, new Uint8Array(length));
    do frames.next();
    while (!frames.isAtEnd);
    return frames.written;
  } catch (stop) {
    if (stop instanceof Lz4Stop) return undefined;
    throw stop;
  }
}

class Lz4Stop extends Error {}

const MAGIC = 0x184d2204;
const BLOCK_SIZES = [1 << 16, 1 << 18, 1 << 20, 1 << 22] as const;

class Lz4Frames {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #out: Uint8Array;
  #at = 0;
  #to = 0;

  constructor(bytes: Uint8Array, out: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#out = out;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  get written(): Uint8Array {
    return this.#out.subarray(0, this.#to);
  }

  next(): void {
    if (this.#u32() !== MAGIC) throw new Lz4Stop();
    const start = this.#at;
    const [flags, sizes] = [this.#u8(), this.#u8()];
    const [isLinked, hasSums, hasSize, hasSum] = [
      (flags & 0x20) === 0,
      (flags & 0x10) !== 0,
      (flags & 0x08) !== 0,
      (flags & 0x04) !== 0,
    ];
    const block_bytes_max = BLOCK_SIZES[((sizes >> 4) & 7) - 4];
    // Version 1, no dictionary, and no bit that has no meaning.
    if (flags >> 6 !== 1 || (flags & 0x03) !== 0 || (sizes & 0x8f) !== 0 || block_bytes_max === undefined)
      throw new Lz4Stop();
    const size = hasSize ? Number(this.#view.getBigUint64(this.#take(8), true)) : undefined;
    if (((xxHash32(this.#bytes.subarray(start, this.#at)) >> 8) & 0xff) !== this.#u8()) throw new Lz4Stop();
    const first = this.#to;
    for (;;) {
      const head = this.#u32();
      if (head === 0) break;
      const [isPlain, bytes] = [head >= 2 ** 31, head & 0x7fffffff];
      if (bytes > block_bytes_max) throw new Lz4Stop();
      const from = this.#take(bytes);
      const block = this.#bytes.subarray(from, from + bytes);
      if (hasSums && xxHash32(block) !== this.#u32()) throw new Lz4Stop();
      const before = this.#to;
      if (isPlain) this.#copy(block);
      else this.#unpack(block, isLinked ? first : before);
      if (this.#to - before > block_bytes_max) throw new Lz4Stop();
    }
    if (hasSum && xxHash32(this.#out.subarray(first, this.#to)) !== this.#u32()) throw new Lz4Stop();
    if (size !== undefined && size !== this.#to - first) throw new Lz4Stop();
  }

  /** Literals and matches by turns; a match leads back no further than `floor`. */
  #unpack(block: Uint8Array, floor: number): void {
    const out = this.#out;
    let [from, to] = [0, this.#to];
    const longer = (length: number): number => {
      if (length < 15) return length;
      for (let more = length; ; ) {
        if (from >= block.length) throw new Lz4Stop();
        const byte = block[from++]!;
        more += byte;
        if (byte < 255) return more;
      }
    };
    while (from < block.length) {
      const token = block[from++]!;
      const literals = longer(token >> 4);
      if (literals > block.length - from || literals > out.length - to) throw new Lz4Stop();
      if (literals > 16) out.set(block.subarray(from, from + literals), to);
      else for (let index = 0; index < literals; index++) out[to + index] = block[from + index]!;
      [from, to] = [from + literals, to + literals];
      // The last sequence has literals alone.
      if (from === block.length) break;
      if (block.length - from < 2) throw new Lz4Stop();
      const back = block[from]! | (block[from + 1]! << 8);
      from += 2;
      const length = longer(token & 15) + 4;
      if (back === 0 || to - back < floor || length > out.length - to) throw new Lz4Stop();
      if (back >= length) out.copyWithin(to, to - back, to - back + length);
      else for (let index = 0; index < length; index++) out[to + index] = out[to + index - back]!;
      to += length;
    }
    this.#to = to;
  }

  #copy(block: Uint8Array): void {
    if (block.length > this.#out.length - this.#to) throw new Lz4Stop();
    this.#out.set(block, this.#to);
    this.#to += block.length;
  }

  #u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  #u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  #take(length: number): number {
    if (length > this.#bytes.length - this.#at) throw new Lz4Stop();
    const start = this.#at;
    this.#at += length;
    return start;
  }
}
