import type { Data } from 'apache-arrow';
import { presenceOf } from '../../contract/batch.ts';
import type { LeafForm } from './leaf-form.ts';

/** Rows of a column of a batch. */
export type Span = { readonly data: Data; readonly start: number; readonly end: number };

/** What goes into a page of a column, of one batch or of several. */
export type PageRows = { readonly spans: readonly Span[]; readonly rows: number; readonly nulls: number };

const PAGE_ROWS = 1 << 17;
/** Of values behind their lengths; a value that is larger is alone. */
const PAGE_bytes = 1 << 20;

/** The rows of a column in pages: where they are cut depends on the values, not on how batches were. */
export function* pagesOf({ values }: LeafForm, columns: readonly Data[]): Generator<PageRows> {
  let spans: Span[] = [];
  let [rows, bytes] = [0, 0];
  const page = (): PageRows => {
    const made = { spans, rows, nulls: spans.reduce((sum, span) => sum + nullsIn(span), 0) };
    [spans, rows, bytes] = [[], 0, 0];
    return made;
  };
  for (const data of columns) {
    const offsets = values === 'bytes' ? (data.valueOffsets as Int32Array) : undefined;
    for (let start = 0; start < data.length; ) {
      const most = Math.min(data.length, start + PAGE_ROWS - rows);
      const end =
        offsets === undefined ? most : fitting(offsets, start, most, PAGE_bytes - bytes, rows === 0);
      if (end > start) spans.push({ data, start, end });
      rows += end - start;
      if (offsets !== undefined) bytes += sizeOf(offsets, start, end);
      if (rows === PAGE_ROWS || end < most) yield page();
      start = end;
    }
  }
  if (rows > 0) yield page();
}

const LENGTH_bytes = 4;
const sizeOf = (offsets: Int32Array, start: number, end: number): number =>
  offsets[end]! - offsets[start]! + LENGTH_bytes * (end - start);

/** Up to which row they fit, one of them in any case where none is there yet. */
function fitting(
  offsets: Int32Array,
  start: number,
  most: number,
  room_bytes: number,
  isFirst: boolean,
): number {
  if (sizeOf(offsets, start, most) <= room_bytes) return most;
  let [fits, tooMany] = [start, most];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (sizeOf(offsets, start, middle) <= room_bytes) fits = middle;
    else tooMany = middle;
  }
  return isFirst ? Math.max(fits, start + 1) : fits;
}

function nullsIn({ data, start, end }: Span): number {
  const present = presenceOf(data);
  if (present === undefined) return 0;
  if (start === 0 && end === data.length) return data.nullCount;
  let nulls = 0;
  for (let row = start; row < end; row++) if (!present(row)) nulls++;
  return nulls;
}

/** For each row whether it has a value, 1 or 0. */
export function levelsOf({ spans, rows }: PageRows): Int32Array {
  const levels = new Int32Array(rows).fill(1);
  let at = 0;
  for (const { data, start, end } of spans) {
    const present = presenceOf(data);
    if (present !== undefined)
      for (let row = start; row < end; row++) if (!present(row)) levels[at + row - start] = 0;
    at += end - start;
  }
  return levels;
}
