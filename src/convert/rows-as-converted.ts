import type * as arrow from 'apache-arrow';
import { batchOfColumns, columnReader, columnsOf } from '../contract/batch.ts';
import { columnBuilder } from '../contract/column-builder.ts';
import type { Field } from '../contract/field.ts';
import type { ConversionPlan } from './conversion-plan.ts';
import { convertColumn } from './convert-column.ts';
import { NO_ENCODINGS, type RunningEncodings } from './tokenizers.ts';

/**
 * Some records as the new version would hold them, whether or not they keep its promises; null where a step has no value for
 * them. What is left out has a key, too, and is told by it.
 */
export function rowsAsConverted(
  plan: ConversionPlan,
  batch: arrow.RecordBatch,
  rows: readonly number[],
  encodings: RunningEncodings = NO_ENCODINGS,
): arrow.RecordBatch {
  const columns = columnsOf(plan.from.schema, batch);
  const wanted = new Set(rows);
  const made = plan.fields.map(conversion => {
    const failed = new Set<number>();
    const data = convertColumn(
      conversion,
      columns,
      batch.numRows,
      row => !wanted.has(row),
      row => failed.add(row),
      { encodings, onTruncated: () => undefined, made: ({ field }) => nothing(field, batch.numRows) },
    );
    const builder = columnBuilder(conversion.field);
    const read = columnReader(conversion.field, data);
    for (const row of rows) builder.append(failed.has(row) ? null : read(row));
    return builder.finish();
  });
  return batchOfColumns(plan.to.schema, made, rows.length);
}

/** What a function was not asked about it made nothing of. */
function nothing(field: Field, rows: number): arrow.Data {
  const builder = columnBuilder(field);
  for (let row = 0; row < rows; row++) builder.append(null);
  return builder.finish();
}
