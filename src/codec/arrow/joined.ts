import type { Data } from 'apache-arrow';
import { presenceOf } from '../../contract/batch.ts';
import { columnBuilder } from '../../contract/column-builder.ts';
import { dataMaker, type Parts } from '../../contract/data-maker.ts';
import type { Field } from '../../contract/field.ts';
import { entryOf } from '../../contract/nested.ts';
import { taken } from '../../contract/take.ts';
import { FitStop } from './fit-stop.ts';

/** Columns of one field behind one another, each from its first row. @throws FitStop where they are too long for one */
export function joined(field: Field, parts: readonly Data[]): Data {
  const [first, ...more] = parts;
  if (first === undefined) return columnBuilder(field).finish();
  if (more.length === 0) return first;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return dataMaker(field)(length, presenceIn(parts, length), partsOf(field, parts, length));
}

function presenceIn(
  parts: readonly Data[],
  length: number,
): { readonly bitmap: Uint8Array | undefined; readonly nulls: number } {
  if (parts.every(part => presenceOf(part) === undefined)) return { bitmap: undefined, nulls: 0 };
  const { bitmap, nulls } = bitsOf(parts, length, presenceOf);
  return { bitmap: nulls === 0 ? undefined : bitmap, nulls };
}

function bitsOf(
  parts: readonly Data[],
  length: number,
  bitsIn: (part: Data) => ((row: number) => boolean) | undefined,
): { readonly bitmap: Uint8Array; readonly nulls: number } {
  const bitmap = new Uint8Array((length + 7) >> 3);
  let [at, nulls] = [0, 0];
  for (const part of parts) {
    const bit = bitsIn(part);
    for (let row = 0; row < part.length; row++, at++)
      if (bit === undefined || bit(row)) bitmap[at >> 3]! |= 1 << (at & 7);
      else nulls++;
  }
  return { bitmap, nulls };
}

function partsOf(field: Field, parts: readonly Data[], length: number): Parts {
  const { type } = field;
  switch (type.kind) {
    case 'bool':
      return {
        data: bitsOf(parts, length, part => {
          const bits = part.values as Uint8Array;
          return row => ((bits[row >> 3]! >> (row & 7)) & 1) === 1;
        }).bitmap,
      };
    case 'string':
    case 'bytes': {
      const spans = parts.map(part => spanOf(part));
      const data = bytesOf(
        spans.map(({ part, start, end }) => (part.values as Uint8Array).subarray(start, end)),
      );
      return { valueOffsets: offsetsOf(spans, length), data };
    }
    case 'list':
    case 'map': {
      const spans = parts.map(part => spanOf(part));
      const item = type.kind === 'map' ? entryOf(type) : type.element;
      const items = spans.map(({ part, start, end }) => within(item, part.children[0]!, start, end));
      return { valueOffsets: offsetsOf(spans, length), child: joined(item, items) };
    }
    case 'struct':
      return {
        children: type.fields.map((member, at) =>
          joined(
            member,
            parts.map(part => part.children[at]!),
          ),
        ),
      };
    case 'tensor':
      return {
        child: joined(
          type.element,
          parts.map(part => part.children[0]!),
        ),
      };
    default: {
      const arrays = parts.map(part => part.values as Float64Array);
      const Values = arrays[0]!.constructor as Float64ArrayConstructor;
      const made = new Values(arrays.reduce((sum, values) => sum + values.length, 0));
      let at = 0;
      for (const values of arrays) {
        made.set(values, at);
        at += values.length;
      }
      return { data: made };
    }
  }
}

type Span = { readonly part: Data; readonly start: number; readonly end: number };

function spanOf(part: Data): Span {
  const offsets = part.valueOffsets as Int32Array;
  return { part, start: offsets[0]!, end: offsets[part.length]! };
}

/** A column without the items before its first list and after its last. */
function within(field: Field, data: Data, start: number, end: number): Data {
  if (start === 0 && end === data.length) return data;
  return taken(
    field,
    data,
    Int32Array.from({ length: end - start }, (_, at) => start + at),
    () => undefined,
  );
}

function offsetsOf(spans: readonly Span[], length: number): Int32Array {
  const made = new Int32Array(length + 1);
  let [row, end] = [0, 0];
  for (const { part, start } of spans) {
    const offsets = part.valueOffsets as Int32Array;
    for (let index = 1; index <= part.length; index++) made[++row] = end + offsets[index]! - start;
    end = made[row]!;
    if (end < 0) throw new FitStop('ROW_GROUP_TOO_LARGE');
  }
  return made;
}

function bytesOf(parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > 2 ** 31 - 1) throw new FitStop('ROW_GROUP_TOO_LARGE');
  return Buffer.concat(parts, length);
}
