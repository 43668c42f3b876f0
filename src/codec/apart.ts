import type { RecordBatch } from 'apache-arrow';
import type { FieldId } from '../contract/field.ts';
import type { RejectCode } from '../contract/reject.ts';
import type { Schema } from '../contract/schema.ts';
import { standingTwice } from './once.ts';

/** A record that is set apart, because the next one can be read whatever is wrong with it. */
export type Apart = {
  /** In its batch, from 0: a blank that nobody reads stands there. */
  readonly row: number;
  /** Undefined where no one field is meant. */
  readonly field: FieldId | undefined;
  readonly code: RejectCode;
  /** The key that no field has, as far as it is told. */
  readonly key?: string;
  /** Of a function of a converter: which of its own codes it gave. */
  readonly reason?: string;
};

/** What a reader of files set apart, by the batches it handed out. A reader without it ends at the first such record. */
export class ApartRecords {
  readonly #byBatch = new WeakMap<RecordBatch, readonly Apart[]>();

  put(batch: RecordBatch, records: readonly Apart[]): void {
    if (records.length > 0) this.#byBatch.set(batch, records);
  }

  /** By ascending row, one a record. */
  of(batch: RecordBatch): readonly Apart[] {
    return this.#byBatch.get(batch) ?? [];
  }
}

/** What was set apart of a batch, and the records of it besides in which something stands twice. */
export function besideTwice(schema: Schema, batch: RecordBatch, apart: readonly Apart[]): readonly Apart[] {
  const known = new Set(apart.map(({ row }) => row));
  const twice = [...standingTwice(schema, batch)].filter(({ row }) => !known.has(row));
  return twice.length === 0 ? apart : [...apart, ...twice].sort((a, b) => a.row - b.row);
}
