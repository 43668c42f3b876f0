import { LIMITS } from '../../base/limits.ts';
import type { RejectCode } from '../../contract/reject.ts';
import { ThriftStop } from '../../native/parquet/thrift.ts';
import { type ColumnChunk, type FileLayout, layoutIn, type RowGroup } from './file-layout.ts';

const MAGIC = Buffer.from('PAR1', 'latin1');
const ENCRYPTED = Buffer.from('PARE', 'latin1');
/** The length of the footer, and the magic again. */
export const TAIL_BYTES = 8;

/** Why a file is not read, and from which of its bytes on. */
export type Unreadable = {
  readonly code: RejectCode;
  readonly offset: number;
  readonly block?: number;
  /** The name of the field in whose columns it is. */
  readonly name?: string;
};

/** A file whose structure holds together. */
export type OpenParquet = {
  readonly layout: FileLayout;
  readonly footer_start: number;
};

/** The last bytes of a file say how long its footer is. */
export function footerLength(tail: Uint8Array, size: number): number | Unreadable {
  const end = tail.subarray(tail.length - 4);
  if (ENCRYPTED.equals(end)) return { code: 'UNSUPPORTED', offset: size };
  if (tail.length < TAIL_BYTES || !MAGIC.equals(end)) return { code: 'TRUNCATED', offset: size };
  const length = new DataView(tail.buffer, tail.byteOffset + tail.length - TAIL_BYTES).getUint32(0, true);
  if (length + TAIL_BYTES + MAGIC.length > size) return { code: 'TRUNCATED', offset: size };
  return length > LIMITS.native_footer_bytes_max ? { code: 'MALFORMED', offset: size - TAIL_BYTES } : length;
}

/**
 * Holds a footer against its file: every column lies in it, apart from the others, and the counts agree.
 *
 * @param head  the first four bytes of the file
 * @param size  of the whole file, in bytes
 */
export function openParquet(head: Uint8Array, footer: Uint8Array, size: number): OpenParquet | Unreadable {
  const footer_start = size - TAIL_BYTES - footer.length;
  if (!MAGIC.equals(head)) return { code: 'MALFORMED', offset: 0 };
  const stop = (code: RejectCode, block?: number): Unreadable => ({
    code,
    offset: footer_start,
    ...(block !== undefined && { block }),
  });
  try {
    const layout = layoutIn(footer);
    if (layout.isForeign) return stop('UNSUPPORTED');
    let rows = 0;
    for (const [block, group] of layout.groups.entries()) {
      const code = groupStop(group, layout.leaves, footer_start);
      if (code !== undefined) return stop(code, block);
      rows += group.rows;
    }
    if (rows !== layout.rows || overlaps(layout.groups)) return stop('MALFORMED');
    return { layout, footer_start };
  } catch (error) {
    if (error instanceof ThriftStop) return stop('MALFORMED');
    throw error;
  }
}

function groupStop({ rows, bytes, columns }: RowGroup, leaves: number, end: number): RejectCode | undefined {
  if (rows < 0 || rows >= 2 ** 31 || columns.length !== leaves) return 'MALFORMED';
  // A null counts, and a list of nothing.
  if (columns.some(({ values }) => values < rows || (rows === 0 && values > 0))) return 'MALFORMED';
  if (columns.some(column => !liesNowhere(column) && !liesIn(column, end))) return 'TRUNCATED';
  const sum = (of: (column: RowGroup['columns'][number]) => number): number =>
    columns.reduce((total, column) => total + of(column), 0);
  const largest = Math.max(
    bytes,
    sum(column => column.bytes),
    sum(column => column.unpacked_bytes),
  );
  return largest > LIMITS.parquet_row_group_bytes_max ? 'ROW_GROUP_TOO_LARGE' : undefined;
}

/** Of a row group without rows, some writers give columns without a byte the place 0. */
const liesNowhere = ({ start, bytes, values }: ColumnChunk): boolean =>
  start === 0 && bytes === 0 && values === 0;

const liesIn = ({ start, bytes }: ColumnChunk, end: number): boolean =>
  start >= MAGIC.length && start + bytes <= end;

function overlaps(groups: readonly RowGroup[]): boolean {
  const spans = groups.flatMap(({ columns }) => columns).sort((a, b) => a.start - b.start);
  return spans.some(({ start, bytes }, at) => at + 1 < spans.length && start + bytes > spans[at + 1]!.start);
}

/** Its own footer, of whose texts it says that they are bytes: nobody then looks at them but us. */
export function withTextsAsBytes({ layout }: OpenParquet): Uint8Array {
  const made = new Uint8Array(layout.own);
  for (const { at, byte } of layout.textMarks) made[at] = byte;
  return made;
}
