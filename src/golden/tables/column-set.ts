import type { Schema } from '../../contract/schema.ts';
import type { CellReaders } from '../cell-readers.ts';
import type { UnifiedColumn } from './unify.ts';

/** All columns that both files have, and the schema that was inferred for them. */
export type ColumnSet = { readonly schema: Schema; readonly columns: readonly UnifiedColumn[] };

export type Part = { readonly schema: Schema; readonly old: CellReaders; readonly new: CellReaders };

/** Some columns under a schema of their own, for what looks at no others. */
export function partOf({ schema, columns }: ColumnSet, places: readonly number[]): Part {
  const fields = places.map(at => schema.fields[at]!);
  const ids = new Set(fields.map(({ id }) => id));
  const readers =
    (side: 'old' | 'new'): CellReaders =>
    index => {
      const column = columns[places[index]!]!;
      return row => column.valueAt(side, row);
    };
  return {
    schema: {
      fields,
      normalizer: undefined,
      key: schema.key.filter(id => ids.has(id)),
      label: schema.label !== undefined && ids.has(schema.label) ? schema.label : undefined,
      slices: schema.slices.filter(({ field }) => ids.has(field)),
    },
    old: readers('old'),
    new: readers('new'),
  };
}
