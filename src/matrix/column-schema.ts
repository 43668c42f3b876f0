import type { Json } from '../base/canonical-json.ts';
import type { Field } from '../contract/field.ts';
import { childrenOf } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import { typeText } from '../contract/type-text.ts';

/** The columns that whoever reads a file looks for, by name; beside each what its contract says of it. */
export function columnSchemaOf(schema: Schema): Json {
  const known = SCHEMAS.get(schema);
  if (known !== undefined) return known;
  const made = { columns: schema.fields.map(columnOf) };
  SCHEMAS.set(schema, made);
  return made;
}

const SCHEMAS = new WeakMap<Schema, Json>();

const columnOf = ({ id, name, type, nullable, unit }: Field): Json => {
  const inside = childrenOf(type).map(({ field }) => columnOf(field));
  return {
    id,
    name,
    type: typeText(type),
    nullable,
    ...(unit !== undefined && { unit: unit.code }),
    ...(inside.length > 0 && { inside }),
  };
};
