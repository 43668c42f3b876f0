import type { RecordBatch } from 'apache-arrow';
import type { Fault } from '../base/fault.ts';
import type { ReaderCommand } from '../change/image.ts';
import type { ApartRecords } from '../codec/apart.ts';
import type { Refusal } from '../codec/codec.ts';
import type { RecordForm } from '../codec/forms/record-form.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Chain, Chained } from '../convert/chain.ts';
import type { Trouble } from '../matrix/foreign-cell.ts';
import type { PlainAnswer, PlainTask } from '../matrix/plain-lane.ts';
import type { ShadowAnswer, ShadowAsk } from '../shadow/ask.ts';
import type { FileWork, WrittenBatches, WrittenGroup } from './conversion-wire.ts';

/** Ordinary readers, away from our own process: the bytes they are given can kill them. */
export interface PlainReaders {
  /** What writes the Parquet that they are given, and reads it for us; it is given nothing but our own. */
  readonly parquet: ParquetLibrary;
  /**
   * One answer a task, in the order of the tasks; a task that ends its reader is answered `crash`, and the others go on.
   * Where too many ended it, those that are left have no answer.
   *
   * @faults PLAIN_READER_UNAVAILABLE when no reader can be started at all
   */
  read(tasks: readonly PlainTask[]): Promise<readonly PlainAnswer[] | Fault>;
}

/** What is heard while Parquet is read. */
export type ParquetHears = {
  /** Of how many records a field was absent and had its default, a row group at a time. */
  readonly filled?: (field: FieldId, records: number) => void;
  /** Of records that are refused by themselves. Without it the first of them ends the reading. */
  readonly apart?: ApartRecords;
};

/** Parquet files of any size, away from our own thread: the bytes can make their reader loop or end it. */
export interface ParquetFiles {
  /**
   * The records of a file as batches of a schema, in order, or, last, why there are no more. A row group is held at a
   * time, packed, and some batches.
   */
  read(
    file: string,
    schema: Schema,
    hears?: ParquetHears,
  ): AsyncGenerator<RecordBatch, Refusal | undefined, void>;
}

/** Converters at work: batches through a chain of plans, on every core. */
export interface Conversions {
  /**
   * What becomes of each batch, in the order of the batches, or, last, why there is no more. A few batches are held at a time;
   * whoever leaves before the end stops what runs. The batches stay whole, and nothing depends on how many threads there are.
   *
   * @faults CONVERSION_ENDED, and those of the functions of the chain
   */
  run(
    chain: Chain,
    batches: Batches,
    options?: ConversionOptions,
  ): AsyncGenerator<Chained, Fault | undefined, void>;

  /**
   * The same, written: a piece of some batches each, of which `FORMS` joins a file.
   *
   * @faults CONVERSION_ENDED
   */
  write(
    chain: Chain,
    form: RecordForm,
    batches: Batches,
    options?: ConversionOptions,
  ): AsyncGenerator<WrittenBatches, Fault | undefined, void>;

  /**
   * A Parquet file to pieces of another: each row group is read, converted and written in one thread, and columns to which nothing
   * was done pass as they lie there. `trouble`: what follows is to be read with `ParquetFiles`, who finds out what is wrong with it.
   */
  rewrite(
    chain: Chain,
    file: FileWork,
    options?: ConversionOptions,
  ): AsyncGenerator<WrittenGroup, 'trouble' | undefined, void>;
}

export type Batches = AsyncIterable<RecordBatch> | Iterable<RecordBatch>;

export type ConversionOptions = {
  /** At most so many threads, as many as there are cores without it. With 1, and where batches are few, it is our own. */
  readonly workers?: number | undefined;
};

/** Files as a git repository has them under a ref, without checking anything out. */
export interface GitFiles {
  /**
   * The files of a name in the folders of a folder, by their path from `root`.
   *
   * @param root  a folder of the working tree, the repository's own or one below
   * @param folder  below `root`, with `/` between its parts
   * @faults GIT_UNREADABLE GIT_UNAVAILABLE DOCUMENT_TOO_LARGE
   */
  filesNamed(ask: {
    readonly root: string;
    readonly ref: string;
    readonly folder: string;
    readonly name: string;
    readonly most_bytes: number;
  }): Promise<ReadonlyMap<string, Uint8Array> | Fault>;
}

/** This process, and what is known of others that share a store with it. */
export type Workers = {
  /** One that nobody else has. */
  readonly name: string;
  /** Whether a process is certainly no longer there; of one elsewhere nobody knows. */
  readonly isGone: (name: string) => boolean;
};

/** Time, as whoever waits for others needs it. */
export interface Clock {
  now_ms(): number;
  pause(pause_ms: number): Promise<void>;
  /** @returns what ends it */
  every(period_ms: number, act: () => void): () => void;
}

/** Readers of another make: commands that are not ours. */
export interface ForeignReaders {
  /** Puts the tasks to one of them. Whatever it does is told, and none of it is thrown. */
  read(command: ReaderCommand, tasks: readonly PlainTask[], folder: string): Promise<ForeignRead>;
}

export type ForeignRead =
  /** It can't be started: there is no such command, or no such image. */
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'ran';
      /** Of the tasks that were answered. */
      readonly answers: readonly PlainAnswer[];
      /** By the task at which it ended. */
      readonly troubles: ReadonlyMap<string, Trouble>;
      /** Why no answer of it can be believed, or not all came. */
      readonly trouble: Trouble | undefined;
    };

/** Counts whole data sets, away from our own process and out of core. */
export interface Counting {
  start(): Promise<CountingSession | CountingTrouble>;
}

/** One or two data sets, each a side, filled and then asked. */
export interface CountingSession {
  /** A side of a schema, with files that are read where they lie. */
  open(side: number, schema: Schema, files: readonly NativeFiles[]): Promise<CountingTrouble | undefined>;
  /** Adds records to a side. */
  append(side: number, batch: RecordBatch): Promise<CountingTrouble | undefined>;
  ask(side: number, ask: ShadowAsk): Promise<ShadowAnswer | CountingTrouble>;
  close(): Promise<void>;
}

/** `refused`: it could not do what it was told, and is still there; `ended`: it is not. */
export type CountingTrouble = { readonly trouble: 'refused' | 'ended'; readonly what: string };

/** Parquet files that have the same columns, one for each field of a schema, in its order. */
export type NativeFiles = { readonly places: readonly string[]; readonly columns: readonly NativeColumn[] };

/** A column whose values are as the field's once they are read so: as they are, as days, or as units of time. */
export type NativeColumn = { readonly name: string; readonly reads: 'as-is' | 'date' | 'us' | 'ms' };
