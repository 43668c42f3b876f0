import type { RecordBatch } from 'apache-arrow';
import type { Fault } from '../base/fault.ts';
import type { FieldId } from '../contract/field.ts';
import type { RejectCode } from '../contract/reject.ts';
import type { Schema } from '../contract/schema.ts';

/**
 * A batch, or the first thing that was wrong. Rows count from 0, offsets are bytes of the input from 0.
 *
 * `absentFilled` counts, per field, the records that had no value for it and were given the field's own default. Where
 * the wire form always has every field (Avro) it is empty.
 */
export type DecodeResult =
  | {
      readonly kind: 'decoded';
      readonly batch: RecordBatch;
      readonly rows: number;
      readonly absentFilled: ReadonlyMap<FieldId, number>;
      /**
       * Where in their columns those are: nothing in the batch tells them from records that were written so. Absent where no field
       * was, or a field is absent from all records.
       */
      readonly absentRows?: ReadonlyMap<FieldId, readonly number[]>;
    }
  | Refusal;

export type Refusal = {
  readonly kind: 'refused';
  readonly code: RejectCode;
  readonly row: number;
  readonly field: FieldId | undefined;
  readonly offset: number | undefined;
  /** The record batch or row group, from 0, of a format that has them. */
  readonly block?: number;
  /** The key that no field has, as far as it is told. */
  readonly key?: string;
  /** The column that no field is of, or that is none for its field: no record has anything to do with it. */
  readonly column?: UnknownColumn | UnfitColumn;
};

/** What the file has for the field. */
export type UnfitColumn = { readonly found: string };

export type UnknownColumn = {
  /** What the file calls it, with the id it has if columns are found by theirs. */
  readonly text: string;
  readonly by: 'name' | 'id';
  /** The field it may be meant for, or an empty text. */
  readonly nearest: string;
};

/** Bytes to a batch and back, under the schema they were written with. Decoding is guarded: no input makes it throw. */
export interface Codec {
  readonly name: 'avro' | 'json' | 'arrow' | 'parquet';
  /** @faults CODEC_CANNOT_CARRY where the batch holds a value the form has no text or bytes for. */
  encode(schema: Schema, batch: RecordBatch): Uint8Array | Fault<'CODEC_CANNOT_CARRY'>;
  decode(schema: Schema, bytes: Uint8Array): DecodeResult;
}
