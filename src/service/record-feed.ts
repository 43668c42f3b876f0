import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { CONTAINER_MAGIC } from '../codec/container/block-splitter.ts';
import { ContainerReader } from '../codec/container/container-reader.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';

/** The bytes of a file in, its records out, as they come. After a fault it is spent. */
export type RecordFeed = {
  readonly push: (bytes: Uint8Array) => readonly RecordBatch[] | Fault;
  readonly end: () => readonly RecordBatch[] | Fault;
  /** Records without a field that was given its default, by field. */
  readonly absentFilled: () => ReadonlyMap<FieldId, number>;
};

export const FEED_FORMATS = ['avro'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export const isFeedFormat = (text: string): text is FeedFormat =>
  (FEED_FORMATS as readonly string[]).includes(text);

type Row = {
  readonly magics: readonly Uint8Array[];
  readonly open: (schema: Schema, path: string) => RecordFeed;
};

const FEEDS: Readonly<Record<FeedFormat, Row>> = {
  avro: { magics: [CONTAINER_MAGIC], open: avroFeed },
};

export const openFeed = (format: FeedFormat, schema: Schema, path: string): RecordFeed =>
  FEEDS[format].open(schema, path);

/** The format whose files begin as these bytes do. @faults FORMAT_UNKNOWN */
export function formatOf(head: Uint8Array, path: string): FeedFormat | Fault {
  const found = FEED_FORMATS.find(format => FEEDS[format].magics.some(magic => beginsWith(head, magic)));
  return found ?? new Fault('FORMAT_UNKNOWN', { path, formats: FEED_FORMATS.join(', ') });
}

const beginsWith = (bytes: Uint8Array, magic: Uint8Array): boolean =>
  bytes.length >= magic.length && magic.every((byte, at) => bytes[at] === byte);

function avroFeed(schema: Schema): RecordFeed {
  const reader = new ContainerReader(schema);
  return {
    push: bytes => reader.push(bytes),
    end: () => reader.end(),
    absentFilled: () => reader.absentFilled,
  };
}
