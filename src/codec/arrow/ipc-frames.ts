import { LIMITS } from '../../base/limits.ts';
import { columnTypeText } from '../../native/columnar/column.ts';
import { ByteQueue } from './byte-queue.ts';
import { FitStop } from './fit-stop.ts';
import { ARROW_MAGIC, footerIn } from './ipc-footer.ts';
import { type Block, type IpcMessage, readMessage } from './ipc-message.ts';
import type { IpcField } from './ipc-schema.ts';

/** A message with its body; `offset` is where that begins in the file. */
export type Frame = { readonly message: IpcMessage; readonly body: Uint8Array; readonly offset: number };

/** The magic, padded to eight bytes. */
const HEAD_BYTES = 8;
const CONTINUES = 0xffffffff;
/** A schema takes more bytes than this, and the table at the root of one begins before it. */
const SCHEMA_BYTES_MIN = 32;

type State =
  | { readonly kind: 'start' }
  | { readonly kind: 'prefix' }
  | { readonly kind: 'bare schema'; readonly words: number[] }
  | { readonly kind: 'metadata'; readonly length: number; readonly prefix_bytes: number; readonly at: number }
  | { readonly kind: 'body'; readonly message: IpcMessage; readonly block: Block }
  | { readonly kind: 'ended' };

/**
 * The messages of an Arrow IPC stream or file, in the order they stand there, as their bytes arrive; one is held at a
 * time. Of a file the footer must name exactly the messages before it. No length is believed before its bytes are there.
 */
export class IpcFrames {
  readonly #queue = new ByteQueue();
  #state: State = { kind: 'start' };
  /** Known once the first bytes are there. */
  isFile = false;
  #fields: readonly IpcField[] | undefined;
  readonly #blocks = { dictionary: [] as Block[], batch: [] as Block[] };

  get offset(): number {
    return this.#queue.offset;
  }

  /** Every message has come, of a file before its footer. */
  get isEnded(): boolean {
    return this.#state.kind === 'ended';
  }

  push(bytes: Uint8Array): void {
    this.#queue.push(bytes);
  }

  /** The next message whose bytes have all arrived. @throws FitStop, FlatStop */
  next(): Frame | undefined {
    for (;;) {
      const { kind } = this.#state;
      if (kind === 'ended') {
        if (!this.isFile && this.#queue.length > 0) throw new FitStop('TRAILING_BYTES');
        if (this.#queue.length > LIMITS.native_footer_bytes_max) throw new FitStop('TRAILING_BYTES');
        return undefined;
      }
      const frame = this.#step();
      if (frame === 'more') return undefined;
      if (frame !== undefined) return frame;
    }
  }

  /** Everything that was announced has come, and nothing else. @throws FitStop, FlatStop */
  end(): void {
    if (this.#state.kind !== 'ended') throw new FitStop('TRUNCATED');
    if (this.isFile) this.#endFile();
  }

  #step(): Frame | 'more' | undefined {
    const state = this.#state;
    switch (state.kind) {
      case 'start':
        return this.#start();
      case 'prefix':
        return this.#prefix();
      case 'bare schema':
        return this.#bareSchema(state.words);
      case 'metadata': {
        const bytes = this.#queue.take(state.length);
        if (bytes === undefined) return 'more';
        const message = readMessage(bytes);
        if (message.body_bytes > LIMITS.codec_bytes_max) throw new FitStop('ROW_GROUP_TOO_LARGE');
        const metadata_bytes = state.prefix_bytes + state.length;
        const block = { offset: state.at, metadata_bytes, body_bytes: message.body_bytes };
        this.#state = { kind: 'body', message, block };
        return undefined;
      }
      case 'body': {
        const { message, block } = state;
        const offset = this.#queue.offset;
        const body = this.#queue.take(message.body_bytes);
        if (body === undefined) return 'more';
        this.#note(message, block);
        this.#state = { kind: 'prefix' };
        return { message, body, offset };
      }
      case 'ended':
        return 'more';
    }
  }

  #start(): 'more' | undefined {
    const head = this.#queue.peek(Math.min(this.#queue.length, ARROW_MAGIC.length));
    if (head === undefined || head.length === 0) return 'more';
    if (!head.every((byte, index) => byte === ARROW_MAGIC[index])) {
      this.#state = { kind: 'prefix' };
      return undefined;
    }
    const bytes = this.#queue.take(HEAD_BYTES);
    if (bytes === undefined) return 'more';
    this.isFile = true;
    this.#state = { kind: 'prefix' };
    return undefined;
  }

  /** Old writers left out the mark in front of a length. A length of nothing ends the stream. */
  #prefix(): 'more' | undefined {
    const at = this.#queue.offset;
    const first = this.#queue.peek(4);
    if (first === undefined) return 'more';
    if (this.isFile && at === HEAD_BYTES && u32(first) > 0 && u32(first) < SCHEMA_BYTES_MIN) {
      this.#state = { kind: 'bare schema', words: [] };
      return undefined;
    }
    const isMarked = u32(first) === CONTINUES;
    const prefix_bytes = isMarked ? 8 : 4;
    const prefix = this.#queue.take(prefix_bytes);
    if (prefix === undefined) return 'more';
    const length = u32(prefix.subarray(prefix_bytes - 4));
    if (length > LIMITS.native_bytes_max) throw new FitStop('MALFORMED', undefined, undefined, at);
    this.#state = length === 0 ? { kind: 'ended' } : { kind: 'metadata', length, prefix_bytes, at };
    return undefined;
  }

  /**
   * polars puts a schema behind the magic of a file without its length, which readers that go by the footer never see.
   * It ends where the next message, or the end, has its mark; the footer then must have the same columns.
   */
  #bareSchema(words: number[]): Frame | 'more' {
    for (;;) {
      const word = this.#queue.peek(8);
      if (word === undefined) return 'more';
      if (u32(word) === CONTINUES) break;
      if (words.length * 4 >= LIMITS.native_bytes_max) throw new FitStop('MALFORMED');
      words.push(u32(word), u32(word.subarray(4)));
      this.#queue.take(8);
    }
    const message = readMessage(new Uint8Array(Uint32Array.from(words).buffer));
    if (message.kind !== 'schema' || message.body_bytes > 0)
      throw new FitStop('MALFORMED', undefined, undefined, HEAD_BYTES);
    this.#fields = message.fields;
    this.#state = { kind: 'prefix' };
    return { message, body: new Uint8Array(), offset: this.#queue.offset };
  }

  #note(message: IpcMessage, block: Block): void {
    if (message.kind !== 'schema') {
      this.#blocks[message.kind].push(block);
      return;
    }
    const isFirst =
      this.#fields === undefined && this.#blocks.dictionary.length + this.#blocks.batch.length === 0;
    if (!isFirst) throw new FitStop('MALFORMED');
    this.#fields = message.fields;
  }

  #endFile(): void {
    const footer = footerIn(this.#queue.take(this.#queue.length)!, 'whole');
    const isSame =
      (this.#fields === undefined || fieldsText(footer.fields) === fieldsText(this.#fields)) &&
      sameBlocks(footer.dictionaries, this.#blocks.dictionary) &&
      sameBlocks(footer.batches, this.#blocks.batch);
    if (!isSame) throw new FitStop('MALFORMED');
  }
}

const u32 = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);

const fieldsText = (fields: readonly IpcField[]): string => fields.map(fieldText).join();

const fieldText = ({ name, id, type, stored, physical, dictionary, children }: IpcField): string =>
  [
    `${name.length}:${name}`,
    id,
    columnTypeText(type),
    stored,
    physical,
    dictionary?.id,
    dictionary?.bits,
    dictionary?.signed,
    `(${fieldsText(children)})`,
  ].join();

const sameBlocks = (named: readonly Block[], met: readonly Block[]): boolean =>
  named.length === met.length &&
  named.every((block, index) => {
    const { offset, metadata_bytes, body_bytes } = met[index]!;
    return (
      block.offset === offset && block.metadata_bytes === metadata_bytes && block.body_bytes === body_bytes
    );
  });
