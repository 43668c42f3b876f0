/** What packs the pages of a file. */
export const PARQUET_PACKINGS = ['none', 'snappy', 'gzip', 'zstd'] as const;
export type ParquetPacking = (typeof PARQUET_PACKINGS)[number];

/**
 * Who turns Parquet into Arrow IPC and back. Its own checks are few: it is given nothing whose structure was not looked
 * at before, and what it gives is read as a file of anybody is.
 */
export interface ParquetLibrary {
  /** The records as Arrow IPC; undefined where it could not read them, whatever became of it. */
  read(bytes: Uint8Array): Uint8Array | undefined;
  /** One file of the batches of an Arrow IPC stream. */
  write(stream: Uint8Array, packing: ParquetPacking): Uint8Array;
}
