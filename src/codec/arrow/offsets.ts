import type { FieldId } from '../../contract/field.ts';
import { type Body, type BodyBuffer, valuesIn } from './body.ts';
import { FitStop } from './fit-stop.ts';

/** Ends of texts or lists, each where the next begins: never falling, and none beyond `max`. */
export function offsetsIn(
  body: Body,
  field: FieldId,
  length: number,
  isLarge: boolean,
): { readonly offsets: Int32Array; readonly buffer: BodyBuffer } {
  const buffer = body.buffer(field);
  // Of no values some writers write no ends.
  if (length === 0 && buffer.bytes.length === 0) return { offsets: new Int32Array(1), buffer };
  const offsets = isLarge
    ? narrowed(buffer, length + 1, field)
    : valuesIn(Int32Array, buffer, length + 1, field);
  if (!neverFalls(offsets)) {
    const row = offsets.findIndex((end, at) => end < (at === 0 ? 0 : offsets[at - 1]!));
    throw new FitStop('MALFORMED', field, undefined, buffer.offset + (isLarge ? 8 : 4) * row);
  }
  return { offsets, buffer };
}

/** A sign that is set in any end, or in what lies between two, is that of one that falls. */
function neverFalls(offsets: Int32Array): boolean {
  let signs = 0;
  let last = 0;
  for (let row = 0; row < offsets.length; row++) {
    const next = offsets[row]!;
    signs |= next | (next - last);
    last = next;
  }
  return signs >= 0;
}

/** Numbers of 64 bits of which 31 suffice. */
export function narrowed(buffer: BodyBuffer, length: number, field: FieldId): Int32Array {
  const wide = valuesIn(BigInt64Array, buffer, length, field);
  const halves = new Int32Array(wide.buffer, wide.byteOffset, 2 * length);
  const made = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    if (halves[2 * row + 1] !== 0 || halves[2 * row]! < 0)
      throw new FitStop('MALFORMED', field, undefined, buffer.offset + 8 * row);
    made[row] = halves[2 * row]!;
  }
  return made;
}
