import type { WireColumn } from './function-wire.ts';

/** Some rows of a column, in any order. */
export function wireRows(column: WireColumn, rows: Int32Array): WireColumn {
  const { layout, valid, offsets, parts } = column;
  const picked = valid && Uint8Array.from(rows, row => valid[row]!);
  if (offsets === undefined) {
    const { size } = layout;
    const isTensor = layout.kind === 'tensor';
    const inside = isTensor ? spread(rows, row => [row * size, (row + 1) * size]) : rows;
    return {
      layout,
      rows: rows.length,
      valid: picked,
      offsets: undefined,
      values:
        parts.length > 0 ? column.values : runs(column.values, rows, row => [row * size, (row + 1) * size]),
      parts: parts.map(part => wireRows(part, inside)),
    };
  }
  const bounds = (row: number): readonly [number, number] => [offsets[row]!, offsets[row + 1]!];
  const moved = new Int32Array(rows.length + 1);
  for (const [at, row] of rows.entries()) moved[at + 1] = moved[at]! + offsets[row + 1]! - offsets[row]!;
  const inside = parts.length > 0 ? spread(rows, bounds) : rows;
  return {
    layout,
    rows: rows.length,
    valid: picked,
    offsets: moved,
    values: parts.length > 0 ? column.values : runs(column.values, rows, bounds),
    parts: parts.map(part => wireRows(part, inside)),
  };
}

type Bounds = (row: number) => readonly [start: number, end: number];

function runs(values: Uint8Array, rows: Int32Array, bounds: Bounds): Uint8Array {
  let bytes = 0;
  for (const row of rows) bytes += bounds(row)[1] - bounds(row)[0];
  const picked = new Uint8Array(bytes);
  let at = 0;
  for (const row of rows) {
    const [start, end] = bounds(row);
    picked.set(values.subarray(start, end), at);
    at += end - start;
  }
  return picked;
}

function spread(rows: Int32Array, bounds: Bounds): Int32Array {
  let items = 0;
  for (const row of rows) items += bounds(row)[1] - bounds(row)[0];
  const inside = new Int32Array(items);
  let at = 0;
  for (const row of rows) {
    const [start, end] = bounds(row);
    for (let item = start; item < end; item++) inside[at++] = item;
  }
  return inside;
}

/** Whether a row of one column holds what a row of another does, to the bit; but NaN is NaN, whatever its bits. */
export function isAlike(a: WireColumn, row: number, b: WireColumn, other: number): boolean {
  const isThere = a.valid?.[row] !== 0;
  if (isThere !== (b.valid?.[other] !== 0)) return false;
  if (!isThere) return true;
  const { layout, parts } = a;
  const { kind, size } = layout;
  if (a.offsets !== undefined) {
    const [start, end] = [a.offsets[row]!, a.offsets[row + 1]!];
    const from = b.offsets![other]!;
    if (end - start !== b.offsets![other + 1]! - from) return false;
    if (parts.length === 0) return sameBytes(a.values, start, b.values, from, end - start);
    return each(end - start, at =>
      parts.every((part, index) => isAlike(part, start + at, b.parts[index]!, from + at)),
    );
  }
  if (kind === 'struct') return parts.every((part, index) => isAlike(part, row, b.parts[index]!, other));
  if (kind === 'tensor')
    return each(size, at => isAlike(parts[0]!, row * size + at, b.parts[0]!, other * size + at));
  if (sameBytes(a.values, row * size, b.values, other * size, size)) return true;
  return FLOATS.has(kind) && Number.isNaN(floatAt(a, row)) && Number.isNaN(floatAt(b, other));
}

const FLOATS: ReadonlySet<string> = new Set(['float16', 'bfloat16', 'float32', 'float64']);

function floatAt({ values, layout }: WireColumn, row: number): number {
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  return layout.size === 4 ? view.getFloat32(row * 4, true) : view.getFloat64(row * 8, true);
}

function sameBytes(a: Uint8Array, from: number, b: Uint8Array, start: number, bytes: number): boolean {
  for (let at = 0; at < bytes; at++) if (a[from + at] !== b[start + at]) return false;
  return true;
}

function each(count: number, holds: (at: number) => boolean): boolean {
  for (let at = 0; at < count; at++) if (!holds(at)) return false;
  return true;
}
