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
  /** Where in their column they are; of a nested field, among its kind. */
  readonly places = new Map<FieldId, number[]>();
  bytes = 0;
  /** Lists of one field, where it is asked in which of them something stands. */
  readonly watched: WatchedLists | undefined;
  /** The fields filled in the record at hand. */
  readonly #inRecord: FieldId[] = [];

  constructor(watched?: WatchedLists) {
    this.watched = watched;
  }

  begin(): void {
    this.#inRecord.length = 0;
  }

  /** @param at  where in its column */
  add(field: FieldId, at: number): void {
    this.absent.set(field, (this.absent.get(field) ?? 0) + 1);
    this.#inRecord.push(field);
    const places = this.places.get(field);
    if (places === undefined) this.places.set(field, [at]);
    else places.push(at);
  }

  /** What was filled in the record at hand was not. */
  takeBack(): void {
    for (const field of this.#inRecord) {
      const left = this.absent.get(field)! - 1;
      if (left === 0) this.absent.delete(field);
      else this.absent.set(field, left);
      this.places.get(field)!.pop();
    }
    this.begin();
  }
}

/** Where the lists of a field begin, and each of their items. */
export type WatchedLists = {
  readonly field: FieldId;
  readonly lists: { readonly start: number; readonly items: number[] }[];
};

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
    if (input.peek() !== BYTE.openObject) return input.mismatch(holder);
    const start = input.offset++;
    this.#objects++;
    if (input.peek() === BYTE.closeObject) input.offset++;
    else if (!this.#members(input, holder)) return false;
    return this.#fill(input, start);
  }

  #members(input: JsonInput, holder: FieldId | undefined): boolean {
    for (let expected = 0; ; expected++) {
      const found = this.#key(input, expected, holder);
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
  #key(input: JsonInput, expected: number, holder: FieldId | undefined): number {
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
    if (!input.string(holder)) return -1;
    const name = input.text.toString('utf8', input.textStart, input.textEnd);
    const found = this.#byName.get(name);
    if (found === undefined)
      input.refuse('UNKNOWN_FIELD', holder, at, name.slice(0, LIMITS.echoed_chars_max).toWellFormed());
    return found ?? -1;
  }

  #fill(input: JsonInput, start: number): boolean {
    for (let index = 0; index < this.#columns.length; index++) {
      if (this.#seen[index] === this.#objects) continue;
      const { field, builder, defaultBytes } = this.#columns[index]!;
      if (field.default.kind === 'none') return input.refuse('MISSING_FIELD', field.id, start);
      // Three bytes of input, `{}` and a newline, can ask for a whole record of defaults.
      this.#filled.bytes += defaultBytes;
      if (this.#filled.bytes > LIMITS.codec_bytes_max) return input.refuseRoom(field.id, start);
      builder.append(field.default.value);
      this.#filled.add(field.id, builder.length - 1);
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
