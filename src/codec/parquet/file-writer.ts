import { Fault } from '../../base/fault.ts';
import { batchOf } from '../../contract/batch.ts';
import type { Schema } from '../../contract/schema.ts';
import { type ThriftStruct, thriftBytes } from '../../native/parquet/thrift-tree.ts';
import { type ColumnPiece, chunkAt } from './column-piece.ts';
import { FILE, GROUP, listOf, long, META, numberAt } from './footer-tree.ts';
import { parquetForm } from './parquet-form.ts';
import type { ParquetLibrary, ParquetPacking } from './parquet-library.ts';
import { emptyFooter, type RowGroupPiece } from './row-groups.ts';

const MAGIC = Buffer.from('PAR1', 'latin1');

/** A Parquet file that leaves as it is made: row groups that were written apart, under one footer. */
export class ParquetFileWriter {
  readonly start: Uint8Array = MAGIC;
  readonly #footer: ThriftStruct;
  readonly #groups: ThriftStruct[] = [];
  #at = MAGIC.length;
  #rows = 0;

  constructor(schema: Schema, library: ParquetLibrary, packing: ParquetPacking) {
    const form = parquetForm(schema, batchOf(schema, []));
    if (form instanceof Fault) throw form;
    this.#footer = emptyFooter(library, packing, form.schema, form.batch);
  }

  /** What the file goes on with. */
  add({ rows, unpacked_bytes, columns }: RowGroupPiece): readonly Uint8Array[] {
    if (rows === 0) return [];
    const start = this.#at;
    const chunks = columns.map(column => this.#chunk(column));
    const group = new Map([
      [GROUP.columns, listOf(chunks)],
      [GROUP.bytes, long(unpacked_bytes)],
      [GROUP.rows, long(rows)],
      [GROUP.start, long(start)],
      [GROUP.packed_bytes, long(this.#at - start)],
    ]);
    this.#groups.push(group);
    this.#rows += rows;
    return columns.map(({ bytes }) => bytes);
  }

  #chunk(column: ColumnPiece): ThriftStruct {
    const chunk = chunkAt(column, this.#at);
    if (numberAt(column.meta, META.packed_bytes) !== column.bytes.length)
      throw new TypeError('a column is not as long as it says');
    this.#at += column.bytes.length;
    return chunk;
  }

  /** What it ends with. */
  end(): Uint8Array {
    const footer = thriftBytes(
      new Map([...this.#footer, [FILE.rows, long(this.#rows)], [FILE.groups, listOf(this.#groups)]]),
    );
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    return Buffer.concat([footer, length, MAGIC]);
  }
}
