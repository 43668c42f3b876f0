import type { RecordBatch } from 'apache-arrow';
import { columnReader } from '../contract/batch.ts';
import { valueText } from '../contract/category.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { WITHHELD, type Withheld } from '../contract/withheld.ts';
import { indexOf } from './key.ts';

/** What a person calls a record by: its key, part by part, where that may be told. */
export function sampleNames(
  schema: Schema,
  key: readonly FieldId[],
  batch: RecordBatch,
  withheld: readonly FieldId[],
): (row: number) => readonly (string | Withheld)[] {
  const parts = key.map(id => {
    const index = indexOf(schema, id);
    const field = schema.fields[index]!;
    const read = columnReader(field, batch.data.children[index]!);
    return (row: number) => (withheld.includes(id) ? WITHHELD : valueText(field, read(row)));
  });
  return row => parts.map(part => part(row));
}
