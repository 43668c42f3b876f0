import { jensenShannon } from '../base/divergence.ts';
import { categoryReader } from '../contract/category.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { CellReaders } from './cell-readers.ts';
import { indexOf, type Sides } from './key.ts';
import { knownReader, type UnknownCells } from './unknown-cells.ts';

/** How often each label occurs on either side, over all rows of that side. */
export type Distribution<V = never> = {
  /** Most frequent before the change first. */
  readonly labels: readonly {
    readonly label: string | V;
    readonly before: number;
    readonly after: number;
  }[];
  /** Those that no record wrote, too, where the default stands for "unknown". */
  readonly nulls: { readonly before: number; readonly after: number };
  /** Jensen–Shannon, base 2, of the labels that are not null; 0 where neither side has one, and 1 where one side alone has. */
  readonly divergence: number;
};

export function labelDistribution(
  schema: Schema,
  label: FieldId,
  sides: Sides<{ readonly cells: CellReaders; readonly rows: number }>,
  unknown: Partial<Sides<UnknownCells>> = {},
): Distribution {
  const index = indexOf(schema, label);
  const field = schema.fields[index]!;
  const category = categoryReader(field);
  const counts = new Map<string, { label: string; before: number; after: number }>();
  const nulls = { before: 0, after: 0 };
  for (const side of ['before', 'after'] as const) {
    const { cells, rows } = sides[side];
    const at = knownReader(cells(index), unknown[side], label);
    for (let row = 0; row < rows; row++) {
      const value = at(row);
      if (value === null) {
        nulls[side]++;
        continue;
      }
      const { key, text } = category(value);
      let count = counts.get(key);
      if (count === undefined) {
        count = { label: text, before: 0, after: 0 };
        counts.set(key, count);
      }
      count[side]++;
    }
  }
  const labels = [...counts.values()].sort(
    (a, b) => b.before - a.before || b.after - a.after || (a.label < b.label ? -1 : 1),
  );
  const divergence = jensenShannon(
    labels.map(count => count.before),
    labels.map(count => count.after),
  );
  // A side without labels shares none with one that has some, which is as far apart as two can be.
  return { labels, nulls, divergence: divergence ?? (labels.length === 0 ? 0 : 1) };
}
