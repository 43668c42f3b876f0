import { crc32 } from 'node:zlib';
import { LIMITS } from '../../base/limits.ts';
import type { RejectCode } from '../../contract/reject.ts';
import { ThriftReader, ThriftStop } from '../../native/parquet/thrift.ts';
import type { ColumnChunk } from './file-layout.ts';

/** A page header has some dozens of bytes; statistics in it may have a few thousand. */
export const PAGE_HEADER_BYTES_MAX = 1 << 16;

/** Why a column is not read, and from which of its bytes on. */
export type PageStop = { readonly code: RejectCode; readonly at: number };

/**
 * The pages of a column, one behind another: as many bytes and values as the column says, each with the checksum that
 * its writer gave it, and none that unpacks to more than a row group may hold. `header` and `body` by turns, until `isAtEnd`.
 */
export class PageWalk {
  /** Where the next page begins, in the column. */
  at = 0;
  readonly #column: ColumnChunk;
  #values = 0;
  #checksum: number | undefined;

  constructor(column: ColumnChunk) {
    this.#column = column;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#column.bytes;
  }

  /** @param window  the column's bytes from `at` on, as many as a header may have; then those of the page are wanted */
  header(window: Uint8Array): { readonly start: number; readonly bytes: number } | PageStop {
    const { at } = this;
    try {
      const reader = new ThriftReader(window);
      const page = pageHeader(reader);
      const start = at + reader.offset;
      if (page.bytes < 0 || page.unpacked_bytes < 0) return { code: 'MALFORMED', at };
      if (page.unpacked_bytes > LIMITS.parquet_row_group_bytes_max)
        return { code: 'ROW_GROUP_TOO_LARGE', at };
      if (page.bytes > this.#column.bytes - start) return { code: 'TRUNCATED', at };
      this.#values += page.values;
      this.#checksum = page.checksum;
      return { start, bytes: page.bytes };
    } catch (stop) {
      if (stop instanceof ThriftStop) return { code: 'MALFORMED', at };
      throw stop;
    }
  }

  /** @param bytes  those of the page whose header was read, which begin at `start` */
  body(bytes: Uint8Array, start: number): PageStop | undefined {
    if (this.#checksum !== undefined && crc32(bytes) !== this.#checksum >>> 0)
      return { code: 'CHECKSUM_DIFFERS', at: this.at };
    this.at = start + bytes.length;
    return undefined;
  }

  end(): PageStop | undefined {
    return this.#values === this.#column.values ? undefined : { code: 'MALFORMED', at: 0 };
  }
}

/** The same of a column that is at hand. */
export function pagesStop(bytes: Uint8Array, column: ColumnChunk): PageStop | undefined {
  const walk = new PageWalk({ ...column, bytes: bytes.length });
  while (!walk.isAtEnd) {
    const page = walk.header(bytes.subarray(walk.at, walk.at + PAGE_HEADER_BYTES_MAX));
    if ('code' in page) return page;
    const stop = walk.body(bytes.subarray(page.start, page.start + page.bytes), page.start);
    if (stop !== undefined) return stop;
  }
  return walk.end();
}

function pageHeader(reader: ThriftReader): {
  readonly bytes: number;
  readonly unpacked_bytes: number;
  readonly checksum: number | undefined;
  readonly values: number;
} {
  const page = { bytes: -1, unpacked_bytes: -1, checksum: undefined as number | undefined, values: 0 };
  const counted = (): void =>
    reader.struct({
      1: type => {
        page.values = reader.int(type);
      },
    });
  reader.struct({
    2: type => {
      page.unpacked_bytes = reader.int(type);
    },
    3: type => {
      page.bytes = reader.int(type);
    },
    4: type => {
      page.checksum = reader.int(type);
    },
    5: counted,
    8: counted,
  });
  return page;
}
