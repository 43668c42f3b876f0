import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { invalidUtf8Offset } from '../../base/utf8.ts';
import { AvroInput } from '../avro-input.ts';
import { Pending } from '../pending.ts';
import { type ContainerCodec, isContainerCodec } from './packing.ts';

export const CONTAINER_MAGIC: Uint8Array = Buffer.from('Obj\u0001', 'latin1');

export const SYNC_BYTES = 16;

export type ContainerHeader = {
  readonly schemaText: string;
  readonly codec: ContainerCodec;
  /** The header's entries besides `avro.schema` and `avro.codec`. */
  readonly meta: ReadonlyMap<string, string>;
};

/** A block as it is stored; `offset` is its place in the file. `packed` may be a view of what was pushed. */
export type Block = {
  readonly index: number;
  readonly count: number;
  readonly packed: Uint8Array;
  readonly offset: number;
};

/** Is handed what is whole, in the order of the file; at the first fault, its or ours, the file is left. */
export type ContainerTaker = {
  readonly header?: (header: ContainerHeader) => Fault | undefined;
  readonly block: (block: Block) => Fault | undefined;
};

/**
 * A container file taken apart as its bytes arrive, strictly: no key twice, every block closed by the sync marker,
 * nothing after the last. It holds no more than one block, or the header, at a time.
 */
export class BlockSplitter {
  header: ContainerHeader | undefined;
  #sync: Uint8Array | undefined;
  #blocks = 0;
  readonly #taker: ContainerTaker;
  readonly #pending = new Pending();
  /** How many bytes must be at hand before another try is worth it. */
  #wanted = 1;

  constructor(taker: ContainerTaker) {
    this.#taker = taker;
  }

  /**
   * After a fault it is spent.
   *
   * @faults CONTAINER_MAGIC CONTAINER_HEADER CONTAINER_CODEC_UNKNOWN CONTAINER_BLOCK CONTAINER_SYNC, those of the taker
   */
  push(bytes: Uint8Array): Fault | undefined {
    this.#pending.append(bytes);
    const fault = this.#split(false);
    this.#pending.keep();
    return fault;
  }

  /** @faults those of `push`, CONTAINER_TRUNCATED */
  end(): Fault | undefined {
    this.#wanted = 0;
    const fault = this.#split(true);
    if (fault !== undefined) return fault;
    const isWhole = this.header !== undefined && this.#pending.length === 0;
    return isWhole ? undefined : new Fault('CONTAINER_TRUNCATED', { offset: this.#pending.total });
  }

  #split(isEnd: boolean): Fault | undefined {
    if (this.header === undefined) {
      const fault = this.#readHeader(isEnd);
      if (fault !== undefined || this.header === undefined) return fault;
    }
    while (this.#pending.length >= Math.max(1, this.#wanted)) {
      const block = this.#block();
      if (block === undefined) return undefined;
      const fault = block instanceof Fault ? block : this.#taker.block(block);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  #readHeader(isEnd: boolean): Fault | undefined {
    const bytes = this.#pending.bytes();
    for (let at = 0; at < Math.min(bytes.length, CONTAINER_MAGIC.length); at++)
      if (bytes[at] !== CONTAINER_MAGIC[at]) return new Fault('CONTAINER_MAGIC', { offset: 0 });
    if (bytes.length < CONTAINER_MAGIC.length || (bytes.length < this.#wanted && !isEnd)) return undefined;
    const input = new AvroInput(bytes.subarray(0, LIMITS.container_header_bytes_max));
    input.offset = CONTAINER_MAGIC.length;
    const read = headerOf(input);
    if (read instanceof Fault) return read;
    if (read === undefined) {
      // A header in very many pieces is read again only when there is twice as much of it.
      this.#wanted = 2 * bytes.length;
      const isLarge = bytes.length > LIMITS.container_header_bytes_max;
      return isLarge ? headerFault('it is larger than a header may be', 0) : undefined;
    }
    this.header = read.header;
    this.#sync = read.sync.slice();
    this.#wanted = 1;
    this.#pending.drop(input.offset);
    return this.#taker.header?.(read.header);
  }

  /** The next block; undefined where it is not whole yet. */
  #block(): Block | Fault | undefined {
    const [index, offset] = [this.#blocks, this.#pending.offset];
    const bytes = this.#pending.bytes();
    const input = new AvroInput(bytes.subarray(0, BLOCK_HEAD_BYTES_MAX));
    const fault = (problem: string, at: number): Fault =>
      new Fault('CONTAINER_BLOCK', { problem, block: index, offset: offset + at });
    if (!input.long(undefined)) return isShort(input) ? undefined : fault(LONG_NUMBER, input.offset);
    const count = input.number();
    if (count < 1) return fault('it has no records', 0);
    if (!input.long(undefined)) return isShort(input) ? undefined : fault(LONG_NUMBER, input.offset);
    const [size, start] = [input.number(), input.offset];
    if (size < 0) return fault('a negative size', 0);
    if (size > LIMITS.container_block_bytes_max) return fault('it is larger than a block may be', 0);
    const end = start + size;
    this.#wanted = end + SYNC_BYTES;
    if (bytes.length < this.#wanted) return undefined;
    if (!this.#sync!.every((byte, at) => byte === bytes[end + at]))
      return new Fault('CONTAINER_SYNC', { block: index, offset: offset + end });
    this.#blocks++;
    this.#pending.drop(this.#wanted);
    this.#wanted = 1;
    return { index, count, packed: bytes.subarray(start, end), offset };
  }
}

/** Two numbers of at most ten bytes. */
const BLOCK_HEAD_BYTES_MAX = 20;
const LONG_NUMBER = 'a number of more than ten bytes';

const headerFault = (problem: string, offset: number): Fault =>
  new Fault('CONTAINER_HEADER', { problem, offset });

/** What was read is cut short, and no more than that is wrong with it. */
const isShort = (input: AvroInput): boolean => input.refusalAt(0).code === 'TRUNCATED';

type Read = { readonly header: ContainerHeader; readonly sync: Uint8Array };

/** Undefined where bytes are missing. */
function headerOf(input: AvroInput): Read | Fault | undefined {
  const entries = entriesOf(input);
  if (entries instanceof Fault || entries === undefined) return entries;
  const schemaText = entries.get('avro.schema');
  if (schemaText === undefined) return headerFault('it has no avro.schema', CONTAINER_MAGIC.length);
  const codec = entries.get('avro.codec') ?? 'null';
  if (!isContainerCodec(codec))
    return new Fault('CONTAINER_CODEC_UNKNOWN', { codec: codec.slice(0, LIMITS.echoed_chars_max) });
  const end = input.offset + SYNC_BYTES;
  if (end > input.end) return undefined;
  const sync = input.bytes.subarray(input.offset, end);
  input.offset = end;
  const meta = new Map([...entries].filter(([key]) => key !== 'avro.schema' && key !== 'avro.codec'));
  return { header: { schemaText, codec, meta }, sync };
}

function entriesOf(input: AvroInput): ReadonlyMap<string, string> | Fault | undefined {
  const entries = new Map<string, string>();
  for (;;) {
    const at = input.offset;
    if (!input.long(undefined)) return spent(input);
    let count = input.number();
    if (count === 0) return entries;
    if (count < 0) {
      count = -count;
      if (!input.long(undefined)) return spent(input);
    }
    if (entries.size + count > LIMITS.container_meta_entries_max) return headerFault('too many entries', at);
    for (; count > 0; count--) {
      const key = textOf(input);
      if (typeof key !== 'string') return key;
      const text = textOf(input);
      if (typeof text !== 'string') return text;
      if (entries.has(key)) return headerFault('a key stands twice', at);
      entries.set(key, text);
    }
  }
}

function textOf(input: AvroInput): string | Fault | undefined {
  const at = input.offset;
  if (!input.long(undefined)) return spent(input);
  const [length, start] = [input.number(), input.offset];
  if (length < 0) return headerFault('a negative length', at);
  if (length > LIMITS.schema_document_bytes_max)
    return headerFault('an entry larger than a schema may be', at);
  if (length > input.end - start) return undefined;
  const text = input.bytes.subarray(start, start + length);
  if (invalidUtf8Offset(text) !== undefined) return headerFault('an entry that is not UTF-8', at);
  input.offset = start + length;
  return Buffer.from(text).toString('utf8');
}

const spent = (input: AvroInput): Fault | undefined =>
  isShort(input) ? undefined : headerFault(LONG_NUMBER, input.offset);
