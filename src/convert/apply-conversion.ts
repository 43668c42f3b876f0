import type * as arrow from 'apache-arrow';
import { batchOfColumns, columnReader, columnsOf } from '../contract/batch.ts';
import { columnBuilder } from '../contract/column-builder.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Reject, RejectCode } from '../contract/reject.ts';
import type { ConversionPlan, FieldConversion } from './conversion-plan.ts';
import { convertColumn, expressionOf } from './convert-column.ts';
import { gateColumn } from './gates.ts';
import { Refused } from './refused.ts';

/** read = converted + rejected + skipped. What is counted by field is counted over converted records. */
export type ConversionCounts = {
  readonly read: number;
  readonly converted: number;
  readonly rejected: number;
  /** Records that the converter's `where` passed over. */
  readonly skipped: number;
  /** Records that hold what a step `default` gave, by field, with what it means there. */
  readonly defaulted: ReadonlyMap<FieldId, { readonly records: number; readonly means: 'value' | 'unknown' }>;
};

export type Conversion = {
  /** Under the new version, in the order they were read. */
  readonly converted: arrow.RecordBatch;
  /** The rows of the batch that they were. */
  readonly rows: readonly number[];
  /** One a record that was left out, by ascending row. */
  readonly rejects: readonly Reject[];
  readonly counts: ConversionCounts;
};

/**
 * Makes records of the new version of a batch of the old one, a column at a time. A record that broke the promise of its own
 * version is left out first, by the first field by id; then one that a step refuses, or that the new version can't hold.
 *
 * The batch was built under the plan's old schema.
 */
export function applyConversion(plan: ConversionPlan, batch: arrow.RecordBatch): Conversion {
  const columns = columnsOf(plan.from.schema, batch);
  const rejected = new Map<number, Reject>();
  const reportAs =
    ({ id }: Field) =>
    (row: number, code: RejectCode): void => {
      if (!rejected.has(row)) rejected.set(row, { row, field: id, code });
    };
  for (const { field, data } of byId(columns)) gateColumn(field, data, reportAs(field));

  const skipped = new Set<number>();
  if (plan.where !== undefined) {
    const holds = expressionOf(plan.where, columns);
    const report = reportAs(plan.where.fields.toSorted((a, b) => a.id - b.id)[0]!);
    for (let row = 0; row < batch.numRows; row++) {
      if (rejected.has(row)) continue;
      const answer = holds(row);
      if (answer instanceof Refused) report(row, answer.code);
      else if (answer !== true) skipped.add(row);
    }
  }
  const isOut = (row: number): boolean => rejected.has(row) || skipped.has(row);
  const made = new Map<FieldId, arrow.Data>();
  for (const conversion of byId(plan.fields)) {
    const { field } = conversion;
    const report = reportAs(field);
    const data = convertColumn(conversion, columns, batch.numRows, isOut, report);
    made.set(field.id, data);
    // A row that is passed over holds a value that nobody reads.
    gateColumn(field, data, (row, code) => void (skipped.has(row) || report(row, code)));
  }

  const rows = Array.from({ length: batch.numRows }, (_, row) => row).filter(row => !isOut(row));
  const kept = plan.fields.map(({ field }) => taken(field, made.get(field.id)!, rows));
  return {
    converted: batchOfColumns(plan.to.schema, kept, rows.length),
    rows,
    rejects: [...rejected.values()].sort((a, b) => a.row - b.row),
    counts: {
      read: batch.numRows,
      converted: rows.length,
      rejected: rejected.size,
      skipped: skipped.size,
      defaulted: new Map(defaultsIn(plan.fields).map(([id, means]) => [id, { records: rows.length, means }])),
    },
  };
}

const byId = <T extends { readonly field: Field }>(columns: readonly T[]): readonly T[] =>
  [...columns].sort((a, b) => a.field.id - b.field.id);

/** The rows that are kept; where that is all of them, the column as it is. */
function taken(field: Field, data: arrow.Data, rows: readonly number[]): arrow.Data {
  if (rows.length === data.length) return data;
  const builder = columnBuilder(field);
  const read = columnReader(field, data);
  for (const row of rows) builder.append(read(row));
  return builder.finish();
}

/** Fields that every record holds what a step gave them; a struct that is made of its members always holds them. */
export const defaultsIn = (
  fields: readonly FieldConversion[],
): ReadonlyArray<readonly [FieldId, 'value' | 'unknown']> =>
  fields.flatMap(conversion => {
    if (conversion.kind === 'constant') return [[conversion.field.id, conversion.means] as const];
    return conversion.kind === 'struct' && conversion.source === undefined
      ? defaultsIn(conversion.members)
      : [];
  });
