import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../../base/fault.ts';
import { batchOf } from '../../contract/batch.ts';
import type { Schema } from '../../contract/schema.ts';
import { arrowStream } from './arrow-codec.ts';

/**
 * One Arrow IPC stream, a batch at a time: `start`, then what `batch` gives for each, then `end`. A reader that finds no
 * end knows that it was not given everything.
 */
export class ArrowStreamWriter {
  readonly start: Uint8Array;
  readonly end: Uint8Array;
  readonly #schema: Schema;

  constructor(schema: Schema) {
    this.#schema = schema;
    const stream = arrowStream(schema, [batchOf(schema, [])]);
    if (stream instanceof Fault) throw stream;
    const head_bytes = MARK_BYTES + new DataView(stream.buffer, stream.byteOffset).getInt32(4, true);
    [this.start, this.end] = [stream.subarray(0, head_bytes), stream.subarray(-MARK_BYTES)];
  }

  /** @faults CODEC_CANNOT_CARRY */
  batch(batch: RecordBatch): Uint8Array | Fault<'CODEC_CANNOT_CARRY'> {
    const stream = arrowStream(this.#schema, [batch]);
    // A stream of one batch begins and ends as every other does: only what lies between is its own.
    return stream instanceof Fault ? stream : stream.subarray(this.start.length, -MARK_BYTES);
  }
}

/** What begins a message: four bytes that are no length, and the length of what describes it; 0 where none follows. */
const MARK_BYTES = 8;
