import type { Layout } from '../../convert/function-layout.ts';
import type { WireColumn } from '../../convert/function-wire.ts';
import { isTyped, TYPED } from './given.ts';
import type { Utf8 } from './utf8.ts';

/** Why what a function gave is no column. */
export const UNFITS = [
  'missing',
  'shape',
  'type',
  'rows',
  'null',
  'validity',
  'offsets',
  'size',
  'text',
  'beyond',
  'promise',
] as const;
export type Unfit = (typeof UNFITS)[number];

/** Thrown within the harness, and told. */
export class NoColumn {
  readonly unfit: Unfit;
  /** Of rows that are too few or too many. */
  readonly found: number | null;

  constructor(unfit: Unfit, found: number | null = null) {
    this.unfit = unfit;
    this.found = found;
  }
}

/** What a function gave for a column, as bytes. Every value is looked at once, and copied. @throws NoColumn */
export function made(layout: Layout, given: unknown, rows: number, text: Utf8, room: Room): WireColumn {
  if (given === undefined) throw new NoColumn('missing');
  const { kind } = layout;
  if (!Object.hasOwn(NESTED, kind)) return scalar(layout, given, rows, text, room);
  const written = objectOf(given);
  const valid = validityOf(written['valid'], rows, layout.nullable);
  const [first, second] = layout.parts;
  const nested = (parts: readonly WireColumn[], offsets?: Int32Array): WireColumn => {
    room.take(4 * (offsets?.length ?? 0) + (valid?.length ?? 0));
    return { layout, rows, valid, offsets, values: NOTHING, parts };
  };
  if (kind === 'struct') {
    const members = objectOf(written['members']);
    return nested(layout.parts.map(part => made(part, members[part.name], rows, text, room)));
  }
  if (kind === 'tensor') return nested([made(first!, written['items'], rows * layout.size, text, room)]);
  const offsets = offsetsOf(written['offsets'], rows);
  const items = offsets[rows]!;
  return kind === 'list'
    ? nested([made(first!, written['items'], items, text, room)], offsets)
    : nested(
        [
          made(first!, written['keys'], items, text, room),
          made(second!, written['entries'], items, text, room),
        ],
        offsets,
      );
}

/** Bytes that may still be given. */
export class Room {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new NoColumn('beyond');
  }
}

const NESTED = { list: true, map: true, struct: true, tensor: true };
const NOTHING = new Uint8Array(0);

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value))
    throw new NoColumn('shape');
  return value as Readonly<Record<string, unknown>>;
}

function validityOf(valid: unknown, rows: number, nullable: boolean): Uint8Array | undefined {
  if (valid === undefined) return undefined;
  if (!(valid instanceof Uint8Array)) throw new NoColumn('validity');
  if (valid.length !== rows) throw new NoColumn('rows', valid.length);
  const copy = new Uint8Array(rows);
  let nulls = 0;
  for (let row = 0; row < rows; row++) {
    const is = valid[row]!;
    if (is > 1) throw new NoColumn('validity');
    copy[row] = is;
    nulls += 1 - is;
  }
  if (nulls > 0 && !nullable) throw new NoColumn('null');
  return nulls === 0 ? undefined : copy;
}

function offsetsOf(offsets: unknown, rows: number): Int32Array {
  if (!(offsets instanceof Int32Array)) throw new NoColumn('offsets');
  if (offsets.length !== rows + 1) throw new NoColumn('rows', offsets.length - 1);
  const copy = offsets.slice();
  if (copy[0] !== 0) throw new NoColumn('offsets');
  for (let row = 0; row < rows; row++) if (copy[row + 1]! < copy[row]!) throw new NoColumn('offsets');
  return copy;
}

function scalar(layout: Layout, given: unknown, rows: number, text: Utf8, room: Room): WireColumn {
  const { kind, nullable } = layout;
  const isBare = Array.isArray(given) || ArrayBuffer.isView(given);
  const written = isBare ? { values: given } : objectOf(given);
  const values = (written as { readonly values?: unknown }).values;
  const valid = validityOf((written as { readonly valid?: unknown }).valid, rows, nullable);
  if (isTyped(kind)) {
    if (!(values instanceof TYPED[kind])) throw new NoColumn('type');
    if (values.length !== rows) throw new NoColumn('rows', values.length);
    room.take(values.byteLength + (valid?.length ?? 0));
    const bytes = new Uint8Array(values.byteLength);
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    if (kind === 'bool') for (const each of bytes) if (each > 1) throw new NoColumn('size');
    return { layout, rows, valid, offsets: undefined, values: bytes, parts: [] };
  }
  if (!Array.isArray(values)) throw new NoColumn('type');
  if (values.length !== rows) throw new NoColumn('rows', values.length);
  room.take(9 * rows);
  const { items, valid: there } = present(values, valid, nullable);
  if (kind === 'string') return texts(layout, items, there, text, room);
  return kind === 'decimal' ? decimals(layout, items, there, room) : bytesIn(layout, items, there, room);
}

/** The values with what stands for none taken out, each read once. */
function present(values: readonly unknown[], valid: Uint8Array | undefined, nullable: boolean) {
  const items: unknown[] = new Array(values.length);
  let there = valid;
  for (let row = 0; row < items.length; row++) {
    const value = there?.[row] === 0 ? null : values[row];
    items[row] = value;
    if (value !== null) continue;
    if (!nullable) throw new NoColumn('null');
    there ??= new Uint8Array(items.length).fill(1);
    there[row] = 0;
  }
  return { items, valid: there };
}

function texts(
  layout: Layout,
  items: readonly unknown[],
  valid: Uint8Array | undefined,
  text: Utf8,
  room: Room,
): WireColumn {
  const rows = items.length;
  const offsets = new Int32Array(rows + 1);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    const item = items[row];
    if (item !== null) {
      if (typeof item !== 'string') throw new NoColumn('type');
      room.take(item.length);
      at += item.length;
    }
    offsets[row + 1] = at;
  }
  const whole = items.join('');
  if (!isWellFormed(whole)) throw new NoColumn('text');
  const values = text.write(whole);
  // A letter is a byte, so each text ends where its letters do.
  if (values.length === at) return { layout, rows, valid, offsets, values, parts: [] };
  room.take(values.length - at);
  let end = 0;
  for (let row = 0; row < rows; row++) {
    const item = items[row];
    if (item !== null) {
      if (!isWellFormed(item as string)) throw new NoColumn('text');
      end += bytesOf(item as string);
    }
    offsets[row + 1] = end;
  }
  return { layout, rows, valid, offsets, values, parts: [] };
}

/** Halves of a letter without the other half can't be written, and would be written as another letter. */
function isWellFormed(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const next = text.charCodeAt(++at);
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return false;
  }
  return true;
}

function bytesOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Of a letter of two halves each has two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

function bytesIn(
  layout: Layout,
  items: readonly unknown[],
  valid: Uint8Array | undefined,
  room: Room,
): WireColumn {
  const rows = items.length;
  const isFixed = layout.kind === 'fixed';
  const copies: Uint8Array[] = [];
  const starts = new Int32Array(rows + 1);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    const item = items[row];
    if (item !== null) {
      if (!(item instanceof Uint8Array)) throw new NoColumn('type');
      room.take(item.length);
      const copy = item.slice();
      if (isFixed && copy.length !== layout.size) throw new NoColumn('size');
      copies.push(copy);
      at += copy.length;
    } else if (isFixed) at += layout.size;
    starts[row + 1] = at;
  }
  const values = new Uint8Array(at);
  let next = 0;
  for (let row = 0; row < rows; row++) if (items[row] !== null) values.set(copies[next++]!, starts[row]!);
  return { layout, rows, valid, offsets: isFixed ? undefined : starts, values, parts: [] };
}

function decimals(
  layout: Layout,
  items: readonly unknown[],
  valid: Uint8Array | undefined,
  room: Room,
): WireColumn {
  const { size } = layout;
  const rows = items.length;
  room.take(rows * size);
  const values = new Uint8Array(rows * size);
  const view = new DataView(values.buffer);
  for (let row = 0; row < rows; row++) {
    const item = items[row];
    if (item === null) continue;
    if (typeof item !== 'bigint') throw new NoColumn('type');
    if (BigInt.asIntN(8 * size, item) !== item) throw new NoColumn('size');
    for (let word = 0, rest = item; word < size; word += 8, rest >>= 64n)
      view.setBigInt64(row * size + word, BigInt.asIntN(64, rest), true);
  }
  return { layout, rows, valid, offsets: undefined, values, parts: [] };
}
