import { canonicalJson } from '../base/canonical-json.ts';
import { LIMITS } from '../base/limits.ts';
import type { ColumnBuilder } from '../contract/column-builder.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { roomOf } from '../contract/value-length.ts';
import { BYTE, type JsonInput } from './json-input.ts';
import type { ReadValue } from './json-values.ts';

/** What a line of defaults costs, and which fields had them, over a whole input. */
export class Filled {
  readonly absent = new Map<FieldId, number>();
  /** Of defaults that stand for "unknown" and are no null, where in their column they are; of a nested field, among its kind. */
  readonly unknownAt = new Map<FieldId, number[]>();
  bytes = 0;
}

type Column = {
  readonly field: Field;
  readonly builder: ColumnBuilder;
  readonly read: ReadValue;
  /** The key as most writers write it, with its quotes. */
  readonly key: Uint8Array;
  readonly defaultBytes: number;
};

/** An object with a key for each field, read into a column for each: of a record, or of a struct in one. */
export class ObjectReader {
  readonly #columns: readonly Column[];
  readonly #filled: Filled;
  readonly #byName: ReadonlyMap<string, number>;
  /** For each column the last object that had it. */
  readonly #seen: Float64Array;
  #objects = 0;

  constructor(
    fields: readonly Field[],
    builders: readonly ColumnBuilder[],
    readers: readonly ReadValue[],
    filled: Filled,
  ) {
    this.#columns = fields.map((field, index) => ({
      field,
      builder: builders[index]!,
      read: readers[index]!,
      key: Buffer.from(canonicalJson(field.name)),
      defaultBytes: field.default.kind === 'none' ? 0 : roomOf(field.default.value),
    }));
    this.#filled = filled;
    this.#byName = new Map(fields.map((field, index) => [field.name, index]));
    this.#seen = new Float64Array(fields.length);
  }

  /** @param holder  the field that holds the object; undefined for a record */
  read(input: JsonInput, holder: FieldId | undefined): boolean {
    if (!input.expect(BYTE.openObject, holder)) return false;
    const start = input.offset - 1;
    this.#objects++;
    if (input.peek() === BYTE.closeObject) input.offset++;
    else if (!this.#members(input)) return false;
    return this.#fill(input, start);
  }

  #members(input: JsonInput): boolean {
    for (let expected = 0; ; expected++) {
      const found = this.#key(input, expected);
      if (found < 0) return false;
      const column = this.#columns[found]!;
      if (this.#seen[found] === this.#objects)
        return input.refuse('DUPLICATE_KEY', column.field.id, input.offset);
      this.#seen[found] = this.#objects;
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
    const key = this.#columns[expected]?.key;
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
    const name = input.text.toString('utf8', input.textStart, input.textEnd);
    const found = this.#byName.get(name);
    if (found === undefined) input.refuse('UNKNOWN_FIELD', undefined, at);
    return found ?? -1;
  }

  #fill(input: JsonInput, start: number): boolean {
    for (let index = 0; index < this.#columns.length; index++) {
      if (this.#seen[index] === this.#objects) continue;
      const { field, builder, defaultBytes } = this.#columns[index]!;
      if (field.default.kind === 'none') return input.refuse('MISSING_FIELD', field.id, start);
      // Three bytes of input, `{}` and a newline, can ask for a whole record of defaults.
      this.#filled.bytes += defaultBytes;
      if (this.#filled.bytes > LIMITS.codec_bytes_max) return input.refuse('OVERFLOW', field.id, start);
      builder.append(field.default.value);
      const { absent, unknownAt } = this.#filled;
      absent.set(field.id, (absent.get(field.id) ?? 0) + 1);
      if (field.default.means === 'value' || field.default.value === null) continue;
      const at = unknownAt.get(field.id);
      if (at === undefined) unknownAt.set(field.id, [builder.length - 1]);
      else at.push(builder.length - 1);
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
