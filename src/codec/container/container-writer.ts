import { createHash } from 'node:crypto';
import type { RecordBatch } from 'apache-arrow';
import { canonicalJson } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import type { Schema } from '../../contract/schema.ts';
import { avroWriter } from '../avro.ts';
import { avroWriterSchemaOf } from '../avro-schema.ts';
import { ByteSink } from '../byte-sink.ts';
import { SYNC_BYTES } from './block-splitter.ts';
import { BlockCutter, type ContainerOptions, headerBytes, putBlock } from './block-writer.ts';

/**
 * Batches as an Avro container file that leaves as it is made: in memory is one block. The same records give the same
 * bytes however they were cut into batches; the sync marker is the first half of the digest of the header and the first
 * block.
 */
export class ContainerWriter {
  readonly #schema: Schema;
  readonly #header: Uint8Array;
  readonly #cutter: BlockCutter;
  readonly #made = new ByteSink();
  #sync: Uint8Array | undefined;

  constructor(schema: Schema, options: ContainerOptions) {
    this.#schema = schema;
    this.#header = headerBytes(canonicalJson(avroWriterSchemaOf(schema)), options);
    this.#cutter = new BlockCutter(options, (block, records) =>
      putBlock(this.#made, block, this.#marker(records)),
    );
  }

  /** What the file goes on with. After a fault it can't go on. @faults CODEC_CANNOT_CARRY CONTAINER_RECORD_TOO_LARGE */
  push(batch: RecordBatch): Uint8Array | Fault {
    const write = avroWriter(this.#schema, batch);
    if (write instanceof Fault) return write;
    for (let row = 0; row < batch.numRows; row++) {
      const fault = this.#cutter.add(write, row);
      if (fault !== undefined) return fault;
    }
    return this.#taken();
  }

  /** What the file ends with. */
  end(): Uint8Array {
    this.#cutter.cut();
    this.#marker(new Uint8Array(0));
    return this.#taken();
  }

  /** The sync marker; the header goes before the first block that needs it. */
  #marker(records: Uint8Array): Uint8Array {
    if (this.#sync !== undefined) return this.#sync;
    const digest = createHash('sha256').update(this.#header).update(records).digest();
    this.#sync = digest.subarray(0, SYNC_BYTES);
    this.#made.raw(this.#header);
    this.#made.raw(this.#sync);
    return this.#sync;
  }

  #taken(): Uint8Array {
    const bytes = this.#made.toBytes();
    this.#made.clear();
    return bytes;
  }
}
