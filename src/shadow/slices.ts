import type { RecordBatch } from 'apache-arrow';
import { columnReader } from '../contract/batch.ts';
import { categoryReader } from '../contract/category.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema, Slice } from '../contract/schema.ts';
import { sliceKeyReader } from '../contract/slice-key.ts';
import type { Value } from '../contract/value.ts';
import { unknownReader } from './unknown.ts';

/** The label in one part of a slice on one side. */
export type PartSummary = {
  rows: number;
  /** Rows whose label says nothing: null, outside the vocabulary, or the term the policy maps such values to. */
  unknown: number;
  readonly labels: Map<string, LabelCount>;
};

export type LabelCount = { readonly text: string; count: number };

/** By part; the rows of the parts add up to those of the side. Without a label only rows are counted. */
export type Parts = ReadonlyMap<string | null, PartSummary>;

export function partsOf(schema: Schema, slice: Slice, batch: RecordBatch): Parts {
  const by = columnOf(schema, batch, slice.field);
  const label = schema.label === undefined ? undefined : columnOf(schema, batch, schema.label);
  const { parts, add } = partsMaker(schema, slice);
  for (let row = 0; row < batch.numRows; row++) add(by.at(row), label?.at(row), 1);
  return parts;
}

/** Parts that fill as rows of them are told; a label of `undefined` is that of a schema without one. */
export function partsMaker(
  schema: Schema,
  { field: id, by }: Slice,
): { readonly parts: Parts; readonly add: (key: Value, label: Value | undefined, rows: number) => void } {
  const keyOf = sliceKeyReader(fieldOf(schema, id), by);
  const label = schema.label === undefined ? undefined : fieldOf(schema, schema.label);
  const category = label && categoryReader(label);
  const isUnknown = label && unknownReader(label);
  const parts = new Map<string | null, PartSummary>();
  const add = (key: Value, value: Value | undefined, rows: number): void => {
    const name = keyOf(key);
    let part = parts.get(name);
    if (part === undefined) {
      part = { rows: 0, unknown: 0, labels: new Map() };
      parts.set(name, part);
    }
    part.rows += rows;
    if (category === undefined || value === undefined) return;
    if (value === null) {
      part.unknown += rows;
      return;
    }
    if (isUnknown?.(value)) part.unknown += rows;
    const { key: term, text } = category(value);
    const known = part.labels.get(term);
    if (known === undefined) part.labels.set(term, { text, count: rows });
    else known.count += rows;
  };
  return { parts, add };
}

export function mergedParts(all: readonly Parts[]): Parts {
  const merged = new Map<string | null, PartSummary>();
  for (const [name, part] of all.flatMap(parts => [...parts])) {
    const known = merged.get(name) ?? { rows: 0, unknown: 0, labels: new Map<string, LabelCount>() };
    merged.set(name, known);
    known.rows += part.rows;
    known.unknown += part.unknown;
    for (const [term, { text, count }] of part.labels) {
      const label = known.labels.get(term);
      if (label === undefined) known.labels.set(term, { text, count });
      else label.count += count;
    }
  }
  return merged;
}

export function fieldOf({ fields }: Schema, id: FieldId) {
  const field = fields.find(each => each.id === id);
  if (field === undefined) throw new RangeError(`the schema has no top-level field ${id}`);
  return field;
}

function columnOf(schema: Schema, batch: RecordBatch, id: FieldId) {
  const field = fieldOf(schema, id);
  return { at: columnReader(field, batch.data.children[schema.fields.indexOf(field)]!) };
}
