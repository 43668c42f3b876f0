import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { ByteSink } from '../byte-sink.ts';
import type { WriteRecord } from '../record-writer.ts';
import { CONTAINER_MAGIC } from './block-splitter.ts';
import { type ContainerCodec, pack } from './packing.ts';

export type ContainerOptions = {
  readonly codec: ContainerCodec;
  /** Entries of the header besides Avro's own, whose names start with `avro.`. */
  readonly meta: ReadonlyMap<string, string>;
  /** Packed at this size or above. Default 64 KiB. */
  readonly blockBytes?: number;
};

export type PackedBlock = { readonly count: number; readonly packed: Uint8Array };

/** Records cut into blocks: each ends with the record that fills it. */
export class BlockCutter {
  readonly #codec: ContainerCodec;
  readonly #blockBytes: number;
  readonly #take: (block: PackedBlock, records: Uint8Array) => void;
  readonly #records = new ByteSink();
  #count = 0;
  #rows = 0;

  /** @param take  is handed each block, and the records in it before they were packed */
  constructor(
    { codec, blockBytes }: ContainerOptions,
    take: (block: PackedBlock, records: Uint8Array) => void,
  ) {
    this.#codec = codec;
    this.#blockBytes = blockBytes ?? 64 * 1024;
    this.#take = take;
  }

  /** @faults CONTAINER_RECORD_TOO_LARGE */
  add(write: WriteRecord, row: number): Fault<'CONTAINER_RECORD_TOO_LARGE'> | undefined {
    const start = this.#records.length;
    write(row, this.#records);
    const bytes = this.#records.length - start;
    // Half of it, so that a block stays below the whole with what stood in it before, however little packs.
    const most_bytes = LIMITS.container_block_bytes_max / 2;
    if (bytes > most_bytes)
      return new Fault('CONTAINER_RECORD_TOO_LARGE', { row: this.#rows, bytes, most_bytes });
    this.#count++;
    this.#rows++;
    if (this.#records.length >= this.#blockBytes) this.cut();
    return undefined;
  }

  /** Ends the block that is open, if one is. */
  cut(): void {
    if (this.#count === 0) return;
    const records = this.#records.peek();
    this.#take({ count: this.#count, packed: pack(this.#codec, records) }, records);
    this.#records.clear();
    this.#count = 0;
  }
}

/** A header, up to its sync marker. Its entries are sorted by key. */
export function headerBytes(schemaText: string, { codec, meta }: ContainerOptions): Uint8Array {
  const entries = new Map(meta).set('avro.codec', codec).set('avro.schema', schemaText);
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

export function putBlock(file: ByteSink, { count, packed }: PackedBlock, sync: Uint8Array): void {
  file.int(count);
  file.string(packed);
  file.raw(sync);
}
