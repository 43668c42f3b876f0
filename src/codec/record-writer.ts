import type { Data } from 'apache-arrow';
import { decimalBits } from '../contract/arrow-field.ts';
import { bitAt, decimalReader, presenceOf } from '../contract/batch.ts';
import type { Field, FieldId, Kind } from '../contract/field.ts';
import { entryOf, sizeOf } from '../contract/nested.ts';
import type { FieldAt } from './avro-schema.ts';
import { ByteSink } from './byte-sink.ts';
import { decimalBytes } from './decimal-bytes.ts';

/** How records are laid out: where null stands in a union, in which order fields do, and whether sets and maps are sorted. */
export type Form = {
  readonly nullAt: (field: Field) => 0 | 1;
  readonly inOrder: (fields: readonly Field[]) => readonly FieldAt[];
  readonly sorted: boolean;
};

export type Column = { readonly field: Field; readonly data: Data };

/** Writes one record, straight from the columns. */
export type WriteRecord = (row: number, sink: ByteSink) => void;

/** Writes a record's columns in the order given. */
export function recordWriter(columns: readonly Column[], form: Form): WriteRecord {
  const writers = columns.map(({ field, data }) => columnWriter(field, data, form, form.nullAt(field)));
  return (row, sink) => {
    for (const write of writers) write(row, sink);
  };
}

/** The first field, nested ones included, that holds a null though it is not nullable. */
export function nullWhereNoneMayBe(columns: readonly Column[]): FieldId | undefined {
  for (const { field, data } of columns) {
    if (!field.nullable && data.nullCount > 0) return field.id;
    const found = nullWhereNoneMayBe(insideOf(field, data));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The columns inside a column, cut to its own rows: what stands before and after a slice belongs to others. */
function insideOf({ type }: Field, data: Data): readonly Column[] {
  if (type.kind === 'struct') return type.fields.map((field, at) => ({ field, data: data.children[at]! }));
  if (type.kind === 'tensor') return [{ field: type.element, data: data.children[0]! }];
  if (type.kind !== 'list' && type.kind !== 'map') return [];
  const offsets = data.valueOffsets as Int32Array;
  const [start, end] = [offsets[0] ?? 0, offsets[data.length] ?? 0];
  const items = data.children[0]!.slice(start, end - start);
  return [{ field: type.kind === 'map' ? entryOf(type) : type.element, data: items }];
}

function columnWriter(field: Field, data: Data, form: Form, nullAt: 0 | 1): WriteRecord {
  const write = valueWriter(field, data, form);
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

function valueWriter(field: Field, data: Data, form: Form): WriteRecord {
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
    case 'list': {
      const items = data.children[0]!;
      const isSorted = type.order === 'set' && form.sorted;
      return runs(
        data,
        isSorted
          ? sortedItems(columnWriter(type.element, items, form, 0))
          : itemsWriter(type.element, items, form),
      );
    }
    case 'map': {
      const [keys, values] = data.children[0]!.children as [Data, Data];
      const key = columnWriter(type.key, keys, form, 0);
      const value = columnWriter(type.value, values, form, 0);
      const entry = form.sorted && type.key.type.kind !== 'string' && type.key.id > type.value.id;
      const write = entry ? both(value, key) : both(key, value);
      return runs(data, form.sorted ? sortedEntries(type.key, key, write) : inTurn(write));
    }
    case 'struct': {
      const members = form.inOrder(type.fields).map(({ field: member, index }) => ({
        field: member,
        data: data.children[index]!,
      }));
      return recordWriter(members, form);
    }
    case 'tensor': {
      const size = sizeOf(type);
      const write = itemsWriter(type.element, data.children[0]!, form);
      return (row, sink) => {
        sink.int(size);
        write(row * size, (row + 1) * size, sink);
        sink.byte(0);
      };
    }
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
const halvesOf = (values: BigInt64Array): Int32Array =>
  new Int32Array(values.buffer, values.byteOffset, 2 * values.length);

function longWriter(values: BigInt64Array): WriteRecord {
  const halves = halvesOf(values);
  return (row, sink) => sink.long(halves[2 * row]!, halves[2 * row + 1]!);
}

/** Writes the items from one place to before another. */
type WriteItems = (start: number, end: number, sink: ByteSink) => void;

/** One block of a positive count, or none. */
function runs(data: Data, write: WriteItems): WriteRecord {
  const offsets = data.valueOffsets as Int32Array;
  return (row, sink) => {
    const [start, end] = [offsets[row]!, offsets[row + 1]!];
    if (end > start) {
      sink.int(end - start);
      write(start, end, sink);
    }
    sink.byte(0);
  };
}

/** What stands in memory as numbers is written without a call for each. */
function itemsWriter(field: Field, data: Data, form: Form): WriteItems {
  const { values } = data;
  if (!field.nullable && INTS.has(field.type.kind) && values instanceof Int32Array)
    return (start, end, sink) => sink.ints(values, start, end);
  if (!field.nullable && LONGS.has(field.type.kind) && values instanceof BigInt64Array) {
    const halves = halvesOf(values);
    return (start, end, sink) => sink.longs(halves, start, end);
  }
  return inTurn(columnWriter(field, data, form, 0));
}

const INTS: ReadonlySet<Kind> = new Set(['int32', 'date', 'time']);
const LONGS: ReadonlySet<Kind> = new Set(['int64', 'time', 'timestamp', 'duration']);

const inTurn =
  (write: WriteRecord): WriteItems =>
  (start, end, sink) => {
    for (let item = start; item < end; item++) write(item, sink);
  };

const both =
  (first: WriteRecord, second: WriteRecord): WriteRecord =>
  (row, sink) => {
    first(row, sink);
    second(row, sink);
  };

/** @throws TypeError where an element stands twice: such a set has no canonical form, and gates refuse it before. */
const sortedItems = (write: WriteRecord): WriteItems =>
  sorted((item, scratch) => {
    write(item, scratch);
    return { by: scratch.toBytes(), bytes: undefined };
  });

/**
 * By the bytes of the key, of a text without the length in front.
 *
 * @throws TypeError where a key stands twice.
 */
const sortedEntries = (key: Field, writeKey: WriteRecord, writeEntry: WriteRecord): WriteItems =>
  sorted((item, scratch) => {
    writeEntry(item, scratch);
    const bytes = scratch.toBytes();
    scratch.clear();
    writeKey(item, scratch);
    const by = scratch.toBytes();
    return { by: key.type.kind === 'string' ? by.subarray(varintLength(by)) : by, bytes };
  });

type Written = { readonly by: Uint8Array; readonly bytes: Uint8Array | undefined };

function sorted(written: (item: number, scratch: ByteSink) => Written): WriteItems {
  return (start, end, sink) => {
    const scratch = new ByteSink();
    const items = Array.from({ length: end - start }, (_, index) => {
      scratch.clear();
      return written(start + index, scratch);
    }).sort((a, b) => Buffer.compare(a.by, b.by));
    for (const [index, { by, bytes }] of items.entries()) {
      if (index > 0 && Buffer.compare(items[index - 1]!.by, by) === 0)
        throw new TypeError('a key of a map or an element of a set stands there twice');
      sink.raw(bytes ?? by);
    }
  };
}

function varintLength(bytes: Uint8Array): number {
  let length = 1;
  while (bytes[length - 1]! > 0x7f) length++;
  return length;
}
