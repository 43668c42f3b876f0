import type { FunctionColumn } from '../../convert/function-types.ts';
import type { WireColumn } from '../../convert/function-wire.ts';
import type { Utf8 } from './utf8.ts';

/** A column as its author sees it, over the bytes that came. */
export function given(column: WireColumn, text: Utf8): FunctionColumn {
  const { layout, offsets, valid } = column;
  const parts = column.parts.map(part => given(part, text));
  switch (layout.kind) {
    case 'list':
      return { kind: 'list', offsets: offsets!, items: parts[0]!, valid };
    case 'map':
      return { kind: 'map', offsets: offsets!, keys: parts[0]!, entries: parts[1]!, valid };
    case 'struct': {
      const members: Record<string, FunctionColumn> = Object.create(null);
      for (const [at, part] of parts.entries()) members[layout.parts[at]!.name] = part;
      return { kind: 'struct', members, valid };
    }
    case 'tensor':
      return { kind: 'tensor', size: layout.size, items: parts[0]!, valid };
    default:
      return {
        kind: layout.kind,
        values: valuesOf(column, text),
        // Where a value says itself that it is none, nothing else does.
        valid: layout.kind in IN_ARRAYS ? undefined : valid,
        unit: layout.unit ?? undefined,
        scale: layout.scale ?? undefined,
      };
  }
}

/** Kinds whose values stand in arrays, with null among them. */
const IN_ARRAYS: Readonly<Record<string, true>> = { decimal: true, string: true, bytes: true, fixed: true };

export const TYPED = {
  bool: Uint8Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  float16: Float32Array,
  bfloat16: Float32Array,
  float32: Float32Array,
  float64: Float64Array,
  date: Int32Array,
  time: BigInt64Array,
  timestamp: BigInt64Array,
  duration: BigInt64Array,
} as const;

export const isTyped = (kind: string): kind is keyof typeof TYPED => Object.hasOwn(TYPED, kind);

function valuesOf({ layout, rows, valid, offsets, values }: WireColumn, text: Utf8) {
  const { kind, size } = layout;
  if (isTyped(kind)) return new TYPED[kind](values.buffer as ArrayBuffer, values.byteOffset, rows);
  const each = <T>(at: (row: number) => T): (T | null)[] => {
    const made = new Array<T | null>(rows);
    for (let row = 0; row < rows; row++) made[row] = valid?.[row] === 0 ? null : at(row);
    return made;
  };
  if (kind === 'string') return each(textReader(values, offsets!, text));
  if (kind === 'bytes') return each(row => values.slice(offsets![row]!, offsets![row + 1]!));
  if (kind === 'fixed') return each(row => values.slice(row * size, (row + 1) * size));
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  return each(row => wide(view, row * size, size));
}

/** All of it is read at once where a letter is a byte; then a row is a part of that. */
function textReader(values: Uint8Array, offsets: Int32Array, text: Utf8): (row: number) => string {
  const whole = text.read(values, 0, values.length);
  if (whole.length === values.length) return row => whole.slice(offsets[row]!, offsets[row + 1]!);
  const starts = lettersBefore(values, offsets);
  return row => whole.slice(starts[row]!, starts[row + 1]!);
}

/** Where each row begins in the string, of which a letter of four bytes takes two places, and any other one. */
function lettersBefore(values: Uint8Array, offsets: Int32Array): Int32Array {
  const starts = new Int32Array(offsets.length);
  let [at, places] = [0, 0];
  for (let row = 0; row < offsets.length; row++) {
    for (const end = offsets[row]!; at < end; at++) {
      const byte = values[at]!;
      if (byte < 0x80 || byte >= 0xc0) places += byte < 0xf0 ? 1 : 2;
    }
    starts[row] = places;
  }
  return starts;
}

/** Two's complement, the low word first. */
function wide(view: DataView, at: number, bytes: number): bigint {
  let value = view.getBigInt64(at + bytes - 8, true);
  for (let word = bytes - 16; word >= 0; word -= 8)
    value = (value << 64n) | view.getBigUint64(at + word, true);
  return value;
}
