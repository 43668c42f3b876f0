import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import { columnReader } from '../contract/batch.ts';
import { valueText } from '../contract/category.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { indexOf, type Join, type Sides } from './key.ts';
import { sampleNames } from './sample-names.ts';

/** Samples that are in another split, by name: as many may have come as went, so that no count says that any did. */
export type SplitMoves<V = never> = {
  readonly count: number;
  /** The first of them, in the order of the side before. */
  readonly listed: readonly SplitMove<V>[];
};

export type SplitMove<V = never> = {
  /** The key of the sample, part by part. */
  readonly sample: readonly (string | V)[];
  readonly from: string | V;
  readonly to: string | V;
};

/** @param differs  a flag a matched row, where its split is another; undefined without any */
export function splitMoves(
  schema: Schema,
  key: readonly FieldId[],
  split: FieldId | undefined,
  batches: Sides<RecordBatch>,
  join: Pick<Join, 'before' | 'after'>,
  differs: Uint8Array | undefined,
): SplitMoves | undefined {
  const count = differs?.reduce((sum, flag) => sum + flag, 0) ?? 0;
  if (split === undefined || differs === undefined || count === 0) return undefined;
  const index = indexOf(schema, split);
  const field = schema.fields[index]!;
  const nameOf = sampleNames(schema, key, batches.before, []);
  const [before, after] = [
    columnReader(field, batches.before.data.children[index]!),
    columnReader(field, batches.after.data.children[index]!),
  ];
  const listed: SplitMove[] = [];
  for (let pair = 0; pair < differs.length && listed.length < LIMITS.doubt_samples_max; pair++) {
    if (differs[pair] === 0) continue;
    const [row, other] = [join.before[pair]!, join.after[pair]!];
    listed.push({
      sample: nameOf(row).map(String),
      from: valueText(field, before(row)),
      to: valueText(field, after(other)),
    });
  }
  return { count, listed };
}
