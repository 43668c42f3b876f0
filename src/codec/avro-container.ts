import { createHash } from 'node:crypto';
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
import { SYNC_BYTES } from './container/block-splitter.ts';
import {
  BlockCutter,
  type ContainerOptions,
  headerBytes,
  type PackedBlock,
  putBlock,
} from './container/block-writer.ts';
import { recordFault } from './container/container-faults.ts';
import { once } from './once.ts';
import { type Container, readContainer, unpackBlock } from './read-container.ts';

/** The schema text a shard's header must have, character for character. */
export const containerSchemaText = (schema: Schema): string => canonicalJson(avroWriterSchemaOf(schema));

/**
 * A batch as an Avro object container file. The same batch gives the same bytes: header keys are sorted, and the sync
 * marker is the first half of the digest of header and records.
 *
 * @faults CODEC_CANNOT_CARRY CONTAINER_RECORD_TOO_LARGE
 */
export function writeContainer(
  schema: Schema,
  batch: RecordBatch,
  options: ContainerOptions,
): Uint8Array | Fault {
  const write = avroWriter(schema, batch);
  if (write instanceof Fault) return write;
  const header = headerBytes(containerSchemaText(schema), options);
  const hash = createHash('sha256').update(header);
  const blocks: PackedBlock[] = [];
  const cutter = new BlockCutter(options, (block, records) => {
    hash.update(records);
    blocks.push(block);
  });
  for (let row = 0; row < batch.numRows; row++) {
    const fault = cutter.add(write, row);
    if (fault !== undefined) return fault;
  }
  cutter.cut();
  const sync = hash.digest().subarray(0, SYNC_BYTES);
  const file = new ByteSink();
  file.raw(header);
  file.raw(sync);
  for (const block of blocks) putBlock(file, block, sync);
  return file.toBytes();
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
    if (refusal !== undefined) return recordFault(schema, refusal, index);
  }
  const result = once(schema, decoder.finish());
  if (result.kind === 'refused') return recordFault(schema, result, blockOf(container, result.row));
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
