import type { RecordBatch } from 'apache-arrow';
import { columnReader } from '../contract/batch.ts';
import { categoryReader } from '../contract/category.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { valueKeyReader } from '../contract/value-key.ts';
import { indexOf, type Join, type Sides } from './key.ts';
import { type KeyRemap, keyRemaps, type RemapColumn } from './key-remap.ts';

/** Values of a key field that the side after has in another's place; undefined where there are none. */
export function goldenRemaps(
  schema: Schema,
  key: readonly FieldId[],
  batches: Sides<RecordBatch>,
  { missing, extra }: Pick<Join, 'missing' | 'extra'>,
): readonly KeyRemap[] | undefined {
  if (missing.length === 0 || extra.length === 0) return undefined;
  const isKey = new Set(key);
  const reader = (id: FieldId): RemapColumn => {
    const index = indexOf(schema, id);
    const field = schema.fields[index]!;
    const textOf = isNamed(field) ? nameReader(field) : valueKeyReader(field);
    const read = (side: keyof Sides<unknown>) => {
      const at = columnReader(field, batches[side].data.children[index]!);
      return (row: number): string | undefined => {
        const value = at(row);
        return value === null ? undefined : textOf(value);
      };
    };
    return { name: field.name, old: read('before'), new: read('after') };
  };
  const found = keyRemaps({
    key: key.map(reader),
    others: schema.fields.filter(({ id }) => !isKey.has(id)).map(({ id }) => reader(id)),
    missing,
    extra,
    isNamed: ({ name }) => schema.fields.some(field => field.name === name && isNamed(field)),
  });
  return found.length === 0 ? undefined : found;
}

/** Whether its values are names that somebody may give anew. */
const isNamed = ({ type, vocabulary }: Field): boolean => type.kind === 'string' || vocabulary !== undefined;

/** As evidence tells it; a label and its aliases are one. */
function nameReader(field: Field): (value: Parameters<ReturnType<typeof categoryReader>>[0]) => string {
  const category = categoryReader(field);
  return value => category(value).text;
}
