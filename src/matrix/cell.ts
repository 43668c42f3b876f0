import { type Digest, documentDigest } from '../base/digest.ts';
import type { Schema } from '../contract/schema.ts';
import type { CodecName } from './plain-lane.ts';

/** One version as a side of the matrix; a contract is one. */
export type Side = { readonly version: number; readonly schema: Schema; readonly recordSchema: Digest };

/** Why a cell has to be run. */
export const CELL_REASONS = [
  'old-writer-new-reader',
  'new-writer-current-reader',
  'round-trip',
  'supported',
] as const;

/** What the reader of one version makes of the bytes of the writer of another, in one codec. */
export type Cell = {
  readonly writer: number;
  readonly reader: number;
  readonly codec: CodecName;
  readonly reason: (typeof CELL_REASONS)[number];
};

/** Raised whenever a change of this code changes what a cell finds, so that no finding is taken for that of another finder. */
const METHOD = 10;

/** How a cell is run: all of it probed in whole records, or in parts that other cells may share. */
export type Run = 'whole' | 'parts';

/** What a cell's findings depend on, and so the key under which they may be kept. */
export const cellKey = (
  { codec }: Pick<Cell, 'codec'>,
  writer: Side,
  reader: Side,
  seed: number,
  run: Run,
): Digest =>
  documentDigest({
    method: METHOD,
    codec,
    writer: writer.recordSchema,
    reader: reader.recordSchema,
    // What a rule says of an older reader is not what it says of a newer one.
    backward: reader.version >= writer.version,
    seed,
    run,
  });
