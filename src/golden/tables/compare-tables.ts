import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../../base/fault.ts';
import { batchOfColumns } from '../../contract/batch.ts';
import { columnBuilder } from '../../contract/column-builder.ts';
import type { Field } from '../../contract/field.ts';
import { nearest } from '../../contract/nearest.ts';
import type { Schema } from '../../contract/schema.ts';
import type { Value } from '../../contract/value.ts';
import { type Comparison, compare } from '../compare.ts';
import { type Join, joinByKey } from '../key.ts';
import { findPattern } from '../patterns/find-pattern.ts';
import type { Pattern } from '../patterns/pattern.ts';
import { proposeKey } from './propose-key.ts';
import { isSlice, sliceOf } from './propose-slices.ts';
import type { Table, TypedColumn } from './typed-column.ts';
import { fieldOf, type UnifiedColumn, unify } from './unify.ts';

export type TablesAsk = {
  /** Undefined: proposed. */
  readonly key: readonly string[] | undefined;
  readonly label: string | undefined;
  /** Undefined: proposed. */
  readonly slices: readonly string[] | undefined;
  readonly byPosition: boolean;
};

/** Two files without a contract, row by row. */
export type TablesComparison = {
  readonly schema: Schema;
  readonly comparison: Comparison;
  readonly key: { readonly columns: readonly string[]; readonly how: 'given' | 'proposed' | 'position' };
  readonly label: { readonly column: string; readonly how: 'given' | 'proposed' } | undefined;
  readonly slicesHow: 'given' | 'proposed';
  /** In the order of the older file; beside the fields of `schema`. */
  readonly columns: readonly ComparedColumn[];
  readonly added: readonly TypedColumn[];
  readonly removed: readonly TypedColumn[];
};

export type ComparedColumn = Pick<UnifiedColumn, 'name' | 'types' | 'isTypeChanged'> & {
  readonly toNull: number;
  readonly fromNull: number;
  /** The rule that all cells obey that hold a value on both sides and differ. */
  readonly pattern: Pattern | undefined;
  /** Records of JSON that lacked the key. */
  readonly absent: { readonly old: number; readonly new: number };
};

/** @faults COMPARED_NOTHING COMPARED_COLUMN_UNKNOWN POSITIONS_UNEQUAL KEY_NOT_FOUND KEY_NOT_UNIQUE, in this order */
export function compareTables(
  names: { readonly old: string; readonly new: string },
  old: Table,
  later: Table,
  ask: TablesAsk,
): TablesComparison | Fault {
  const newer = new Map(later.columns.map(column => [column.name, column]));
  const older = new Set(old.columns.map(({ name }) => name));
  const shared = old.columns.filter(({ name }) => newer.has(name));
  if (shared.length === 0) return new Fault('COMPARED_NOTHING', names);
  const columns = shared.map(column => unify(column, newer.get(column.name)!));
  const unknown = unknownColumn(names, old, later, ask);
  if (unknown !== undefined) return unknown;
  if (ask.byPosition && old.rows !== later.rows)
    return new Fault('POSITIONS_UNEQUAL', { old: old.rows, new: later.rows });
  const label = labelOf(columns, ask);
  const key = keyOf(columns, label?.column, ask);
  if (key instanceof Fault) return key;
  const schema = schemaOf(columns, key.columns, label?.column, ask);
  const [before, after] = [
    batchOf(schema, columns, 'old', old.rows),
    batchOf(schema, columns, 'new', later.rows),
  ];
  const join = ask.byPosition ? inOrder(old.rows) : joined(schema, before, after);
  if (join instanceof Fault) return join;
  const comparison = compare(schema, before, after, { join });
  if (comparison instanceof Fault) return comparison;
  return {
    schema,
    comparison,
    key,
    label,
    slicesHow: ask.slices === undefined ? 'proposed' : 'given',
    columns: columns.map((column, at) =>
      comparedColumn(column, join, comparison.fields[at]!.differ, {
        old: shared[at]!.absent,
        new: newer.get(column.name)!.absent,
      }),
    ),
    added: later.columns.filter(({ name }) => !older.has(name)),
    removed: old.columns.filter(({ name }) => !newer.has(name)),
  };
}

function unknownColumn(
  names: { readonly old: string; readonly new: string },
  old: Table,
  later: Table,
  { key = [], label, slices = [] }: TablesAsk,
): Fault | undefined {
  const asked = [
    ...key.map(column => ({ option: '--key', column })),
    ...(label === undefined ? [] : [{ option: '--label', column: label }]),
    ...slices.map(column => ({ option: '--slice', column })),
  ];
  for (const { option, column } of asked) {
    const lacking = [
      { file: names.old, columns: old.columns },
      { file: names.new, columns: later.columns },
    ].filter(({ columns }) => !columns.some(({ name }) => name === column));
    const [first] = lacking;
    if (first === undefined) continue;
    return new Fault('COMPARED_COLUMN_UNKNOWN', {
      option,
      column,
      where: lacking.length === 2 ? 'both files do' : `${first.file} does`,
      nearest: nearest(
        column,
        first.columns.map(({ name }) => name),
      ),
    });
  }
  return undefined;
}

const LABELS: readonly string[] = ['label', 'target', 'class', 'outcome'];

/** A label that is not named is taken only where a column is called nothing else. */
function labelOf(columns: readonly UnifiedColumn[], ask: TablesAsk): TablesComparison['label'] {
  if (ask.label !== undefined) return { column: ask.label, how: 'given' };
  const named = columns.filter(
    column =>
      LABELS.includes(column.name.toLowerCase()) &&
      ['string', 'bool'].concat(column.types.old.kind === 'int' ? [column.type.kind] : []).includes(column.type.kind) &&
      ask.key?.includes(column.name) !== true,
  );
  const [only, other] = named;
  return only === undefined || other !== undefined ? undefined : { column: only.name, how: 'proposed' };
}

function keyOf(
  columns: readonly UnifiedColumn[],
  label: string | undefined,
  ask: TablesAsk,
): TablesComparison['key'] | Fault {
  if (ask.byPosition) return { columns: [], how: 'position' };
  if (ask.key !== undefined) return { columns: ask.key, how: 'given' };
  const proposed = proposeKey(columns, label);
  return proposed instanceof Fault ? proposed : { columns: proposed.columns, how: 'proposed' };
}

function schemaOf(
  columns: readonly UnifiedColumn[],
  key: readonly string[],
  label: string | undefined,
  { slices }: TablesAsk,
): Schema {
  const idOf = (name: string): number => columns.findIndex(column => column.name === name) + 1;
  const cuts =
    slices === undefined
      ? columns.filter(
          column =>
            column.name !== label &&
            isSlice(column) &&
            // Of a key that has no other column every row is a part of its own, but where it says when.
            (!key.includes(column.name) || key.length > 1 || column.type.kind !== 'string'),
        )
      : columns.filter(({ name }) => slices.includes(name));
  return {
    fields: columns.map((column, at) => fieldOf(column, at + 1, column.name === label ? 'label' : logicalOf(column))),
    normalizer: undefined,
    key: key.map(idOf),
    label: label === undefined ? undefined : idOf(label),
    slices: cuts.map(column => sliceOf(column, idOf(column.name))),
  };
}

const logicalOf = ({ type }: UnifiedColumn): Field['logical'] =>
  type.kind === 'string' ? 'text' : type.kind === 'bool' ? 'flag' : 'number';

function batchOf(
  schema: Schema,
  columns: readonly UnifiedColumn[],
  side: 'old' | 'new',
  rows: number,
): RecordBatch {
  const data = schema.fields.map((field, at) => {
    const builder = columnBuilder(field);
    for (const value of columns[at]![side]) builder.append(value);
    return builder.finish();
  });
  return batchOfColumns(schema, data, rows);
}

function joined(schema: Schema, before: RecordBatch, after: RecordBatch): Join | Fault {
  const join = joinByKey(schema, schema.key, before, after);
  if (!(join instanceof Fault) || join.code !== 'KEY_NOT_UNIQUE') return join;
  return new Fault('KEY_NOT_UNIQUE', { ...(join as Fault<'KEY_NOT_UNIQUE'>).facts, asked: true });
}

function inOrder(rows: number): Join {
  const places = Uint32Array.from({ length: rows }, (_, row) => row);
  return { before: places, after: places, missing: [], extra: [], refused: [] };
}

function comparedColumn(
  column: UnifiedColumn,
  join: Join,
  differ: number,
  absent: ComparedColumn['absent'],
): ComparedColumn {
  const { name, types, isTypeChanged } = column;
  const [toNull, fromNull] = [nulls(column, join, 'old', 'new'), nulls(column, join, 'new', 'old')];
  const pattern = differ === 0 ? undefined : findPattern(column, join, { toNull, fromNull, differ });
  return { name, types, isTypeChanged, toNull, fromNull, pattern, absent };
}

/** Rows in which one side alone has a value. */
function nulls({ old, new: later }: UnifiedColumn, join: Join, has: 'old' | 'new', lacks: 'old' | 'new'): number {
  const values: Readonly<Record<'old' | 'new', readonly Value[]>> = { old, new: later };
  const rows = { old: join.before, new: join.after };
  const [given, gone] = [values[has], values[lacks]];
  const [givenRows, goneRows] = [rows[has], rows[lacks]];
  let count = 0;
  for (let pair = 0; pair < givenRows.length; pair++)
    if (gone[goneRows[pair]!] === null && given[givenRows[pair]!] !== null) count++;
  return count;
}

