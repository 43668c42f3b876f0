import { canonicalJson } from '../base/canonical-json.ts';
import { LIMITS } from '../base/limits.ts';
import { batchOfColumns } from '../contract/batch.ts';
import { type ColumnBuilder, columnBuilder } from '../contract/column-builder.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { invalidUtf8Offset } from '../contract/utf8.ts';
import type { Value } from '../contract/value.ts';
import type { DecodeResult } from './codec.ts';
import { BYTE, JsonInput } from './json-input.ts';
import { type ReadValue, valueReader } from './json-values.ts';

/** JSON Lines, one record a line, as one batch. A key that is absent is filled from the field's default, if it has one. */
export function decodeJson(schema: Schema, bytes: Uint8Array): DecodeResult {
  const input = new JsonInput(bytes);
  if (input.refused) return input.refusalAt(0);
  const invalid = invalidUtf8Offset(bytes);
  if (invalid !== undefined) {
    input.refuse('INVALID_UTF8', undefined, invalid);
    return input.refusalAt(newlinesBefore(bytes, invalid));
  }
  const record = new RecordReader(schema);
  let rows = 0;
  for (let offset = 0; offset < bytes.length; rows++) {
    const next = input.startLine(offset);
    if (!record.read(input, rows)) return input.refusalAt(rows);
    offset = next;
  }
  const columns = record.columns.map(column => column.builder.finish());
  return {
    kind: 'decoded',
    batch: batchOfColumns(schema, columns, rows),
    rows,
    absentFilled: record.absentFilled,
  };
}

function newlinesBefore(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at++) if (bytes[at] === 0x0a) count++;
  return count;
}

type Column = {
  readonly field: Field;
  readonly builder: ColumnBuilder;
  readonly read: ReadValue;
  /** The key as most writers write it, with its quotes. */
  readonly key: Uint8Array;
  readonly defaultBytes: number;
};

class RecordReader {
  readonly columns: readonly Column[];
  readonly absentFilled = new Map<FieldId, number>();
  readonly #byName: ReadonlyMap<string, number>;
  /** For each column the last row that had it, and 1. */
  readonly #seen: Float64Array;
  #filledBytes = 0;

  constructor(schema: Schema) {
    this.columns = schema.fields.map(columnFor);
    this.#byName = new Map(schema.fields.map((field, index) => [field.name, index]));
    this.#seen = new Float64Array(schema.fields.length);
  }

  read(input: JsonInput, row: number): boolean {
    if (!input.expect(BYTE.openObject, undefined)) return false;
    const start = input.offset - 1;
    if (input.peek() === BYTE.closeObject) input.offset++;
    else if (!this.#members(input, row)) return false;
    if (input.peek() >= 0) return input.refuse('TRAILING_BYTES', undefined, input.offset);
    return this.#fill(input, row, start);
  }

  #members(input: JsonInput, row: number): boolean {
    for (let expected = 0; ; expected++) {
      const found = this.#key(input, expected);
      if (found < 0) return false;
      const column = this.columns[found]!;
      if (this.#seen[found] === row + 1) return input.refuse('DUPLICATE_KEY', column.field.id, input.offset);
      this.#seen[found] = row + 1;
      if (!input.expect(BYTE.colon, column.field.id) || !column.read(input)) return false;
      const mark = input.peek();
      if (mark === BYTE.closeObject) {
        input.offset++;
        return true;
      }
      if (!input.expect(BYTE.comma, undefined)) return false;
    }
  }

  /** Which column the next key names; -1 when it was refused. Writers mostly keep the schema's order. */
  #key(input: JsonInput, expected: number): number {
    const first = input.peek();
    const key = this.columns[expected]?.key;
    if (key !== undefined && startsWith(input, key)) {
      input.offset += key.length;
      return expected;
    }
    const at = input.offset;
    if (first !== BYTE.quote) {
      input.refuse(first < 0 ? 'TRUNCATED' : 'MALFORMED', undefined, at);
      return -1;
    }
    if (!input.string(undefined)) return -1;
    const name = Buffer.from(input.text.subarray(input.textStart, input.textEnd)).toString('utf8');
    const found = this.#byName.get(name);
    if (found === undefined) input.refuse('UNKNOWN_FIELD', undefined, at);
    return found ?? -1;
  }

  #fill(input: JsonInput, row: number, start: number): boolean {
    for (let index = 0; index < this.columns.length; index++) {
      if (this.#seen[index] === row + 1) continue;
      const { field, builder, defaultBytes } = this.columns[index]!;
      if (field.default.kind === 'none') return input.refuse('MISSING_FIELD', field.id, start);
      // Three bytes of input, `{}` and a newline, can ask for a whole record of defaults.
      this.#filledBytes += defaultBytes;
      if (this.#filledBytes > LIMITS.codec_bytes_max) return input.refuse('OVERFLOW', field.id, start);
      builder.append(field.default.value);
      this.absentFilled.set(field.id, (this.absentFilled.get(field.id) ?? 0) + 1);
    }
    return true;
  }
}

function startsWith(input: JsonInput, key: Uint8Array): boolean {
  if (input.offset + key.length > input.end) return false;
  for (let index = 0; index < key.length; index++)
    if (input.bytes[input.offset + index] !== key[index]) return false;
  return true;
}

function columnFor(field: Field): Column {
  const builder = columnBuilder(field);
  const defaultBytes = field.default.kind === 'none' ? 0 : sizeOf(field.default.value);
  return {
    field,
    builder,
    read: valueReader(field, builder),
    key: Buffer.from(canonicalJson(field.name)),
    defaultBytes,
  };
}

function sizeOf(value: Value): number {
  if (typeof value === 'string') return 8 + 3 * value.length;
  if (value instanceof Uint8Array) return 8 + value.length;
  return Array.isArray(value)
    ? (value as readonly Value[]).reduce<number>((sum, item) => sum + sizeOf(item), 8)
    : 8;
}
