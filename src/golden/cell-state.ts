import type { Field } from '../contract/field.ts';
import { sentinelOf } from '../contract/senses.ts';
import type { Value } from '../contract/value.ts';

/**
 * What kind of cell it is, apart from its value. Null, an empty list and a list of nulls are three states, and so are
 * null, NaN, zero and a sentinel: what was never measured is not nothing. `unknown` is what no record wrote, where its default
 * stands for that and could be a true value.
 */
export const CELL_STATES = [
  'null',
  'unknown',
  'sentinel',
  'nan',
  'infinite',
  'zero',
  'empty',
  'all-null',
  'value',
] as const;
export type CellState = (typeof CELL_STATES)[number];

export function cellState(field: Field, value: Value): CellState {
  if (value === null) return 'null';
  if (sentinelOf(field, value) !== undefined) return 'sentinel';
  if (typeof value === 'number') return numberState(value);
  if (typeof value === 'bigint') return value === 0n ? 'zero' : 'value';
  if (typeof value === 'boolean') return 'value';
  if (value.length === 0) return 'empty';
  return Array.isArray(value) && value.every(item => item === null) ? 'all-null' : 'value';
}

/** Zero is a value like another; going to or from anything else is a change of state. */
export const isStateChange = (from: CellState, to: CellState): boolean => family(from) !== family(to);

const family = (state: CellState): CellState => (state === 'zero' ? 'value' : state);

function numberState(value: number): CellState {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return 'infinite';
  return value === 0 ? 'zero' : 'value';
}
