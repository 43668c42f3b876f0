import { LIMITS } from '../../base/limits.ts';
import type { Slice } from '../../contract/schema.ts';
import type { Value } from '../../contract/value.ts';
import type { UnifiedColumn } from './unify.ts';

/** A column as a cut of the rows: by month where it is a time. */
export const sliceOf = ({ name, type }: UnifiedColumn, id: number): Slice => ({
  name,
  field: id,
  by: type.kind === 'date' || type.kind === 'timestamp' ? 'month' : 'value',
});

/** Columns that cut the rows into few parts, or that say when. */
export const isSlice = (column: UnifiedColumn): boolean => {
  const { type, types } = column;
  if (type.kind === 'date' || type.kind === 'timestamp') return true;
  const isWhole = types.old.kind === 'int' && types.new.kind === 'int';
  if (!CUTS.has(type.kind) && !isWhole) return false;
  const parts = distinctUpTo(column.old, PARTS_MAX);
  return parts !== undefined && parts > 1 && parts * 2 <= column.old.length;
};

const CUTS: ReadonlySet<UnifiedColumn['type']['kind']> = new Set(['string', 'bool', 'time', 'duration']);

const PARTS_MAX = LIMITS.compared_categories_max;

/** How many values there are, if not more. */
export function distinctUpTo(values: readonly Value[], most: number): number | undefined {
  const seen = new Set<Value>();
  for (const value of values) {
    seen.add(value);
    if (seen.size > most) return undefined;
  }
  return seen.size;
}
