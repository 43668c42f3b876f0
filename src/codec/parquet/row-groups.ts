import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../../base/fault.ts';
import type { Schema } from '../../contract/schema.ts';
import { readThrift, type ThriftStruct } from '../../native/parquet/thrift-tree.ts';
import { arrowStream } from '../arrow/arrow-codec.ts';
import { type ColumnPiece, pieceOf, spanOf } from './column-piece.ts';
import { FILE, GROUP, numberAt, structsAt } from './footer-tree.ts';
import { footerLength, TAIL_BYTES } from './open-parquet.ts';
import type { ParquetLibrary, ParquetPacking } from './parquet-library.ts';

/** A row group wherever it is put: its columns in the order of the schema's leaves. */
export type RowGroupPiece = {
  readonly rows: number;
  readonly unpacked_bytes: number;
  readonly columns: readonly ColumnPiece[];
};

/**
 * Batches that Parquet has types for, as row groups that can be put into any file of their schema.
 *
 * @throws TypeError at a null where none may be: a gate was there
 */
export function writeRowGroups(
  library: ParquetLibrary,
  packing: ParquetPacking,
  schema: Schema,
  batches: readonly RecordBatch[],
): readonly RowGroupPiece[] {
  const { bytes, footer } = written(library, packing, schema, batches);
  return structsAt(footer, FILE.groups).map(group => ({
    rows: numberAt(group, GROUP.rows) ?? 0,
    unpacked_bytes: numberAt(group, GROUP.bytes) ?? 0,
    columns: structsAt(group, GROUP.columns).map(chunk => {
      const { start, end } = spanOf(chunk);
      return pieceOf(chunk, bytes.subarray(start, end));
    }),
  }));
}

/** What a file without records says of a schema. */
export const emptyFooter = (
  library: ParquetLibrary,
  packing: ParquetPacking,
  schema: Schema,
  none: RecordBatch,
): ThriftStruct => written(library, packing, schema, [none]).footer;

function written(
  library: ParquetLibrary,
  packing: ParquetPacking,
  schema: Schema,
  batches: readonly RecordBatch[],
): { readonly bytes: Uint8Array; readonly footer: ThriftStruct } {
  const stream = arrowStream(schema, batches, 'parquet');
  if (stream instanceof Fault) throw new TypeError('a null passed the gates');
  const bytes = library.write(stream, packing);
  const length = footerLength(bytes.subarray(-TAIL_BYTES), bytes.length);
  if (typeof length !== 'number') throw new TypeError('the library wrote no file');
  const end = bytes.length - TAIL_BYTES;
  return { bytes, footer: readThrift(bytes.subarray(end - length, end)) };
}
