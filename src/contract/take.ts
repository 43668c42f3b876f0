import type { Data } from 'apache-arrow';
import { decimalBits } from './arrow-field.ts';
import { bitAt, presenceOf } from './batch.ts';
import { dataMaker, type Parts } from './data-maker.ts';
import type { Field } from './field.ts';
import { entryOf, sizeOf } from './nested.ts';

/** Pays for bytes before they are made: a value that stands once can be taken any number of times. */
export type Spend = (bytes: number) => void;

/** The rows of a column at `places`, in their order; a blank at a place below 0, which nobody reads. */
export function taken(field: Field, data: Data, places: Int32Array, spend: Spend): Data {
  const { length } = places;
  return dataMaker(field)(length, presence(field, data, places, spend), partsAt(field, data, places, spend));
}

function presence(
  { nullable }: Field,
  data: Data,
  places: Int32Array,
  spend: Spend,
): { readonly bitmap: Uint8Array | undefined; readonly nulls: number } {
  const present = presenceOf(data);
  if (!nullable || (present === undefined && areAll(places))) return { bitmap: undefined, nulls: 0 };
  spend(places.length >> 3);
  const bitmap = new Uint8Array((places.length + 7) >> 3);
  let nulls = 0;
  for (let row = 0; row < places.length; row++) {
    const place = places[row]!;
    if (place >= 0 && (present === undefined || present(place))) bitmap[row >> 3]! |= 1 << (row & 7);
    else nulls++;
  }
  return nulls === 0 ? { bitmap: undefined, nulls } : { bitmap, nulls };
}

/** Whether none of them is a blank. */
function areAll(places: Int32Array): boolean {
  let all = 0;
  for (let row = 0; row < places.length; row++) all |= places[row]!;
  return all >= 0;
}

function partsAt(field: Field, data: Data, places: Int32Array, spend: Spend): Parts {
  const { type } = field;
  const { length } = places;
  switch (type.kind) {
    case 'bool': {
      spend(length >> 3);
      const [bits, made] = [data.values as Uint8Array, new Uint8Array((length + 7) >> 3)];
      for (let row = 0; row < length; row++)
        if (places[row]! >= 0 && bitAt(bits, data.offset + places[row]!)) made[row >> 3]! |= 1 << (row & 7);
      return { data: made };
    }
    case 'string':
    case 'bytes':
      return texts(data, places, spend);
    case 'fixed':
      return { data: strides(data.values as Uint8Array, places, type.size, spend) };
    case 'bfloat16':
      return { data: strides(data.values as Uint8Array, places, 2, spend) };
    case 'decimal': {
      const { buffer, byteOffset, byteLength } = data.values as Uint32Array;
      const bytes = new Uint8Array(buffer, byteOffset, byteLength);
      const made = strides(bytes, places, decimalBits(type) / 8, spend);
      return { data: new Uint32Array(made.buffer) };
    }
    case 'struct':
      return {
        children: type.fields.map((member, at) => taken(member, data.children[at]!, places, spend)),
      };
    case 'tensor': {
      const size = sizeOf(type);
      spend(4 * length * size);
      const items = new Int32Array(length * size);
      for (let row = 0; row < length; row++)
        for (let item = 0; item < size; item++)
          items[row * size + item] = places[row]! < 0 ? -1 : places[row]! * size + item;
      return { child: taken(type.element, data.children[0]!, items, spend) };
    }
    case 'list':
    case 'map': {
      const { offsets, items } = runsAt(data.valueOffsets as Int32Array, places, spend);
      const item = type.kind === 'map' ? entryOf(type) : type.element;
      return { valueOffsets: offsets, child: taken(item, data.children[0]!, items, spend) };
    }
    default: {
      const values = data.values as Float64Array;
      spend(length * values.BYTES_PER_ELEMENT);
      if (values.BYTES_PER_ELEMENT === 8) return { data: pairs(values, places) };
      const made = new (values.constructor as Float64ArrayConstructor)(length);
      for (let row = 0; row < length; row++) if (places[row]! >= 0) made[row] = values[places[row]!]!;
      return { data: made };
    }
  }
}

/** The items of the lists at `places`, behind one another. */
export function runsAt(
  from: Int32Array,
  places: Int32Array,
  spend: Spend,
): { readonly offsets: Int32Array; readonly items: Int32Array } {
  const offsets = new Int32Array(places.length + 1);
  for (let row = 0; row < places.length; row++) {
    const place = places[row]!;
    const length = place < 0 ? 0 : from[place + 1]! - from[place]!;
    spend(4 + 4 * length);
    offsets[row + 1] = offsets[row]! + length;
  }
  const items = new Int32Array(offsets[places.length]!);
  for (let row = 0, to = 0; row < places.length; row++)
    for (let item = 0, place = places[row]!; to < offsets[row + 1]!; item++)
      items[to++] = from[place]! + item;
  return { offsets, items };
}

/** Of eight bytes, as two words: one value each would be made of 64 bits, and a NaN be another. */
function pairs(values: Float64Array, places: Int32Array): Float64Array {
  const made = new (values.constructor as Float64ArrayConstructor)(places.length);
  const from = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  const to = new Int32Array(made.buffer);
  for (let row = 0; row < places.length; row++) {
    const place = places[row]!;
    if (place < 0) continue;
    to[row * 2] = from[place * 2]!;
    to[row * 2 + 1] = from[place * 2 + 1]!;
  }
  return made;
}

/** Bytes that are made before they are paid for, at most but for one text. */
const UNPAID_bytes = 1 << 16;
/** Fewer are sooner copied one by one. */
const SHORT_bytes = 48;

function texts(data: Data, places: Int32Array, spend: Spend): Parts {
  const [from, bytes] = [data.valueOffsets as Int32Array, data.values as Uint8Array];
  spend(4 * places.length);
  const offsets = new Int32Array(places.length + 1);
  let [end, paid] = [0, 0];
  for (let row = 0; row < places.length; row++) {
    const place = places[row]!;
    if (place >= 0) end += from[place + 1]! - from[place]!;
    if (end - paid > UNPAID_bytes) {
      spend(end - paid);
      paid = end;
    }
    offsets[row + 1] = end;
  }
  spend(end - paid);
  const made = new Uint8Array(end);
  for (let row = 0, to = 0; row < places.length; ) {
    const first = places[row++]!;
    if (first < 0) continue;
    // Texts that stand behind one another are taken together.
    let last = first;
    while (row < places.length && places[row] === last + 1) {
      last++;
      row++;
    }
    const [start, until] = [from[first]!, from[last + 1]!];
    if (until - start > SHORT_bytes) made.set(bytes.subarray(start, until), to);
    else for (let at = start; at < until; at++) made[to + at - start] = bytes[at]!;
    to += until - start;
  }
  return { valueOffsets: offsets, data: made };
}

function strides(bytes: Uint8Array, places: Int32Array, stride: number, spend: Spend): Uint8Array {
  spend(places.length * stride);
  const made = new Uint8Array(places.length * stride);
  for (let row = 0; row < places.length; row++) {
    const start = places[row]! * stride;
    if (start >= 0) made.set(bytes.subarray(start, start + stride), row * stride);
  }
  return made;
}
