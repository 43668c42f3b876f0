/** One record of a snapshot, as far as reconciling looks at it. */
export type Entry = {
  /** The parts of its sample id as canonical JSON: equal exactly where the ids are. */
  readonly id: string;
  /** Its place in its own file, from 0. */
  readonly row: number;
  /** Seconds since 1970 at which it happened; NaN where nobody knows. */
  readonly time_s: number;
  /** SHA-256 of all that it says. */
  readonly content: Uint8Array;
};

export const CONTENT_BYTES = 32;
const HEAD_BYTES = 4 + 8 + 8;

/** The length of the id in bytes, row, time, content, id. */
export function encodeEntry({ id, row, time_s, content }: Entry): Buffer {
  const length = Buffer.byteLength(id, 'utf8');
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + CONTENT_BYTES + length);
  bytes.writeUInt32LE(length, 0);
  bytes.writeDoubleLE(row, 4);
  bytes.writeDoubleLE(time_s, 12);
  bytes.set(content, HEAD_BYTES);
  bytes.write(id, HEAD_BYTES + CONTENT_BYTES, 'utf8');
  return bytes;
}

/** @throws RangeError for bytes that no entries make: whoever wrote them lost some. */
export function* decodeEntries(bytes: Buffer): Generator<Entry> {
  for (let at = 0; at < bytes.length; ) {
    const content = at + HEAD_BYTES;
    const id = content + CONTENT_BYTES;
    const end = id + bytes.readUInt32LE(at);
    if (end > bytes.length) throw new RangeError('the last entry is cut');
    yield {
      id: bytes.toString('utf8', id, end),
      row: bytes.readDoubleLE(at + 4),
      time_s: bytes.readDoubleLE(at + 12),
      content: bytes.subarray(content, id),
    };
    at = end;
  }
}

/** Which of `parts` an id belongs to, the same on either side. */
export function partOfId(id: string, parts: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % parts;
}
