import { openAsBlob } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { LIMITS } from '../base/limits.ts';
import { pagesStop } from '../codec/parquet/check-pages.ts';
import type { RowGroup } from '../codec/parquet/file-layout.ts';
import {
  footerLength,
  type OpenParquet,
  openParquet,
  TAIL_BYTES,
  type Unreadable,
} from '../codec/parquet/open-parquet.ts';
import { troubleOf } from './parquet-wasm.ts';
import type { ParquetAsk, ParquetSaid } from './parquet-wire.ts';

/** The thread of parquet-thread: a file after another is read, a batch for each time it is asked. */
const { ParquetFile } = createRequire(import.meta.url)(
  'parquet-wasm/node',
) as typeof import('parquet-wasm/node');
const port = parentPort!;

let [reading, asked] = [0, 0];
let wake: () => void = () => undefined;
port.on('message', (ask: ParquetAsk) => {
  if (ask.kind === 'file') {
    [reading, asked] = [ask.reading, LIMITS.parquet_batches_ahead];
    // What it throws ends the thread, and is the refusal of the file.
    void run(ask.file).then(say);
  } else if (ask.reading === reading) {
    asked++;
    wake();
  }
});

async function say(said: ParquetSaid): Promise<void> {
  while (asked === 0) await new Promise<void>(resolve => (wake = resolve));
  asked--;
  port.postMessage(said, said.kind === 'batch' ? [said.stream.buffer as ArrayBuffer] : []);
}

async function run(path: string): Promise<ParquetSaid> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const opened = await openFile(handle, size);
    if ('code' in opened) return { kind: 'refused', why: opened };
    const { footer, footer_start, layout } = opened;
    const whole = await openAsBlob(path);
    const tail = await bytesAt(handle, size - TAIL_BYTES, TAIL_BYTES);
    const parts = [whole.slice(0, footer_start), footer, tail] as ConstructorParameters<typeof Blob>[0];
    const file = await ParquetFile.fromFile(new Blob(parts));
    for (const [block, group] of layout.groups.entries()) {
      const why = await checked(handle, group, block);
      if (why !== undefined) return { kind: 'refused', why };
      try {
        for await (const stream of batchesOf(file, group, block)) await say({ kind: 'batch', stream, block });
      } catch (error) {
        if (troubleOf(error) === 'other') throw error;
        return {
          kind: 'refused',
          why: { code: 'INVALID_UTF8', offset: group.columns[0]?.start ?? 0, block },
        };
      }
    }
    return { kind: 'end', rows: layout.rows };
  } finally {
    await handle.close();
  }
}

async function openFile(handle: FileHandle, size: number): Promise<OpenParquet | Unreadable> {
  const tail_bytes = Math.min(TAIL_BYTES, size);
  const length = footerLength(await bytesAt(handle, size - tail_bytes, tail_bytes), size);
  if (typeof length !== 'number') return length;
  const footer = await bytesAt(handle, size - TAIL_BYTES - length, length);
  return openParquet(await bytesAt(handle, 0, 4), footer, size);
}

/** Its pages, before the library sees them: a column at a time. */
async function checked(handle: FileHandle, group: RowGroup, block: number): Promise<Unreadable | undefined> {
  for (const column of group.columns) {
    const stop = pagesStop(await bytesAt(handle, column.start, column.bytes), column);
    if (stop !== undefined) return { code: stop.code, offset: column.start + stop.at, block };
  }
  return undefined;
}

async function* batchesOf(
  file: Awaited<ReturnType<typeof ParquetFile.fromFile>>,
  { rows, columns }: RowGroup,
  block: number,
): AsyncGenerator<Uint8Array> {
  const unpacked_bytes = columns.reduce((sum, column) => sum + column.unpacked_bytes, 0);
  const fitting = Math.floor((rows * LIMITS.parquet_batch_bytes) / Math.max(unpacked_bytes, 1));
  const batchSize = Math.max(1, Math.min(rows, fitting, LIMITS.parquet_batch_rows_max));
  const batches = await file.stream({ rowGroups: [block], batchSize });
  for await (const batch of batches) yield batch.intoIPCStream();
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(bytes, at, length - at, position + at);
    if (bytesRead === 0) throw new RangeError('the file became shorter while it was read');
    at += bytesRead;
  }
  return bytes;
}
