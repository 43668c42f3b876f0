import { FlatStop } from '../../native/arrow/flatbuffer.ts';
import { FitStop } from './fit-stop.ts';
import { ARROW_MAGIC, footerIn } from './ipc-footer.ts';
import type { IpcField } from './ipc-schema.ts';

/** What the footer says of the columns of a file that is whole; undefined for a stream, and where there is none. */
export function footerFields(bytes: Uint8Array): readonly IpcField[] | undefined {
  if (!ARROW_MAGIC.every((byte, index) => byte === bytes[index])) return undefined;
  try {
    return footerIn(bytes, 'end').fields;
  } catch (stop) {
    if (stop instanceof FitStop || stop instanceof FlatStop) return undefined;
    throw stop;
  }
}
