import type { RecordBatch } from 'apache-arrow';
import { batchOfColumns } from '../../contract/batch.ts';
import { columnBuilder } from '../../contract/column-builder.ts';
import type { Field } from '../../contract/field.ts';
import type { Schema } from '../../contract/schema.ts';
import type { UnifiedColumn } from './unify.ts';

/** All columns that both files have, and the schema that was inferred for them. */
export type ColumnSet = { readonly schema: Schema; readonly columns: readonly UnifiedColumn[] };

export type Part = {
  readonly schema: Schema;
  /** Records of a side; without `rows`, all of them. */
  readonly old: (rows?: Uint32Array) => RecordBatch;
  readonly new: () => RecordBatch;
};

/** Some columns under a schema of their own, for what looks at no others. */
export function schemaOf({ schema, columns }: ColumnSet, places: readonly number[]): Part {
  const fields = places.map(at => schema.fields[at]!);
  const ids = new Set(fields.map(({ id }) => id));
  const part: Schema = {
    fields,
    normalizer: undefined,
    key: schema.key.filter(id => ids.has(id)),
    label: schema.label !== undefined && ids.has(schema.label) ? schema.label : undefined,
    slices: schema.slices.filter(({ field }) => ids.has(field)),
  };
  const batch = (side: 'old' | 'new', rows?: Uint32Array): RecordBatch => {
    const data = places.map((at, index) => dataOf(fields[index]!, columns[at]![side], rows));
    return batchOfColumns(part, data, data[0]?.length ?? 0);
  };
  return { schema: part, old: rows => batch('old', rows), new: () => batch('new') };
}

function dataOf(field: Field, values: UnifiedColumn['old'], rows: Uint32Array | undefined) {
  const builder = columnBuilder(field);
  if (rows === undefined) for (const value of values) builder.append(value);
  else for (const row of rows) builder.append(values[row]!);
  return builder.finish();
}
