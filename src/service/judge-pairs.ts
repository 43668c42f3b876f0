import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { readInline } from '../native/read-document.ts';
import type { AnyComparison } from './native-format.ts';
import { FORMATS, INLINE_FORMATS, isNativeFormat } from './native-formats.ts';
import { readLines } from './read-lines.ts';

/** What a line is called. */
export type PairId = string | number;

/** What became of one line: a comparison, or the fault it has. The id is the line's own, where it could be read. */
export type JudgedPair = { readonly id: PairId | undefined; readonly answer: AnyComparison | Fault };

/**
 * Judges a stream of pairs, one JSON object a line, holding one line at a time. A line that can't be judged is told and
 * ends nothing.
 *
 * @faults of a line: PAIR_MALFORMED DOCUMENT_TOO_LARGE NATIVE_JSON, and those of its format
 */
export async function* judgePairs(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JudgedPair> {
  for await (const { number, bytes } of readLines(chunks, LIMITS.native_bytes_max))
    yield bytes === undefined
      ? malformed(number, undefined, `it has more than ${LIMITS.native_bytes_max} bytes`)
      : judgeLine(number, bytes);
}

const KEYS = ['id', 'format', 'writer', 'reader'] as const;

/** @param number  which line of its file it is, from 1 */
export function judgeLine(number: number, bytes: Uint8Array): JudgedPair {
  const value = readInline(bytes);
  if (value instanceof Fault) {
    const problem = value.code === 'NATIVE_JSON' ? value.message : 'it is too large';
    return malformed(number, undefined, problem);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed(number, undefined, 'it is no object');
  const pair = value as { readonly [key: string]: Json };
  const { id, format, writer, reader } = pair;
  if (!isId(id))
    return malformed(
      number,
      undefined,
      `id is no integer and no text of 1 to ${LIMITS.native_id_chars_max} characters`,
    );
  const stranger = Object.keys(pair).find(key => !(KEYS as readonly string[]).includes(key));
  if (stranger !== undefined) return malformed(number, id, `${stranger.slice(0, 100)} is an unknown key`);
  const inline = isNativeFormat(format) ? FORMATS[format].inline : undefined;
  if (inline === undefined) return malformed(number, id, `format is none of ${INLINE_FORMATS.join(', ')}`);
  if (writer === undefined) return malformed(number, id, 'writer is missing');
  if (reader === undefined) return malformed(number, id, 'reader is missing');
  return { id, answer: inline(writer, reader) };
}

const isId = (value: Json | undefined): value is PairId =>
  typeof value === 'string'
    ? value.length > 0 && value.length <= LIMITS.native_id_chars_max
    : typeof value === 'number' && Number.isSafeInteger(value);

const malformed = (line: number, id: PairId | undefined, problem: string): JudgedPair => ({
  id,
  answer: new Fault('PAIR_MALFORMED', { line, problem }),
});
