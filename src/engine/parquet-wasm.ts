import { createRequire } from 'node:module';
import type { ParquetLibrary, ParquetPacking, ParquetTrouble } from '../codec/parquet/parquet-library.ts';

type Wasm = typeof import('parquet-wasm/node');

const require = createRequire(import.meta.url);
const NAME = 'parquet-wasm/node';

/**
 * parquet-wasm in our own process, for small files of our own. A panic leaves its instance in pieces, so after one the
 * next is made anew. Files of others are read in a thread of their own: they can make it loop, or fill its memory.
 */
export function parquetWasm(): ParquetLibrary {
  return {
    read: (bytes, batchSize) => {
      try {
        return load().readParquet(bytes, { batchSize }).intoIPCStream();
      } catch (error) {
        leaveAfter(error);
        return troubleOf(error);
      }
    },
    write: (stream, packing) => {
      const { Table, WriterPropertiesBuilder, writeParquet, Compression } = load();
      try {
        const properties = new WriterPropertiesBuilder()
          .setCompression(Compression[COMPRESSIONS[packing]])
          .setMaxRowGroupSize(ROWS_MAX);
        return writeParquet(Table.fromIPCStream(stream), properties.build());
      } catch (error) {
        leaveAfter(error);
        throw error;
      }
    },
  };
}

/** It has no codes, so it is known by its words. */
const troubleOf = (error: unknown): ParquetTrouble =>
  error instanceof Error && /utf-?8/i.test(error.message) ? 'text' : 'other';

/** What the library refuses it says with an error of its own; what ends it is the machine's. */
const isTrap = (error: unknown): boolean => !(error instanceof Error) || error.name === 'RuntimeError';

function leaveAfter(error: unknown): void {
  if (isTrap(error)) delete require.cache[require.resolve(NAME)];
}

const load = (): Wasm => require(NAME) as Wasm;

/** What it is given is one row group, however many records that are: by itself it cuts after 2^20. */
const ROWS_MAX = 2 ** 31 - 1;

const COMPRESSIONS: Readonly<Record<ParquetPacking, keyof Wasm['Compression']>> = {
  none: 'UNCOMPRESSED',
  snappy: 'SNAPPY',
  gzip: 'GZIP',
  zstd: 'ZSTD',
};
