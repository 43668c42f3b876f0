import { batchOfColumns } from '../contract/batch.ts';
import { type ColumnBuilder, columnBuilder } from '../contract/column-builder.ts';
import type { Schema } from '../contract/schema.ts';
import type { DecodeResult, Refusal } from './codec.ts';
import type { JsonInput } from './json-input.ts';
import { Filled, ObjectReader, type WatchedLists } from './json-object.ts';
import { valueReader } from './json-values.ts';

/** Lines of JSON into columns. */
export class JsonDecoder {
  rows = 0;
  readonly #schema: Schema;
  readonly #filled: Filled;
  readonly #builders: readonly ColumnBuilder[];
  readonly #record: ObjectReader;

  constructor(schema: Schema, watched?: WatchedLists) {
    this.#schema = schema;
    this.#filled = new Filled(watched);
    this.#builders = schema.fields.map(columnBuilder);
    const readers = schema.fields.map((field, index) =>
      valueReader(field, this.#builders[index]!, this.#filled),
    );
    this.#record = new ObjectReader(schema.fields, this.#builders, readers, this.#filled);
  }

  /** Appends the record of the line the input stands at. After a refusal `takeBack`, or the decoder is spent. */
  line(input: JsonInput): Refusal | undefined {
    this.#filled.begin();
    if (!this.#record.read(input, undefined) || !ended(input)) return input.refusalAt(this.rows);
    this.rows++;
    return undefined;
  }

  /** Leaves nothing of the record that was refused. */
  takeBack(): void {
    for (const builder of this.#builders) builder.truncate(this.rows);
    this.#filled.takeBack();
  }

  /** A record that nobody reads, in the place of one. */
  blank(): void {
    for (const builder of this.#builders) builder.appendBlank();
    this.rows++;
  }

  finish(): Extract<DecodeResult, { kind: 'decoded' }> {
    const columns = this.#builders.map(builder => builder.finish());
    const batch = batchOfColumns(this.#schema, columns, this.rows);
    const { absent, places } = this.#filled;
    const decoded = { kind: 'decoded', batch, rows: this.rows, absentFilled: absent } as const;
    return absent.size === 0 ? decoded : { ...decoded, absentRows: places };
  }
}

const ended = (input: JsonInput): boolean =>
  input.peek() < 0 || input.refuse('TRAILING_BYTES', undefined, input.offset);
