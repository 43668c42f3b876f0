import type { Codec, DecodeResult } from '../codec/codec.ts';
import type { Schema } from '../contract/schema.ts';

/** What our own decoding makes of a file, found once for all the probes that are rows of it. */
export function decodedFile(codec: Codec, writer: Schema, bytes: Uint8Array): DecodeResult {
  const known = DECODED.get(bytes);
  if (known?.writer === writer) return known.result;
  const result = codec.decode(writer, bytes);
  DECODED.set(bytes, { writer, result });
  return result;
}

const DECODED = new WeakMap<Uint8Array, { readonly writer: Schema; readonly result: DecodeResult }>();
