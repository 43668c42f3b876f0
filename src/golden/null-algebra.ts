import type { Data, RecordBatch } from 'apache-arrow';
import { columnReader, columnsOf, presenceOf } from '../contract/batch.ts';
import type { Field, FieldId, TypeOf } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import { entryOf, sizeOf } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import { valueKeyReader } from '../contract/value-key.ts';
import type { Sides } from './key.ts';
import { cellKindReader, isAlwaysValue, NULL_KINDS, type NullKind } from './null-kinds.ts';
import type { UnwrittenCells } from './unwritten-cells.ts';

/**
 * What stands at one path on either side, over the matched samples: each place once, so that both sides add up to the same. Elements
 * of a list are held against those at the same place, entries of a map against those of the same key.
 */
export type PathKinds = {
  readonly field: FieldId;
  /** `address (3).street (4)` */
  readonly path: string;
  /** Of every kind that occurs, in the order of the kinds. */
  readonly before: readonly KindCount[];
  readonly after: readonly KindCount[];
  /** From one kind to another; what stayed is in neither. */
  readonly transitions: readonly { readonly from: NullKind; readonly to: NullKind; readonly count: number }[];
};

export type KindCount = { readonly kind: NullKind; readonly count: number };

/**
 * Every path at which something else than a value stands on some side; in the order of the fields, what lies inside one behind it.
 */
export function nullAlgebra(
  schema: Schema,
  { before, after }: Sides<RecordBatch>,
  pairs: Sides<Uint32Array>,
  unwritten: Partial<Sides<UnwrittenCells>> = {},
): readonly PathKinds[] {
  const [left, right] = [columnsOf(schema, before), columnsOf(schema, after)];
  const counts: PathCount[] = [];
  const looks = schema.fields.flatMap((field, at) => {
    const sides = { before: left[at]!.data, after: right[at]!.data };
    return pathLook(field, sides, unwritten, counts) ?? [];
  });
  for (const look of looks)
    for (let pair = 0; pair < pairs.before.length; pair++) look(pairs.before[pair]!, pairs.after[pair]!);
  return counts.filter(isTold).map(count => kindsOf(schema, count));
}

/** A place on either side, -1 where that side has none. */
type Look = (before: number, after: number) => void;

/** How often each kind stood before each: row by kind before, column by kind after. */
type PathCount = { readonly field: FieldId; readonly moves: Float64Array };

const SIZE = NULL_KINDS.length;
const NONE = NULL_KINDS.indexOf('none');
const VALUE = NULL_KINDS.indexOf('value');

/** @returns undefined where nothing but values can stand there, and nothing else can inside it */
function pathLook(
  field: Field,
  data: Sides<Data>,
  unwritten: Partial<Sides<UnwrittenCells>>,
  counts: PathCount[],
): Look | undefined {
  const isUnasked =
    isAlwaysValue(field, data.before) && isAlwaysValue(field, data.after) && !isIn(unwritten, field);
  const count = { field: field.id, moves: new Float64Array(SIZE * SIZE) };
  if (!isUnasked) counts.push(count);
  const inside = insideLook(field, data, unwritten, counts);
  if (isUnasked && inside === undefined) return undefined;
  const kinds = {
    before: cellKindReader(field, data.before, unwritten.before),
    after: cellKindReader(field, data.after, unwritten.after),
  };
  return (before, after) => {
    const from = before < 0 ? NONE : kinds.before(before);
    const to = after < 0 ? NONE : kinds.after(after);
    count.moves[from * SIZE + to]!++;
    inside?.(before, after);
  };
}

const isIn = ({ before, after }: Partial<Sides<UnwrittenCells>>, { id }: Field): boolean =>
  before?.has(id) === true || after?.has(id) === true;

function insideLook(
  { type }: Field,
  data: Sides<Data>,
  unwritten: Partial<Sides<UnwrittenCells>>,
  counts: PathCount[],
): Look | undefined {
  switch (type.kind) {
    case 'struct':
      return structLook(type, data, unwritten, counts);
    case 'list': {
      const element = pathLook(type.element, childAt(data, 0), {}, counts);
      return element && runLook(element, { before: offsetRun(data.before), after: offsetRun(data.after) });
    }
    case 'tensor': {
      const element = pathLook(type.element, childAt(data, 0), {}, counts);
      const size = sizeOf(type);
      return (
        element &&
        runLook(element, { before: fixedRun(data.before, size), after: fixedRun(data.after, size) })
      );
    }
    case 'map':
      return mapLook(type, data, counts);
    default:
      return undefined;
  }
}

const childAt = ({ before, after }: Sides<Data>, at: number): Sides<Data> => ({
  before: before.children[at]! as Data,
  after: after.children[at]! as Data,
});

function structLook(
  { fields }: TypeOf<'struct'>,
  data: Sides<Data>,
  unwritten: Partial<Sides<UnwrittenCells>>,
  counts: PathCount[],
): Look | undefined {
  const members = fields.flatMap((field, at) => pathLook(field, childAt(data, at), unwritten, counts) ?? []);
  if (members.length === 0) return undefined;
  const held = { before: heldAt(data.before), after: heldAt(data.after) };
  return (before, after) => {
    const [left, right] = [held.before(before), held.after(after)];
    if (left < 0 && right < 0) return;
    for (const member of members) member(left, right);
  };
}

/** Under a null there is nothing. */
function heldAt(data: Data): (at: number) => number {
  const present = presenceOf(data);
  return at => (at < 0 || present?.(at) === false ? -1 : at);
}

/** Where what a place holds begins and ends. */
type Run = (at: number) => readonly [start: number, end: number];
const EMPTY = [0, 0] as const;

function offsetRun(data: Data): Run {
  const held = heldAt(data);
  const offsets = data.valueOffsets as Int32Array;
  return at => (held(at) < 0 ? EMPTY : [offsets[at]!, offsets[at + 1]!]);
}

function fixedRun(data: Data, size: number): Run {
  const held = heldAt(data);
  return at => (held(at) < 0 ? EMPTY : [at * size, (at + 1) * size]);
}

const runLook =
  (element: Look, runs: Sides<Run>): Look =>
  (before, after) => {
    const [left, leftEnd] = runs.before(before);
    const [right, rightEnd] = runs.after(after);
    const most = Math.max(leftEnd - left, rightEnd - right);
    for (let step = 0; step < most; step++)
      element(left + step < leftEnd ? left + step : -1, right + step < rightEnd ? right + step : -1);
  };

function mapLook(type: TypeOf<'map'>, data: Sides<Data>, counts: PathCount[]): Look | undefined {
  const entries = childAt(data, 0);
  const value = pathLook(entryValue(type), childAt(entries, 1), {}, counts);
  if (value === undefined) return undefined;
  const key = valueKeyReader(type.key);
  const [keys, others] = [
    columnReader(type.key, entries.before.children[0]! as Data),
    columnReader(type.key, entries.after.children[0]! as Data),
  ];
  const runs = { before: offsetRun(data.before), after: offsetRun(data.after) };
  return (before, after) => {
    const [right, rightEnd] = runs.after(after);
    const places = new Map<string, number>();
    for (let at = right; at < rightEnd; at++) places.set(key(others(at)), at);
    const [left, leftEnd] = runs.before(before);
    for (let at = left; at < leftEnd; at++) {
      const name = key(keys(at));
      value(at, places.get(name) ?? -1);
      places.delete(name);
    }
    for (const at of places.values()) value(-1, at);
  };
}

function entryValue(type: TypeOf<'map'>): Field {
  const entry = entryOf(type).type as TypeOf<'struct'>;
  return entry.fields[1]!;
}

const isTold = ({ moves }: PathCount): boolean =>
  moves.some((count, at) => count > 0 && !(isPlain(Math.floor(at / SIZE)) && isPlain(at % SIZE)));

/** A value, or a place that only one side has: of the length of a list others tell. */
const isPlain = (kind: number): boolean => kind === VALUE || kind === NONE;

function kindsOf(schema: Schema, { field, moves }: PathCount): PathKinds {
  const [before, after] = [new Float64Array(SIZE), new Float64Array(SIZE)];
  const transitions: PathKinds['transitions'][number][] = [];
  for (const [at, count] of moves.entries()) {
    const [from, to] = [Math.floor(at / SIZE), at % SIZE];
    before[from]! += count;
    after[to]! += count;
    if (from !== to && count > 0) transitions.push({ from: NULL_KINDS[from]!, to: NULL_KINDS[to]!, count });
  }
  return {
    field,
    path: fieldText(schema, field),
    before: countsOf(before),
    after: countsOf(after),
    transitions,
  };
}

const countsOf = (counts: Float64Array): readonly KindCount[] =>
  NULL_KINDS.flatMap((kind, at) => (counts[at]! > 0 ? [{ kind, count: counts[at]! }] : []));
