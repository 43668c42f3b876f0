import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { decodeContainer, writeContainer } from '../codec/avro-container.ts';
import type { ContainerCodec } from '../codec/container/packing.ts';
import { RECORD_SCHEMA_KEY } from '../codec/container/record-schema-key.ts';
import type { Carriage } from './shard-records.ts';

/** Writes and reads the stored form of records; a change of that form is another serializer. */
export const SERIALIZER = 'assay.avro-container.v1';

export const MEDIA_TYPE = 'application/vnd.apache.avro';

/** What a trainer's reader of Avro always has. */
export type ShardPacking = Extract<ContainerCodec, 'null' | 'deflate'>;

/** How shards may be compressed, each in one way, so that the same records give the same bytes. */
export const COMPRESSIONS: Readonly<Record<ShardPacking, number>> = { null: 0, deflate: 6 };

/** @faults CODEC_CANNOT_CARRY; SHARD_TOO_LARGE for one that no reader would take */
export function writeShard(
  carriage: Carriage,
  shard: string,
  batch: RecordBatch,
  codec: ShardPacking,
): Uint8Array | Fault {
  const meta = new Map([[RECORD_SCHEMA_KEY, carriage.recordSchema]]);
  const bytes = writeContainer(carriage.columns, batch, { codec, meta });
  if (bytes instanceof Fault) return bytes;
  const most_bytes = LIMITS.codec_bytes_max;
  return bytes.length > most_bytes
    ? new Fault('SHARD_TOO_LARGE', { shard, bytes: bytes.length, most_bytes })
    : bytes;
}

/**
 * The records of a stored shard, every one of them decoded and checked.
 *
 * @faults SHARD_UNREADABLE; SCHEMA_MIXED for records of another schema
 */
export function readShard(
  carriage: Carriage,
  shard: string,
  bytes: Uint8Array,
  codec: string,
): readonly RecordBatch[] | Fault {
  const decoded = decodeContainer(carriage.columns, bytes);
  if (decoded instanceof Fault) return shardFault(shard, decoded);

  const found = (decoded.container.meta.get(RECORD_SCHEMA_KEY) ?? 'none').slice(0, LIMITS.echoed_chars_max);
  if (found !== carriage.recordSchema) {
    return new Fault('SCHEMA_MIXED', { where: shard, declared: carriage.recordSchema, found });
  }
  if (decoded.container.codec === codec) return [decoded.batch];
  const reason = `it is compressed with ${decoded.container.codec}, and ${codec} is bound`;
  return new Fault('SHARD_UNREADABLE', { shard, reason });
}

function shardFault(shard: string, fault: Fault): Fault {
  if (fault.code !== 'CONTAINER_SCHEMA_DIFFERS') {
    const reason = `${fault.code}, ${fault.message}`.slice(0, LIMITS.echoed_chars_max);
    return new Fault('SHARD_UNREADABLE', { shard, reason });
  }
  const { expected, found } = (fault as Fault<'CONTAINER_SCHEMA_DIFFERS'>).facts;
  return new Fault('SCHEMA_MIXED', { where: shard, declared: expected, found });
}
