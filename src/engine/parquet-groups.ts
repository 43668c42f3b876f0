import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { LIMITS } from '../base/limits.ts';
import type { TextsAs } from '../codec/arrow/fit-text.ts';
import { PAGE_HEADER_BYTES_MAX, type PageStop, PageWalk } from '../codec/parquet/check-pages.ts';
import type { ColumnChunk, FileLayout, RowGroup } from '../codec/parquet/file-layout.ts';
import {
  footerLength,
  type OpenParquet,
  openParquet,
  TAIL_BYTES,
  type Unreadable,
  withTextsAsBytes,
} from '../codec/parquet/open-parquet.ts';

type Wasm = typeof import('parquet-wasm/node');
type WasmFile = Awaited<ReturnType<Wasm['ParquetFile']['fromFile']>>;

/** A file of which one row group after another is read; its bytes can end the thread that does. */
export class ParquetGroups {
  readonly layout: FileLayout;
  readonly #handle: FileHandle;
  readonly #file: WasmFile;
  /** What was handed out, so that it can be let go before it is collected. */
  readonly #given: ArrayBuffer[];

  private constructor(layout: FileLayout, handle: FileHandle, file: WasmFile, given: ArrayBuffer[]) {
    [this.layout, this.#handle, this.#file, this.#given] = [layout, handle, file, given];
  }

  static async open(path: string, texts: TextsAs): Promise<ParquetGroups | Unreadable> {
    const handle = await open(path);
    try {
      const { size } = await handle.stat();
      const opened = await openFile(handle, size);
      if ('code' in opened) {
        await handle.close();
        return opened;
      }
      const footer = texts === 'texts' ? opened.layout.own : withTextsAsBytes(opened);
      const tail = await bytesAt(handle, size - TAIL_BYTES, TAIL_BYTES);
      const own = new Uint8Array(Buffer.concat([footer, tail]));
      const given: ArrayBuffer[] = [];
      const { ParquetFile } = createRequire(import.meta.url)('parquet-wasm/node') as Wasm;
      const file = await ParquetFile.fromFile(blobOf(handle, size, own, given));
      return new ParquetGroups(opened.layout, handle, file, given);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** What is wrong with the pages of a row group, which is to be asked before they are read. */
  checked(block: number): Promise<Unreadable | undefined> {
    return checked(this.#handle, this.layout.groups[block]!, block);
  }

  /** The batches of a row group, each as a stream of Arrow IPC. */
  async *batches(block: number): AsyncGenerator<Uint8Array> {
    for await (const stream of batchesOf(this.#file, this.layout.groups[block]!, block)) {
      // All that was read of the row group is in the library's memory by now.
      for (const buffer of this.#given.splice(0)) buffer.transfer(0);
      yield stream;
    }
  }

  bytesOf({ start, bytes }: Pick<ColumnChunk, 'start' | 'bytes'>): Promise<Uint8Array<ArrayBuffer>> {
    return bytesAt(this.#handle, start, bytes);
  }

  async close(): Promise<void> {
    this.#file.free();
    await this.#handle.close();
  }
}

/** Its row groups, or nothing where it has none that can be read. */
export async function parquetLayout(path: string): Promise<FileLayout | undefined> {
  const handle = await open(path);
  try {
    const opened = await openFile(handle, (await handle.stat()).size);
    return 'code' in opened ? undefined : opened.layout;
  } finally {
    await handle.close();
  }
}

/**
 * What the library asks a Blob for, and no more: Node's own would hold a row group twice while it is read.
 *
 * @param end  stands for the last bytes of the file
 * @param given  gathers what was handed out, so that it can be let go before it is collected
 */
function blobOf(handle: FileHandle, size: number, end: Uint8Array, given: ArrayBuffer[]): Blob {
  const end_start = size - end.length;
  const slice = (from: number, to: number): unknown => ({
    size: to - from,
    slice: (start: number, stop: number) => slice(from + start, Math.min(from + stop, to)),
    arrayBuffer: async () => {
      const bytes = await bytesAt(handle, from, to - from);
      if (to > end_start) {
        const at = Math.max(from, end_start);
        bytes.set(end.subarray(at - end_start, to - end_start), at - from);
      }
      given.push(bytes.buffer);
      return bytes.buffer;
    },
  });
  return slice(0, size) as Blob;
}

async function openFile(handle: FileHandle, size: number): Promise<OpenParquet | Unreadable> {
  const tail_bytes = Math.min(TAIL_BYTES, size);
  const length = footerLength(await bytesAt(handle, size - tail_bytes, tail_bytes), size);
  if (typeof length !== 'number') return length;
  const footer = await bytesAt(handle, size - TAIL_BYTES - length, length);
  return openParquet(await bytesAt(handle, 0, 4), footer, size);
}

/** Its pages, before the library sees them: one at a time, so that a column is never held beside what is read of it. */
async function checked(handle: FileHandle, group: RowGroup, block: number): Promise<Unreadable | undefined> {
  for (const column of group.columns) {
    const stop = await columnStop(handle, column);
    if (stop !== undefined) {
      const { name } = column;
      return { code: stop.code, offset: column.start + stop.at, block, name };
    }
  }
  // That of a large page is let go before its column is read.
  if (window.length > WINDOW_bytes) {
    window.buffer.transfer(0);
    window = new Uint8Array(WINDOW_bytes);
  }
  return undefined;
}

const WINDOW_bytes = 1 << 20;
/** One for all columns: to make it anew each time left as much to be collected as the file has bytes. */
let window = new Uint8Array(WINDOW_bytes);

async function columnStop(handle: FileHandle, column: ColumnChunk): Promise<PageStop | undefined> {
  let [from, held] = [0, 0];
  /** Bytes of the column, until the next are asked for; of small pages many are read at once. */
  const bytesOf = async (at: number, length: number): Promise<Uint8Array> => {
    if (at < from || at + length > from + held) {
      const more = Math.min(Math.max(length, WINDOW_bytes), column.bytes - at);
      if (more > window.length) {
        window.buffer.transfer(0);
        window = new Uint8Array(more);
      }
      await fill(window.subarray(0, more), handle, column.start + at);
      [from, held] = [at, more];
    }
    return window.subarray(at - from, at - from + length);
  };
  const walk = new PageWalk(column);
  while (!walk.isAtEnd) {
    const page = walk.header(await bytesOf(walk.at, Math.min(PAGE_HEADER_BYTES_MAX, column.bytes - walk.at)));
    if ('code' in page) return page;
    const stop = walk.body(await bytesOf(page.start, page.bytes), page.start);
    if (stop !== undefined) return stop;
  }
  return walk.end();
}

/**
 * The library unpacks all that it is asked for before it gives out a batch, beside the packed bytes of the whole row group:
 * of a large one it is asked for some rows after others.
 */
async function* batchesOf(
  file: WasmFile,
  { rows, columns }: RowGroup,
  block: number,
): AsyncGenerator<Uint8Array> {
  const sum = (of: (column: ColumnChunk) => number): number =>
    columns.reduce((total, column) => total + of(column), 0);
  const made_bytes = Math.max(
    sum(column => column.unpacked_bytes),
    sum(column => column.values * column.width_bytes),
  );
  const fitting = (room_bytes: number): number =>
    Math.max(1, Math.min(rows, Math.floor((rows * room_bytes) / Math.max(made_bytes, 1))));
  const batchSize = Math.min(fitting(LIMITS.parquet_batch_bytes), LIMITS.parquet_batch_rows_max);
  const limit = fitting(LIMITS.parquet_unpacked_bytes - sum(column => column.bytes));
  for (let offset = 0; offset < rows; offset += limit) {
    const batches = await file.stream({ rowGroups: [block], batchSize, offset, limit });
    for await (const batch of batches) yield batch.intoIPCStream();
  }
}

async function bytesAt(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  await fill(bytes, handle, position);
  return bytes;
}

async function fill(bytes: Uint8Array, handle: FileHandle, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, position + at);
    if (bytesRead === 0) throw new RangeError('the file became shorter while it was read');
    at += bytesRead;
  }
}
