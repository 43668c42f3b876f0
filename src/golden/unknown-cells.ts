import type { FieldId } from '../contract/field.ts';
import type { Value } from '../contract/value.ts';

/**
 * Cells that no record wrote, and that hold a default which stands for "unknown" and could be a true value: by field, the
 * rows of the batch that was accepted.
 */
export type UnknownCells = ReadonlyMap<FieldId, ReadonlySet<number> | 'all'>;

export const unknownIn = (cells: UnknownCells | undefined, field: FieldId): ((row: number) => boolean) => {
  const rows = cells?.get(field);
  if (rows === undefined) return () => false;
  return rows === 'all' ? () => true : row => rows.has(row);
};

/** Values as they were written: what nobody wrote is none. */
export const knownReader = (
  read: (row: number) => Value,
  cells: UnknownCells | undefined,
  field: FieldId,
): ((row: number) => Value) => {
  if (cells?.has(field) !== true) return read;
  const isUnknown = unknownIn(cells, field);
  return row => (isUnknown(row) ? null : read(row));
};
