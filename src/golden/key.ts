import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { columnReader } from '../contract/batch.ts';
import { unfitForKey } from '../contract/check-schema.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { type Family, KIND_TABLE } from '../contract/kind-table.ts';
import { isNested } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import { valueKeyReader } from '../contract/value-key.ts';
import { gate } from '../convert/gates.ts';
import { type CellReaders, readersOf } from './cell-readers.ts';
import { joinCoded } from './join-coded.ts';
import { fileRowOf, isSkipped, type Refused, type RefusedSample, type Standing } from './refused.ts';

/** Rows of both sides under one key, as two columns of row numbers, in the order of the side before. */
export type Join = {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
  /** Rows of the side before whose key the side after does not have, refused samples included. */
  readonly missing: readonly number[];
  readonly extra: readonly number[];
  /** Each sample that a side refused, once. */
  readonly refused: readonly RefusedSample[];
};

export type Sides<T> = { readonly before: T; readonly after: T };

/**
 * Joins by meaning: null equals null, a label equals its alias, and two keys are equal only where each part is. What is
 * refused has its place in the join, so that a sample that broke its contract is not taken for one that is gone.
 *
 * @faults KEY_NOT_DECLARED, KEY_NOT_UNIQUE: rows that share a key are never paired by chance.
 */
export function joinByKey(
  schema: Schema,
  key: readonly FieldId[],
  before: RecordBatch,
  after: RecordBatch,
  refused: Partial<Sides<Refused>> = {},
  cells: Sides<CellReaders> = { before: readersOf(schema, before), after: readersOf(schema, after) },
): Join | Fault<'KEY_NOT_DECLARED' | 'KEY_NOT_UNIQUE'> {
  if (key.length === 0) return new Fault('KEY_NOT_DECLARED', { fields: schema.fields.length });
  const rows = { before: before.numRows, after: after.numRows };
  const direct = joinByValue(schema, key, rows, refused, cells);
  if (direct !== undefined) return direct;
  const sides = {
    before: { batch: before, refused: refused.before },
    after: { batch: after, refused: refused.after },
  };
  const names = { before: namesOf(schema, key, sides.before), after: namesOf(schema, key, sides.after) };
  const repeated = notUnique(schema, key, sides, names);
  if (repeated !== undefined) return repeated;

  const [left, right] = [names.before, names.after];
  const rowOf = new Map(right.accepted.map((text, row) => [text, row]));
  const [pairsBefore, pairsAfter, missing]: [number[], number[], number[]] = [[], [], []];
  const [refusedBefore, refusedAfter] = [new Set(left.refused), new Set(right.refused)];
  for (const [row, text] of left.accepted.entries()) {
    const other = rowOf.get(text);
    if (other === undefined) {
      if (!refusedAfter.has(text)) missing.push(row);
    } else {
      pairsBefore.push(row);
      pairsAfter.push(other);
      rowOf.delete(text);
    }
  }
  return {
    before: Uint32Array.from(pairsBefore),
    after: Uint32Array.from(pairsAfter),
    missing,
    extra: [...rowOf].filter(([text]) => !refusedBefore.has(text)).map(([, row]) => row),
    refused: refusedSamples(sides, names),
  };
}

/** Where nothing was refused and values are what they are: most keys are a number or a text. */
function joinByValue(
  schema: Schema,
  key: readonly FieldId[],
  rows: Sides<number>,
  refused: Partial<Sides<Refused>>,
  cells: Sides<CellReaders>,
): Join | undefined {
  if ([refused.before, refused.after].some(side => side !== undefined && side.rejects.length > 0))
    return undefined;
  const indices = key.map(id => indexOf(schema, id));
  const isPlain = ({ type, vocabulary }: Field): boolean =>
    vocabulary === undefined && !isNested(type) && KIND_TABLE[type.kind].held !== 'bytes';
  if (!indices.every(index => isPlain(schema.fields[index]!))) return undefined;
  return joinCoded(
    indices.map(index => ({
      before: valuesOf(cells.before(index), rows.before),
      after: valuesOf(cells.after(index), rows.after),
    })),
  );
}

const valuesOf = (read: (row: number) => Value, rows: number): readonly Value[] =>
  Array.from({ length: rows }, (_, row) => read(row));

type Side = { readonly batch: RecordBatch; readonly refused: Refused | undefined };

/** What the samples of one side are joined by; `refused` is in the order of the rejects. */
type Names = { readonly accepted: readonly string[]; readonly refused: readonly string[] };

function namesOf(schema: Schema, key: readonly FieldId[], { batch, refused }: Side): Names {
  const accepted = keysOf(schema, key, batch);
  if (refused === undefined || refused.rejects.length === 0) return { accepted, refused: [] };
  const keeps = key.map(id => keeperOf(schema, id, refused.batch));
  const times = new Map<string, number>();
  const names = keysOf(schema, key, refused.batch).map((text, row) => {
    if (keeps.every(keep => keep(row))) return text;
    // Without a key that holds it can't be told from others like it, and is held against as many of them.
    const one = refused.rejects[row]!;
    const alike = isSkipped(one) ? `!skipped ${text}` : `!${one.field} ${one.code} ${text}`;
    const time = (times.get(alike) ?? 0) + 1;
    times.set(alike, time);
    return `!${time} ${alike}`;
  });
  return { accepted, refused: names };
}

/** Whether what a record has in a field may stand there. */
function keeperOf(schema: Schema, id: FieldId, batch: RecordBatch): (row: number) => boolean {
  const index = indexOf(schema, id);
  const field = schema.fields[index]!;
  const at = columnReader(field, batch.data.children[index]!);
  return row => gate(field, at(row)) === undefined;
}

function refusedSamples({ before, after }: Sides<Side>, names: Sides<Names>): RefusedSample[] {
  if (names.before.refused.length + names.after.refused.length === 0) return [];
  const [left, right] = [standings(before, names.before), standings(after, names.after)];
  return [...new Set([...names.before.refused, ...names.after.refused])].map(name => ({
    before: left(name),
    after: right(name),
  }));
}

function standings({ refused }: Side, names: Names): (name: string) => Standing {
  const rejects = new Map(names.refused.map((name, at) => [name, refused!.rejects[at]!]));
  const accepted = new Set(names.accepted);
  return name => rejects.get(name) ?? (accepted.has(name) ? 'accepted' : 'absent');
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
  sides: Sides<Side>,
  names: Sides<Names>,
): Fault<'KEY_NOT_UNIQUE'> | undefined {
  for (const side of ['before', 'after'] as const) {
    const repeats = repeatsOf(names[side]);
    if (repeats.keys === 0) continue;
    const [first, again] = [repeats.first, repeats.again]
      .map(at => fileRowAt(sides[side], at))
      .sort((a, b) => a - b);
    return new Fault('KEY_NOT_UNIQUE', {
      side,
      key: key.map(id => nameOf(schema, id)).join(', '),
      keys: repeats.keys,
      rows: repeats.rows,
      first: first! + 1,
      again: again! + 1,
      better: betterKey(schema, key, sides) ?? 'a field that tells the rows apart',
    });
  }
  return undefined;
}

/** @param at  among the names of a side, the accepted first */
function fileRowAt({ batch, refused }: Side, at: number): number {
  return at < batch.numRows ? fileRowOf(refused)(at) : refused!.rejects[at - batch.numRows]!.row;
}

/** How many keys occur more than once, in how many rows, and where two rows that share one are among the names. */
function repeatsOf(names: Names): { keys: number; rows: number; first: number; again: number } {
  const texts = names.accepted.concat(names.refused);
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
  { before, after }: Sides<Side>,
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
      [before, after].every(side => repeatsOf(namesOf(schema, [...key, id], side)).keys === 0),
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
