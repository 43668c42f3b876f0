import { isUtf8 } from 'node:buffer';

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
