import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { columnReader } from '../contract/batch.ts';
import { unfitForKey } from '../contract/check-schema.ts';
import type { FieldId } from '../contract/field.ts';
import { type Family, KIND_TABLE } from '../contract/kind-table.ts';
import type { Schema } from '../contract/schema.ts';
import { valueKeyReader } from '../contract/value-key.ts';

/** Rows of both sides under one key, as two columns of row numbers, in the order of the side before. */
export type Join = {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
  /** Rows of the side before whose key the side after does not have. */
  readonly missing: readonly number[];
  readonly extra: readonly number[];
};

/**
 * Joins by meaning: null equals null, a label equals its alias, and two keys are equal only where each part is.
 *
 * @faults KEY_NOT_DECLARED, KEY_NOT_UNIQUE: rows that share a key are never paired by chance.
 */
export function joinByKey(
  schema: Schema,
  key: readonly FieldId[],
  before: RecordBatch,
  after: RecordBatch,
): Join | Fault<'KEY_NOT_DECLARED' | 'KEY_NOT_UNIQUE'> {
  if (key.length === 0) return new Fault('KEY_NOT_DECLARED', { fields: schema.fields.length });
  const left = keysOf(schema, key, before);
  const right = keysOf(schema, key, after);
  const repeated = notUnique(schema, key, { before, after }, { before: left, after: right });
  if (repeated !== undefined) return repeated;

  const rowOf = new Map(right.map((text, row) => [text, row]));
  const [pairsBefore, pairsAfter, missing]: [number[], number[], number[]] = [[], [], []];
  for (const [row, text] of left.entries()) {
    const other = rowOf.get(text);
    if (other === undefined) missing.push(row);
    else {
      pairsBefore.push(row);
      pairsAfter.push(other);
      rowOf.delete(text);
    }
  }
  return {
    before: Uint32Array.from(pairsBefore),
    after: Uint32Array.from(pairsAfter),
    missing,
    extra: [...rowOf.values()],
  };
}

/** One text a row, equal exactly where the keys are: each part has its length in front, and null has none. */
function keysOf(schema: Schema, key: readonly FieldId[], batch: RecordBatch): string[] {
  const parts = key.map(id => {
    const index = indexOf(schema, id);
    const field = schema.fields[index]!;
    return { at: columnReader(field, batch.data.children[index]!), text: valueKeyReader(field) };
  });
  return Array.from({ length: batch.numRows }, (_, row) =>
    parts.map(({ at, text }) => text(at(row))).join(''),
  );
}

function notUnique(
  schema: Schema,
  key: readonly FieldId[],
  batches: Readonly<Record<'before' | 'after', RecordBatch>>,
  keys: Readonly<Record<'before' | 'after', readonly string[]>>,
): Fault<'KEY_NOT_UNIQUE'> | undefined {
  for (const side of ['before', 'after'] as const) {
    const repeats = repeatsOf(keys[side]);
    if (repeats.keys === 0) continue;
    return new Fault('KEY_NOT_UNIQUE', {
      side,
      key: key.map(id => nameOf(schema, id)).join(', '),
      keys: repeats.keys,
      rows: repeats.rows,
      first: repeats.first + 1,
      again: repeats.again + 1,
      better: betterKey(schema, key, batches) ?? 'a field that tells the rows apart',
    });
  }
  return undefined;
}

/** How many keys occur more than once, in how many rows, and two rows that share one. */
function repeatsOf(texts: readonly string[]): { keys: number; rows: number; first: number; again: number } {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const repeated = [...counts.entries()].filter(([, count]) => count > 1);
  const first = repeated[0] === undefined ? -1 : texts.indexOf(repeated[0][0]);
  const again = repeated[0] === undefined ? -1 : texts.indexOf(repeated[0][0], first + 1);
  return { keys: repeated.length, rows: repeated.reduce((sum, [, count]) => sum + count, 0), first, again };
}

/** The first field, in the schema's order, that makes the key unique on both sides. A list or a label is no key. */
function betterKey(
  schema: Schema,
  key: readonly FieldId[],
  { before, after }: Readonly<Record<'before' | 'after', RecordBatch>>,
): string | undefined {
  return schema.fields
    .filter(
      field =>
        !key.includes(field.id) &&
        field.id !== schema.label &&
        KEY_FAMILIES.has(KIND_TABLE[field.type.kind].family) &&
        unfitForKey(field) === undefined,
    )
    .slice(0, CANDIDATES_MAX)
    .find(({ id }) =>
      [before, after].every(batch => repeatsOf(keysOf(schema, [...key, id], batch)).keys === 0),
    )?.name;
}

/** A float tells rows apart by accident. */
const KEY_FAMILIES: ReadonlySet<Family> = new Set(['truth', 'integer', 'text', 'time']);
/** Each costs a pass over both sides, and the answer is only a hint. */
const CANDIDATES_MAX = 32;

/** @throws RangeError for a field the schema does not have: a mistake of the caller. */
export function indexOf(schema: Schema, id: FieldId): number {
  const index = schema.fields.findIndex(field => field.id === id);
  if (index < 0) throw new RangeError(`the schema has no top-level field ${id}`);
  return index;
}

const nameOf = (schema: Schema, id: FieldId): string => schema.fields[indexOf(schema, id)]!.name;
