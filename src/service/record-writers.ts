import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { ArrowStreamWriter } from '../codec/arrow/stream-writer.ts';
import { jsonLines } from '../codec/json.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';

/** Records to bytes, a batch at a time. */
export type RecordWriter = {
  readonly start: Uint8Array;
  readonly batch: WriteBatch;
  readonly end: Uint8Array;
};

/** Writes what passed every gate. */
export type WriteBatch = (batch: RecordBatch) => Written;

export type Written = {
  readonly bytes: Uint8Array;
  /** Records of the batch that the form can't carry, by ascending row: they are not among the bytes. */
  readonly lacking: readonly { readonly row: number; readonly field: FieldId }[];
};

export const RECORD_FORMS = ['json', 'arrow'] as const;
export type RecordForm = (typeof RECORD_FORMS)[number];

export const isRecordForm = (text: string): text is RecordForm =>
  (RECORD_FORMS as readonly string[]).includes(text);

export const recordWriter = (form: RecordForm, schema: Schema): RecordWriter => WRITERS[form](schema);

const NOTHING = new Uint8Array();

const WRITERS: Readonly<Record<RecordForm, (schema: Schema) => RecordWriter>> = {
  json: schema => ({ start: NOTHING, batch: batch => jsonLines(schema, batch), end: NOTHING }),
  arrow: schema => {
    const writer = new ArrowStreamWriter(schema);
    return {
      start: writer.start,
      batch: batch => ({ bytes: passed(writer.batch(batch)), lacking: [] }),
      end: writer.end,
    };
  },
};

/** What Arrow can't carry is a null where none may be, and a gate was there. */
function passed(bytes: Uint8Array | Fault): Uint8Array {
  if (bytes instanceof Fault) throw new TypeError('a null passed the gates');
  return bytes;
}
