const P1 = 0x9e3779b1;
const P2 = 0x85ebca77;
const P3 = 0xc2b2ae3d;
const P4 = 0x27d4eb2f;
const P5 = 0x165667b1;

/** The checksum of LZ4 frames, seed 0. */
export function xxhash32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length;
  let at = 0;
  let hash: number;
  if (end >= 16) {
    let [a, b, c, d] = [(P1 + P2) | 0, P2 | 0, 0, -P1 | 0];
    for (; at + 16 <= end; at += 16) {
      a = round(a, view.getInt32(at, true));
      b = round(b, view.getInt32(at + 4, true));
      c = round(c, view.getInt32(at + 8, true));
      d = round(d, view.getInt32(at + 12, true));
    }
    hash = (rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18)) | 0;
  } else hash = P5 | 0;
  hash = (hash + end) | 0;
  for (; at + 4 <= end; at += 4)
    hash = Math.imul(rotated((hash + Math.imul(view.getInt32(at, true), P3)) | 0, 17), P4);
  for (; at < end; at++) hash = Math.imul(rotated((hash + Math.imul(bytes[at]!, P5)) | 0, 11), P1);
  hash = Math.imul(hash ^ (hash >>> 15), P2);
  hash = Math.imul(hash ^ (hash >>> 13), P3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const round = (sum: number, word: number): number =>
  Math.imul(rotated((sum + Math.imul(word, P2)) | 0, 13), P1);

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));
