import type { ByteSink } from '../byte-sink.ts';

/** Packed values come in groups. */
const GROUP = 8;
/** What a run takes beside its value: its length, and that of the packed ones behind it. */
const RUN_bytes = 2;

/**
 * Small numbers in Parquet's hybrid: a run of equal ones as its length and the number, others packed by bits.
 *
 * @param width  bits that each fits, at most 32
 */
export function putBitRuns(sink: ByteSink, values: Int32Array, count: number, width: number): void {
  // Fewer repeats take less room packed.
  const least = Math.max(GROUP, Math.ceil((8 * (RUN_bytes + Math.ceil(width / 8))) / width));
  let packed = 0;
  for (let at = 0; at < count; ) {
    const value = values[at]!;
    let end = at + 1;
    while (end < count && values[end] === value) end++;
    if (end - at < least) {
      at = Math.min(at + GROUP, count);
      continue;
    }
    putPacked(sink, values, packed, at, width);
    putRun(sink, end - at, value, width);
    packed = at = end;
  }
  putPacked(sink, values, packed, count, width);
}

/** So many times the same. */
export function putRun(sink: ByteSink, count: number, value: number, width: number): void {
  putVarint(sink, count * 2);
  for (let bits = 0; bits < width; bits += 8) sink.byte((value >>> bits) & 0xff);
}

/** The last group is filled up with zeros. */
function putPacked(sink: ByteSink, values: Int32Array, start: number, end: number, width: number): void {
  if (start === end) return;
  const groups = Math.ceil((end - start) / GROUP);
  putVarint(sink, groups * 2 + 1);
  const words = new Int32Array(Math.ceil((groups * width) / 4));
  let word = 0;
  let bits = 0;
  let to = 0;
  for (let at = start; at < end; at++) {
    const value = values[at]!;
    word |= value << bits;
    bits += width;
    if (bits < 32) continue;
    words[to++] = word;
    bits -= 32;
    word = bits === 0 ? 0 : (value >>> (width - bits)) | 0;
  }
  if (bits > 0) words[to] = word;
  sink.raw(new Uint8Array(words.buffer), 0, groups * width);
}

/** Without a sign, below 2^32. */
function putVarint(sink: ByteSink, value: number): void {
  let left = value >>> 0;
  for (; left > 0x7f; left >>>= 7) sink.byte((left & 0x7f) | 0x80);
  sink.byte(left);
}

/** Bits that every number up to it fits. */
export const widthOf = (most: number): number => Math.max(1, 32 - Math.clz32(most));
