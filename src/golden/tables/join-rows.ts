import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../../base/fault.ts';
import { batchOfColumns } from '../../contract/batch.ts';
import { columnBuilder } from '../../contract/column-builder.ts';
import type { Schema } from '../../contract/schema.ts';
import { joinCoded } from '../join-coded.ts';
import { type Join, joinByKey } from '../key.ts';
import { type ColumnSet, partOf } from './column-set.ts';
import type { UnifiedColumn } from './unify.ts';

/**
 * Rows of one key, side by side.
 *
 * @param key  places of columns
 * @faults KEY_NOT_UNIQUE
 */
export function joinRows(set: ColumnSet, key: readonly number[]): Join | Fault {
  const columns = key.map(at => set.columns[at]!);
  const pairs = joinCoded(columns.map(column => ({ before: column.old, after: column.new })));
  if (pairs !== undefined) return pairs;
  const { schema } = partOf(set, key);
  const batches = (['old', 'new'] as const).map(side =>
    batchOf(
      schema,
      key.map(at => set.columns[at]!),
      side,
    ),
  );
  const join = joinByKey(schema, schema.key, batches[0]!, batches[1]!);
  if (!(join instanceof Fault) || join.code !== 'KEY_NOT_UNIQUE') return join;
  const { facts } = join as Fault<'KEY_NOT_UNIQUE'>;
  return new Fault('KEY_NOT_UNIQUE', { ...facts, side: facts.side === 'before' ? 'old' : 'new' });
}

function batchOf(schema: Schema, columns: readonly UnifiedColumn[], side: 'old' | 'new'): RecordBatch {
  const data = schema.fields.map((field, index) => {
    const builder = columnBuilder(field);
    for (const value of columns[index]![side]) builder.append(value);
    return builder.finish();
  });
  return batchOfColumns(schema, data, data[0]!.length);
}

/** Rows as they stand, on equal counts. */
export function inOrder(rows: number): Join {
  const places = Uint32Array.from({ length: rows }, (_, row) => row);
  return { before: places, after: places, missing: [], extra: [], refused: [] };
}
