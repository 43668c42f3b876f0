import { hash } from 'node:crypto';
import { type Digest, isDigest } from '../base/digest.ts';

/** What a release promises about one sample: who it is, what it holds, where it belongs. */
export type MemberTuple = {
  readonly sampleId: string;
  readonly sourceId: string;
  readonly sourceVersion: string;
  readonly logicalContentDigest: Digest;
  readonly split: string;
  readonly schemaDigest: Digest;
};

/** The order in which the parts are encoded. It is a wire contract. */
export const TUPLE_PARTS = [
  'sampleId',
  'sourceId',
  'sourceVersion',
  'logicalContentDigest',
  'split',
  'schemaDigest',
] as const;

/** `sha256(sampleId)` and then `sha256(tuple)`: one sample's entries stand together when entries are sorted. */
export const ENTRY_BYTES = 64;

/**
 * The parts as Avro strings, one after another: each its length in UTF-8 bytes as an Avro long, then the bytes. No
 * delimiter, so no sample id can imitate one; no normalisation, so no two ids are merged.
 *
 * @throws TypeError for a lone surrogate, which has no UTF-8: gates refuse it before it comes here.
 */
export function encodeTuple(tuple: MemberTuple): Uint8Array {
  let room = 0;
  for (const part of TUPLE_PARTS) room += LENGTH_BYTES_MAX + 3 * tuple[part].length;
  const bytes = Buffer.allocUnsafe(room);
  let at = 0;
  for (const part of TUPLE_PARTS) {
    if (!tuple[part].isWellFormed()) throw new TypeError(`${part} has a lone surrogate`);
    at = writeLength(bytes, Buffer.byteLength(tuple[part], 'utf8'), at);
    at += bytes.write(tuple[part], at, 'utf8');
  }
  return bytes.subarray(0, at);
}

export function entryOf(sampleId: string, encoded: Uint8Array): Uint8Array {
  return Buffer.concat([hash('sha256', sampleId, 'buffer'), hash('sha256', encoded, 'buffer')]);
}

/** One tuple read from `offset`; undefined when the bytes there are none. */
export function decodeTuple(
  bytes: Uint8Array,
  offset: number,
): { readonly tuple: MemberTuple; readonly end: number } | undefined {
  const parts: string[] = [];
  let at = offset;
  for (const _ of TUPLE_PARTS) {
    const length = readLength(bytes, at);
    if (length === undefined || length.end + length.value > bytes.length) return undefined;
    at = length.end + length.value;
    const text = utf8(bytes.subarray(length.end, at));
    if (text === undefined) return undefined;
    parts.push(text);
  }
  const [sampleId, sourceId, sourceVersion, logicalContentDigest, split, schemaDigest] = parts as Six;
  if (!isDigest(logicalContentDigest) || !isDigest(schemaDigest)) return undefined;
  return {
    tuple: { sampleId, sourceId, sourceVersion, logicalContentDigest, split, schemaDigest },
    end: at,
  };
}

type Six = [string, string, string, string, string, string];

/** Four bytes of seven bits hold every length a part may have. */
const LENGTH_BYTES_MAX = 4;

/** An Avro long: zig-zag, seven bits a byte, the least first. */
function writeLength(bytes: Uint8Array, length: number, offset: number): number {
  let [rest, at] = [length * 2, offset];
  for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
  bytes[at++] = rest;
  return at;
}

/** A length in its shortest form, so that a tuple has one encoding. */
function readLength(bytes: Uint8Array, offset: number): { value: number; end: number } | undefined {
  let zigzag = 0;
  for (let index = 0; index < LENGTH_BYTES_MAX; index++) {
    const byte = bytes[offset + index];
    if (byte === undefined) return undefined;
    zigzag += (byte & 127) * 128 ** index;
    if (byte > 127) continue;
    const shortest = index === 0 || byte !== 0;
    return shortest && zigzag % 2 === 0 ? { value: zigzag / 2, end: offset + index + 1 } : undefined;
  }
  return undefined;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
