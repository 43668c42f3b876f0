import type { Layout } from './function-layout.ts';

/** A column as bytes, the same on both sides of a pipe. Numbers are little-endian, as every machine has them that this runs on. */
export type WireColumn = {
  readonly layout: Layout;
  readonly rows: number;
  /** A byte a row, 1 where there is a value; undefined where there is one in every row. */
  readonly valid: Uint8Array | undefined;
  /** Of text, bytes, lists and maps: where each row begins, and where the last one ends. */
  readonly offsets: Int32Array | undefined;
  /** Values of one size behind each other, or the bytes of all rows. */
  readonly values: Uint8Array;
  readonly parts: readonly WireColumn[];
};

/** Why bytes are no columns: told by the side that reads them. */
export type WireTrouble = { readonly trouble: string };

export const isTrouble = (read: object): read is WireTrouble => 'trouble' in read;

/** Three buffers a column, and then those of its parts. */
export function buffersOf(columns: readonly WireColumn[]): readonly Uint8Array[] {
  return columns.flatMap(({ valid, offsets, values, parts }) => [
    valid ?? NOTHING,
    offsets === undefined ? NOTHING : new Uint8Array(offsets.buffer, offsets.byteOffset, offsets.byteLength),
    values,
    ...buffersOf(parts),
  ]);
}

const NOTHING = new Uint8Array(0);

/** Columns of so many rows from buffers, each of exactly its length, with nothing behind the last one. */
export function columnsIn(
  layouts: readonly Layout[],
  rows: number,
  buffers: readonly Uint8Array[],
): readonly WireColumn[] | WireTrouble {
  const left = { at: 0, buffers };
  const columns: WireColumn[] = [];
  for (const layout of layouts) {
    const column = columnIn(layout, rows, left);
    if (isTrouble(column)) return column;
    columns.push(column);
  }
  return left.at === buffers.length ? columns : { trouble: 'there are more buffers than columns' };
}

function columnIn(
  layout: Layout,
  rows: number,
  left: { at: number; readonly buffers: readonly Uint8Array[] },
): WireColumn | WireTrouble {
  const [valid, bounds, values] = left.buffers.slice(left.at, left.at + 3);
  left.at += 3;
  if (valid === undefined || bounds === undefined || values === undefined)
    return { trouble: 'there are fewer buffers than columns' };
  const form = FORMS[layout.kind] ?? 'sized';
  const offsets = form === 'runs' || form === 'bytes' ? offsetsIn(bounds, rows) : undefined;
  const trouble =
    validTrouble(valid, rows) ??
    (offsets === undefined
      ? bounds.length === 0
        ? undefined
        : 'a column without runs has bounds'
      : offsets instanceof Int32Array
        ? undefined
        : offsets.trouble) ??
    lengthTrouble(form, layout, rows, offsets, values.length);
  if (trouble !== undefined) return { trouble };
  const inside =
    form === 'runs' ? (offsets as Int32Array)[rows]! : layout.kind === 'tensor' ? rows * layout.size : rows;
  const parts: WireColumn[] = [];
  for (const part of layout.parts) {
    const column = columnIn(part, inside, left);
    if (isTrouble(column)) return column;
    parts.push(column);
  }
  return {
    layout,
    rows,
    valid: valid.length === 0 ? undefined : valid,
    offsets: offsets as Int32Array | undefined,
    values,
    parts,
  };
}

type Form = 'sized' | 'bytes' | 'runs' | 'whole';

const FORMS: Readonly<Partial<Record<Layout['kind'], Form>>> = {
  string: 'bytes',
  bytes: 'bytes',
  list: 'runs',
  map: 'runs',
  struct: 'whole',
  tensor: 'whole',
};

/** Whether rows of a kind have bounds. */
export const hasOffsets = (kind: Layout['kind']): boolean =>
  FORMS[kind] === 'bytes' || FORMS[kind] === 'runs';

function validTrouble(valid: Uint8Array, rows: number): string | undefined {
  if (valid.length === 0) return undefined;
  if (valid.length !== rows) return 'there is not one validity a row';
  return valid.every(each => each <= 1) ? undefined : 'a validity is neither 0 nor 1';
}

function offsetsIn(bounds: Uint8Array, rows: number): Int32Array | WireTrouble {
  if (bounds.length !== 4 * (rows + 1)) return { trouble: 'there is not one bound a row and one more' };
  const offsets = new Int32Array(bounds.buffer, bounds.byteOffset, rows + 1);
  if (offsets[0] !== 0) return { trouble: 'the first row begins elsewhere than at 0' };
  for (let row = 0; row < rows; row++)
    if (offsets[row + 1]! < offsets[row]!) return { trouble: 'a row ends before it begins' };
  return offsets;
}

function lengthTrouble(
  form: Form,
  { size }: Layout,
  rows: number,
  offsets: Int32Array | WireTrouble | undefined,
  bytes: number,
): string | undefined {
  const expected =
    form === 'sized' ? rows * size : form === 'bytes' && offsets instanceof Int32Array ? offsets[rows]! : 0;
  return bytes === expected ? undefined : 'the values take another number of bytes';
}

/**
 * Buffers as one: their number, the length of each, and then each at a multiple of eight, so that it can be read where it lies.
 */
export function packed(buffers: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = eights(4 * (1 + buffers.length));
  const total = buffers.reduce((sum, { length }) => sum + eights(length), head);
  const bytes = new Uint8Array(total);
  const words = new Uint32Array(bytes.buffer, 0, 1 + buffers.length);
  words[0] = buffers.length;
  let at = head;
  for (const [index, buffer] of buffers.entries()) {
    words[1 + index] = buffer.length;
    bytes.set(buffer, at);
    at += eights(buffer.length);
  }
  return bytes;
}

/** @param bytes  from the start of their buffer, so that what lies in them lies as it should */
export function unpacked(bytes: Uint8Array): readonly Uint8Array[] | WireTrouble {
  const wrong = { trouble: 'the lengths do not add up' };
  if (bytes.byteOffset !== 0 || bytes.length < 8 || bytes.length % 8 !== 0) return wrong;
  const count = new Uint32Array(bytes.buffer, 0, 1)[0]!;
  let at = eights(4 * (1 + count));
  if (at > bytes.length) return wrong;
  const lengths = new Uint32Array(bytes.buffer, 4, count);
  const buffers: Uint8Array[] = [];
  for (let index = 0; index < count; index++) {
    const length = lengths[index]!;
    if (at + length > bytes.length) return wrong;
    buffers.push(bytes.subarray(at, at + length));
    at += eights(length);
  }
  return at === bytes.length ? buffers : wrong;
}

const eights = (length: number): number => Math.ceil(length / 8) * 8;
