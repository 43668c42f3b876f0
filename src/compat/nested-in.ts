import type { Field, FieldId } from '../contract/field.ts';
import { childrenOf } from '../contract/nested.ts';

/** A field that lies in another. */
export type Nested = { readonly field: Field; readonly parent: Field };

const INDEXES = new WeakMap<readonly Field[], ReadonlyMap<FieldId, Nested>>();

/** Everything that lies in a field of a record, by its id. It follows from the fields alone, and goes when they do. */
export function nestedIn(fields: readonly Field[]): ReadonlyMap<FieldId, Nested> {
  const known = INDEXES.get(fields);
  if (known !== undefined) return known;
  const nested = new Map<FieldId, Nested>();
  const visit = (parent: Field): void => {
    for (const { field } of childrenOf(parent.type)) {
      nested.set(field.id, { field, parent });
      visit(field);
    }
  };
  for (const field of fields) visit(field);
  INDEXES.set(fields, nested);
  return nested;
}

/** Says of fields that they hold in them what others do, where that is known: it isn't looked for then. */
export function keepNested(fields: readonly Field[], nested: ReadonlyMap<FieldId, Nested>): void {
  INDEXES.set(fields, nested);
}
