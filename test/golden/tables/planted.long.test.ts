import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { csvCells } from '../../../src/codec/cells/csv-cells.ts';
import { jsonCells } from '../../../src/codec/cells/json-cells.ts';
import type { WrittenColumn, WrittenTable } from '../../../src/codec/cells/written-column.ts';
import { compareTables } from '../../../src/golden/tables/compare-tables.ts';
import { inferColumn } from '../../../src/golden/tables/infer-column.ts';
import type { TypedColumn } from '../../../src/golden/tables/typed-column.ts';
import { chance } from '../chance.ts';

/** Changes that are done to every file that many use, each to all of a column, and what they are to be called. */
type Planted = {
  readonly name: string;
  readonly of: readonly TypedColumn['type']['kind'][];
  /** A cell as it is written afterwards; null is a null. */
  readonly change: (cell: string, row: number, random: () => number) => string | null;
  /** The kind of the pattern, or those of which it may be one where the cells allow several. */
  readonly kinds: readonly (string | undefined)[];
};

const shifted =
  (days: number) =>
  (cell: string): string =>
    new Date(Date.parse(`${cell.replaceAll('/', '-')}T00:00:00Z`) + days * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .replaceAll('-', cell[4]!);

const PLANTED: readonly Planted[] = [
  {
    name: 'a thousandfold',
    of: ['int'],
    change: cell => (cell === '0' || cell === '-0' ? cell : `${cell}000`),
    kinds: ['scaled'],
  },
  {
    name: 'the other sign',
    of: ['int', 'decimal'],
    change: cell => (cell.startsWith('-') ? cell.slice(1) : `-${cell}`),
    kinds: ['sign-flipped'],
  },
  { name: 'one more', of: ['int'], change: cell => String(BigInt(cell) + 1n), kinds: ['offset'] },
  {
    name: 'nothing in every third cell',
    of: ['int', 'decimal', 'text', 'date', 'bool', 'float', 'timestamp'],
    change: (cell, row) => (row % 3 === 0 ? null : cell),
    kinds: ['nulled'],
  },
  { name: 'another day', of: ['date'], change: shifted(1), kinds: ['shifted'] },
  { name: 'a prefix', of: ['text'], change: cell => `x-${cell}`, kinds: ['affix'] },
  { name: 'capitals', of: ['text'], change: cell => cell.toUpperCase(), kinds: ['case'] },
  { name: 'space behind', of: ['text'], change: cell => `${cell} `, kinds: ['whitespace'] },
  {
    name: 'other numbers here and there',
    of: ['int'],
    change: (cell, _, random) =>
      random() < 0.1 ? String(BigInt(cell) + BigInt(1 + Math.floor(random() * 50))) : cell,
    kinds: [undefined, 'offset', 'scaled', 'folded', 'one-value', 'rounded', 'sign-flipped'],
  },
];

const FOLDER = 'node_modules/vega-datasets/data';

function written(file: string): WrittenTable | undefined {
  const bytes = readFileSync(`${FOLDER}/${file}`);
  const table = file.endsWith('.csv') ? csvCells(file, bytes, new Set()) : jsonCells(file, bytes);
  // A graph, a map of the world and other documents are no records.
  return table instanceof Fault ? undefined : table;
}

const typed = ({ columns, rows }: WrittenTable) => ({ columns: columns.map(inferColumn), rows });

const isSame = (before: string | null, after: string | null): boolean =>
  before === after ||
  (before !== null &&
    after !== null &&
    before.trim() !== '' &&
    after.trim() !== '' &&
    /^-?[0-9.]+$/.test(before) &&
    /^-?[0-9.]+$/.test(after) &&
    Number(before) === Number(after));

const files = readdirSync(FOLDER).filter(
  file => /\.(?:csv|json)$/.test(file) && readFileSync(`${FOLDER}/${file}`).length < 1_000_000,
);

const ASK = { key: undefined, label: undefined, slices: [], byPosition: false } as const;

describe('changes planted in files that many use', () => {
  it.each(files)('%s', file => {
    const table = written(file);
    if (table === undefined) return;
    const old = typed(table);
    const random = chance(file.length);
    for (const { name, of, change, kinds } of PLANTED) {
      const at = old.columns.flatMap(({ type }, index) => (of.includes(type.kind) ? [index] : []));
      if (at.length === 0) continue;
      const columns = table.columns.map((column, index): WrittenColumn => {
        if (!at.includes(index)) return column;
        const cells = column.cells.map((cell, row) => (cell === null ? null : change(cell, row, random)));
        const nulls = column.kinds?.map((kind, row) => (cells[row] === null ? 'null' : kind));
        return { ...column, cells, kinds: nulls };
      });
      const later = typed({ ...table, columns });
      const found = compareTables({ old: file, new: file }, old, later, {
        key: undefined,
        label: undefined,
        slices: [],
        byPosition: true,
      });
      if (found instanceof Fault) throw found;
      columns.forEach(({ cells, name: column }, index) => {
        const where = `${name} in ${column} of ${file}`;
        const before = table.columns[index]!.cells;
        const differing = cells.filter((cell, row) => !isSame(before[row]!, cell)).length;
        const compared = found.columns[index]!;
        expect(found.comparison.fields[index]!.differ, where).toBe(differing);
        expect(compared.toNull, where).toBe(
          cells.filter((cell, row) => cell === null && before[row] !== null).length,
        );
        const changes = new Set(
          cells.flatMap((cell, row) => (isSame(before[row]!, cell) ? [] : [`${before[row]} ${cell}`])),
        );
        if (!at.includes(index) || changes.size < 2 || differing < 3) return;
        expect(kinds, where).toContain(compared.pattern?.rule.kind);
        if (compared.pattern !== undefined) expect(compared.pattern.cells, where).toBeGreaterThan(0);
      });
      // What was not touched is not told as changed.
      expect(found.added, name).toEqual([]);
      expect(found.removed, name).toEqual([]);
    }
  });

  /** A row that is gone, one that came, and one that moved, beside a cell that changed; by whatever key is proposed. */
  it.each(files)('%s, row by row', file => {
    const table = written(file);
    if (table === undefined || table.rows < 8) return;
    const old = typed(table);
    const whole = compareTables({ old: file, new: file }, old, old, ASK);
    if (whole instanceof Fault) {
      // Rows that can't be told apart are never paired by chance.
      expect(whole.code).toBe('KEY_NOT_FOUND');
      return;
    }
    const key = whole.key.columns;
    expect(whole.comparison.rows).toMatchObject({ matched: table.rows, missing: 0, extra: 0, differ: 0 });
    const [gone, moved] = [3, 5];
    const places = [
      moved,
      ...Array.from({ length: table.rows }, (_, row) => row).filter(row => row !== gone && row !== moved),
    ];
    const spoiled = table.columns.findIndex(
      ({ name, cells }) => !key.includes(name) && cells[moved] !== null,
    );
    const columns = table.columns.map((column, index): WrittenColumn => {
      const cells = places.map(row => (index === spoiled && row === moved ? null : column.cells[row]!));
      const kinds =
        column.kinds &&
        places.map(row => (index === spoiled && row === moved ? 'null' : column.kinds![row]!));
      return { ...column, cells, kinds };
    });
    const later = typed({ columns, rows: places.length });
    const found = compareTables({ old: file, new: file }, old, later, { ...ASK, key });
    if (found instanceof Fault) throw found;
    expect(found.comparison.rows).toEqual({
      before: table.rows,
      after: table.rows - 1,
      matched: table.rows - 1,
      missing: 1,
      extra: 0,
      differ: spoiled < 0 ? 0 : 1,
    });
    expect(found.comparison.missingRows).toEqual([gone]);
    if (spoiled < 0) return;
    expect(found.columns[spoiled]!.toNull).toBe(1);
    expect(found.comparison.fields[spoiled]!.firstRows).toEqual([moved]);
    // The other way round all is the same with its signs turned.
    const back = compareTables({ old: file, new: file }, later, old, { ...ASK, key });
    if (back instanceof Fault) throw back;
    expect(back.comparison.rows).toMatchObject({ missing: 0, extra: 1, differ: 1 });
    expect(back.columns[spoiled]!.fromNull).toBe(1);
  });
});
