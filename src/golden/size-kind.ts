import { isCategorical } from '../contract/category.ts';
import type { Field } from '../contract/field.ts';
import { hasOrder } from '../contract/kind-table.ts';

/** What can be said of how far a cell of a field moved: labels and flags are other ones, and no distance apart. */
export type SizeKind = 'number' | 'length' | 'none';

export function sizeKind(field: Field): SizeKind {
  if (isCategorical(field)) return 'none';
  return hasOrder(field.type.kind) ? 'number' : 'length';
}
