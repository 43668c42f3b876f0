import type { RecordBatch } from 'apache-arrow';
import type { Fault } from '../base/fault.ts';
import { ArrowStreamWriter } from '../codec/arrow/stream-writer.ts';
import { jsonCodec } from '../codec/json.ts';
import type { Schema } from '../contract/schema.ts';

/** Records to bytes, a batch at a time. */
export type RecordWriter = {
  readonly start: Uint8Array;
  /** @faults CODEC_CANNOT_CARRY */
  readonly batch: (batch: RecordBatch) => Uint8Array | Fault<'CODEC_CANNOT_CARRY'>;
  readonly end: Uint8Array;
};

export const RECORD_FORMS = ['json', 'arrow'] as const;
export type RecordForm = (typeof RECORD_FORMS)[number];

export const isRecordForm = (text: string): text is RecordForm =>
  (RECORD_FORMS as readonly string[]).includes(text);

export const recordWriter = (form: RecordForm, schema: Schema): RecordWriter => WRITERS[form](schema);

const NOTHING = new Uint8Array();

const WRITERS: Readonly<Record<RecordForm, (schema: Schema) => RecordWriter>> = {
  json: schema => ({ start: NOTHING, batch: batch => jsonCodec.encode(schema, batch), end: NOTHING }),
  arrow: schema => {
    const writer = new ArrowStreamWriter(schema);
    return { start: writer.start, batch: batch => writer.batch(batch), end: writer.end };
  },
};
