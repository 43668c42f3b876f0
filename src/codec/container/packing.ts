import {
  constants,
  crc32,
  deflateRawSync,
  inflateRawSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { compressSync, uncompressSync } from 'snappy';
import { LIMITS } from '../../base/limits.ts';
import { zstdFrameEnd } from './zstd-frame.ts';

/** How blocks of a container file may be packed, by the name its header has. */
export const CONTAINER_CODECS = ['null', 'deflate', 'snappy', 'zstandard'] as const;
export type ContainerCodec = (typeof CONTAINER_CODECS)[number];

export const isContainerCodec = (name: string): name is ContainerCodec =>
  (CONTAINER_CODECS as readonly string[]).includes(name);

/** A block as it is stored. The same bytes are packed alike each time. */
export const pack = (codec: ContainerCodec, bytes: Uint8Array): Uint8Array => PACKINGS[codec].pack(bytes);

/** What was packed, all of it and nothing else; or what is wrong. No block makes room for more than a block may hold. */
export function unpack(codec: ContainerCodec, packed: Uint8Array): Uint8Array | string {
  try {
    return PACKINGS[codec].unpack(packed);
  } catch (error) {
    const isLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    return isLarge ? TOO_LARGE : `it is no ${codec} stream`;
  }
}

type Packing = {
  readonly pack: (bytes: Uint8Array) => Uint8Array;
  /** Throws where the library does. */
  readonly unpack: (packed: Uint8Array) => Uint8Array | string;
};

const TOO_LARGE = 'it unpacks to more than a block may hold';

const PACKINGS: Readonly<Record<ContainerCodec, Packing>> = {
  null: { pack: bytes => new Uint8Array(bytes), unpack: packed => packed },
  deflate: { pack: bytes => deflateRawSync(bytes, { level: 6 }), unpack: inflate },
  snappy: { pack: snappyWithSum, unpack: snappyChecked },
  zstandard: { pack: zstd, unpack: unzstd },
};

const BOUND = { maxOutputLength: LIMITS.container_block_bytes_max, info: true } as const;

/** What `info: true` makes of a synchronous call; the type declarations know only the bare buffer. */
type Inflated = { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } };

function inflate(packed: Uint8Array): Uint8Array | string {
  const { buffer, engine } = inflateRawSync(packed, BOUND) as unknown as Inflated;
  const rest = packed.subarray(engine.bytesWritten);
  return rest.length === 0 || isCutAdler(rest, buffer) ? buffer : 'bytes follow the deflate stream';
}

/**
 * Python's writers of Avro cut two bytes off the front of a zlib stream and one off its end, which leaves three of the four of
 * its checksum. Those of another checksum are no part of what was written.
 */
function isCutAdler(rest: Uint8Array, bytes: Uint8Array): boolean {
  return rest.length === 3 && ((rest[0]! << 16) | (rest[1]! << 8) | rest[2]!) === adler32(bytes) >>> 8;
}

function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    // Few enough that the sums stay below 2^53, and the remainders are taken seldom.
    const end = Math.min(at + 3_800, bytes.length);
    for (; at < end; at++) {
      low += bytes[at]!;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

const SUM_BYTES = 4;

/** Avro has the CRC-32 of the unpacked bytes behind them, its high byte first. */
function snappyWithSum(bytes: Uint8Array): Uint8Array {
  const packed = compressSync(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32BE(crc32(bytes));
  return Buffer.concat([packed, sum]);
}

function snappyChecked(packed: Uint8Array): Uint8Array | string {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const end = bytes.length - SUM_BYTES;
  if (end < 1) return 'it is no snappy stream';
  // The library makes as much room as the stream announces.
  if (announced(bytes) > LIMITS.container_block_bytes_max) return TOO_LARGE;
  const unpacked = uncompressSync(bytes.subarray(0, end)) as Buffer;
  return crc32(unpacked) === bytes.readUInt32BE(end) ? unpacked : 'its checksum is that of other bytes';
}

/** The unsigned varint a snappy stream begins with. */
function announced(bytes: Uint8Array): number {
  let length = 0;
  for (let at = 0; at < 5; at++) {
    const byte = bytes[at] ?? 0;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) break;
  }
  return length;
}

function zstd(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
}

function unzstd(packed: Uint8Array): Uint8Array | string {
  const end = zstdFrameEnd(packed);
  // Cut short, a frame unpacks to less without an error.
  if (end === undefined) return 'it is no zstandard stream, or is cut short';
  if (end < packed.length) return 'bytes follow the zstandard stream';
  return zstdDecompressSync(packed, {
    ...BOUND,
    info: false,
    params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX },
  });
}

/** A window is no larger than what it slides over. */
const WINDOW_LOG_MAX = Math.log2(LIMITS.container_block_bytes_max);
