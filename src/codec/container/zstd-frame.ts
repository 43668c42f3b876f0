/** Where the one frame that begins the bytes ends (RFC 8878, section 3.1.1); undefined where none begins, or it is cut short. */
export function zstdFrameEnd(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 5 || view.getUint32(0, true) !== MAGIC) return undefined;
  const descriptor = bytes[4]!;
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  let at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]! + sizeBytes;
  for (let last = false; !last; ) {
    if (at + 3 > bytes.length) return undefined;
    const head = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
    last = (head & 1) === 1;
    // A run is one byte, however often it stands.
    at += 3 + (((head >> 1) & 3) === RUN ? 1 : head >> 3);
  }
  const end = at + ((descriptor & 4) === 0 ? 0 : 4);
  return end > bytes.length ? undefined : end;
}

const MAGIC = 0xfd2fb528;
const RUN = 1;
