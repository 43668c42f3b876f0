import type { FieldId } from '../contract/field.ts';
import type { CellReport } from './cell-report.ts';
import type { ForeignCell } from './foreign-cell.ts';
import { isOfOrdinary, type Sample } from './sample.ts';

/** One of the reader's fields, and what was read for it in silence. */
export type SilentField = { readonly field: FieldId; readonly name: string; readonly sample: Sample };

/**
 * The fields that a cell is said to change in silence, in every report: those for which a reader that is not ours holds
 * something else than an ordinary record says. What is read from an edge or from spoiled bytes counts for none.
 */
export function silentFields(cell: CellReport | ForeignCell): readonly SilentField[] {
  if (cell.kind === 'blank') return [];
  return ('samples' in cell ? cell.samples : cell.fields).flatMap(({ field, name, sample }) =>
    isOfOrdinary(sample) ? [{ field, name, sample }] : [],
  );
}
