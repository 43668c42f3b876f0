import type { RecordBatch } from 'apache-arrow';
import { columnReader, columnsOf } from '../contract/batch.ts';
import type { Schema } from '../contract/schema.ts';
import { formOf, layer, lengthIn } from '../shadow/form.ts';
import type { LaidColumn } from './duckdb-wire.ts';

/** A batch in the form in which its values are counted, lengths behind the columns that have them. */
export const laidColumns = (
  schema: Schema,
  batch: RecordBatch,
  hasLength: (at: number) => boolean,
): readonly LaidColumn[] =>
  columnsOf(schema, batch).flatMap(({ field, data }, at) => {
    const value = columnReader(field, data);
    const lay = layer(field);
    const values = Array.from({ length: batch.numRows }, (_, row) => {
      const own = value(row);
      return own === null ? null : lay(own);
    });
    const column: LaidColumn = { form: formOf(field), values };
    if (!hasLength(at)) return [column];
    const lengths = Array.from({ length: batch.numRows }, (_, row) => {
      const own = value(row);
      return own === null ? null : BigInt(lengthIn(own));
    });
    return [column, { form: 'length', values: lengths }];
  });
