import { isUtf8 } from 'node:buffer';
import * as arrow from 'apache-arrow';
import { arrowType } from '../contract/arrow-field.ts';
import { columnBuilder } from '../contract/column-builder.ts';
import type { Field, Kind } from '../contract/field.ts';
import { isFloat } from '../contract/kind-table.ts';
import { holdsExactly } from '../contract/narrow-float.ts';
import { childrenOf } from '../contract/nested.ts';
import type { Value } from '../contract/value.ts';
import { fitsBounds } from '../contract/value-form.ts';
import { OVERFLOW, PRECISION_LOSS } from './exact-number.ts';
import type { WireColumn } from './function-wire.ts';
import type { Report } from './number-kernels.ts';
import { Refused } from './refused.ts';

/**
 * What a function made, as a column of as many rows as the batch has. A value that the type can't hold is reported; what the
 * field says of it besides is asked by its gate. Its text was looked at: see `textTrouble`.
 *
 * @param made  undefined where it was asked about no row
 * @param rows  where each row of what was made stands in the batch, ascending; undefined: there
 */
export function madeColumn(
  field: Field,
  made: WireColumn | undefined,
  rows: Int32Array | undefined,
  length: number,
  report: Report,
): arrow.Data {
  const flat = rows === undefined && made !== undefined ? flatColumn(field, made) : undefined;
  if (flat !== undefined) return flat;
  const builder = columnBuilder(field);
  const read = made === undefined ? () => undefined : madeReader(field, made);
  let next = 0;
  for (let row = 0; row < length; row++) {
    const at = rows === undefined ? row : rows[next] === row ? next++ : undefined;
    const value = at === undefined ? undefined : read(at);
    if (value instanceof Refused) report(row, value.code);
    if (value === undefined || value instanceof Refused) builder.appendBlank();
    else builder.append(value);
  }
  return builder.finish();
}

/** Why what was made is no text, wherever in it: bytes are text where all of them are, and no row begins within a letter. */
export function textTrouble({ layout, offsets, values, parts }: WireColumn): string | undefined {
  if (layout.kind === 'string') {
    if (!isUtf8(values)) return 'its text is not UTF-8';
    for (const start of offsets!)
      if (start < values.length && (values[start]! & 0xc0) === 0x80) return 'a text begins within a letter';
  }
  for (const part of parts) {
    const trouble = textTrouble(part);
    if (trouble !== undefined) return trouble;
  }
  return undefined;
}

type Numbers = new (buffer: ArrayBuffer, byteOffset: number, length: number) => ArrayBufferView;

/** Kinds whose every bit pattern is a value, as Arrow has them. */
const AS_THEY_ARE: Readonly<Partial<Record<Kind, Numbers>>> = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
  date: Int32Array,
  timestamp: BigInt64Array,
  duration: BigInt64Array,
  fixed: Uint8Array,
};

const numbersIn = (kind: Kind, { buffer, byteOffset, length }: Uint8Array): ArrayBufferView | undefined => {
  const Values = AS_THEY_ARE[kind] as (Numbers & { readonly BYTES_PER_ELEMENT: number }) | undefined;
  return Values && new Values(buffer as ArrayBuffer, byteOffset, length / Values.BYTES_PER_ELEMENT);
};

/** A column that holds the bytes of what was made. */
function flatColumn(field: Field, made: WireColumn): arrow.Data | undefined {
  const { kind } = field.type;
  const isText = kind === 'string' || kind === 'bytes';
  const data = isText ? made.values : numbersIn(kind, made.values);
  if (data === undefined) return undefined;
  return arrow.makeData({
    type: arrowType(field),
    length: made.rows,
    ...validity(made.valid),
    ...(isText && { valueOffsets: made.offsets }),
    data,
  } as never);
}

function validity(valid: Uint8Array | undefined) {
  if (valid === undefined) return { nullCount: 0 };
  const nullBitmap = new Uint8Array((valid.length + 7) >> 3);
  let nullCount = 0;
  for (let row = 0; row < valid.length; row++) {
    if (valid[row] === 1) nullBitmap[row >> 3]! |= 1 << (row & 7);
    else nullCount++;
  }
  return nullCount === 0 ? { nullCount } : { nullCount, nullBitmap };
}

type Read = (row: number) => Value | Refused;

function madeReader(field: Field, made: WireColumn): Read {
  const { valid } = made;
  const read = presentReader(field, made);
  return valid === undefined ? read : row => (valid[row] === 0 ? null : read(row));
}

function presentReader(field: Field, made: WireColumn): Read {
  const { type } = field;
  const { values, offsets, layout } = made;
  const parts = childrenOf(type).map(({ field: part }, at) => madeReader(part, made.parts[at]!));
  switch (type.kind) {
    case 'bool':
      return row => values[row] === 1;
    case 'string':
      return row => textOf(values, offsets![row]!, offsets![row + 1]!);
    case 'bytes':
      return row => values.subarray(offsets![row]!, offsets![row + 1]!);
    case 'fixed':
      return row => values.subarray(row * type.size, (row + 1) * type.size);
    case 'list':
      return row => all(offsets![row + 1]! - offsets![row]!, item => parts[0]!(offsets![row]! + item));
    case 'map':
      return row =>
        all(offsets![row + 1]! - offsets![row]!, item => all(2, part => parts[part]!(offsets![row]! + item)));
    case 'struct':
      return row => all(parts.length, part => parts[part]!(row));
    case 'tensor':
      return row => all(layout.size, item => parts[0]!(row * layout.size + item));
    default:
      return numberReader(field, made);
  }
}

function numberReader(field: Field, { values, layout }: WireColumn): Read {
  const { kind } = field.type;
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  if (kind === 'decimal') return row => within(field, wideOf(view, row * layout.size, layout.size));
  if (kind === 'time') return row => within(field, view.getBigInt64(row * 8, true));
  if (kind === 'float16' || kind === 'bfloat16')
    return row => {
      const value = view.getFloat32(row * 4, true);
      return holdsExactly(kind, value) ? value : PRECISION_LOSS;
    };
  const numbers = numbersIn(kind, values) as unknown as ArrayLike<number | bigint>;
  return row => (isFloat(kind) ? (numbers[row] as number) : numbers[row]!);
}

/** Two's complement, the low word first. */
function wideOf(view: DataView, at: number, bytes: number): bigint {
  let value = view.getBigInt64(at + bytes - 8, true);
  for (let word = bytes - 16; word >= 0; word -= 8)
    value = (value << 64n) | view.getBigUint64(at + word, true);
  return value;
}

const within = (field: Field, value: bigint): bigint | Refused =>
  fitsBounds(field, value) ? value : OVERFLOW;

/** One for each, or the first refusal. */
function all(count: number, made: (at: number) => Value | Refused): Value | Refused {
  const values: Value[] = [];
  for (let at = 0; at < count; at++) {
    const value = made(at);
    if (value instanceof Refused) return value;
    values.push(value);
  }
  return values;
}

const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
