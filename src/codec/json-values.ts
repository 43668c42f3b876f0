import {
  type ColumnBuilder,
  itemOf,
  ListBuilder,
  StructBuilder,
  TensorBuilder,
} from '../contract/column-builder.ts';
import { decimalOfText } from '../contract/decimal-text.ts';
import type { Field, FieldId, Kind, TypeOf } from '../contract/field.ts';
import { Bfloat16Builder } from '../contract/fixed-builders.ts';
import { isFloat, KIND_TABLE } from '../contract/kind-table.ts';
import { NEAREST } from '../contract/narrow-float.ts';
import type { RejectCode } from '../contract/reject.ts';
import { BoolBuilder, BytesBuilder, Int64Builder, NumberBuilder } from '../contract/scalar-builders.ts';
import { BYTE, type JsonInput } from './json-input.ts';
import { type Filled, ObjectReader, type WatchedLists } from './json-object.ts';
import {
  floatOfDecimal,
  isCalledShort,
  isDecimal,
  readBase64,
  readDate,
  readFixed,
  readInteger,
  readTime,
  readTimestamp,
} from './lexical.ts';
import { nearestDouble } from './nearest-double.ts';

/** Appends one value to a column; false when it was refused. */
export type ReadValue = (input: JsonInput) => boolean;

export function valueReader(field: Field, builder: ColumnBuilder, filled: Filled): ReadValue {
  const present = presentReader(field, builder, filled);
  const { id, nullable } = field;
  return input => {
    if (input.peek() !== BYTE.n) return present(input);
    const at = input.offset;
    if (!input.word('null', id)) return false;
    if (!nullable) return input.refuse('NULL_NOT_ALLOWED', id, at);
    if (builder.isFull) return input.refuseRoom(id, at);
    builder.appendNull();
    return true;
  };
}

function presentReader(field: Field, builder: ColumnBuilder, filled: Filled): ReadValue {
  if (builder instanceof BoolBuilder) return boolReader(field.id, builder);
  if (builder instanceof ListBuilder)
    return field.type.kind === 'map' && field.type.key.type.kind === 'string'
      ? mapReader(field.id, field.type, builder, filled)
      : listReader(field, builder, filled);
  if (builder instanceof StructBuilder) return structReader(field, builder, filled);
  if (builder instanceof TensorBuilder) return tensorReader(field, builder, filled);
  if (builder instanceof BytesBuilder)
    return field.type.kind === 'bytes' ? bytesReader(field.id, builder) : stringReader(field.id, builder);
  const { type } = field;
  if (builder instanceof Bfloat16Builder) return floatReader(field, builder);
  if (builder instanceof NumberBuilder && isFloat(type.kind)) return floatReader(field, builder);
  switch (type.kind) {
    case 'date':
      return spelledReader(field.id, builder, text => readDate(text, 'yyyy-MM-dd'));
    case 'time':
      return spelledReader(field.id, builder, text => readTime(field, text));
    case 'timestamp':
      return spelledReader(field.id, builder, text => readTimestamp(field, type.zone, text));
    case 'fixed':
      return spelledReader(field.id, builder, text => readFixed(type.size, text));
    case 'decimal':
      return decimalReader(field.id, type, builder);
    default:
      return builder instanceof Int64Builder
        ? int64Reader(field, builder)
        : intReader(field, builder as NumberBuilder);
  }
}

const boolReader =
  (id: FieldId, builder: BoolBuilder): ReadValue =>
  input => {
    const first = input.peek();
    if (first !== 0x74 && first !== 0x66) return input.mismatch(id);
    if (!input.word(first === 0x74 ? 'true' : 'false', id)) return false;
    builder.reserve(1);
    builder.push(first === 0x74);
    return true;
  };

/** The numeral at hand; undefined when what stands there is none. */
function numeral(input: JsonInput, id: FieldId): string | undefined {
  const first = input.peek();
  const at = input.offset;
  if (first !== 0x2d && (first < 0x30 || first > 0x39)) {
    input.mismatch(id);
    return undefined;
  }
  const text = input.numeral();
  if (isDecimal(text)) return text;
  input.refuse(input.offset === input.end ? 'TRUNCATED' : 'MALFORMED', id, at);
  return undefined;
}

function intReader({ id, type }: Field, builder: NumberBuilder): ReadValue {
  const [min, max] = KIND_TABLE[type.kind].bounds!.map(Number) as [number, number];
  return input => {
    const at = input.offset;
    const value = input.shortInteger() ?? integer(input, id, type.kind);
    if (value === undefined) return false;
    if (value < min || value > max) return input.refuse('OVERFLOW', id, at);
    builder.reserve(1);
    builder.push(Number(value));
    return true;
  };
}

/** int64, uint64 and duration. */
function int64Reader({ id, type }: Field, builder: Int64Builder): ReadValue {
  const isUnsigned = type.kind === 'uint64';
  return input => {
    const at = input.offset;
    const value = input.shortInteger() ?? integer(input, id, type.kind);
    if (value === undefined) return false;
    if (isUnsigned && value < 0) return input.refuse('OVERFLOW', id, at);
    if (typeof value === 'bigint') builder.append(value);
    else {
      builder.reserve(1);
      builder.push(value, Math.floor(value / 2 ** 32));
    }
    return true;
  };
}

function integer(input: JsonInput, id: FieldId, kind: Kind): bigint | undefined {
  const at = input.offset;
  const text = numeral(input, id);
  if (text === undefined) return undefined;
  const value = readInteger(kind, text);
  if (typeof value === 'bigint') return value;
  input.refuse(value, id, at);
  return undefined;
}

/** A numeral, read as something that its column then takes. */
const numeralReader =
  (
    id: FieldId,
    builder: ColumnBuilder,
    readText: (text: string) => number | bigint | RejectCode,
  ): ReadValue =>
  input => {
    const at = input.offset;
    const text = numeral(input, id);
    if (text === undefined) return false;
    const value = readText(text);
    if (typeof value === 'string') return input.refuse(value, id, at);
    builder.append(value);
    return true;
  };

/** Floats of up to eighteen digits, which most are, by themselves; the others by their text. */
function floatReader({ id, type }: Field, builder: NumberBuilder | Bfloat16Builder): ReadValue {
  const long = numeralReader(id, builder, text => floatOfDecimal(type.kind, text));
  const round = NEAREST[type.kind]!;
  return input => {
    if (input.peek() < 0) return long(input);
    const start = input.offset;
    const value = input.shortDecimal() ? shortFloat(input, round) : Number.NaN;
    if (Number.isNaN(value)) {
      input.offset = start;
      return long(input);
    }
    if (builder instanceof NumberBuilder) {
      builder.reserve(1);
      builder.push(value);
    } else builder.pushNumber(value);
    return true;
  };
}

/** As `floatOfDecimal`, of the short decimal just read; NaN where it takes more to tell, or there is no such float. */
function shortFloat(input: JsonInput, round: (value: number) => number): number {
  const { first, rest, restCount, power } = input;
  const size = nearestDouble(first, rest, restCount, power);
  const wide = input.isNegative ? -size : size;
  const value = round(wide);
  if (value === wide) return value;
  return isCalledShort(value, wide, first * 10 ** restCount + rest, power, round) ? value : Number.NaN;
}

const decimalReader = (id: FieldId, type: TypeOf<'decimal'>, builder: ColumnBuilder): ReadValue =>
  numeralReader(id, builder, text => decimalOfText(text, type));

const stringReader =
  (id: FieldId, builder: BytesBuilder): ReadValue =>
  input => {
    if (input.peek() !== BYTE.quote) return input.mismatch(id);
    if (!input.string(id)) return false;
    builder.push(input.text, input.textStart, input.textEnd);
    return true;
  };

/** A string that spells something else, as latin1: what lies outside ASCII spells nothing. */
function spelled(input: JsonInput, id: FieldId): string | undefined {
  if (input.peek() !== BYTE.quote) {
    input.mismatch(id);
    return undefined;
  }
  if (!input.string(id)) return undefined;
  return input.text.toString('latin1', input.textStart, input.textEnd);
}

const bytesReader =
  (id: FieldId, builder: BytesBuilder): ReadValue =>
  input => {
    const at = input.offset;
    const text = spelled(input, id);
    if (text === undefined) return false;
    const value = readBase64(text);
    if (typeof value === 'string') return input.refuse(value, id, at);
    builder.push(value, 0, value.length);
    return true;
  };

const spelledReader =
  (
    id: FieldId,
    builder: ColumnBuilder,
    readText: (text: string) => number | bigint | Uint8Array | RejectCode,
  ): ReadValue =>
  input => {
    const at = input.offset;
    const text = spelled(input, id);
    if (text === undefined) return false;
    const value = readText(text);
    if (typeof value === 'string') return input.refuse(value, id, at);
    builder.append(value);
    return true;
  };

function structReader({ id, type }: Field, builder: StructBuilder, filled: Filled): ReadValue {
  if (type.kind !== 'struct') throw new TypeError(`field ${id} is no struct`);
  const readers = type.fields.map((field, at) => valueReader(field, builder.members[at]!, filled));
  const object = new ObjectReader(type.fields, builder.members, readers, filled);
  return input => {
    if (input.peek() !== BYTE.openObject) return input.mismatch(id);
    if (!object.read(input, id)) return false;
    builder.close();
    return true;
  };
}

/** Reads the items between two marks; -1 when something was refused, else how many there were. */
function items(
  input: JsonInput,
  id: FieldId,
  [open, close]: readonly [open: number, close: number],
  max: number,
  readItem: ReadValue,
): number {
  if (input.peek() !== open) {
    input.mismatch(id);
    return -1;
  }
  input.offset++;
  let length = 0;
  while (input.peek() !== close || length > 0) {
    input.peek();
    if (length >= max) {
      input.refuse('ARRAY_TOO_LONG', id, input.offset);
      return -1;
    }
    if (!readItem(input)) return -1;
    length++;
    if (input.peek() === close) break;
    if (!input.expect(BYTE.comma, id)) return -1;
  }
  input.offset++;
  return length;
}

const LIST = [BYTE.openList, BYTE.closeList] as const;
const OBJECT = [BYTE.openObject, BYTE.closeObject] as const;

/** A list, or a map of other keys than texts as a list of `{"key", "value"}`. */
function listReader(field: Field, builder: ListBuilder, filled: Filled): ReadValue {
  const { id, type } = field;
  // An entry has no id of its own.
  const item = type.kind === 'map' ? { ...itemOf(field), id } : itemOf(field);
  const readValue = valueReader(item, builder.items, filled);
  const readItem = filled.watched?.field === id ? noted(filled.watched, readValue) : readValue;
  const max = type.kind === 'map' ? type.entries : type.kind === 'list' ? type.length.max : 0;
  const { watched } = filled;
  return input => {
    if (watched?.field === id) {
      input.peek();
      watched.lists.push({ start: input.offset, items: [] });
    }
    if (items(input, id, LIST, max, readItem) < 0) return false;
    builder.close();
    return true;
  };
}

const noted =
  ({ lists }: WatchedLists, readItem: ReadValue): ReadValue =>
  input => {
    lists.at(-1)!.items.push(input.offset);
    return readItem(input);
  };

/** An object whose keys are the map's own, whatever text, and none of them special. */
function mapReader(id: FieldId, type: TypeOf<'map'>, builder: ListBuilder, filled: Filled): ReadValue {
  const entries = builder.items;
  if (!(entries instanceof StructBuilder)) throw new TypeError(`field ${id} has no entries`);
  const [keys, values] = entries.members as [BytesBuilder, ColumnBuilder];
  const readKey = stringReader(type.key.id, keys);
  const readValue = valueReader(type.value, values, filled);
  // What was decoded is searched for keys that stand twice all the same; only here is it known where one stands.
  let [seen, known] = [new Set<string>(), 0];
  const readEntry: ReadValue = input => {
    input.peek();
    const at = input.offset;
    if (!readKey(input)) return false;
    const { size } = seen.add(input.text.toString('latin1', input.textStart, input.textEnd));
    if (size === known) return input.refuse('DUPLICATE_KEY', id, at);
    known = size;
    if (!input.expect(BYTE.colon, id) || !readValue(input)) return false;
    entries.close();
    return true;
  };
  return input => {
    [seen, known] = [new Set(), 0];
    if (items(input, id, OBJECT, type.entries, readEntry) < 0) return false;
    builder.close();
    return true;
  };
}

function tensorReader({ id, type }: Field, builder: TensorBuilder, filled: Filled): ReadValue {
  if (type.kind !== 'tensor') throw new TypeError(`field ${id} is no tensor`);
  const readItem = valueReader(type.element, builder.items, filled);
  return input => {
    const at = input.offset;
    const length = items(input, id, LIST, builder.size, readItem);
    if (length < 0) return false;
    if (length < builder.size) return input.refuse('ARRAY_TOO_SHORT', id, at);
    builder.close();
    return true;
  };
}
