import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../base/digest.ts';
import { FORMS } from '../codec/forms/forms.ts';
import type { Lacking, Piece, PieceJoiner, RecordForm } from '../codec/forms/record-form.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import type { Schema } from '../contract/schema.ts';

/** Records to bytes, a batch at a time. */
export type RecordWriter = {
  readonly start: Uint8Array;
  readonly batch: WriteBatch;
  /** What was held back, and what stands behind it. */
  readonly end: () => Uint8Array;
};

/** Writes what passed every gate. */
export type WriteBatch = (batch: RecordBatch) => Written;

export type Written = {
  readonly bytes: Uint8Array;
  /** Records of the batch that the form can't carry, by ascending row: they are not among the bytes. */
  readonly lacking: Lacking;
};

export type RecordsOf = { readonly schema: Schema; readonly recordSchema: Digest };

export function recordWriter(form: RecordForm, records: RecordsOf, library: ParquetLibrary): RecordWriter {
  const writer = FORMS[form].writer({ ...records, library });
  const file = fileOf(form, records, library);
  return {
    start: file.start,
    batch: batch => {
      const lacking = writer.add(batch);
      return { bytes: writer.isFull ? file.add(writer.taken()) : NOTHING, lacking };
    },
    end: () => joined([file.add(writer.taken()), file.end()]),
  };
}

/** Pieces that were written somewhere, as one file. */
export type RecordFile = {
  readonly start: Uint8Array;
  readonly add: (piece: Piece) => Uint8Array;
  readonly end: () => Uint8Array;
};

export function fileOf(form: RecordForm, records: RecordsOf, library: ParquetLibrary): RecordFile {
  const joiner: PieceJoiner = FORMS[form].joiner({ ...records, library });
  return {
    start: joined(joiner.start),
    add: piece => joined(joiner.add(piece)),
    end: () => joined(joiner.end()),
  };
}

const NOTHING = new Uint8Array();

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 ? parts[0]! : Buffer.concat(parts);
