import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { csvCells } from '../../src/codec/cells/csv-cells.ts';
import { jsonCells } from '../../src/codec/cells/json-cells.ts';
import { batchOf } from '../../src/contract/batch.ts';
import { compare } from '../../src/golden/compare.ts';
import { unitSuspects } from '../../src/golden/doubts/unit-suspects.ts';
import {
  compareTables,
  type TablesAsk,
  type TablesComparison,
} from '../../src/golden/tables/compare-tables.ts';
import { inferColumn } from '../../src/golden/tables/infer-column.ts';
import type { Table } from '../../src/golden/tables/typed-column.ts';
import { wallClock } from '../../src/golden/tables/wall-clock.ts';
import { makeField, makeSchema, unit } from '../contract/make-field.ts';
import { tableOf as writtenTable } from '../golden/tables/two-tables.ts';
import { field, schemaOf, vocabularyOf } from '../golden/weather.ts';

const times = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));

const VEGA = 'node_modules/vega-datasets/data';
const ASK: TablesAsk = { key: undefined, label: undefined, slices: undefined, byPosition: false };

function tableOf(file: string, text: string | Uint8Array): Table {
  const bytes = Buffer.from(text);
  const cells = file.endsWith('.csv') ? csvCells(file, bytes, new Set()) : jsonCells(file, bytes);
  if (cells instanceof Fault) throw cells;
  return { columns: cells.columns.map(inferColumn), rows: cells.rows };
}

function compared(old: Table, later: Table, ask: Partial<TablesAsk>): TablesComparison {
  const found = compareTables({ old: 'old', new: 'new' }, old, later, { ...ASK, ...ask });
  if (found instanceof Fault) throw found;
  return found;
}

/** Rows of meaning_cases.jsonl that two files show. */
const FILES: Readonly<Record<string, () => void>> = {
  L2: () => {
    // The labels of Seattle as they were before and after the rule was redefined; those of New York stayed.
    const published = readFileSync(`${VEGA}/weather.csv`, 'utf8').trimEnd().split('\n');
    const labels = (revision: string): readonly string[] =>
      readFileSync(`golden/weather.daily/${revision}.csv`, 'utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map(line => line.split(',')[5]!);
    const edition = (revision: string): string => {
      const [before, seattle] = [labels(revision), 1461];
      const rows = published
        .slice(1)
        .map((line, at) => (at < seattle ? line.replace(/[^,]+$/, before[at]!) : line));
      return `${published[0]}\n${rows.join('\n')}\n`;
    };
    const [old, later] = [tableOf('old.csv', edition('1.31.1')), tableOf('new.csv', edition('2.1.0'))];
    expect(old.rows).toBe(2922);
    const byDate = compareTables({ old: 'old', new: 'new' }, old, later, {
      ...ASK,
      key: ['date'],
      label: 'weather',
    });
    expect(byDate).toMatchObject({
      code: 'KEY_NOT_UNIQUE',
      facts: { key: 'date', keys: 1461, better: 'location' },
    });
    const both = compared(old, later, { label: 'weather', slices: ['location'] });
    expect(both.key).toEqual({ columns: ['date', 'location'], how: 'proposed' });
    expect(both.comparison.rows).toMatchObject({ matched: 2922, differ: 391 });
    expect(both.labelRates).toMatchObject([
      {
        slice: 'location',
        parts: 2,
        moved: [{ key: 'Seattle', rows: { old: 1461, new: 1461 }, label: 'rain' }],
      },
    ]);
    expect(both.comparison.slices).toMatchObject([
      { parts: 2, clean: 1, worst: { key: 'Seattle', differ: 391 } },
    ]);
  },
  L12: () => {
    const burtin = readFileSync(`${VEGA}/burtin.json`, 'utf8');
    const anthracis = compared(
      tableOf('old.json', burtin.replace('Bacillus anthracis', 'Brucella anthracis')),
      tableOf('new.json', burtin),
      { key: ['Bacteria'] },
    );
    expect(anthracis.comparison.rows).toMatchObject({ matched: 15, missing: 1, extra: 1 });
    expect(anthracis.renamedKeys).toEqual([
      {
        column: 'Bacteria',
        from: 'Brucella anthracis',
        to: 'Bacillus anthracis',
        how: 'cells',
        rows: 1,
        cells: 5,
        agreeing: 5,
      },
    ]);
    // Hong Kong was renamed in eleven years, and Aruba is gone: its rows stay missing, and nothing is offered for them.
    type Country = Readonly<Record<string, number | string>>;
    const countries = JSON.parse(readFileSync(`${VEGA}/gapminder.json`, 'utf8')) as readonly Country[];
    const before = countries.flatMap(row => [
      row['country'] === 'Hong Kong, China' ? { ...row, country: 'Hong Kong' } : row,
      ...(row['country'] === 'Austria'
        ? [{ ...row, country: 'Aruba', pop: 61_032, life_expect: 70.2, fertility: 2.4 }]
        : []),
    ]);
    const found = compared(
      tableOf('old.json', JSON.stringify(before)),
      tableOf('new.json', JSON.stringify(countries)),
      {
        key: ['country', 'year'],
      },
    );
    expect(found.comparison.rows).toMatchObject({ matched: 671, missing: 22, extra: 11 });
    expect(found.renamedKeys).toMatchObject([
      { column: 'country', from: 'Hong Kong', to: 'Hong Kong, China', rows: 11, agreeing: 44 },
    ]);
    // Said with an alias, the old name and the new one are one key, and nothing is missing.
    const [term] = vocabularyOf('Bacillus anthracis').terms;
    const vocabulary = {
      ...vocabularyOf('Bacillus anthracis'),
      terms: [{ ...term!, aliases: ['Brucella anthracis'] }],
    };
    const named = field(1, 'bacteria', 'string', {
      logical: 'category',
      vocabulary,
      unknownPolicy: { kind: 'reject' },
    });
    // Two revisions of one subject are offered it too.
    const bare = field(1, 'bacteria', 'string', { logical: 'category' });
    const measured = schemaOf([
      bare,
      ...['penicillin', 'streptomycin', 'neomycin'].map((name, at) => field(at + 2, name, 'float64')),
    ]);
    const sample = (name: string) => batchOf(measured, [[name, 0.001, 0.01, 0.007]]);
    expect(compare(measured, sample('Brucella anthracis'), sample('Bacillus anthracis'))).toMatchObject({
      rows: { missing: 1, extra: 1 },
      renamedKeys: [
        { from: 'Brucella anthracis', to: 'Bacillus anthracis', how: 'cells', cells: 3, agreeing: 3 },
      ],
    });
    const schema = schemaOf([named]);
    const of = (name: string) => batchOf(schema, [[name]]);
    expect(compare(schema, of('Brucella anthracis'), of('Bacillus anthracis'))).toMatchObject({
      rows: { matched: 1, missing: 0, differ: 0 },
    });
  },
  T1: () => {
    const moments = (code: string) => makeSchema([makeField('timestamp', { id: 1, unit: unit(code) })]);
    const year2000 = 946_684_800n;
    for (const [stored, count] of [
      ['s', year2000],
      ['ms', year2000 * 1000n],
      ['us', year2000 * 1_000_000n],
      ['ns', year2000 * 1_000_000_000n],
    ] as const)
      for (const declared of ['s', 'ms', 'us', 'ns']) {
        const found = unitSuspects(moments(declared), batchOf(moments(declared), [[count]]), {}, []);
        expect(found.map(({ seems }) => seems)).toEqual(declared === stored ? [] : [stored]);
      }
    const counts = (scale: number) => ({
      id: times(4, String),
      t: times(4, at => String((946_684_800 + 977 * at) * scale)),
    });
    const told = compared(writtenTable(counts(1)), writtenTable(counts(1000)), { key: ['id'] });
    expect(told.columns[1]!.pattern).toMatchObject({ rule: { kind: 'scaled', factor: 1000 }, cells: 4 });
  },
  T3: () => {
    // Hours that a clock showed, from the first; then with its zone, from the second, and the columns changed places.
    const clock = wallClock('America/Los_Angeles')!;
    const shown = times(200, hour => new Date(Date.UTC(2010, 2, 10, hour)).toISOString().slice(0, 19));
    const temp = times(200, at => String(40 + ((at * 7) % 23)));
    const old = writtenTable({ date: shown.map(text => text.replaceAll('-', '/').replace('T', ' ')), temp });
    const zoned = shown.map(text => `${text}-0${text < '2010-03-14T03' ? 8 : 7}:00`);
    // The first hour was dropped, and of the one that was never shown there is no moment.
    const kept = <T>(all: readonly T[]): T[] => all.filter((_, hour) => hour !== 0 && hour !== 98);
    const later = writtenTable({ temp: kept(temp), date: kept(zoned) });
    const found = compared(old, later, { key: ['date'], clock });
    expect(found.comparison.rows).toMatchObject({ matched: 198, missing: 2, extra: 0, differ: 0 });
    expect(found.doubts).toMatchObject([{ code: 'CLOCK_SKIPPED', side: 'old', cells: 1, rows: [98] }]);
    expect([found.added, found.removed]).toEqual([[], []]);
    // By position every row stands beside the next one.
    const shifted = compared(
      old,
      writtenTable({ temp: [...temp.slice(1), '0'], date: [...zoned.slice(1), zoned[0]!] }),
      { byPosition: true, clock },
    );
    expect(shifted.comparison.fields.find(({ name }) => name === 'temp')!.differ).toBeGreaterThan(190);
  },
  T5: () => {
    const movies = tableOf('movies.json', readFileSync(`${VEGA}/movies.json`));
    const { doubts } = compared(movies, movies, { byPosition: true });
    const old = doubts.filter(({ side }) => side === 'old');
    expect(old.map(({ code, column, cells, of }) => [code, column, cells, of])).toEqual([
      ['KINDS_MIXED', 'Title', 9, 3200],
      // Those of 2020 and later are 19; three more are of 1915 and 1916, and were read as 2015 and 2016.
      ['CENTURY_SUSPECT', 'Release Date', 22, 3201],
    ]);
    expect(old.map(({ rows }) => rows.length)).toEqual([9, 22]);
    expect(movies.columns[0]!.cells[old[1]!.rows[0]!]).toBe('"Duel in the Sun"');
  },
  X4: () => {
    const words = ['S\u00e3o Paulo', 'Recife', 'Nata\u0303o', 'Nat\u00e3o'];
    const table = (form: 'NFC' | 'NFD') =>
      writtenTable({ city: words.slice(0, 2).map(word => word.normalize(form)), v: ['1', '2'] });
    // As a key: one row looks deleted and inserted, and is offered as the same in a normal form.
    const keyed = compared(table('NFC'), table('NFD'), { key: ['city'] });
    expect(keyed.comparison.rows).toMatchObject({ matched: 1, missing: 1, extra: 1 });
    expect(keyed.renamedKeys).toMatchObject([{ how: 'normalised', rows: 1 }]);
    // As a value: every difference is one of form.
    const cells = (form: 'NFC' | 'NFD') =>
      writtenTable({
        id: ['1', '2', '3'],
        city: ['S\u00e3o', 'a\u0301b', 'x'].map(text => text.normalize(form)),
      });
    expect(compared(cells('NFD'), cells('NFC'), { key: ['id'] }).columns[1]!.pattern).toMatchObject({
      rule: { kind: 'normalised', form: 'NFC' },
      cells: 2,
    });
    // How many texts would become one.
    const listed = writtenTable({ id: words.map((_, at) => String(at)), word: words });
    expect(compared(listed, listed, { key: ['id'] }).doubts.slice(0, 1)).toMatchObject([
      { code: 'EQUAL_AFTER_NFC', values: 2, collapsed: 1, cells: 2 },
    ]);
  },
};

describe('files whose meaning changed, as it was reported or measured', () => {
  it.each(Object.keys(FILES))('%s', id => FILES[id]!());
});
