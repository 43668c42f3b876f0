import type * as arrow from 'apache-arrow';
import { columnReader, presenceOf } from '../contract/batch.ts';
import { columnBuilder } from '../contract/column-builder.ts';
import type { Field } from '../contract/field.ts';
import { childrenOf, entryOf } from '../contract/nested.ts';
import { layoutOf } from './function-layout.ts';
import { hasOffsets, type WireColumn } from './function-wire.ts';

/** A column as a function is given it. @param rows  those that it is given, ascending; undefined: all */
export const givenColumn = (field: Field, data: arrow.Data, rows: Int32Array | undefined): WireColumn =>
  shown(field, rows === undefined && liesFlat(field, data) ? data : picked(field, data, rows));

/** Whether what lies in the buffers begins where the column does. */
function liesFlat(field: Field, data: arrow.Data): boolean {
  if (data.offset !== 0) return false;
  return childrenOf(field.type).length === 0;
}

function picked(field: Field, data: arrow.Data, rows: Int32Array | undefined): arrow.Data {
  const builder = columnBuilder(field);
  const read = columnReader(field, data);
  if (rows === undefined) for (let row = 0; row < data.length; row++) builder.append(read(row));
  else for (const row of rows) builder.append(read(row));
  return builder.finish();
}

function shown(field: Field, data: arrow.Data): WireColumn {
  const { type } = field;
  const rows = data.length;
  const valid = validityOf(data);
  const bounds = hasOffsets(type.kind) ? (data.valueOffsets as Int32Array).subarray(0, rows + 1) : undefined;
  const { offsets, start, end } = fromZero(bounds);
  const entries = type.kind === 'map' ? data.children[0]! : data;
  const fields = type.kind === 'map' ? childrenOf(entryOf(type).type) : childrenOf(type);
  const parts = fields.map(({ field: part }, at) => shown(part, entries.children[at]!));
  const layout = layoutOf(field);
  const values =
    type.kind === 'string' || type.kind === 'bytes'
      ? bytesOf(data.values as Uint8Array).subarray(start, end)
      : fields.length > 0
        ? NOTHING
        : sizedValues(field, data, layout.size);
  return { layout, rows, valid, offsets, values, parts };
}

const NOTHING = new Uint8Array(0);

/** A column that was cut out of another has its bounds there. */
function fromZero(bounds: Int32Array | undefined) {
  if (bounds === undefined) return { offsets: undefined, start: 0, end: 0 };
  const [start, end] = [bounds[0] ?? 0, bounds.at(-1) ?? 0];
  return { offsets: start === 0 ? bounds : bounds.map(each => each - start), start, end };
}

function validityOf(data: arrow.Data): Uint8Array | undefined {
  const isPresent = presenceOf(data);
  if (isPresent === undefined) return undefined;
  const valid = new Uint8Array(data.length);
  for (let row = 0; row < valid.length; row++) valid[row] = isPresent(row) ? 1 : 0;
  return valid;
}

/** Values that all take the same number of bytes, as a function has them. */
function sizedValues(field: Field, data: arrow.Data, size: number): Uint8Array {
  const rows = data.length;
  const { kind } = field.type;
  // A null holds a value that nobody reads, and none that was left there by accident.
  const plain = { ...data, nullCount: 0, nullBitmap: undefined } as unknown as arrow.Data;
  if (kind === 'bool') {
    const read = columnReader(field, plain);
    return Uint8Array.from({ length: rows }, (_, row) => (read(row) === true ? 1 : 0));
  }
  if (kind === 'float16' || kind === 'bfloat16') {
    const read = columnReader(field, plain);
    return bytesOf(Float32Array.from({ length: rows }, (_, row) => read(row) as number));
  }
  const values = data.values as Int32Array;
  if (kind === 'time' && values.BYTES_PER_ELEMENT === 4)
    return bytesOf(BigInt64Array.from({ length: rows }, (_, row) => BigInt(values[row]!)));
  return bytesOf(values).subarray(0, rows * size);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
