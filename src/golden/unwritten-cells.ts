import type { FieldId } from '../contract/field.ts';

/**
 * Cells that no record of a side wrote, whatever stands there now: by field of the record, or of a struct in one, the rows of the
 * batch. What lies in a list or a map has no row of its own, and is not told from what was written.
 */
export type UnwrittenCells = ReadonlyMap<FieldId, ReadonlySet<number> | 'all'>;

export const isUnwritten = (
  cells: UnwrittenCells | undefined,
  field: FieldId,
): ((row: number) => boolean) | undefined => {
  const rows = cells?.get(field);
  if (rows === undefined) return undefined;
  return rows === 'all' ? () => true : row => rows.has(row);
};
