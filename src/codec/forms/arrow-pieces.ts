import { Fault } from '../../base/fault.ts';
import { ArrowStreamWriter } from '../arrow/stream-writer.ts';
import { bytesWriter } from './held-bytes.ts';
import { type Form, pieceOf } from './record-form.ts';

/** A stream of Arrow IPC. */
export const ARROW_FORM: Form = {
  writer: ({ schema }) => {
    const stream = new ArrowStreamWriter(schema);
    return bytesWriter(batch => ({ bytes: passed(stream.batch(batch)), lacking: [] }));
  },
  joiner: ({ schema }) => {
    const { start, end } = new ArrowStreamWriter(schema);
    return { start: [start], add: piece => [pieceOf('bytes', piece).bytes], end: () => [end] };
  },
};

/** What Arrow can't carry is a null where none may be, and a gate was there. */
function passed(bytes: Uint8Array | Fault): Uint8Array {
  if (bytes instanceof Fault) throw new TypeError('a null passed the gates');
  return bytes;
}
