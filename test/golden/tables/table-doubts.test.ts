import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { jsonCells } from '../../../src/codec/cells/json-cells.ts';
import { centuryDoubt, yearsOfTexts } from '../../../src/golden/doubts/year-doubts.ts';
import { inferColumn } from '../../../src/golden/tables/infer-column.ts';
import { tableDoubts } from '../../../src/golden/tables/table-doubts.ts';
import type { Table } from '../../../src/golden/tables/typed-column.ts';
import { tableOf } from './two-tables.ts';

const NOTHING: Table = { columns: [], rows: 0 };
const doubts = (columns: Parameters<typeof tableOf>[0], key: readonly string[] = []) =>
  tableDoubts(tableOf(columns), NOTHING, key);
const times = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));

describe('what is odd in one file', () => {
  it('is two films in a hundred of which title or year are mistaken, as they are in a list that many use', () => {
    const file = 'node_modules/vega-datasets/data/movies.json';
    const cells = jsonCells(file, readFileSync(file));
    if (cells instanceof Fault) throw cells;
    const table = { columns: cells.columns.map(inferColumn), rows: cells.rows };
    const found = tableDoubts(table, NOTHING, []);
    expect(found).toMatchObject([
      { code: 'KINDS_MIXED', column: 'Title', kind: 'number', others: 'text', cells: 9, of: 3200 },
      { code: 'CENTURY_SUSPECT', column: 'Release Date', from: 2015, cells: 22, of: 3201 },
    ]);
    expect(found[0]!.rows.slice(0, 3)).toEqual([21, 22, 1068]);
    // Of the 22, three are older than 1920: The Birth of a Nation, Intolerance, and one of 1916.
    const dates = table.columns.find(({ name }) => name === 'Release Date')!;
    const years = found[1]!.rows.map(row => Number(String(dates.cells[row]).slice(-4)));
    expect(years.filter(year => year >= 2020)).toHaveLength(19);
  });

  it('is a number among texts and a text among numbers, where they are few, told with its key', () => {
    const ids = times(40, String);
    const odd = doubts({ id: ids, v: times(40, at => (at === 7 ? 'n/a' : String(at))) }, ['id']);
    expect(odd).toMatchObject([
      { code: 'KINDS_MIXED', kind: 'text', others: 'number', rows: [7], keys: [['7']], of: 40 },
    ]);
    expect(doubts({ id: ids, v: times(40, at => (at % 10 === 7 ? 'n/a' : String(at))) })).toEqual([]);
    expect(doubts({ id: ids, v: times(40, at => `t${at}`) })).toEqual([]);
  });

  it('is a text that is another’s in a Unicode form, with how many become one', () => {
    const [nfc, nfd] = ['S\u00e3o', 'Sa\u0303o'];
    expect(doubts({ v: [nfc, nfd, 'Rio', nfc] })).toMatchObject([
      { code: 'EQUAL_AFTER_NFC', values: 2, collapsed: 1, cells: 3, rows: [0, 1, 3] },
    ]);
    expect(doubts({ v: [nfc, 'Rio', nfc] })).toEqual([]);
  });

  it('is a unit in the name of a column that steps otherwise than a column that says when', () => {
    const at = times(12, second => `2024-01-01T00:00:${String(second).padStart(2, '0')}Z`);
    const steps = (name: string, by: number) =>
      doubts({ at, [name]: times(12, second => String(second * by)) });
    for (const name of ['test_time_s', 'Test Time (s)', 'time / s'])
      expect(steps(name, 1000), name).toMatchObject([
        { code: 'UNIT_SUSPECT', how: 'witness', unit: 's', seems: 'ms', factor: 1000, witness: 'at' },
      ]);
    expect(steps('test_time_ms', 1000)).toEqual([]);
    expect(steps('classes', 1000)).toEqual([]);
    expect(steps('test_time_s', 1)).toEqual([]);
  });

  it('is a moment of January 1970, where in another unit it is one of today', () => {
    const column = (values: readonly bigint[]): Table => ({
      columns: [
        { name: 't', type: { kind: 'timestamp', unit: 'ms', zone: 'instant' }, cells: values, absent: 0 },
      ],
      rows: values.length,
    });
    expect(tableDoubts(NOTHING, column([1_700_000_000n, 1_700_000_001n]), [])).toMatchObject([
      { code: 'UNIT_SUSPECT', how: 'decade', side: 'new', unit: 'ms', seems: 's', factor: 0.001, cells: 2 },
    ]);
    expect(tableDoubts(NOTHING, column([1_700_000_000_000n]), [])).toEqual([]);
  });
});

describe('years that were read a century late', () => {
  const past = times(300, at => 1935 + (at % 70));

  it('are few, lie beyond a hole, and fit among the others with a hundred years less', () => {
    expect(centuryDoubt([...past, 2046, 2041])).toBe(2041);
    expect(centuryDoubt(past)).toBeUndefined();
  });

  it('are not those of a series that goes on, of many rows, or of what lies in the future by its nature', () => {
    expect(centuryDoubt([...past, 2005, 2006, 2007])).toBeUndefined();
    expect(centuryDoubt([...past, ...times(20, () => 2046)])).toBeUndefined();
    // Of a contract of today none began a century ago.
    expect(centuryDoubt([...times(300, at => 2020 + (at % 5)), 2050])).toBeUndefined();
    expect(centuryDoubt([])).toBeUndefined();
  });

  it('are seen in every spelling that says which number is the year', () => {
    expect(yearsOfTexts(['Dec 31 2046', null, 'June 5, 1998'])).toEqual([2046, Number.NaN, 1998]);
    expect(yearsOfTexts(['31-Dec-2046'])).toEqual([2046]);
    expect(yearsOfTexts(['31/12/2046'])).toEqual([2046]);
    expect(yearsOfTexts(['31/12/46'])).toBeUndefined();
    expect(yearsOfTexts(['Dec 31 2046', 'soon'])).toBeUndefined();
  });
});
