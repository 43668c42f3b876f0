import { isUtf8 } from 'node:buffer';
import type { Place } from './fault.ts';

/** The offset of the first byte that begins no UTF-8 character, or `undefined` when all do. */
export function invalidUtf8Offset(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined;
  // What a valid prefix is grows monotonically: halve until one character is left.
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 1) {
    const middle = boundaryBefore(bytes, (valid + invalid) >> 1, valid);
    if (middle === valid) break;
    if (isUtf8(bytes.subarray(valid, middle))) valid = middle;
    else invalid = middle;
  }
  return firstInvalid(bytes, valid);
}

/** The start of a character at or before `at`: no character has more than three bytes after its first. */
function boundaryBefore(bytes: Uint8Array, at: number, floor: number): number {
  for (let back = at; back > floor && back > at - 4; back--) if ((bytes[back]! & 0xc0) !== 0x80) return back;
  return floor;
}

function firstInvalid(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const length = [1, 2, 3, 4].find(
      size => at + size <= bytes.length && isUtf8(bytes.subarray(at, at + size)),
    );
    if (length === undefined) return at;
    at += length;
  }
}

/** The line and column, in characters, of a byte in text that is UTF-8 up to it; a byte order mark is no column. */
export function placeOfByte(file: string, bytes: Uint8Array, offset: number): Place {
  const before = bytes.subarray(0, offset);
  let line = 1;
  for (const byte of before) if (byte === 0x0a) line++;
  const start = before.lastIndexOf(0x0a) + 1;
  const isMarked = start === 0 && before[0] === 0xef && before[1] === 0xbb && before[2] === 0xbf;
  let column = isMarked ? 0 : 1;
  for (const byte of before.subarray(start)) if ((byte & 0xc0) !== 0x80) column++;
  return { file, line, column };
}
