/** What packs the pages of a file. */
export const PARQUET_PACKINGS = ['none', 'snappy', 'gzip', 'zstd'] as const;
export type ParquetPacking = (typeof PARQUET_PACKINGS)[number];

/** Why the library read nothing: it found a text that is none, or whatever else became of it. */
export type ParquetTrouble = 'text' | 'other';

/**
 * Who turns Parquet into Arrow IPC and back. Its own checks are few: it is given nothing whose structure was not looked
 * at before, and what it gives is read as a file of anybody is.
 */
export interface ParquetLibrary {
  /** The records as Arrow IPC, in batches of so many. */
  read(bytes: Uint8Array, batch_rows: number): Uint8Array | ParquetTrouble;
  /** One file of the batches of an Arrow IPC stream. */
  write(stream: Uint8Array, packing: ParquetPacking): Uint8Array;
}
