import { Fault } from '../../../src/base/fault.ts';
import {
  type ComparedColumn,
  compareTables,
  type TablesAsk,
  type TablesComparison,
} from '../../../src/golden/tables/compare-tables.ts';
import { inferColumn } from '../../../src/golden/tables/infer-column.ts';
import type { Table } from '../../../src/golden/tables/typed-column.ts';

type Cells = readonly (string | null)[];

/** Columns as CSV has them. */
export function tableOf(columns: Readonly<Record<string, Cells>>): Table {
  const [first] = Object.values(columns);
  return {
    columns: Object.entries(columns).map(([name, cells]) =>
      inferColumn({ name, cells, kinds: undefined, absent: 0 }),
    ),
    rows: first?.length ?? 0,
  };
}

const PROPOSED: TablesAsk = { key: undefined, label: undefined, slices: undefined, byPosition: false };

export function comparedTables(
  old: Readonly<Record<string, Cells>>,
  later: Readonly<Record<string, Cells>>,
  ask: Partial<TablesAsk> = {},
): TablesComparison {
  const compared = compareTables({ old: 'old', new: 'new' }, tableOf(old), tableOf(later), {
    ...PROPOSED,
    ...ask,
  });
  if (compared instanceof Fault) throw compared;
  return compared;
}

/** One column of each side, row by row. */
export function comparedCells(old: Cells, later: Cells, name = 'x'): ComparedColumn & { differ: number } {
  const rows = (cells: Cells): Readonly<Record<string, Cells>> => ({
    id: cells.map((_, row) => String(row)),
    [name]: cells,
  });
  const { columns, comparison } = comparedTables(rows(old), rows(later), { key: ['id'], slices: [] });
  return { ...columns[1]!, differ: comparison.fields[1]!.differ };
}
