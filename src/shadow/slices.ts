import type { RecordBatch } from 'apache-arrow';
import { columnReader } from '../contract/batch.ts';
import { categoryReader } from '../contract/category.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema, Slice } from '../contract/schema.ts';
import { sliceKeyReader } from '../contract/slice-key.ts';
import { type Count, unknownReader } from './column.ts';

/** The label in one part of a slice on one side. */
export type PartSummary = {
  rows: number;
  /** Rows whose label says nothing: null, outside the vocabulary, or the term the policy maps such values to. */
  unknown: number;
  readonly labels: Map<string, Count>;
};

/** By part; the rows of the parts add up to those of the side. Without a label only rows are counted. */
export function partsOf(
  schema: Schema,
  { field: id, by }: Slice,
  batch: RecordBatch,
): Map<string | null, PartSummary> {
  const slice = columnOf(schema, batch, id);
  const keyOf = sliceKeyReader(slice.field, by);
  const label = schema.label === undefined ? undefined : columnOf(schema, batch, schema.label);
  const category = label && categoryReader(label.field);
  const isUnknown = label && unknownReader(label.field);
  const parts = new Map<string | null, PartSummary>();
  for (let row = 0; row < batch.numRows; row++) {
    const key = keyOf(slice.at(row));
    let part = parts.get(key);
    if (part === undefined) {
      part = { rows: 0, unknown: 0, labels: new Map() };
      parts.set(key, part);
    }
    part.rows++;
    if (label === undefined || category === undefined) continue;
    const value = label.at(row);
    if (value === null) {
      part.unknown++;
      continue;
    }
    if (isUnknown?.(value)) part.unknown++;
    const { key: name, text } = category(value);
    const known = part.labels.get(name);
    if (known === undefined) part.labels.set(name, { text, count: 1 });
    else known.count++;
  }
  return parts;
}

function columnOf(schema: Schema, batch: RecordBatch, id: FieldId) {
  const index = schema.fields.findIndex(field => field.id === id);
  const field = schema.fields[index];
  if (field === undefined) throw new RangeError(`the schema has no top-level field ${id}`);
  return { field, at: columnReader(field, batch.data.children[index]!) };
}
