import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../../base/limits.ts';
import { batchOfColumns, columnsOf } from '../../contract/batch.ts';
import type { FieldId } from '../../contract/field.ts';
import type { Schema } from '../../contract/schema.ts';
import { taken } from '../../contract/take.ts';
import type { ColumnPiece } from '../parquet/column-piece.ts';
import { ParquetFileWriter } from '../parquet/file-writer.ts';
import { PageRoom } from '../parquet/page-room.ts';
import { tooFarIn } from '../parquet/parquet-form.ts';
import { writeRowGroup } from '../parquet/row-groups.ts';
import {
  type Form,
  type Lacking,
  type Piece,
  type PieceWriter,
  pieceOf,
  type Written,
} from './record-form.ts';

/** One file of row groups that were written apart. */
export const PARQUET_FORM: Form = {
  writer: written => new ParquetPieces(written),
  joiner: ({ schema, library }) => {
    const file = new ParquetFileWriter(schema, library, PACKING);
    return {
      start: [file.start],
      add: piece => pieceOf('groups', piece).groups.flatMap(group => file.add(group)),
      end: () => [file.end()],
    };
  },
};

/** Batches are gathered until a row group of them is worth its columns. */
export class ParquetPieces implements PieceWriter {
  readonly #written: Written;
  readonly #room: PageRoom;
  #held: RecordBatch[] = [];
  #bytes = 0;
  #rows = 0;

  constructor(written: Written, room = new PageRoom()) {
    [this.#written, this.#room] = [written, room];
  }

  get schema(): Schema {
    return this.#written.schema;
  }

  get isFull(): boolean {
    return this.#bytes >= LIMITS.parquet_group_bytes || this.#rows >= LIMITS.parquet_group_rows;
  }

  add(batch: RecordBatch): Lacking {
    const { schema } = this.#written;
    const lacking = lackingIn(schema, batch);
    const kept =
      lacking.length === 0 ? batch : without(schema, batch, new Set(lacking.map(({ row }) => row)));
    if (kept.numRows === 0) return lacking;
    this.#held.push(kept);
    this.#bytes += kept.data.byteLength;
    this.#rows += kept.numRows;
    return lacking;
  }

  /** Of what was added and not yet taken, unpacked. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param besides  columns of all that was added which are written already: one row group is made around them */
  taken(besides: ReadonlyMap<FieldId, ColumnPiece> = NONE): Piece {
    const { schema, library } = this.#written;
    const [held, rows] = [this.#held, this.#rows];
    [this.#held, this.#bytes, this.#rows] = [[], 0, 0];
    if (rows === 0) return { kind: 'groups', groups: [] };
    return { kind: 'groups', groups: [writeRowGroup(library, schema, held, besides, this.#room)] };
  }
}

const PACKING = 'zstd';
const NONE: ReadonlyMap<FieldId, ColumnPiece> = new Map();

/** Rows with a moment that Parquet has no number for; they are few, and sought by halves. */
function lackingIn(schema: Schema, batch: RecordBatch, first = 0): Lacking {
  const field = tooFarIn(schema, batch);
  if (field === undefined) return [];
  if (batch.numRows === 1) return [{ row: first, field }];
  const half = batch.numRows >> 1;
  return [
    ...lackingIn(schema, cut(schema, batch, 0, half), first),
    ...lackingIn(schema, cut(schema, batch, half, batch.numRows), first + half),
  ];
}

const rowsOf = (schema: Schema, batch: RecordBatch, rows: Int32Array): RecordBatch =>
  batchOfColumns(
    schema,
    columnsOf(schema, batch).map(({ field, data }) => taken(field, data, rows, () => undefined)),
    rows.length,
  );

const cut = (schema: Schema, batch: RecordBatch, start: number, end: number): RecordBatch =>
  rowsOf(
    schema,
    batch,
    Int32Array.from({ length: end - start }, (_, row) => start + row),
  );

const without = (schema: Schema, batch: RecordBatch, out: ReadonlySet<number>): RecordBatch =>
  rowsOf(
    schema,
    batch,
    Int32Array.from({ length: batch.numRows }, (_, row) => row).filter(row => !out.has(row)),
  );
