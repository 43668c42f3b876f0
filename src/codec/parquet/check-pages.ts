import { crc32 } from 'node:zlib';
import { LIMITS } from '../../base/limits.ts';
import type { RejectCode } from '../../contract/reject.ts';
import { ThriftReader, ThriftStop } from '../../native/parquet/thrift.ts';
import type { ColumnChunk } from './file-layout.ts';

/** A page header has some dozens of bytes; statistics in it may have a few thousand. */
const HEADER_BYTES_MAX = 1 << 16;

/**
 * The pages of a column, one behind another: as many bytes and values as the column says, each with the checksum that
 * its writer gave it, and none that unpacks to more than a row group may hold.
 *
 * @param bytes  those of the column alone
 */
export function pagesStop(
  bytes: Uint8Array,
  { values }: ColumnChunk,
): { readonly code: RejectCode; readonly at: number } | undefined {
  let [at, found] = [0, 0];
  try {
    while (at < bytes.length) {
      const reader = new ThriftReader(bytes.subarray(at, at + HEADER_BYTES_MAX));
      const page = pageHeader(reader);
      const start = at + reader.offset;
      if (page.bytes < 0 || page.unpacked_bytes < 0) return { code: 'MALFORMED', at };
      if (page.unpacked_bytes > LIMITS.parquet_row_group_bytes_max)
        return { code: 'ROW_GROUP_TOO_LARGE', at };
      if (page.bytes > bytes.length - start) return { code: 'TRUNCATED', at };
      const body = bytes.subarray(start, start + page.bytes);
      if (page.checksum !== undefined && crc32(body) !== page.checksum >>> 0)
        return { code: 'CHECKSUM_DIFFERS', at };
      found += page.values;
      at = start + page.bytes;
    }
  } catch (stop) {
    if (stop instanceof ThriftStop) return { code: 'MALFORMED', at };
    throw stop;
  }
  return found === values ? undefined : { code: 'MALFORMED', at: 0 };
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
