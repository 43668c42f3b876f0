import { inflateRawSync } from 'node:zlib';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { invalidUtf8Offset } from '../base/utf8.ts';
import { AvroInput } from './avro-input.ts';

export const CONTAINER_MAGIC: Uint8Array = Buffer.from('Obj\u0001', 'latin1');
export type ContainerCodec = 'null' | 'deflate';

/** A container file taken apart. Its records are still packed: `unpackBlock`. */
export type Container = {
  readonly schemaText: string;
  readonly codec: ContainerCodec;
  /** The header's entries besides `avro.schema` and `avro.codec`. */
  readonly meta: ReadonlyMap<string, string>;
  readonly blocks: readonly Block[];
};
export type Block = { readonly count: number; readonly packed: Uint8Array; readonly offset: number };

/**
 * Header and blocks, strictly: no key twice, every block closed by the sync marker, nothing after the last.
 *
 * @faults CONTAINER_MAGIC CONTAINER_TRUNCATED CONTAINER_HEADER CONTAINER_CODEC_UNKNOWN CONTAINER_BLOCK CONTAINER_SYNC
 */
export function readContainer(bytes: Uint8Array): Container | Fault {
  for (let index = 0; index < CONTAINER_MAGIC.length; index++) {
    if (index >= bytes.length) return truncated(bytes);
    if (bytes[index] !== CONTAINER_MAGIC[index]) return new Fault('CONTAINER_MAGIC', { offset: 0 });
  }
  const input = new AvroInput(bytes);
  if (input.refused) return header('the file is larger than one batch may be', 0);
  input.offset = CONTAINER_MAGIC.length;
  const entries = readHeader(input);
  if (entries instanceof Fault) return entries;
  const schemaText = entries.get('avro.schema');
  if (schemaText === undefined) return header('it has no avro.schema', CONTAINER_MAGIC.length);
  const codec = entries.get('avro.codec') ?? 'null';
  if (codec !== 'null' && codec !== 'deflate') return new Fault('CONTAINER_CODEC_UNKNOWN', { codec });
  if (input.end - input.offset < SYNC_BYTES) return truncated(bytes);
  const sync = bytes.subarray(input.offset, input.offset + SYNC_BYTES);
  input.offset += SYNC_BYTES;
  const blocks = readBlocks(input, sync);
  if (blocks instanceof Fault) return blocks;
  const meta = new Map([...entries].filter(([key]) => key !== 'avro.schema' && key !== 'avro.codec'));
  return { schemaText, codec, meta, blocks };
}

/** The records of a block. @faults CONTAINER_BLOCK where it doesn't unpack, or unpacks to too much */
export function unpackBlock({ codec, blocks }: Container, index: number): Uint8Array | Fault {
  const { packed, offset } = blocks[index]!;
  if (codec === 'null') return packed;
  try {
    const { buffer, engine } = inflateRawSync(packed, {
      maxOutputLength: LIMITS.container_block_bytes_max,
      info: true,
    }) as unknown as Inflated;
    if (engine.bytesWritten === packed.length) return buffer;
    return blockFault('bytes follow the deflate stream', index, offset);
  } catch (error) {
    const problem = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : NO_STREAM;
    return blockFault(problem, index, offset);
  }
}

/** What `info: true` makes of a synchronous call; the type declarations know only the bare buffer. */
type Inflated = { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } };

const SYNC_BYTES = 16;
const TOO_LARGE = 'it unpacks to more than a block may hold';
const NO_STREAM = 'it is no deflate stream';

function readHeader(input: AvroInput): ReadonlyMap<string, string> | Fault {
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
    if (entries.size + count > LIMITS.container_meta_entries_max) return header('too many entries', at);
    for (; count > 0; count--) {
      const key = readText(input);
      if (key instanceof Fault) return key;
      const text = readText(input);
      if (text instanceof Fault) return text;
      if (entries.has(key)) return header('a key stands twice', at);
      entries.set(key, text);
    }
  }
}

function readText(input: AvroInput): string | Fault {
  const at = input.offset;
  if (!input.long(undefined)) return spent(input);
  const [length, start] = [input.number(), input.offset];
  if (length < 0) return header('a negative length', at);
  if (length > LIMITS.schema_document_bytes_max) return header('an entry larger than a schema may be', at);
  if (length > input.end - start) return truncated(input.bytes);
  const text = input.bytes.subarray(start, start + length);
  if (invalidUtf8Offset(text) !== undefined) return header('an entry that is not UTF-8', at);
  input.offset = start + length;
  return Buffer.from(text).toString('utf8');
}

function readBlocks(input: AvroInput, sync: Uint8Array): readonly Block[] | Fault {
  const blocks: Block[] = [];
  while (input.offset < input.end) {
    const offset = input.offset;
    if (!input.long(undefined)) return spent(input, blocks.length);
    const count = input.number();
    if (!input.long(undefined)) return spent(input, blocks.length);
    const [size, start] = [input.number(), input.offset];
    if (count < 1) return blockFault('it has no records', blocks.length, offset);
    if (size < 0) return blockFault('a negative size', blocks.length, offset);
    if (size + SYNC_BYTES > input.end - start) return truncated(input.bytes);
    const end = start + size;
    if (!sync.every((byte, index) => byte === input.bytes[end + index]))
      return new Fault('CONTAINER_SYNC', { block: blocks.length, offset: end });
    blocks.push({ count, packed: input.bytes.subarray(start, end), offset });
    input.offset = end + SYNC_BYTES;
  }
  return blocks;
}

/** A number that could not be read: cut short, or longer than any number is. */
function spent(input: AvroInput, block?: number): Fault {
  const { code } = input.refusalAt(0);
  if (code === 'TRUNCATED') return truncated(input.bytes);
  const problem = 'a number of more than ten bytes';
  return block === undefined ? header(problem, input.offset) : blockFault(problem, block, input.offset);
}

const truncated = (bytes: Uint8Array): Fault => new Fault('CONTAINER_TRUNCATED', { offset: bytes.length });
const header = (problem: string, offset: number): Fault => new Fault('CONTAINER_HEADER', { problem, offset });
const blockFault = (problem: string, block: number, offset: number): Fault =>
  new Fault('CONTAINER_BLOCK', { problem, block, offset });
