import { FitStop } from './fit-stop.ts';
import { type Footer, readIpcFooter } from './ipc-message.ts';

export const ARROW_MAGIC: Uint8Array = Buffer.from('ARROW1', 'latin1');
/** The length of the footer, and the magic again. */
const TAIL_BYTES = 10;

/**
 * The footer that bytes end with, which are all of a file's, or what follows its messages, and then nothing else.
 *
 * @throws FitStop, FlatStop
 */
export function footerIn(bytes: Uint8Array, extent: 'end' | 'whole'): Footer {
  const end = bytes.length - TAIL_BYTES;
  if (end < 0) throw new FitStop('TRUNCATED');
  const tail = bytes.subarray(end);
  if (!ARROW_MAGIC.every((byte, index) => byte === tail[4 + index])) throw new FitStop('TRUNCATED');
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
  if (length > end || (extent === 'whole' && length !== end)) throw new FitStop('MALFORMED');
  return readIpcFooter(bytes.subarray(end - length, end));
}
