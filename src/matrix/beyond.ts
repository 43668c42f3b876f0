import type { Field } from '../contract/field.ts';
import { KIND_TABLE } from '../contract/kind-table.ts';
import { timeUnitOf, unitsInDay } from '../contract/time-unit.ts';

/** The smallest numbers a type can't hold; none for what is stored in as many bits as it has. */
export function beyondOf(field: Field): readonly bigint[] {
  const { kind } = field.type;
  if (kind === 'time') return [unitsInDay(timeUnitOf(field)), -1n];
  const bounds = KIND_TABLE[kind].bounds;
  return bounds === undefined ? [] : [bounds[1] + 1n, bounds[0] - 1n];
}
