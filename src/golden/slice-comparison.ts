import type { Schema } from '../contract/schema.ts';
import { sliceKeyReader } from '../contract/slice-key.ts';
import type { CellReaders } from './cell-readers.ts';
import { indexOf, type Join } from './key.ts';

/** One way to cut the matched rows, by the side before; the parts' rows add up to all matched rows. */
export type SliceComparison<V = never> = {
  readonly slice: string;
  readonly parts: number;
  /** Parts in which no row differs. */
  readonly clean: number;
  /** The part with the greatest share of differing rows; among equals the one with more of them. */
  readonly worst: SlicePart<V> | undefined;
  /** Every part in which a row differs, worst first. */
  readonly touched: readonly SlicePart<V>[];
};

/** `key` is null for the rows whose slice field is null. */
export type SlicePart<V = never> = {
  readonly key: string | null | V;
  readonly rows: number;
  readonly differ: number;
};

export const compareSlices = (
  schema: Schema,
  before: CellReaders,
  join: Join,
  differs: Uint8Array,
): SliceComparison[] =>
  schema.slices.map(({ name, field: id, by }) => {
    const index = indexOf(schema, id);
    const field = schema.fields[index]!;
    const at = before(index);
    const keyOf = sliceKeyReader(field, by);
    const parts = new Map<string | null, { rows: number; differ: number }>();
    for (let pair = 0; pair < join.before.length; pair++) {
      const key = keyOf(at(join.before[pair]!));
      let part = parts.get(key);
      if (part === undefined) {
        part = { rows: 0, differ: 0 };
        parts.set(key, part);
      }
      part.rows++;
      part.differ += differs[pair]!;
    }
    const touched = [...parts]
      .map(([key, counts]) => ({ key, ...counts }))
      .filter(({ differ }) => differ > 0)
      .sort(worstFirst);
    return { slice: name, parts: parts.size, clean: parts.size - touched.length, worst: touched[0], touched };
  });

/** Shares are compared as products, so that equal ones are equal. */
const worstFirst = (a: SlicePart, b: SlicePart): number =>
  b.differ * a.rows - a.differ * b.rows || b.differ - a.differ || ((a.key ?? '') < (b.key ?? '') ? -1 : 1);
