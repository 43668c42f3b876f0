import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from './harness.ts';
import { REPOSITORY } from './repository.ts';

const weather = (revision: string): string =>
  readFileSync(path.join(REPOSITORY, 'golden', 'weather.daily', `${revision}.csv`), 'utf8');
const iris = (file: string): string =>
  readFileSync(path.join(REPOSITORY, 'test', 'cli', 'iris', file), 'utf8');
const COLUMNS = 'sepalLength,sepalWidth,petalLength,petalWidth,species\n';

/** The three codings, under the names that one of them has. */
const CODINGS = {
  'words.json': iris('iris-vega@1.31.1.json'),
  'codes.csv': iris('iris-sklearn-1.2.1.csv').replace(/^.*\n/, COLUMNS),
  'prefixed.csv': `${COLUMNS}${iris('iris-weka-3.6.14.arff')
    .split(/@DATA\r?\n/)[1]!
    .replaceAll('\r', '')
    .replace(/^%.*\n?/gm, '')}`,
};

function folderOf(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = emptyFolder();
  for (const [name, content] of Object.entries(files)) folder.write(name, content);
  return folder;
}

describe('assay compare', () => {
  it('finds in two editions of the weather what is true of them, outside any project', async () => {
    const folder = folderOf({ 'old.csv': weather('1.31.1'), 'new.csv': weather('2.1.0') });
    const heard = await folder.assay(
      'compare',
      'old.csv',
      'new.csv',
      '--label',
      'weather',
      '--json',
      '--show-values',
    );
    expect(heard.exit).toBe(1);
    expect(heard.json()).toMatchObject({
      format: 'assay.file-comparison/1',
      inferred: true,
      key: { columns: ['date'], how: 'proposed' },
      rows: { old: 1461, new: 1461, matched: 1461, missing: 0, extra: 0, duplicate_keys: 0, differing: 391 },
      columns: {
        date: { differing: 0, types: { old: 'date', new: 'date' } },
        precipitation: { differing: 0, to_null: 0, from_null: 0, pattern: null },
        weather: { differing: 391 },
      },
      labels: { column: 'weather', changed: 391, remap: null },
      explanation: {
        column: 'weather',
        text: 'date > 2013-04-01 and precipitation > 0',
        best: { covered: 388, matching: 396 },
      },
      withheld: [],
      verdict: 'differs',
    });
    const { labels, slices } = heard.json();
    expect(labels.divergence).toBeCloseTo(0.092, 3);
    expect(labels.confusion[0]).toEqual({ from: 'fog', to: 'rain', count: 307 });
    expect(slices).toMatchObject([
      { slice: 'date', parts: 48, clean: 15, worst: { key: '2015-12', differ: 25 } },
    ]);
  });

  it('tells no value but the label and the slices that were named, unless it is asked to', async () => {
    const folder = folderOf({ 'old.csv': weather('1.31.1'), 'new.csv': weather('2.1.0') });
    const ask = ['compare', 'old.csv', 'new.csv', '--label', 'weather'];
    const { out } = await folder.assay(...ask);
    expect(out).toContain('fog → rain');
    expect(out).toContain('precipitation > (withheld)');
    expect(out).not.toMatch(/201[2-5]-/);
    const named = await folder.assay(...ask, '--slice', 'date');
    expect(named.out).toContain('worst 2015-12');
  });

  it('says that a file is the same as itself', async () => {
    const folder = folderOf({ 'old.csv': weather('1.31.1') });
    const heard = await folder.assay('compare', 'old.csv', 'old.csv', '--json');
    expect(heard.exit).toBe(0);
    expect(heard.json()).toMatchObject({ verdict: 'same', explanation: null, labels: null });
  });

  it('refuses iris, which has no key, and says how it can be compared', async () => {
    const folder = folderOf(CODINGS);
    const { exit, err } = await folder.assay('compare', 'words.json', 'codes.csv', '--label', 'species');
    expect(exit).toBe(2);
    expect(err).toContain('KEY_NOT_FOUND');
    expect(err).toContain('--by-position');
  });

  it.each([
    ['words.json', 'codes.csv', 0, { kind: 'renaming', terms: [{ from: 'setosa', to: '0', rows: 50 }] }],
    [
      'codes.csv',
      'prefixed.csv',
      3,
      { kind: 'renaming', terms: [{ from: '0', to: 'Iris-setosa', rows: 50 }] },
    ],
    ['words.json', 'prefixed.csv', 3, { kind: 'renaming', terms: [{ from: 'setosa', to: 'Iris-setosa' }] }],
  ])('finds by position how %s and %s code the same 150 flowers', async (old, later, cells, remap) => {
    const folder = folderOf(CODINGS);
    const heard = await folder.assay('compare', old, later, '--by-position', '--label', 'species', '--json');
    const found = heard.json();
    expect(found).toMatchObject({
      key: { columns: [], how: 'position' },
      rows: { matched: 150 },
      labels: { changed: 150 },
    });
    const measures = ['sepalLength', 'sepalWidth', 'petalLength', 'petalWidth'];
    expect(measures.reduce((sum, name) => sum + found.columns[name].differing, 0)).toBe(cells);
    expect(found.labels.remap.kind).toBe(remap.kind);
    expect(found.labels.remap.terms).toHaveLength(3);
    expect(found.labels.remap.terms[0]).toMatchObject(remap.terms[0]!);
  });

  it('says of iris as it was published which columns there are, where the header names none of them', async () => {
    const folder = folderOf({ ...CODINGS, 'published.csv': iris('iris-sklearn-1.2.1.csv') });
    const { exit, err } = await folder.assay('compare', 'words.json', 'published.csv', '--by-position');
    expect(exit).toBe(2);
    expect(err).toMatch(/COMPARED_NOTHING/);
    expect(err.replace(/\s+/g, ' ')).toMatch(
      /the first has \w+, \w+, \w+, \w+, species, the second 150, 4, setosa, versicolor, virginica/,
    );
  });

  it('says in which rows the three cells are in which the codings of iris differ', async () => {
    const folder = folderOf(CODINGS);
    const ask = ['compare', 'codes.csv', 'prefixed.csv', '--by-position', '--label', 'species'];
    const { columns } = (await folder.assay(...ask, '--json')).json();
    const rows = ['sepalWidth', 'petalLength', 'petalWidth'].map(name => columns[name].first_rows);
    expect(rows).toEqual([[37], [37], [34]]);
    expect((await folder.assay(...ask)).out).toContain('in row 38 of the old file');
  });

  it('names a prefix that all labels were given', async () => {
    const folder = folderOf(CODINGS);
    const ask = ['compare', 'words.json', 'prefixed.csv', '--by-position', '--json'];
    const labelled = await folder.assay(...ask, '--label', 'species');
    const rule = { kind: 'affix', where: 'prefix', how: 'added', cells: 150 };
    expect(labelled.json().columns.species.pattern).toMatchObject({ ...rule, text: 'Iris-' });
    const hidden = await folder.assay(...ask);
    expect(hidden.json().columns.species.pattern).toMatchObject({ ...rule, text: { withheld: true } });
  });

  it('finds what was done to each column of one file', async () => {
    const ids = Array.from({ length: 8 }, (_, row) => row + 1);
    const lines = (of: (id: number) => readonly (string | number)[]): string =>
      `id,latency,code,amount,day,score\n${ids.map(id => [id, ...of(id)].join(',')).join('\n')}\n`;
    const folder = folderOf({
      'old.csv': lines(id => [id * 1.5, `00${id}7`, `${id}.12${id}`, `2024-01-0${id}`, id]),
      'new.csv': lines(id => [
        id * 1500,
        `${id}7`,
        `${id}.1`,
        `2024-01-${String(id + 1).padStart(2, '0')}`,
        id % 2 ? id : '',
      ]),
    });
    const heard = await folder.assay('compare', 'old.csv', 'new.csv', '--key', 'id', '--json');
    const { columns } = heard.json();
    expect(columns).toMatchObject({
      latency: { differing: 8, pattern: { kind: 'scaled', factor: 1000, unit: 's → ms', everywhere: true } },
      code: { differing: 8, type_changed: true, pattern: { kind: 'leading-zeros', how: 'lost' } },
      amount: { pattern: { kind: 'rounded', decimals: 1 } },
      day: { pattern: { kind: 'shifted', seconds: 86_400 } },
      score: { differing: 4, to_null: 4, from_null: 0, pattern: { kind: 'nulled' } },
    });
    const { out } = await folder.assay('compare', 'old.csv', 'new.csv', '--key', 'id');
    expect(out).toContain('scaled ×1000 (s → ms?): all 8 that differ');
    expect(out).toContain('shifted by +1 day');
  });

  it.each([
    ['no key of that name', ['a.csv', 'a.csv', '--key', 'idd'], 'COMPARED_COLUMN_UNKNOWN'],
    ['no label of that name', ['a.csv', 'a.csv', '--label', 'x'], 'COMPARED_COLUMN_UNKNOWN'],
    ['a key that repeats', ['a.csv', 'a.csv', '--key', 'v'], 'KEY_NOT_UNIQUE'],
    ['no column in common', ['a.csv', 'other.csv'], 'COMPARED_NOTHING'],
    ['unequal counts by position', ['a.csv', 'long.csv', '--by-position'], 'POSITIONS_UNEQUAL'],
    ['a key and positions', ['a.csv', 'a.csv', '--by-position', '--key', 'id'], 'USAGE'],
    ['a format that is none', ['a.csv', 'a.csv', '--format', 'xml'], 'USAGE'],
    ['a zone that is none', ['a.csv', 'a.csv', '--zone', 'Mars/Base'], 'USAGE'],
    ['a column named twice', ['a.csv', 'a.csv', '--key', 'id,id'], 'USAGE'],
    ['no file', ['a.csv', 'gone.csv'], 'FILE_UNREADABLE'],
    ['a file of no known format', ['a.csv', 'bytes'], 'TABLE_FORMAT_UNKNOWN'],
    ['JSON with a key twice', ['a.csv', 'twice.json'], 'TABLE_JSON'],
    ['a file without a record', ['a.csv', 'none.json'], 'TABLE_EMPTY'],
    ['a table of a header alone', ['head.csv', 'a.csv', '--key', 'id'], 'TABLE_EMPTY'],
    ['CSV with a short line', ['short.csv', 'a.csv'], 'CSV_MALFORMED'],
    ['an Avro file cut short', ['cut.avro', 'a.csv'], 'TABLE_REFUSED'],
  ])('refuses %s with one fault', async (_, words, code) => {
    const folder = folderOf({
      'a.csv': 'id,v\n1,x\n2,x\n',
      'long.csv': 'id,v\n1,x\n2,x\n3,y\n',
      'other.csv': 'name\nx\n',
      bytes: Uint8Array.of(0, 1, 2, 3),
      'twice.json': '[{"id":1,"id":2}]',
      'none.json': '[]',
      'head.csv': 'id,v\n',
      'short.csv': 'id,v\n1\n',
      'cut.avro': Buffer.from('Obj\u0001'),
    });
    const heard = await folder.assay('compare', ...words, '--json');
    expect(heard.exit).toBe(2);
    expect(heard.json()).toMatchObject({ code });
  });

  it('says how far numbers moved that follow no rule, which states changed, and in which rows', async () => {
    const folder = folderOf({
      'a.csv': 'id,v\n1,5\n2,6\n3,7\n4,\n9,1\n',
      'b.csv': 'id,v\n3,70\n2,6\n1,6\n4,1\n8,1\n',
    });
    const ask = ['compare', 'a.csv', 'b.csv', '--key', 'id'];
    const shown = await folder.assay(...ask, '--json', '--show-values');
    expect(shown.json()).toMatchObject({
      rows: { matched: 4, missing: 1, extra: 1, differing: 3 },
      missing_rows: [4],
      extra_rows: [4],
      columns: {
        v: {
          differing: 3,
          from_null: 1,
          pattern: null,
          transitions: [
            { from: 'null', to: 'value', count: 1 },
            { from: 'value', to: 'value', count: 2 },
          ],
          number: { compared: 3, differ: 2, absolute: 63, relative: 0.9 },
          first_rows: [0, 2, 3],
        },
      },
    });
    const hidden = await folder.assay(...ask, '--json');
    expect(hidden.json().columns.v.number).toMatchObject({ differ: 2, absolute: { withheld: true } });
    expect((await folder.assay(...ask, '--show-values')).out).toContain('greatest change 63, relative 0.9');
  });

  it('places a fault by file, line and column', async () => {
    const folder = folderOf({ 'a.csv': 'id,v\n1,x\n', 'b.json': '{"id":1,"v":"x"}\n{"id":2,}\n' });
    const { err } = await folder.assay('compare', 'a.csv', 'b.json');
    expect(err).toContain('b.json:2:9');
  });

  it('reads a clock beside moments by the zone it is told, and says where that would help', async () => {
    const folder = folderOf({
      'a.csv': 'at,v\n2024/01/01 00:00:00,1\n2024/07/01 00:00:00,2\n',
      'b.csv': 'at,v\n2024-01-01T08:00:00Z,1\n2024-07-01T07:00:00Z,2\n',
    });
    const told = await folder.assay(
      'compare',
      'a.csv',
      'b.csv',
      '--key',
      'at',
      '--zone',
      'America/Los_Angeles',
      '--json',
    );
    expect(told.exit).toBe(0);
    expect(told.json()).toMatchObject({ zone: 'America/Los_Angeles', rows: { matched: 2 }, doubts: [] });
    const untold = await folder.assay('compare', 'a.csv', 'b.csv', '--by-position');
    expect(untold.exit).toBe(1);
    expect(untold.out).toContain('--zone says by which clock');
  });

  it('takes the texts for null that it is told to', async () => {
    const folder = folderOf({ 'a.csv': 'id,v\n1,5\n2,NA\n', 'b.csv': 'id,v\n1,5\n2,\n' });
    const told = await folder.assay('compare', 'a.csv', 'b.csv', '--key', 'id', '--null', 'NA');
    expect(told.exit).toBe(0);
    const untold = await folder.assay('compare', 'a.csv', 'b.csv', '--key', 'id', '--json');
    expect(untold.json().columns.v).toMatchObject({
      differing: 1,
      to_null: 1,
      types: { old: 'text', new: 'int' },
    });
  });

  it('lists no more parts of a slice than a person reads, and counts them all', async () => {
    const lines = (value: string): string =>
      `id,v\n${Array.from({ length: 100 }, (_, id) => `${id},${value}`).join('\n')}\n`;
    const folder = folderOf({ 'a.csv': lines('x'), 'b.csv': lines('y') });
    const heard = await folder.assay('compare', 'a.csv', 'b.csv', '--key', 'id', '--slice', 'id', '--json');
    const [slice] = heard.json().slices;
    expect(slice).toMatchObject({ parts: 100, clean: 0 });
    expect(slice.touched).toHaveLength(64);
  });

  it('takes a changed type for a difference within a format, and tells of it between two', async () => {
    const folder = folderOf({
      'a.csv': 'id,v,w\n1,5,0.1\n2,6,0.5\n',
      'b.csv': 'id,v,w\n1,5.0,1e-1\n2,6.0,0.5\n',
      'c.json': '[{"id":1,"v":"5","w":0.1},{"id":2,"v":"6","w":5e-1}]',
    });
    const within = await folder.assay('compare', 'a.csv', 'b.csv', '--key', 'id', '--json');
    expect(within.exit).toBe(1);
    expect(within.json().columns).toMatchObject({
      v: { differing: 0, type_changed: true, types: { old: 'int', new: 'decimal' } },
      w: { differing: 0, type_changed: false },
    });
    const between = await folder.assay('compare', 'a.csv', 'c.json', '--key', 'id', '--json');
    expect(between.exit).toBe(0);
    expect(between.json().columns.v).toMatchObject({ differing: 0, type_changed: true });
  });

  it('has no project, and says so where it is given one', async () => {
    const folder = folderOf({ 'a.csv': 'id\n1\n' });
    const heard = await folder.assay('--root', '.', 'compare', 'a.csv', 'a.csv', '--json');
    expect(heard.json()).toMatchObject({ code: 'USAGE' });
  });
});
