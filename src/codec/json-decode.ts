import { invalidUtf8Offset } from '../base/utf8.ts';
import { batchOfColumns } from '../contract/batch.ts';
import { type ColumnBuilder, columnBuilder } from '../contract/column-builder.ts';
import type { Schema } from '../contract/schema.ts';
import type { DecodeResult, Refusal } from './codec.ts';
import { JsonInput } from './json-input.ts';
import { Filled, ObjectReader } from './json-object.ts';
import { valueReader } from './json-values.ts';
import { once } from './once.ts';

/** JSON Lines, one record a line, as one batch. A key that is absent is filled from the field's default, if it has one. */
export function decodeJson(schema: Schema, bytes: Uint8Array): DecodeResult {
  const input = new JsonInput(bytes);
  if (input.refused) return input.refusalAt(0);
  const invalid = invalidUtf8Offset(bytes);
  if (invalid !== undefined) {
    input.refuse('INVALID_UTF8', undefined, invalid);
    return input.refusalAt(newlinesBefore(bytes, invalid));
  }
  const decoder = new JsonDecoder(schema);
  for (let offset = 0; offset < bytes.length; ) {
    offset = input.startLine(offset);
    const refusal = decoder.line(input);
    if (refusal !== undefined) return refusal;
  }
  return once(schema, decoder.finish());
}

/** Lines of JSON into columns. */
export class JsonDecoder {
  rows = 0;
  readonly #schema: Schema;
  readonly #filled = new Filled();
  readonly #builders: readonly ColumnBuilder[];
  readonly #record: ObjectReader;

  constructor(schema: Schema) {
    this.#schema = schema;
    this.#builders = schema.fields.map(columnBuilder);
    const readers = schema.fields.map((field, index) =>
      valueReader(field, this.#builders[index]!, this.#filled),
    );
    this.#record = new ObjectReader(schema.fields, this.#builders, readers, this.#filled);
  }

  /** Appends the record of the line the input stands at. After a refusal the decoder is spent. */
  line(input: JsonInput): Refusal | undefined {
    if (!this.#record.read(input, undefined) || !ended(input)) return input.refusalAt(this.rows);
    this.rows++;
    return undefined;
  }

  finish(): Extract<DecodeResult, { kind: 'decoded' }> {
    const columns = this.#builders.map(builder => builder.finish());
    const batch = batchOfColumns(this.#schema, columns, this.rows);
    const { absent, unknownAt } = this.#filled;
    const decoded = { kind: 'decoded', batch, rows: this.rows, absentFilled: absent } as const;
    return unknownAt.size === 0 ? decoded : { ...decoded, absentRows: unknownAt };
  }
}

const ended = (input: JsonInput): boolean =>
  input.peek() < 0 || input.refuse('TRAILING_BYTES', undefined, input.offset);

function newlinesBefore(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at++) if (bytes[at] === 0x0a) count++;
  return count;
}
