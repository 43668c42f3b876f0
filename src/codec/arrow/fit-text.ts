import { isAscii, isUtf8 } from 'node:buffer';
import type { Data } from 'apache-arrow';
import { invalidUtf8Offset } from '../../base/utf8.ts';
import { dataMaker } from '../../contract/data-maker.ts';
import type { Field } from '../../contract/field.ts';
import { type Body, type BodyBuffer, valuesIn } from './body.ts';
import { FitStop } from './fit-stop.ts';
import { counts, type Lane, refuse } from './lane.ts';
import { offsetsIn } from './offsets.ts';
import { validityOf } from './validity.ts';

/** Whether a file says of its texts that they are texts, or somebody made it say bytes. */
export type TextsAs = 'texts' | 'texts as bytes';

/** Texts or bytes, in any of Arrow's three layouts; undefined where the file has others. */
export function fitText(
  field: Field,
  stored: string,
  texts: TextsAs,
): ((body: Body, lane: Lane) => Data) | undefined {
  const word = field.type.kind === 'string' && texts === 'texts' ? 'utf8' : 'binary';
  if (stored === `${word}_view`) return views(field);
  return stored === word || stored === `large_${word}` ? runs(field, stored !== word) : undefined;
}

function runs(field: Field, isLarge: boolean): (body: Body, lane: Lane) => Data {
  const make = dataMaker(field);
  const { id } = field;
  return (body, lane) => {
    const validity = validityOf(field, body, lane);
    const { offsets, buffer } = offsetsIn(body, id, lane.length, isLarge);
    const data = body.buffer(id);
    if (offsets[lane.length]! > data.bytes.length)
      throw new FitStop('TRUNCATED', id, undefined, buffer.offset + (isLarge ? 8 : 4) * lane.length);
    if (field.type.kind === 'string') checkTexts(field, offsets, data, validity.lane);
    return make(lane.length, validity, { valueOffsets: offsets, data: data.bytes });
  };
}

/** What is UTF-8 as a whole, and begins no text within a character, is UTF-8 text by text. */
function checkTexts({ id }: Field, offsets: Int32Array, { bytes, offset }: BodyBuffer, lane: Lane): void {
  const text = bytes.subarray(offsets[0]!, offsets[lane.length]!);
  if (isAscii(text) || (isUtf8(text) && beginsCharacters(offsets, bytes, lane.length))) return;
  for (let row = 0; row < lane.length; row++) {
    if (!counts(lane, row)) continue;
    const invalid = invalidUtf8Offset(bytes.subarray(offsets[row]!, offsets[row + 1]!));
    if (invalid !== undefined) refuse(lane, row, 'INVALID_UTF8', id, offset + offsets[row]! + invalid);
  }
}

function beginsCharacters(offsets: Int32Array, bytes: Uint8Array, length: number): boolean {
  const last = offsets[length]!;
  for (let row = 0; row < length; row++)
    if ((bytes[offsets[row]!]! & 0xc0) === 0x80 && offsets[row]! < last) return false;
  return true;
}

const VIEW_BYTES = 16;
const INLINE_BYTES_MAX = 12;

/** A length, and the text itself where it is short; else its first four bytes, a buffer and a place in it. */
function views(field: Field): (body: Body, lane: Lane) => Data {
  const make = dataMaker(field);
  const { id } = field;
  const isText = field.type.kind === 'string';
  return (body, lane) => {
    const validity = validityOf(field, body, lane);
    const place = body.buffer(id);
    const bytes = valuesIn(Uint8Array, place, VIEW_BYTES * lane.length, id);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const data = Array.from({ length: body.variadic(id) }, () => body.buffer(id));
    const offsets = new Int32Array(lane.length + 1);
    const texts: Uint8Array[] = [];
    for (let row = 0; row < lane.length; row++) {
      offsets[row + 1] = offsets[row]!;
      if (!counts(validity.lane, row)) continue;
      const at = VIEW_BYTES * row;
      const text = viewed(view, at, data);
      if (text === undefined) throw new FitStop('MALFORMED', id, lane.rowOf(row), place.offset + at);
      const invalid = isText ? invalidUtf8Offset(text.bytes) : undefined;
      if (invalid !== undefined) {
        const start = (text.buffer?.offset ?? place.offset + at + 4) + text.start;
        refuse(lane, row, 'INVALID_UTF8', id, start + invalid);
        continue;
      }
      body.spend(text.bytes.length, id);
      texts.push(text.bytes);
      offsets[row + 1]! += text.bytes.length;
    }
    return make(lane.length, validity, { valueOffsets: offsets, data: Buffer.concat(texts) });
  };
}

type Viewed = {
  readonly bytes: Uint8Array;
  /** Absent where the text stands in the view. */
  readonly buffer: BodyBuffer | undefined;
  readonly start: number;
};

function viewed(view: DataView, at: number, data: readonly BodyBuffer[]): Viewed | undefined {
  const length = view.getInt32(at, true);
  if (length < 0) return undefined;
  if (length <= INLINE_BYTES_MAX) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at + 4, length);
    return { bytes, buffer: undefined, start: 0 };
  }
  const [buffer, start] = [data[view.getInt32(at + 8, true)], view.getInt32(at + 12, true)];
  if (buffer === undefined || start < 0 || start + length > buffer.bytes.length) return undefined;
  const bytes = buffer.bytes.subarray(start, start + length);
  // Readers compare the first four alone where they can.
  for (let index = 0; index < 4; index++)
    if (bytes[index] !== view.getUint8(at + 4 + index)) return undefined;
  return { bytes, buffer, start };
}
