import type { RecordBatch } from 'apache-arrow';
import type { Reject } from '../contract/reject.ts';

/** What one side left out, so that it can be compared by key too. */
export type Refused = {
  /** By ascending row; rows are those of the file, from 0. */
  readonly rejects: readonly LeftOut[];
  /** The records themselves, one a reject in their order, under the schema that both sides are compared under. */
  readonly batch: RecordBatch;
};

/** A record that was refused, or that the condition of a converter passed over. */
export type LeftOut = Reject | Skipped;
export type Skipped = { readonly row: number; readonly skipped: true };

export const isReject = (one: LeftOut | 'accepted' | 'absent'): one is Reject =>
  typeof one !== 'string' && !('skipped' in one);

export const isSkipped = (one: LeftOut | 'accepted' | 'absent'): one is Skipped =>
  typeof one !== 'string' && 'skipped' in one;

/** A sample that a side left out. */
export type RefusedSample = { readonly before: Standing; readonly after: Standing };

/** How a sample stands on one side. */
export type Standing = LeftOut | 'accepted' | 'absent';

/** The row of the file, from 0, of a row of what was accepted of it. */
export function fileRowOf(refused: Refused | undefined): (row: number) => number {
  return accepted => {
    let row = accepted;
    for (const reject of refused?.rejects ?? []) {
      if (reject.row > row) break;
      row++;
    }
    return row;
  };
}
