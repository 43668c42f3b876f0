import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { RecordBatch } from 'apache-arrow';
import { canonicalJson } from '../base/canonical-json.ts';
import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Schema } from '../contract/schema.ts';
import { avroWriter } from './avro.ts';
import { AvroDecoder } from './avro-decode.ts';
import { avroWriterSchemaOf } from './avro-schema.ts';
import { ByteSink } from './byte-sink.ts';
import type { Refusal } from './codec.ts';
import { once } from './once.ts';
import {
  CONTAINER_MAGIC,
  type Container,
  type ContainerCodec,
  readContainer,
  unpackBlock,
} from './read-container.ts';

export type ContainerOptions = {
  readonly codec: ContainerCodec;
  /** Entries of the header besides Avro's own, whose names start with `avro.`. */
  readonly meta: ReadonlyMap<string, string>;
  /** Packed at this size or above. Default 64 KiB. */
  readonly blockBytes?: number;
};

/** The schema text a shard's header must have, character for character. */
export const containerSchemaText = (schema: Schema): string => canonicalJson(avroWriterSchemaOf(schema));

/**
 * A batch as an Avro object container file. The same batch gives the same bytes: header keys are sorted, and the sync
 * marker is the first half of the digest of header and records.
 *
 * @faults CODEC_CANNOT_CARRY
 */
export function writeContainer(
  schema: Schema,
  batch: RecordBatch,
  options: ContainerOptions,
): Uint8Array | Fault<'CODEC_CANNOT_CARRY'> {
  const write = avroWriter(schema, batch);
  if (write instanceof Fault) return write;
  const header = headerOf(schema, options);
  const hash = createHash('sha256').update(header);
  const blocks: { readonly count: number; readonly packed: Uint8Array }[] = [];
  const records = new ByteSink();
  const cut = (count: number): void => {
    hash.update(records.peek());
    const packed =
      options.codec === 'null' ? records.toBytes() : deflateRawSync(records.peek(), { level: 6 });
    blocks.push({ count, packed });
    records.clear();
  };
  let first = 0;
  for (let row = 0; row < batch.numRows; row++) {
    write(row, records);
    if (records.length < (options.blockBytes ?? 64 * 1024)) continue;
    cut(row + 1 - first);
    first = row + 1;
  }
  if (first < batch.numRows) cut(batch.numRows - first);
  return assemble(header, hash.digest().subarray(0, 16), blocks);
}

function assemble(
  header: Uint8Array,
  sync: Uint8Array,
  blocks: readonly { readonly count: number; readonly packed: Uint8Array }[],
): Uint8Array {
  const file = new ByteSink();
  file.raw(header);
  file.raw(sync);
  for (const { count, packed } of blocks) {
    file.int(count);
    file.string(packed);
    file.raw(sync);
  }
  return file.toBytes();
}

function headerOf(schema: Schema, { codec, meta }: ContainerOptions): Uint8Array {
  const entries = new Map(meta).set('avro.codec', codec).set('avro.schema', containerSchemaText(schema));
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const sink = new ByteSink();
  sink.raw(CONTAINER_MAGIC);
  sink.int(sorted.length);
  for (const [key, text] of sorted) {
    sink.string(Buffer.from(key));
    sink.string(Buffer.from(text));
  }
  sink.byte(0);
  return sink.toBytes();
}

/**
 * The records of a container file, all of them in one batch, and its header.
 *
 * @param limit_bytes  what all blocks may unpack to. Default: LIMITS.container_unpacked_bytes_max
 * @faults those of `readContainer`, CONTAINER_SCHEMA_DIFFERS, CONTAINER_BLOCK, CONTAINER_RECORD
 */
export function decodeContainer(
  schema: Schema,
  bytes: Uint8Array,
  limit_bytes?: number,
): { readonly batch: RecordBatch; readonly container: Container } | Fault {
  const container = readContainer(bytes);
  if (container instanceof Fault) return container;
  const differs = schemaDiffers(schema, container);
  if (differs !== undefined) return differs;
  const decoder = new AvroDecoder(schema);
  let unpacked_bytes = 0;
  for (const [index, block] of container.blocks.entries()) {
    const records = unpackBlock(container, index);
    if (records instanceof Fault) return records;
    unpacked_bytes += records.length;
    if (unpacked_bytes > (limit_bytes ?? LIMITS.container_unpacked_bytes_max))
      return new Fault('CONTAINER_BLOCK', { problem: TOGETHER, block: index, offset: block.offset });
    const refusal = decoder.take(records, block.count);
    if (refusal !== undefined) return recordFault(refusal, index);
  }
  const result = once(schema, decoder.finish());
  if (result.kind === 'refused') return recordFault(result, blockOf(container, result.row));
  return { batch: result.batch, container };
}

const TOGETHER = 'the blocks up to it unpack to more than one batch may hold';

function blockOf({ blocks }: Container, row: number): number {
  let end = 0;
  return blocks.findIndex(({ count }) => {
    end += count;
    return end > row;
  });
}

function schemaDiffers(schema: Schema, container: Container): Fault | undefined {
  const expected = containerSchemaText(schema);
  if (container.schemaText === expected) return undefined;
  return new Fault('CONTAINER_SCHEMA_DIFFERS', {
    expected: sha256(expected),
    found: sha256(container.schemaText),
  });
}

const recordFault = ({ code, row, field, offset }: Refusal, block: number): Fault =>
  new Fault('CONTAINER_RECORD', { code, row, field: String(field ?? 'none'), block, offset: offset ?? 0 });
