import { zstdDecompressSync } from 'node:zlib';
import type { FieldId } from '../../contract/field.ts';
import { FitStop } from './fit-stop.ts';
import type { Packing } from './ipc-message.ts';
import { lz4Unpacked } from './lz4.ts';

const LENGTH_BYTES = 8;
/** Where packing saved nothing, a writer leaves the bytes as they are. */
const AS_IT_IS = -1;

/** A buffer behind the length it unpacks to. @throws FitStop */
export function unpacked(
  bytes: Uint8Array,
  packing: Packing,
  field: FieldId,
  offset: number,
  spend: (bytes: number) => void,
): Uint8Array {
  if (bytes.length < LENGTH_BYTES) throw new FitStop('TRUNCATED', field, undefined, offset);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Number(view.getBigInt64(0, true));
  const packed = bytes.subarray(LENGTH_BYTES);
  if (length === AS_IT_IS) return packed;
  if (length < 0) throw new FitStop('MALFORMED', field, undefined, offset);
  spend(length);
  const made = packing === 'zstd' ? zstdUnpacked(packed, length) : lz4Unpacked(packed, length);
  if (made?.length !== length) throw new FitStop('MALFORMED', field, undefined, offset);
  return made;
}

function zstdUnpacked(packed: Uint8Array, length: number): Uint8Array | undefined {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: Math.max(length, 1) });
  } catch {
    return undefined;
  }
}
