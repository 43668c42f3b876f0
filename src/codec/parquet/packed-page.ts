import { constants, crc32, zstdCompressSync } from 'node:zlib';
import { type ThriftNode, type ThriftStruct, thriftBytes } from '../../native/parquet/thrift-tree.ts';
import { DICTIONARY, flag, HEADER, int, PAGE, structOf } from './footer-tree.ts';

/** A page as it lies in a file, behind its header, and what it unpacks to with that. */
export type PackedPage = { readonly bytes: Uint8Array; readonly unpacked_bytes: number };

/** How values are written, as parquet.thrift numbers it. */
export const [PLAIN, RLE, RLE_DICTIONARY] = [0, 3, 8] as const;

/** Kinds of pages. */
export const [DATA_PAGE, DICTIONARY_PAGE] = [0, 2] as const;

/** @param body  levels and values */
export const dataPage = (body: Uint8Array, rows: number, encoding: number): PackedPage =>
  packed(DATA_PAGE, body, [
    HEADER.data,
    new Map([
      [PAGE.values, int(rows)],
      [PAGE.encoding, int(encoding)],
      [PAGE.definitions, int(RLE)],
      [PAGE.repetitions, int(RLE)],
    ]),
  ]);

export const dictionaryPage = (body: Uint8Array, values: number): PackedPage =>
  packed(DICTIONARY_PAGE, body, [
    HEADER.dictionary,
    new Map<number, ThriftNode>([
      [DICTIONARY.values, int(values)],
      [DICTIONARY.encoding, int(PLAIN)],
      [DICTIONARY.isSorted, flag(false)],
    ]),
  ]);

function packed(kind: number, body: Uint8Array, [id, fields]: readonly [number, ThriftStruct]): PackedPage {
  const bytes = zstdCompressSync(body, {
    // Room for all of it at once: what it makes comes in pieces of this size.
    chunkSize: body.length + (body.length >> 7) + 1024,
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
  });
  const header = thriftBytes(
    new Map([
      [HEADER.kind, int(kind)],
      [HEADER.unpacked_bytes, int(body.length)],
      [HEADER.packed_bytes, int(bytes.length)],
      [HEADER.checksum, int(crc32(bytes) | 0)],
      [id, structOf(fields)],
    ]),
  );
  return { bytes: Buffer.concat([header, bytes]), unpacked_bytes: header.length + body.length };
}
