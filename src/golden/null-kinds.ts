import type { Data } from 'apache-arrow';
import { columnReader, presenceOf } from '../contract/batch.ts';
import type { Field } from '../contract/field.ts';
import { isFloat } from '../contract/kind-table.ts';
import type { Value } from '../contract/value.ts';
import { cellState } from './cell-state.ts';
import { isUnwritten, type UnwrittenCells } from './unwritten-cells.ts';

/**
 * All that can stand where a value may. `none`: there is no such place, as under a struct that is null. `absent`: no record wrote
 * it, and what a reader has there is a null; `default`: no record wrote it, and a reader has its default. A zero is a value.
 */
export const NULL_KINDS = [
  'none',
  'absent',
  'default',
  'null',
  'sentinel',
  'nan',
  'infinite',
  'empty',
  'all-null',
  'value',
] as const;
export type NullKind = (typeof NULL_KINDS)[number];

/** Whether a column holds values alone, so that nobody needs to look. */
export const isAlwaysValue = ({ type, sentinels }: Field, data: Data): boolean =>
  presenceOf(data) === undefined &&
  sentinels === undefined &&
  !isFloat(type.kind) &&
  !CAN_BE_EMPTY.has(type.kind);

const CAN_BE_EMPTY: ReadonlySet<string> = new Set(['string', 'bytes', 'list', 'map']);

/** Reads the place in `NULL_KINDS` of what a column has at a row. */
export function cellKindReader(
  field: Field,
  data: Data,
  unwritten: UnwrittenCells | undefined,
): (row: number) => number {
  const own = ownKindReader(field, data);
  const unwrittenAt = isUnwritten(unwritten, field.id);
  if (unwrittenAt === undefined) return own;
  return row => {
    const kind = own(row);
    if (!unwrittenAt(row)) return kind;
    return kind === NULL ? ABSENT : DEFAULT;
  };
}

const placeOf = (kind: NullKind): number => NULL_KINDS.indexOf(kind);
const [ABSENT, DEFAULT, NULL] = [placeOf('absent'), placeOf('default'), placeOf('null')];
const [NAN, INFINITE, EMPTY, ALL_NULL, VALUE] = [
  placeOf('nan'),
  placeOf('infinite'),
  placeOf('empty'),
  placeOf('all-null'),
  placeOf('value'),
];

function ownKindReader(field: Field, data: Data): (row: number) => number {
  const present = presenceOf(data);
  const held = heldKindReader(field, data);
  return present === undefined ? held : row => (present(row) ? held(row) : NULL);
}

/** Of what is no null; the value itself is read only where nothing cheaper tells. */
function heldKindReader(field: Field, data: Data): (row: number) => number {
  const { type } = field;
  if (field.sentinels !== undefined) return stateReader(field, data);
  switch (type.kind) {
    case 'float16':
    case 'bfloat16':
    case 'float32':
    case 'float64': {
      const read = columnReader(field, data) as (row: number) => number;
      return row => floatKind(read(row));
    }
    case 'string':
    case 'bytes':
    case 'map': {
      const offsets = data.valueOffsets as Int32Array;
      return row => (offsets[row] === offsets[row + 1] ? EMPTY : VALUE);
    }
    case 'list':
      return listKindReader(data);
    default:
      return () => VALUE;
  }
}

function floatKind(value: number): number {
  if (Number.isFinite(value)) return VALUE;
  return Number.isNaN(value) ? NAN : INFINITE;
}

function listKindReader(data: Data): (row: number) => number {
  const offsets = data.valueOffsets as Int32Array;
  const item = presenceOf(data.children[0]! as Data);
  return row => {
    const [start, end] = [offsets[row]!, offsets[row + 1]!];
    if (start === end) return EMPTY;
    if (item === undefined) return VALUE;
    for (let at = start; at < end; at++) if (item(at)) return VALUE;
    return ALL_NULL;
  };
}

function stateReader(field: Field, data: Data): (row: number) => number {
  const read = columnReader(field, data);
  return row => placeOf(kindOfValue(field, read(row)));
}

/** Zero is a value, and so is what is unknown to others than those who know what was written. */
export function kindOfValue(field: Field, value: Value): NullKind {
  const state = cellState(field, value);
  return state === 'zero' || state === 'unknown' ? 'value' : state;
}
