import { FlatStop } from '../../native/arrow/flatbuffer.ts';
import { FitStop } from './fit-stop.ts';
import { ARROW_MAGIC, footerIn } from './ipc-footer.ts';
import type { IpcField } from './ipc-schema.ts';

/**
 * What the footer says of the columns of a file that is whole; undefined for a stream, and where there is none.
 *
 * @param tail  how the file ends, where not all of it is at hand
 */
export function footerFields(head: Uint8Array, tail = head): readonly IpcField[] | undefined {
  if (!ARROW_MAGIC.every((byte, index) => byte === head[index])) return undefined;
  try {
    return footerIn(tail, 'end').fields;
  } catch (stop) {
    if (stop instanceof FitStop || stop instanceof FlatStop) return undefined;
    throw stop;
  }
}
