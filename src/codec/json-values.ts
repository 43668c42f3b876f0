import { type ColumnBuilder, isFull, ListBuilder } from '../contract/column-builder.ts';
import { decimalOfText } from '../contract/decimal-text.ts';
import type { Field, FieldId, Kind, TypeOf } from '../contract/field.ts';
import { isFloat, KIND_TABLE } from '../contract/kind-table.ts';
import type { RejectCode } from '../contract/reject.ts';
import { BoolBuilder, BytesBuilder, Int64Builder, type NumberBuilder } from '../contract/scalar-builders.ts';
import { BYTE, type JsonInput } from './json-input.ts';
import {
  isDecimal,
  readBase64,
  readDate,
  readFixed,
  readFloat,
  readInteger,
  readTime,
  readTimestamp,
} from './lexical.ts';

/** Appends one value to a column; false when it was refused. */
export type ReadValue = (input: JsonInput) => boolean;

export function valueReader(field: Field, builder: ColumnBuilder): ReadValue {
  const present = presentReader(field, builder);
  const { id, nullable } = field;
  return input => {
    if (input.peek() !== BYTE.n) return present(input);
    const at = input.offset;
    if (!input.word('null', id)) return false;
    if (!nullable) return input.refuse('NULL_NOT_ALLOWED', id, at);
    if (isFull(builder)) return input.refuse('OVERFLOW', id, at);
    builder.appendNull();
    return true;
  };
}

function presentReader(field: Field, builder: ColumnBuilder): ReadValue {
  if (builder instanceof BoolBuilder) return boolReader(field.id, builder);
  if (builder instanceof ListBuilder) return listReader(field, builder);
  if (builder instanceof BytesBuilder)
    return field.type.kind === 'bytes' ? bytesReader(field.id, builder) : stringReader(field.id, builder);
  const { type } = field;
  if (isFloat(type.kind)) return floatReader(field, builder);
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

const floatReader = ({ id, type }: Field, builder: ColumnBuilder): ReadValue =>
  numeralReader(id, builder, text => readFloat(type.kind, text));

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
  return Buffer.from(input.text.subarray(input.textStart, input.textEnd)).toString('latin1');
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

function listReader(field: Field, builder: ListBuilder): ReadValue {
  const { id, type } = field;
  if (type.kind !== 'list') throw new TypeError(`field ${id} is no list`);
  const readItem = valueReader(type.element, builder.items);
  return input => {
    if (input.peek() !== BYTE.openList) return input.mismatch(id);
    input.offset++;
    for (let length = 0; input.peek() !== BYTE.closeList || length > 0; length++) {
      input.peek();
      if (length >= type.length.max) return input.refuse('ARRAY_TOO_LONG', id, input.offset);
      if (!readItem(input)) return false;
      if (input.peek() === BYTE.closeList) break;
      if (!input.expect(BYTE.comma, id)) return false;
    }
    input.offset++;
    builder.close();
    return true;
  };
}
