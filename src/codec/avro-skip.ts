import { itemOf } from '../contract/column-builder.ts';
import type { Field, FieldId, Kind } from '../contract/field.ts';
import type { AvroInput } from './avro-input.ts';
import { leastBytes, type Shape, type Wire, type WireMember } from './avro-wire.ts';

/** Moves behind a value, whatever it is; false where its bytes have no end. */
export type Skip = (input: AvroInput) => boolean;

/** Moves behind a record: where that is, no value of it decides, but their lengths and counts alone. */
export const recordSkip = (fields: readonly Field[], members: readonly WireMember[]): Skip =>
  inTurn(members.map(({ at, wire }) => skipOf(fields[at]!, wire)));

const inTurn =
  (skips: readonly Skip[]): Skip =>
  input =>
    skips.every(skip => skip(input));

function skipOf(field: Field, wire: Wire): Skip {
  const value = valueSkip(field, wire.shape);
  if (wire.union === undefined) return value;
  const { nullAt, valueAt } = wire.union;
  return input => {
    const at = input.offset;
    if (!input.long(field.id)) return false;
    if (input.high === 0 && input.low === valueAt) return value(input);
    return (input.high === 0 && input.low === nullAt) || input.refuse('MALFORMED', field.id, at);
  };
}

function valueSkip(field: Field, shape: Shape): Skip {
  const { id, type } = field;
  if (shape.kind === 'symbols') return input => input.long(id);
  if (shape.kind === 'fixed-decimal') return stride(id, shape.size);
  switch (type.kind) {
    case 'struct':
      if (shape.kind !== 'record') throw new TypeError('only a struct has members');
      return recordSkip(type.fields, shape.members);
    case 'list':
    case 'map':
      return items(id, itemOf(field), shape);
    case 'tensor':
      return items(id, type.element, shape);
    case 'fixed':
      return stride(id, type.size);
    case 'string':
    case 'bytes':
    case 'decimal':
      return run(id);
    default: {
      const bytes = STRIDES[type.kind];
      return bytes === undefined ? input => input.long(id) : stride(id, bytes);
    }
  }
}

/** What is no varint, of the kinds that have one length. */
const STRIDES: Readonly<Partial<Record<Kind, number>>> = {
  bool: 1,
  uint64: 8,
  float16: 2,
  bfloat16: 2,
  float32: 4,
  float64: 8,
};

const stride =
  (id: FieldId, bytes: number): Skip =>
  input => {
    if (bytes > input.end - input.offset) return input.refuse('TRUNCATED', id, input.offset);
    input.offset += bytes;
    return true;
  };

const run =
  (id: FieldId): Skip =>
  input => {
    const at = input.offset;
    if (!input.long(id)) return false;
    const length = input.number();
    if (length < 0) return input.refuse('MALFORMED', id, at);
    if (length > input.end - input.offset) return input.refuse('TRUNCATED', id, at);
    input.offset += length;
    return true;
  };

function items(id: FieldId, item: Field, shape: Shape): Skip {
  if (shape.kind !== 'items') throw new TypeError('only a list has items');
  const skip = skipOf(item, shape.item);
  const bytesMin = leastBytes(item, shape.item);
  return input => {
    for (;;) {
      const at = input.offset;
      if (!input.long(id)) return false;
      let count = input.number();
      if (count === 0) return true;
      let end: number | undefined;
      if (count < 0) {
        count = -count;
        if (!input.long(id)) return false;
        end = input.offset + input.number();
      }
      if (count * bytesMin > input.end - input.offset) return input.refuse('TRUNCATED', id, at);
      // What takes no bytes at least takes none at all, and may be any number of.
      if (bytesMin > 0) for (let index = 0; index < count; index++) if (!skip(input)) return false;
      if (end !== undefined && input.offset !== end) return input.refuse('MALFORMED', id, at);
    }
  };
}
