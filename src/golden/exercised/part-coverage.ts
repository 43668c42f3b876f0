import type { RecordBatch } from 'apache-arrow';
import { columnReader } from '../../contract/batch.ts';
import type { FieldId } from '../../contract/field.ts';
import type { Schema, Slice } from '../../contract/schema.ts';
import { sliceKeyReader } from '../../contract/slice-key.ts';
import { indexOf } from '../key.ts';

/** How many samples lie in each part of a slice or stratum; parts that a vocabulary has and no sample does are there with none. */
export type PartCoverage = {
  readonly name: string;
  readonly field: FieldId;
  /** By key; null is the part without a value. */
  readonly parts: readonly { readonly key: string | null; readonly count: number }[];
};

export function partCoverage(
  schema: Schema,
  batches: readonly RecordBatch[],
  { name, field: id, by }: Slice,
): PartCoverage {
  const index = indexOf(schema, id);
  const field = schema.fields[index]!;
  const { vocabulary, unknownPolicy } = field;
  const standIn = unknownPolicy?.kind === 'map' ? unknownPolicy.term : undefined;
  const counts = new Map<string | null, number>(
    by !== 'value'
      ? []
      : (vocabulary?.terms ?? []).filter(term => term.id !== standIn).map(({ label }) => [label, 0]),
  );
  const keyOf = sliceKeyReader(field, by);
  for (const batch of batches) {
    const at = columnReader(field, batch.data.children[index]!);
    for (let row = 0; row < batch.numRows; row++) {
      const key = keyOf(at(row));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return {
    name,
    field: id,
    parts: [...counts].map(([key, count]) => ({ key, count })).sort((a, b) => order(a.key, b.key)),
  };
}

/** @param names  of slices, or of fields, whose values are the parts */
export const strataCuts = ({ fields, slices }: Schema, names: readonly string[]): readonly Slice[] =>
  [...new Set(names)].flatMap(name => {
    const slice = slices.find(one => one.name === name);
    if (slice !== undefined) return [slice];
    const field = fields.find(one => one.name === name);
    return field === undefined ? [] : [{ name, field: field.id, by: 'value' as const }];
  });

/** No value first. */
const order = (a: string | null, b: string | null): number => {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return Number(a > b) - Number(a < b);
};
