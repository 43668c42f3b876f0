import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Schema } from '../contract/schema.ts';
import { avroFingerprint } from '../native/avro/fingerprint.ts';
import { parseAvro } from '../native/avro/parse-avro.ts';
import { isProblem } from '../native/problem.ts';
import { avroWriter } from './avro.ts';
import { AvroDecoder } from './avro-decode.ts';
import { avroWriterSchemaOf } from './avro-schema.ts';
import { ByteSink } from './byte-sink.ts';
import type { DecodeResult } from './codec.ts';
import { once } from './once.ts';

/** Each record as a message of its own, in Avro's single-object encoding. @faults CODEC_CANNOT_CARRY */
export function singleObjects(schema: Schema, batch: RecordBatch): readonly Uint8Array[] | Fault {
  const write = avroWriter(schema, batch);
  if (write instanceof Fault) return write;
  const header = headerOf(schema);
  const sink = new ByteSink();
  return Array.from({ length: batch.numRows }, (_, row) => {
    sink.clear();
    sink.raw(header);
    write(row, sink);
    return sink.toBytes();
  });
}

/**
 * The one record of a message. Offsets of a refusal are those in the message.
 *
 * The fingerprint tells nothing of units, digits or terms: that the writer had the same contract, somebody else must say.
 *
 * @faults SINGLE_OBJECT_HEADER SINGLE_OBJECT_SCHEMA
 */
export function decodeSingleObject(schema: Schema, message: Uint8Array): DecodeResult | Fault {
  if (message.length < HEADER_BYTES)
    return new Fault('SINGLE_OBJECT_HEADER', { problem: `it has ${message.length} bytes` });
  if (message[0] !== MARKER[0] || message[1] !== MARKER[1])
    return new Fault('SINGLE_OBJECT_HEADER', { problem: 'its two first bytes are not C3 01' });
  const expected = headerOf(schema);
  const header = message.subarray(0, HEADER_BYTES);
  if (Buffer.compare(header, expected) !== 0)
    return new Fault('SINGLE_OBJECT_SCHEMA', { expected: printOf(expected), found: printOf(header) });
  if (message.length > LIMITS.container_block_bytes_max)
    return new Fault('SINGLE_OBJECT_HEADER', { problem: 'it is larger than a block of records may be' });
  const decoder = new AvroDecoder(schema);
  const result = decoder.take(message.subarray(HEADER_BYTES), 1) ?? once(schema, decoder.finish());
  if (result.kind === 'decoded' || result.offset === undefined) return result;
  return { ...result, offset: result.offset + HEADER_BYTES };
}

const MARKER = [0xc3, 0x01] as const;
const HEADER_BYTES = 10;

/** A schema never changes, and neither does what its messages begin with. */
const HEADERS = new WeakMap<Schema, Uint8Array>();

function headerOf(schema: Schema): Uint8Array {
  const known = HEADERS.get(schema);
  if (known !== undefined) return known;
  const type = parseAvro(avroWriterSchemaOf(schema));
  if (isProblem(type)) throw new TypeError('a contract has a lawful Avro schema');
  const header = Buffer.from([...MARKER, 0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeBigUInt64LE(avroFingerprint(type), MARKER.length);
  HEADERS.set(schema, header);
  return header;
}

/** As Avro's libraries print it: the bytes as they stand. */
const printOf = (header: Uint8Array): string => Buffer.from(header.subarray(MARKER.length)).toString('hex');
