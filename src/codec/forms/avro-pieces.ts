import { createHash } from 'node:crypto';
import { canonicalJson } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Schema } from '../../contract/schema.ts';
import { avroWriter } from '../avro.ts';
import { avroWriterSchemaOf } from '../avro-schema.ts';
import { ByteSink } from '../byte-sink.ts';
import { SYNC_BYTES } from '../container/block-splitter.ts';
import { BlockCutter, type ContainerOptions, headerBytes } from '../container/block-writer.ts';
import { RECORD_SCHEMA_KEY } from '../container/record-schema-key.ts';
import {
  type Form,
  type Lacking,
  type Piece,
  type PieceJoiner,
  type PieceWriter,
  pieceOf,
} from './record-form.ts';

/** An Avro container file, packed as every reader of Avro unpacks it. */
export const AVRO_FORM: Form = {
  writer: ({ schema, recordSchema }) => new AvroPieces(schema, optionsOf(recordSchema)),
  joiner: ({ schema, recordSchema }) =>
    avroJoiner(headerBytes(canonicalJson(avroWriterSchemaOf(schema)), optionsOf(recordSchema))),
};

const optionsOf = (recordSchema: string): ContainerOptions => ({
  codec: 'deflate',
  meta: new Map([[RECORD_SCHEMA_KEY, recordSchema]]),
});

class AvroPieces implements PieceWriter {
  readonly isFull = true;
  readonly #schema: Schema;
  readonly #cutter: BlockCutter;
  readonly #made = new ByteSink();
  readonly #one = new ByteSink();
  #ends: number[] = [];

  constructor(schema: Schema, options: ContainerOptions) {
    this.#schema = schema;
    this.#cutter = new BlockCutter(options, ({ count, packed }) => {
      this.#made.int(count);
      this.#made.string(packed);
      this.#ends.push(this.#made.length);
    });
  }

  add(batch: Parameters<PieceWriter['add']>[0]): Lacking {
    const write = avroWriter(this.#schema, batch);
    if (write instanceof Fault) throw new TypeError('a null passed the gates');
    const lacking: { readonly row: number; readonly field: undefined }[] = [];
    for (let row = 0; row < batch.numRows; row++) {
      write(row, this.#one);
      // No reader takes a block that holds a larger one.
      if (this.#one.length > LIMITS.container_block_bytes_max / 2) lacking.push({ row, field: undefined });
      else this.#cutter.add((_, sink) => sink.raw(this.#one.peek()), row);
      this.#one.clear();
    }
    return lacking;
  }

  taken(): Piece {
    this.#cutter.cut();
    const piece: Piece = { kind: 'blocks', bytes: this.#made.toBytes(), ends: this.#ends };
    this.#made.clear();
    this.#ends = [];
    return piece;
  }
}

/** The sync marker is the first half of the digest of the header and the first block. */
function avroJoiner(header: Uint8Array): PieceJoiner {
  let mark: Uint8Array | undefined;
  const opened = (block: Uint8Array): readonly Uint8Array[] => {
    mark = createHash('sha256').update(header).update(block).digest().subarray(0, SYNC_BYTES);
    return [header, mark];
  };
  return {
    start: [],
    add: piece => {
      const { bytes, ends } = pieceOf('blocks', piece);
      if (ends.length === 0) return [];
      const head = mark === undefined ? opened(bytes.subarray(0, ends[0])) : [];
      return [...head, ...ends.flatMap((end, at) => [bytes.subarray(ends[at - 1] ?? 0, end), mark!])];
    },
    end: () => (mark === undefined ? opened(new Uint8Array()) : []),
  };
}
