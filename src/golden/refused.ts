import type { RecordBatch } from 'apache-arrow';
import type { Reject } from '../contract/reject.ts';

/** What one side refused, so that it can be compared by key too. */
export type Refused = {
  /** By ascending row; rows are those of the file, from 0. */
  readonly rejects: readonly Reject[];
  /** The records themselves, one a reject in their order, under the schema that both sides are compared under. */
  readonly batch: RecordBatch;
};

/** A sample that a side refused. */
export type RefusedSample = { readonly before: Standing; readonly after: Standing };

/** How a sample stands on one side. */
export type Standing = Reject | 'accepted' | 'absent';

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
