import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { Apart } from '../codec/apart.ts';
import type { Lacking, Piece, RecordForm } from '../codec/forms/record-form.ts';
import type { RowGroupPiece } from '../codec/parquet/row-groups.ts';
import type { FieldId } from '../contract/field.ts';
import type { ReadPlan } from '../contract/read-plan.ts';
import type { Schema } from '../contract/schema.ts';
import type { Chain, Chained } from '../convert/chain.ts';
import type { ApartWire } from './apart-wire.ts';
import type { BatchWire } from './batch-wire.ts';

/** What a thread that converts is told. It says one thing for each batch, each list of batches, and each row group. */
export type ConversionAsk =
  | { readonly kind: 'open'; readonly work: Work }
  | { readonly kind: 'batch'; readonly batch: BatchWire }
  | { readonly kind: 'batches'; readonly batches: readonly BatchWire[] }
  | { readonly kind: 'group'; readonly block: number }
  /** Nothing more of this work will be asked. */
  | { readonly kind: 'close' }
  /** Nothing that was asked is wanted any more: whatever runs elsewhere is ended, and so is the thread. */
  | { readonly kind: 'stop' };

export type Work = {
  readonly chain: Chain;
  /** Where batches are wanted as they are, none. */
  readonly form?: { readonly form: RecordForm; readonly recordSchema: Digest } | undefined;
  readonly file?: FileWork | undefined;
};

/** A Parquet file, and how what its columns hold is read as the first version of the chain. */
export type FileWork = {
  readonly place: string;
  readonly columns: Schema;
  readonly plan: ReadPlan;
  readonly reader: Schema;
};

export type ConversionSaid =
  | { readonly kind: 'chained'; readonly done: ChainedWire }
  | { readonly kind: 'written'; readonly written: WrittenBatches }
  | { readonly kind: 'group'; readonly group: WrittenGroupWire }
  /** A row group that is read by others: something is wrong with it, or with one of its records. */
  | { readonly kind: 'trouble' }
  | { readonly kind: 'failed'; readonly fault: FaultWire }
  /** A mistake of ours, which is one here as it would be there. */
  | { readonly kind: 'threw'; readonly error: unknown };

export type ChainedWire = Omit<Chained, 'converted'> & { readonly converted: BatchWire };

/** Batches that were converted and written behind each other. */
export type WrittenBatches = { readonly piece: Piece; readonly parts: readonly WrittenPart[] };

/** What became of a batch. */
export type WrittenPart = Omit<Chained, 'converted'> & {
  /** Of the records that were converted. */
  readonly lacking: Lacking;
};

/** A row group that was read, converted and written. */
export type WrittenGroup = {
  readonly read: number;
  readonly converted: number;
  readonly skipped: number;
  readonly truncated: ReadonlyMap<FieldId, number>;
  readonly groups: readonly RowGroupPiece[];
  /** By ascending row in the row group. */
  readonly rejects: readonly Apart[];
  readonly absentFilled: ReadonlyMap<FieldId, number>;
};

export type WrittenGroupWire = Omit<WrittenGroup, 'rejects'> & { readonly rejects: ApartWire };

/** A fault as data: what goes to another thread forgets its class. */
export type FaultWire = Pick<Fault, 'code' | 'facts' | 'at' | 'file'>;

export const faultWire = ({ code, facts, at, file }: Fault): FaultWire => ({ code, facts, at, file });

export const faultOf = ({ code, facts, at, file }: FaultWire): Fault =>
  new Fault(code, facts, at, file) as unknown as Fault;
