import type { TextsAs } from '../codec/arrow/fit-text.ts';
import type { Unreadable } from '../codec/parquet/open-parquet.ts';

/** What the thread says: a batch as a stream of Arrow IPC, and after the last why it is the last. */
export type ParquetSaid =
  | { readonly kind: 'batch'; readonly stream: Uint8Array; readonly block: number }
  | { readonly kind: 'end'; readonly rows: number }
  | { readonly kind: 'refused'; readonly why: Unreadable };

/** What the thread is asked for: a file, and, once for each thing it said, one more. `reading` counts the files. */
export type ParquetAsk =
  | {
      readonly kind: 'file';
      readonly file: string;
      readonly reading: number;
      /** The first row group that is wanted, from 0. */
      readonly from: number;
      readonly texts: TextsAs;
    }
  | { readonly kind: 'more'; readonly reading: number };
