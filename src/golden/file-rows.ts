import type { Comparison } from './compare.ts';

/**
 * A comparison whose row numbers count the rows of the files, where it was made of the records that kept their
 * contract; those of rejects are so from the start.
 *
 * @param before, after  the row of the file, from 0, of a row that was compared
 */
export function inFileRows(
  comparison: Comparison,
  before: (row: number) => number,
  after: (row: number) => number,
): Comparison {
  return {
    ...comparison,
    missingRows: comparison.missingRows.map(before),
    extraRows: comparison.extraRows.map(after),
    fields: comparison.fields.map(field => ({ ...field, firstRows: field.firstRows.map(before) })),
  };
}
