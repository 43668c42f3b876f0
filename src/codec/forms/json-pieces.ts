import { jsonLines } from '../json.ts';
import { bytesWriter } from './held-bytes.ts';
import { type Form, pieceOf } from './record-form.ts';

/** A line a record. */
export const JSON_FORM: Form = {
  writer: ({ schema }) => bytesWriter(batch => jsonLines(schema, batch)),
  joiner: () => ({ start: [], add: piece => [pieceOf('bytes', piece).bytes], end: () => [] }),
};
