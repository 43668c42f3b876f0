import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { decodeContainer, writeContainer } from '../codec/avro-container.ts';
import type { ContainerCodec } from '../codec/read-container.ts';
import type { Carriage } from './shard-records.ts';

/** Writes and reads the stored form of records; a change of that form is another serializer. */
export const SERIALIZER = 'assay.avro-container.v1';

export const MEDIA_TYPE = 'application/vnd.apache.avro';

/** The header's entry that tells two schemas apart which differ only in meaning. */
const RECORD_SCHEMA_KEY = 'assay.recordSchema';

/** @faults CODEC_CANNOT_CARRY */
export const writeShard = (
  carriage: Carriage,
  batch: RecordBatch,
  codec: ContainerCodec,
): Uint8Array | Fault =>
  writeContainer(carriage.columns, batch, {
    codec,
    meta: new Map([[RECORD_SCHEMA_KEY, carriage.recordSchema]]),
  });

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

  const found = decoded.container.meta.get(RECORD_SCHEMA_KEY) ?? 'none';
  if (found !== carriage.recordSchema) {
    return new Fault('SCHEMA_MIXED', { where: shard, declared: carriage.recordSchema, found });
  }
  if (decoded.container.codec === codec) return [decoded.batch];
  const reason = `it is compressed with ${decoded.container.codec}, and ${codec} is bound`;
  return new Fault('SHARD_UNREADABLE', { shard, reason });
}

function shardFault(shard: string, fault: Fault): Fault {
  if (fault.code !== 'CONTAINER_SCHEMA_DIFFERS') {
    return new Fault('SHARD_UNREADABLE', { shard, reason: `${fault.code}, ${fault.message}` });
  }
  const { expected, found } = (fault as Fault<'CONTAINER_SCHEMA_DIFFERS'>).facts;
  return new Fault('SCHEMA_MIXED', { where: shard, declared: expected, found });
}
