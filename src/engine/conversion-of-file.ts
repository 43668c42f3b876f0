import type { Data, RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { type Apart, ApartRecords } from '../codec/apart.ts';
import { ArrowReader } from '../codec/arrow/arrow-reader.ts';
import { ParquetPieces } from '../codec/forms/parquet-pieces.ts';
import { pieceOf } from '../codec/forms/record-form.ts';
import type { ColumnPiece } from '../codec/parquet/column-piece.ts';
import { FILE, structsAt } from '../codec/parquet/footer-tree.ts';
import { PageRoom } from '../codec/parquet/page-room.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import {
  isPassable,
  type Passing,
  passedColumn,
  passingColumns,
  untouchedIn,
} from '../codec/parquet/passing-columns.ts';
import type { RowGroupPiece } from '../codec/parquet/row-groups.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { applyPlan } from '../convert/apply-plan.ts';
import type { Chain } from '../convert/chain.ts';
import { originsOf } from '../convert/origins.ts';
import { readThrift, type ThriftStruct } from '../native/parquet/thrift-tree.ts';
import type { FileWork, WrittenGroup } from './conversion-wire.ts';
import { convertBatch, truncatedIn } from './convert-batch.ts';
import { ParquetGroups } from './parquet-groups.ts';

/** A Parquet file, of which this thread reads, converts and writes one row group or another. */
export class ConversionOfFile {
  readonly #chain: Chain;
  readonly #work: FileWork;
  readonly #library: ParquetLibrary;
  readonly #to: Schema;
  readonly #room = new PageRoom();
  #file: ParquetGroups | undefined;
  #groups: readonly ThriftStruct[] = [];
  #passing: readonly Passing[] = [];

  constructor(chain: Chain, work: FileWork, library: ParquetLibrary) {
    [this.#chain, this.#work, this.#library] = [chain, work, library];
    this.#to = chain.plans.at(-1)!.to.schema;
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  /** Undefined: it can't be read, or not by us alone. */
  async group(block: number): Promise<WrittenGroup | undefined> {
    const file = await this.#opened();
    if (file === undefined || (await file.checked(block)) !== undefined) return undefined;
    const group = new Group(this.#chain, this.#work, this.#library, this.#passing, this.#room);
    for await (const stream of file.batches(block)) if (!(await group.take(stream))) return undefined;
    const { rows, columns } = file.layout.groups[block]!;
    if (group.rows !== rows) return undefined;
    const besides = new Map<FieldId, ColumnPiece>();
    for (const passing of group.passing) {
      const [said, chunk] = [this.#groups[block]!, columns[passing.column]!];
      if (!isPassable(passing, said, chunk)) continue;
      besides.set(passing.field.id, passedColumn(passing, said, await file.bytesOf(chunk)));
    }
    return group.written(besides);
  }

  async #opened(): Promise<ParquetGroups | undefined> {
    if (this.#file !== undefined) return this.#file;
    const { place, columns, plan, reader } = this.#work;
    const file = await ParquetGroups.open(place, 'texts');
    if (!(file instanceof ParquetGroups)) return undefined;
    this.#file = file;
    const footer = readThrift(file.layout.own);
    this.#groups = structsAt(footer, FILE.groups);
    const pairs = originsOf(this.#chain, plan, reader, columns);
    this.#passing = passingColumns(this.#library, footer, columns, this.#to, pairs);
    return file;
  }
}

/** What becomes of the records of one row group. */
class Group {
  readonly #chain: Chain;
  readonly #work: FileWork;
  readonly #pieces: ParquetPieces;
  readonly #rejects: Apart[] = [];
  readonly #absent = new Map<FieldId, number>();
  readonly #truncated = new Map<FieldId, number>();
  readonly #made: RowGroupPiece[] = [];
  /** Buffers that nobody reads once what was added is written: to wait until they are collected would hold as much again. */
  #spent: ArrayBuffer[] = [];
  /** Columns that are, so far, as they lie in the file. */
  passing: readonly Passing[];
  rows = 0;
  #converted = 0;
  #skipped = 0;

  constructor(
    chain: Chain,
    work: FileWork,
    library: ParquetLibrary,
    passing: readonly Passing[],
    room: PageRoom,
  ) {
    [this.#chain, this.#work, this.passing] = [chain, work, passing];
    const { schema, recordSchema } = chain.plans.at(-1)!.to;
    this.#pieces = new ParquetPieces({ schema, recordSchema, library }, room);
  }

  /** @returns whether they could be read */
  async take(stream: Uint8Array): Promise<boolean> {
    const apart = new ApartRecords();
    const reader = new ArrowReader(this.#work.columns, { texts: 'texts', apart });
    const batches = reader.push(stream);
    if ('kind' in batches || reader.end() !== undefined) return false;
    let areCopies = true;
    for (const batch of batches) {
      const isCopy = await this.#convert(batch, apart.of(batch));
      areCopies &&= isCopy;
    }
    if (areCopies) letGo([stream.buffer]);
    else if (stream.buffer instanceof ArrayBuffer) this.#spent.push(stream.buffer);
    addTo(this.#absent, reader.absentFilled);
    return true;
  }

  /** @returns whether what became of them has nothing of theirs: where records are left out, the others are copied */
  async #convert(batch: RecordBatch, apart: readonly Apart[]): Promise<boolean> {
    const { plan, columns, reader } = this.#work;
    const applied = applyPlan(plan, columns, reader, batch, new Set(apart.map(({ row }) => row)));
    if (applied.kind === 'refused') throw new TypeError('a plan that refuses was opened');
    const unread = [...apart, ...applied.rejects];
    const passed = placesOf(batch.numRows, unread);
    const done = await convertBatch(this.#chain, applied.accepted);
    if (done instanceof Fault) throw new TypeError('a chain with functions was given row groups');
    const lacking = this.#pieces.add(done.converted);
    const first = this.rows;
    const place = (row: number): number => first + (passed?.[row] ?? row);
    const rejects: readonly Apart[] = [
      ...unread.map(reject => ({ ...reject, row: first + reject.row })),
      ...done.rejects.map(
        ({ row, field, code, reason }): Apart => ({
          row: place(row),
          field,
          code,
          ...(reason !== undefined && { reason }),
        }),
      ),
      ...lacking.map(({ row, field }): Apart => {
        return { row: place(done.rows[row]!), field, code: 'CODEC_CANNOT_CARRY' };
      }),
    ];
    for (const reject of rejects.toSorted((a, b) => a.row - b.row)) this.#rejects.push(reject);
    this.rows += batch.numRows;
    const converted = done.rows.length - lacking.length;
    this.#converted += converted;
    this.#skipped += done.counts.reduce((sum, { skipped }) => sum + skipped, 0);
    addTo(this.#truncated, truncatedIn(done, lacking));
    const last = done.counts.at(-1)!;
    const isCopy = last.converted < last.read;
    if (isCopy) this.#spent.push(...buffersOf(done.converted.data));
    this.#pass(batch, done.converted, converted);
    return isCopy;
  }

  #pass(batch: RecordBatch, made: RecordBatch, converted: number): void {
    this.passing =
      converted === batch.numRows
        ? untouchedIn(this.passing, [this.#work.columns, batch], [this.#pieces.schema, made])
        : [];
    // To go around columns that stay, all of the row group is held.
    if (this.#pieces.bytes > LIMITS.parquet_group_held_bytes) this.passing = [];
    if (this.passing.length === 0 && this.#pieces.isFull) this.#flush(new Map());
  }

  written(besides: ReadonlyMap<FieldId, ColumnPiece>): WrittenGroup {
    this.#flush(besides);
    return {
      read: this.rows,
      converted: this.#converted,
      skipped: this.#skipped,
      truncated: this.#truncated,
      groups: this.#made,
      rejects: this.#rejects,
      absentFilled: this.#absent,
    };
  }

  #flush(besides: ReadonlyMap<FieldId, ColumnPiece>): void {
    this.#made.push(...pieceOf('groups', this.#pieces.taken(besides)).groups);
    letGo(this.#spent);
    this.#spent = [];
  }
}

/** Each once: columns may share one. */
function letGo(buffers: readonly ArrayBufferLike[]): void {
  for (const buffer of new Set(buffers))
    if (buffer instanceof ArrayBuffer && buffer.byteLength > 0) buffer.transfer(0);
}

function buffersOf({ values, valueOffsets, nullBitmap, children }: Data): readonly ArrayBuffer[] {
  const own = [values, valueOffsets, nullBitmap].flatMap((view: ArrayBufferView | undefined) =>
    view?.buffer instanceof ArrayBuffer ? [view.buffer] : [],
  );
  return [...own, ...children.flatMap(buffersOf)];
}

function addTo(sums: Map<FieldId, number>, more: ReadonlyMap<FieldId, number>): void {
  for (const [field, records] of more) sums.set(field, (sums.get(field) ?? 0) + records);
}

/** Where the records stood that are left when these are out. */
function placesOf(rows: number, out: readonly { readonly row: number }[]): readonly number[] | undefined {
  if (out.length === 0) return undefined;
  const gone = new Set(out.map(({ row }) => row));
  return Array.from({ length: rows }, (_, row) => row).filter(row => !gone.has(row));
}
