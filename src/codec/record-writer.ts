import type { Data } from 'apache-arrow';
import { decimalBits } from '../contract/arrow-field.ts';
import { bitAt, decimalReader, presenceOf } from '../contract/batch.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { ByteSink } from './byte-sink.ts';
import { decimalBytes } from './decimal-bytes.ts';

/** A column to write, and which branch of its union is null. */
export type WriteColumn = { readonly field: Field; readonly data: Data; readonly nullAt: 0 | 1 };

/** Writes one record, straight from the columns, in the order given. */
export type WriteRecord = (row: number, sink: ByteSink) => void;

export function recordWriter(columns: readonly WriteColumn[]): WriteRecord {
  const writers = columns.map(({ field, data, nullAt }) => columnWriter(field, data, nullAt));
  return (row, sink) => {
    for (const write of writers) write(row, sink);
  };
}

/** The first field, a list's element included, that holds a null though it is not nullable. */
export function nullWhereNoneMayBe(
  columns: readonly { readonly field: Field; readonly data: Data }[],
): FieldId | undefined {
  for (const { field, data } of columns) {
    if (!field.nullable && data.nullCount > 0) return field.id;
    if (field.type.kind !== 'list') continue;
    const offsets = data.valueOffsets as Int32Array;
    const [start, end] = [offsets[0] ?? 0, offsets[data.length] ?? 0];
    // Items before and after a slice's own belong to other rows.
    const items = data.children[0]!.slice(start, end - start);
    const found = nullWhereNoneMayBe([{ field: field.type.element, data: items }]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function columnWriter(field: Field, data: Data, nullAt: 0 | 1): WriteRecord {
  const write = valueWriter(field, data);
  const present = presenceOf(data);
  if (!field.nullable) return write;
  return (row, sink) => {
    if (present !== undefined && !present(row)) sink.int(nullAt);
    else {
      sink.int(1 - nullAt);
      write(row, sink);
    }
  };
}

function valueWriter(field: Field, data: Data): WriteRecord {
  const { type } = field;
  switch (type.kind) {
    case 'bool': {
      const bits = data.values as Uint8Array;
      return (row, sink) => sink.byte(bitAt(bits, data.offset + row) ? 1 : 0);
    }
    case 'int8':
    case 'int16':
    case 'int32':
    case 'uint8':
    case 'uint16':
    case 'date': {
      const values = data.values as Int32Array;
      return (row, sink) => sink.int(values[row]!);
    }
    case 'uint32': {
      const values = data.values as Uint32Array;
      return (row, sink) => sink.long(values[row]! | 0, 0);
    }
    case 'int64':
    case 'timestamp':
    case 'duration':
      return longWriter(data.values as BigInt64Array);
    case 'time': {
      const { values } = data;
      if (values instanceof Int32Array) return (row, sink) => sink.int(values[row]!);
      return longWriter(values as BigInt64Array);
    }
    case 'uint64':
      return runWriter(data.values as BigUint64Array, 8);
    case 'fixed':
      return runWriter(data.values as Uint8Array, type.size);
    case 'float16': {
      const values = data.values as Uint16Array;
      return (row, sink) => sink.half(quietHalf(values[row]!, 0x7c00, 0x7e00));
    }
    case 'bfloat16': {
      const bytes = data.values as Uint8Array;
      return (row, sink) =>
        sink.half(quietHalf(bytes[2 * row]! | (bytes[2 * row + 1]! << 8), 0x7f80, 0x7fc0));
    }
    case 'float32': {
      const values = data.values as Float32Array;
      return (row, sink) => sink.float(values[row]!);
    }
    case 'float64': {
      const values = data.values as Float64Array;
      return (row, sink) => sink.double(values[row]!);
    }
    case 'decimal': {
      const value = decimalReader(decimalBits(type), data);
      return (row, sink) => sink.string(decimalBytes(value(row)));
    }
    case 'string':
    case 'bytes': {
      const [offsets, bytes] = [data.valueOffsets as Int32Array, data.values as Uint8Array];
      return (row, sink) => sink.string(bytes, offsets[row]!, offsets[row + 1]!);
    }
    case 'list':
      return listWriter(type.element, data);
  }
}

/** Beyond the bits of infinity there are only NaNs, and each is written as the quiet one. */
const quietHalf = (bits: number, infinity: number, quiet: number): number =>
  (bits & 0x7fff) > infinity ? quiet : bits;

/** Values that take the same number of bytes each, as they stand in memory: the low byte of a number first. */
function runWriter(values: Uint8Array | BigUint64Array, size: number): WriteRecord {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return (row, sink) => sink.raw(bytes, row * size, (row + 1) * size);
}

/** The halves of an int64, the low one first, as every machine this runs on keeps them. */
function longWriter(values: BigInt64Array): WriteRecord {
  const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  return (row, sink) => sink.long(halves[2 * row]!, halves[2 * row + 1]!);
}

/** One block of a positive count, or none. */
function listWriter(element: Field, data: Data): WriteRecord {
  const offsets = data.valueOffsets as Int32Array;
  const write = columnWriter(element, data.children[0]!, 0);
  return (row, sink) => {
    const [start, end] = [offsets[row]!, offsets[row + 1]!];
    if (end > start) sink.int(end - start);
    for (let item = start; item < end; item++) write(item, sink);
    sink.byte(0);
  };
}
