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

/**
 * Raised whenever a change of this code could change what a cell finds, so that no finding outlives its finder: of cells
 * in which everything is probed in whole records, and of those that are run in parts or of which terms are chosen.
 */
const METHOD = { whole: 3, chosen: 5 } as const;

/** What a cell's findings depend on, and so the key under which they may be kept. */
export const cellKey = (
  cell: Cell,
  writer: Side,
  reader: Side,
  seed: number,
  run: keyof typeof METHOD,
): Digest =>
  documentDigest({
    method: METHOD[run],
    codec: cell.codec,
    writer: writer.recordSchema,
    reader: reader.recordSchema,
    seed,
  });
