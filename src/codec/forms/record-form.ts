import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../../base/digest.ts';
import type { FieldId } from '../../contract/field.ts';
import type { Schema } from '../../contract/schema.ts';
import type { ParquetLibrary } from '../parquet/parquet-library.ts';
import type { RowGroupPiece } from '../parquet/row-groups.ts';

/** The forms that records are given out in. */
export const RECORD_FORMS = ['json', 'arrow', 'avro', 'parquet'] as const;
export type RecordForm = (typeof RECORD_FORMS)[number];

export const isRecordForm = (text: string): text is RecordForm =>
  (RECORD_FORMS as readonly string[]).includes(text);

/** Records that were written apart from those before them, in whichever thread. */
export type Piece =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Blocks of an Avro container file, without the marks between them; each ends where `ends` says. */
  | { readonly kind: 'blocks'; readonly bytes: Uint8Array; readonly ends: readonly number[] }
  | { readonly kind: 'groups'; readonly groups: readonly RowGroupPiece[] };

/** Records of a batch that the form can't carry, by ascending row: they are in no piece. */
export type Lacking = readonly { readonly row: number; readonly field: FieldId | undefined }[];

/** Makes pieces of batches. */
export interface PieceWriter {
  add(batch: RecordBatch): Lacking;
  /** Whether as much was added as a piece should have. */
  readonly isFull: boolean;
  /** What was added since the last one. */
  taken(): Piece;
}

/** Puts pieces behind each other, in their order. */
export interface PieceJoiner {
  readonly start: readonly Uint8Array[];
  add(piece: Piece): readonly Uint8Array[];
  end(): readonly Uint8Array[];
}

export type Written = {
  readonly schema: Schema;
  readonly recordSchema: Digest;
  readonly library: ParquetLibrary;
};

export type Form = {
  readonly writer: (written: Written) => PieceWriter;
  readonly joiner: (written: Written) => PieceJoiner;
};

/** @throws TypeError: a piece of one form was given to the joiner of another */
export function pieceOf<K extends Piece['kind']>(kind: K, piece: Piece): Extract<Piece, { kind: K }> {
  if (piece.kind !== kind) throw new TypeError('a piece of another form');
  return piece as Extract<Piece, { kind: K }>;
}
