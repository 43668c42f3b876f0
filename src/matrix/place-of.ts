import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';

/** Where a schema has a field, from 0; undefined where it doesn't. A schema never changes, so neither do its places. */
export function placeOf(schema: Schema, id: FieldId): number | undefined {
  const known = PLACES.get(schema);
  if (known !== undefined) return known.get(id);
  const places = new Map(schema.fields.map((field, index) => [field.id, index]));
  PLACES.set(schema, places);
  return places.get(id);
}

const PLACES = new WeakMap<Schema, ReadonlyMap<FieldId, number>>();
