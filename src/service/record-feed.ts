import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { ArrowReader } from '../codec/arrow/arrow-reader.ts';
import { footerFields } from '../codec/arrow/footer-fields.ts';
import { ARROW_MAGIC } from '../codec/arrow/ipc-footer.ts';
import type { Refusal } from '../codec/codec.ts';
import { CONTAINER_MAGIC } from '../codec/container/block-splitter.ts';
import { ContainerReader } from '../codec/container/container-reader.ts';
import { JsonLinesReader } from '../codec/json-lines-reader.ts';
import type { FieldId } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import type { Schema } from '../contract/schema.ts';
import type { FileEnds } from './file-bytes.ts';

/** The bytes of a file in, its records out, as they come. After a fault it is spent. */
export type RecordFeed = {
  readonly push: (bytes: Uint8Array) => readonly RecordBatch[] | Fault;
  readonly end: () => readonly RecordBatch[] | Fault;
  /** Records without a field that was given its default, by field. */
  readonly absentFilled: ReadonlyMap<FieldId, number>;
};

export const FEED_FORMATS = ['avro', 'json', 'arrow'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export const isFeedFormat = (text: string): text is FeedFormat =>
  (FEED_FORMATS as readonly string[]).includes(text);

type Row = {
  readonly magics: readonly Uint8Array[];
  readonly open: (schema: Schema, path: string, ends: FileEnds) => RecordFeed;
};

const FEEDS: Readonly<Record<FeedFormat, Row>> = {
  avro: { magics: [CONTAINER_MAGIC], open: schema => new ContainerReader(schema) },
  json: { magics: [Buffer.from('{')], open: schema => new JsonLinesReader(schema) },
  // A stream begins with the mark of its first message.
  arrow: { magics: [ARROW_MAGIC, Buffer.from('ffffffff', 'hex')], open: arrowFeed },
};

export const openFeed = (format: FeedFormat, schema: Schema, path: string, ends: FileEnds): RecordFeed =>
  FEEDS[format].open(schema, path, ends);

/** The format whose files begin as these bytes do. @faults FORMAT_UNKNOWN */
export function formatOf(head: Uint8Array, path: string): FeedFormat | Fault {
  const found = FEED_FORMATS.find(format => FEEDS[format].magics.some(magic => beginsWith(head, magic)));
  return found ?? new Fault('FORMAT_UNKNOWN', { path, formats: FEED_FORMATS.join(', ') });
}

const beginsWith = (bytes: Uint8Array, magic: Uint8Array): boolean =>
  bytes.length >= magic.length && magic.every((byte, at) => bytes[at] === byte);

function arrowFeed(schema: Schema, path: string, { head, tail }: FileEnds): RecordFeed {
  const reader = new ArrowReader(schema, footerFields(head, tail));
  const told = (found: readonly RecordBatch[] | Refusal): readonly RecordBatch[] | Fault =>
    'kind' in found ? refusedRecord(schema, path, found) : found;
  return {
    push: bytes => told(reader.push(bytes)),
    end: () => told(reader.end() ?? []),
    get absentFilled() {
      return reader.absentFilled;
    },
  };
}

const refusedRecord = (
  schema: Schema,
  path: string,
  { code, row, field, block = 0, offset = 0 }: Refusal,
): Fault =>
  new Fault('RECORD_REFUSED', {
    path,
    code,
    row,
    field: field === undefined ? 'none' : fieldText(schema, field),
    block,
    offset,
  });
