import { invalidUtf8Offset } from '../base/utf8.ts';
import type { Schema } from '../contract/schema.ts';
import type { DecodeResult } from './codec.ts';
import { JsonDecoder } from './json-decoder.ts';
import { JsonInput } from './json-input.ts';
import { placedTwice } from './json-twice.ts';
import { once } from './once.ts';

/** JSON Lines, one record a line, as one batch. A key that is absent is filled from the field's default, if it has one. */
export function decodeJson(schema: Schema, bytes: Uint8Array): DecodeResult {
  const input = new JsonInput(bytes);
  if (input.refused) return input.refusalAt(0);
  const invalid = invalidUtf8Offset(bytes);
  if (invalid !== undefined) {
    input.refuse('INVALID_UTF8', undefined, invalid);
    return input.refusalAt(newlinesBefore(bytes, invalid));
  }
  const decoder = new JsonDecoder(schema);
  for (let offset = 0; offset < bytes.length; ) {
    offset = input.startLine(offset);
    const refusal = decoder.line(input);
    if (refusal !== undefined) return refusal;
  }
  const result = once(schema, decoder.finish());
  return result.kind === 'refused' ? placedTwice(schema, bytes, 0, result) : result;
}

function newlinesBefore(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at++) if (bytes[at] === 0x0a) count++;
  return count;
}
