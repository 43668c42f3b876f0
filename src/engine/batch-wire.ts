import { isMarkedAsUntransferable } from 'node:worker_threads';
import * as arrow from 'apache-arrow';
import { arrowType } from '../contract/arrow-field.ts';
import { batchOfColumns, columnsOf } from '../contract/batch.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';

/** A batch as threads hand it to each other: its buffers, without the types that both sides know. */
export type BatchWire = { readonly rows: number; readonly columns: readonly ColumnWire[] };

type ColumnWire = {
  readonly length: number;
  readonly nulls: number;
  readonly bitmap: Uint8Array | undefined;
  readonly values: ArrayBufferView | undefined;
  readonly offsets: Int32Array | undefined;
  readonly children: readonly ColumnWire[];
};

export type Packed = { readonly batch: BatchWire; readonly transfer: readonly ArrayBuffer[] };

/**
 * @param owner  `kept`: whoever gave the batch still reads it, so what is handed on is a copy, in one buffer; `given`: nobody does,
 *   and buffers that are the batch's own are handed on as they are
 */
export function packedBatch(schema: Schema, batch: arrow.RecordBatch, owner: 'kept' | 'given'): Packed {
  const columns = columnsOf(schema, batch).map(({ data }) => columnWire(data));
  const views: ArrayBufferView[] = [];
  for (const column of columns) collect(column, views);
  const own = owner === 'given' ? ownedIn(views) : new Set<ArrayBuffer>();
  const rest = views.filter(({ buffer }) => !own.has(buffer as ArrayBuffer));
  const copies = copied(rest);
  const moved = new Map(rest.map((view, at) => [view, copies[at]!]));
  const transfer = new Set([...own, ...copies.map(({ buffer }) => buffer as ArrayBuffer)]);
  return {
    batch: { rows: batch.numRows, columns: columns.map(column => withViews(column, moved)) },
    transfer: [...transfer],
  };
}

export const unpackedBatch = (schema: Schema, { rows, columns }: BatchWire): arrow.RecordBatch =>
  batchOfColumns(
    schema,
    schema.fields.map((field, at) => columnData(field, columns[at]!)),
    rows,
  );

/** Bits that begin inside a byte are moved to its beginning, so that no place has to be told. */
function columnWire(data: arrow.Data): ColumnWire {
  const { length, nullCount, nullBitmap, offset, values, valueOffsets } = data;
  const isBits = data.typeId === arrow.Type.Bool;
  const hasNulls = nullCount > 0 && nullBitmap !== undefined && nullBitmap.length > 0;
  return {
    length,
    nulls: hasNulls ? nullCount : 0,
    bitmap: hasNulls ? bitsFrom(nullBitmap, offset, length) : undefined,
    values: isBits ? bitsFrom(values as Uint8Array, offset, length) : (values as ArrayBufferView | undefined),
    offsets: valueOffsets as Int32Array | undefined,
    children: data.children.map(columnWire),
  };
}

export function bitsFrom(bits: Uint8Array, offset: number, length: number): Uint8Array {
  const bytes = (length + 7) >> 3;
  const start = offset >> 3;
  const shift = offset & 7;
  if (shift === 0) return bits.subarray(start, start + bytes);
  const made = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at++)
    made[at] = (bits[start + at]! >> shift) | ((bits[start + at + 1] ?? 0) << (8 - shift));
  return made;
}

function collect({ bitmap, values, offsets, children }: ColumnWire, views: ArrayBufferView[]): void {
  for (const view of [bitmap, values, offsets]) if (view !== undefined) views.push(view);
  for (const child of children) collect(child, views);
}

/** Buffers most of which these views are: what stands beside them would go with them. */
function ownedIn(views: readonly ArrayBufferView[]): Set<ArrayBuffer> {
  const used = new Map<ArrayBuffer, number>();
  for (const { buffer, byteLength } of views)
    if (buffer instanceof ArrayBuffer) used.set(buffer, (used.get(buffer) ?? 0) + byteLength);
  const own = [...used].filter(
    ([buffer, bytes]) => bytes * 2 >= buffer.byteLength && bytes > 0 && !isMarkedAsUntransferable(buffer),
  );
  return new Set(own.map(([buffer]) => buffer));
}

const ALIGNMENT_bytes = 8;
const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT_bytes) * ALIGNMENT_bytes;

/** The same values, all in one buffer. */
function copied(views: readonly ArrayBufferView[]): readonly ArrayBufferView[] {
  const buffer = new ArrayBuffer(views.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0));
  const bytes = new Uint8Array(buffer);
  let at = 0;
  return views.map(view => {
    bytes.set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), at);
    const made = sameView(view, buffer, at);
    at += aligned(view.byteLength);
    return made;
  });
}

type ViewOf = new (buffer: ArrayBuffer, offset: number, length: number) => ArrayBufferView;

function sameView(view: ArrayBufferView, buffer: ArrayBuffer, at: number): ArrayBufferView {
  const { BYTES_PER_ELEMENT: width = 1 } = view as Uint8Array;
  // A Buffer would come out of the other thread as a Uint8Array in any case.
  const Values = Buffer.isBuffer(view) ? Uint8Array : (view.constructor as ViewOf);
  return new Values(buffer, at, view.byteLength / width);
}

function withViews(column: ColumnWire, moved: ReadonlyMap<ArrayBufferView, ArrayBufferView>): ColumnWire {
  const at = <V extends ArrayBufferView | undefined>(view: V): V =>
    view === undefined ? view : ((moved.get(view) ?? view) as V);
  return {
    ...column,
    bitmap: at(column.bitmap),
    values: at(column.values),
    offsets: at(column.offsets),
    children: column.children.map(child => withViews(child, moved)),
  };
}

const columnData = (field: Field, column: ColumnWire): arrow.Data => dataOf(arrowType(field), column);

function dataOf(type: arrow.DataType, column: ColumnWire): arrow.Data {
  const { length, nulls, bitmap, values, offsets, children } = column;
  const inside = children.map((child, at) => dataOf(type.children[at]!.type, child));
  return new arrow.Data(type, 0, length, nulls, [offsets, values, bitmap] as never, inside);
}
