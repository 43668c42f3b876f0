import { jensenShannon } from '../../base/divergence.ts';
import { LIMITS } from '../../base/limits.ts';
import { categoryReader } from '../../contract/category.ts';
import type { Schema } from '../../contract/schema.ts';
import { sliceKeyReader } from '../../contract/slice-key.ts';
import type { UnifiedColumn } from './unify.ts';

/** How often labels occur in each part of a slice, on either side and over all of its rows, matched or not. */
export type LabelRates<V = never> = {
  readonly slice: string;
  /** Parts of either side. */
  readonly parts: number;
  /** Those whose labels are in other proportions, the furthest apart first. */
  readonly moved: readonly PartRates<V>[];
};

export type PartRates<V = never> = {
  readonly key: string | null | V;
  readonly rows: { readonly old: number; readonly new: number };
  /** Jensen–Shannon, base 2; 1 where one side alone has the part. */
  readonly divergence: number;
  /** The label whose share moved most; null is no label. */
  readonly label: string | null;
  readonly labels: { readonly old: number; readonly new: number };
};

type Counts = { old: number; new: number };

/** @param columns  beside the fields of `schema`; without a label there are none */
export function labelRates(schema: Schema, columns: readonly UnifiedColumn[]): readonly LabelRates[] {
  const label = schema.label;
  if (label === undefined) return [];
  const category = categoryReader(schema.fields[label - 1]!);
  const labels = columns[label - 1]!;
  return schema.slices
    .filter(({ field }) => field !== label)
    .map(({ name, field, by }) => {
      const keyOf = sliceKeyReader(schema.fields[field - 1]!, by);
      const parts = new Map<string | null, Map<string | null, Counts>>();
      for (const side of ['old', 'new'] as const)
        columns[field - 1]![side].forEach((value, row) => {
          const key = keyOf(value);
          const part = parts.get(key) ?? new Map<string | null, Counts>();
          parts.set(key, part);
          const held = labels[side][row]!;
          const text = held === null ? null : category(held).text;
          const counts = part.get(text) ?? { old: 0, new: 0 };
          part.set(text, counts);
          counts[side]++;
        });
      const moved = [...parts]
        .map(([key, part]) => partRates(key, part))
        .filter(({ divergence }) => divergence > 0)
        .sort((a, b) => b.divergence - a.divergence || ((a.key ?? '') < (b.key ?? '') ? -1 : 1))
        .slice(0, LIMITS.compared_parts_listed_max);
      return { slice: name, parts: parts.size, moved };
    });
}

function partRates(key: string | null, part: ReadonlyMap<string | null, Counts>): PartRates {
  const counts = [...part.values()];
  const rows = { old: sum(counts.map(each => each.old)), new: sum(counts.map(each => each.new)) };
  const share = (count: number, of: number): number => (of === 0 ? 0 : count / of);
  const move = ({ old, new: later }: Counts): number =>
    Math.abs(share(later, rows.new) - share(old, rows.old));
  const [label, most] = [...part].reduce((first, each) => (move(each[1]) > move(first[1]) ? each : first));
  const divergence = jensenShannon(
    counts.map(each => each.old),
    counts.map(each => each.new),
  );
  return { key, rows, divergence: divergence ?? 1, label, labels: { ...most } };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
