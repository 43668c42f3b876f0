import path from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Schema } from '../contract/schema.ts';
import type { ParquetFiles } from '../engine/port.ts';
import type { Reconciled } from '../golden/reconcile/report.ts';
import { entriesOfTable } from '../golden/reconcile/table-entries.ts';
import { unknownColumn } from '../golden/tables/compare-tables.ts';
import { fieldOf, unify } from '../golden/tables/unify.ts';
import { readTable, type TableFormat } from './read-table.ts';
import { type Asked, Gathering, timeField } from './reconcile.ts';

/**
 * Two files that no contract is named for, by the columns that identify a row. They are held whole, as those are that are compared.
 *
 * @faults those of `readTable`, COMPARED_COLUMN_UNKNOWN, RECONCILE_TIME_MEANINGLESS, SPILL_UNWRITABLE
 */
export async function reconcileTables(
  ask: Asked & {
    readonly folder: string;
    readonly old: string;
    readonly new: string;
    readonly key: readonly string[];
    readonly format: TableFormat | undefined;
    readonly nulls: ReadonlySet<string>;
  },
  parquet: ParquetFiles,
): Promise<Reconciled | Fault> {
  const read = (name: string) =>
    readTable(
      { place: path.resolve(ask.folder, name), path: name, format: ask.format, nulls: ask.nulls },
      parquet,
    );
  const old = await read(ask.old);
  if (old instanceof Fault) return old;
  const later = await read(ask.new);
  if (later instanceof Fault) return later;
  const unknown = unknownColumn({ old: ask.old, new: ask.new }, old.table, later.table, { key: ask.key });
  if (unknown !== undefined) return unknown;
  const newer = new Map(later.table.columns.map(column => [column.name, column]));
  const older = new Set(old.table.columns.map(({ name }) => name));
  const columns = old.table.columns
    .filter(({ name }) => newer.has(name))
    .map(column => unify(column, newer.get(column.name)!));
  const schema: Schema = {
    fields: columns.map((column, at) =>
      fieldOf(column, at + 1, column.type.kind === 'string' ? 'text' : 'number'),
    ),
    normalizer: undefined,
    key: ask.key.map(name => columns.findIndex(column => column.name === name) + 1),
    label: undefined,
    slices: [],
  };
  const time = ask.time === undefined ? undefined : timeField(schema, ask.time.name, 'one of the files does');
  if (time instanceof Fault) return time;
  using gathering = new Gathering(ask);
  const identity = { key: schema.key, time };
  const problem =
    gathering.take('old', entriesOfTable(schema, identity, columns, 'old', old.table.rows)) ??
    gathering.take('new', entriesOfTable(schema, identity, columns, 'new', later.table.rows));
  if (problem !== undefined) return problem;
  return {
    sides: {
      old: { name: ask.old, format: old.format, records: old.table.rows, refused: 0 },
      new: { name: ask.new, format: later.format, records: later.table.rows, refused: 0 },
    },
    contract: undefined,
    key: ask.key,
    time: ask.time?.name,
    lag_s: ask.time?.lag_s,
    listed_max: ask.listed_max,
    added: later.table.columns.filter(({ name }) => !older.has(name)).map(({ name }) => name),
    removed: old.table.columns.filter(({ name }) => !newer.has(name)).map(({ name }) => name),
    // Whoever names the columns of the key asks for the ids.
    idsWithheld: false,
    found: gathering.reconcile(),
  };
}
