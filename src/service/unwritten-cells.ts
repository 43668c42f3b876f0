import type { Field, FieldId } from '../contract/field.ts';
import type { FieldPlan, ReadPlan } from '../contract/read-plan.ts';
import type { Schema } from '../contract/schema.ts';
import type { SetRead } from '../golden/read-set.ts';
import type { UnwrittenCells } from '../golden/unwritten-cells.ts';

/**
 * Cells of what was accepted that no record wrote: those that a file lacks, and those of fields that its version does not have.
 *
 * @param rejected  rows of the file that were left out of what was accepted
 */
export function unwrittenCells(
  plan: ReadPlan,
  writer: Schema,
  { batch, absentFilled, absentRows }: SetRead,
  rejected: ReadonlySet<number>,
): UnwrittenCells {
  const cells = new Map<FieldId, ReadonlySet<number> | 'all'>();
  for (const { id } of placedInRecords(writer.fields)) {
    const count = absentFilled.get(id);
    if (count === undefined) continue;
    cells.set(
      id,
      count === batch.numRows ? 'all' : new Set(acceptedRows(absentRows?.get(id) ?? [], rejected)),
    );
  }
  for (const id of defaultsOf(plan.fields)) cells.set(id, 'all');
  return cells;
}

/** Fields that stand once in a record: its own, and the members of its structs. */
export const placedInRecords = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap(field => [
    field,
    ...(field.type.kind === 'struct' ? placedInRecords(field.type.fields) : []),
  ]);

export const defaultsOf = (plans: readonly FieldPlan[]): readonly FieldId[] =>
  plans.flatMap(plan => {
    if (plan.kind === 'struct') return defaultsOf(plan.fields);
    return plan.kind === 'default' ? [plan.field] : [];
  });

/** @param rows  of the file, ascending */
export function acceptedRows(rows: readonly number[], rejected: ReadonlySet<number>): readonly number[] {
  const accepted: number[] = [];
  let [at, gone] = [0, 0];
  for (const row of rows) {
    for (; at < row; at++) if (rejected.has(at)) gone++;
    if (!rejected.has(row)) accepted.push(row - gone);
  }
  return accepted;
}
