import { hash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { parquetFiles } from '../../src/engine/parquet-thread.ts';
import type { ParquetFiles } from '../../src/engine/port.ts';
import { attributeOf, elementsOf, isSarif, textOf, xml } from '../page.ts';
import { copiedProject, emptyFolder } from './harness.ts';
import { REPOSITORY } from './repository.ts';

const weather = (revision: string): string =>
  readFileSync(path.join(REPOSITORY, 'golden', 'weather.daily', `${revision}.csv`), 'utf8');

function folderOf(files: Readonly<Record<string, string>>) {
  const folder = emptyFolder();
  for (const [name, content] of Object.entries(files)) folder.write(name, content);
  return folder;
}

const ALL = ['--junit', 'r.xml', '--sarif', 'r.sarif', '--markdown', 'r.md', '--html', 'r.html'];

const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map(row => `${row.join(',')}\n`).join('');

const DURATIONS = Array.from({ length: 40 }, (_, at) => [at + 1, 10 + at, 'a'] as const);
const SECONDS = csv([['id', 'duration', 'kind'], ...DURATIONS]);
const MILLISECONDS = csv([['id', 'duration', 'kind'], ...DURATIONS.map(([id, d, k]) => [id, d * 1000, k])]);

describe('the reports of assay compare', () => {
  const folder = folderOf({ 'old.csv': weather('1.31.1'), 'new.csv': weather('2.1.0') });

  it('are written all in one run, beside what is printed, and the exit code stays', async () => {
    const words = ['compare', 'old.csv', 'new.csv', '--label', 'weather'];
    const plain = await folder.assay(...words);
    const heard = await folder.assay(...words, ...ALL);
    expect([heard.exit, heard.out]).toEqual([1, plain.out]);

    const cases = Array.from(xml(folder.read('r.xml')).getElementsByTagName('testcase'));
    expect(cases.map(one => one.getAttribute('name'))).toEqual([
      'rows missing',
      'rows extra',
      ...['date', 'precipitation', 'temp_max', 'temp_min', 'wind', 'weather'].map(name => `column ${name}`),
    ]);
    expect(cases.filter(one => one.getElementsByTagName('failure').length > 0)).toEqual([cases.at(-1)]);

    const sarif = JSON.parse(folder.read('r.sarif'));
    expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true);
    expect(sarif.runs[0].results).toMatchObject([
      {
        ruleId: 'COLUMN_DIFFERS',
        level: 'error',
        message: { text: expect.stringContaining('391 of 1461 differ (26.8 %)') },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'new.csv' } } }],
      },
    ]);
    const markdown = folder.read('r.md');
    expect(markdown).toContain('## ❌ assay compare: differs');
    expect(markdown).toContain('| 307 | fog | rain |');
    expect(markdown).not.toMatch(/2015-12|2013-04-01/);
  });

  it('have a page on which the verdict comes first, then what was compared, and each picture has its numbers', () => {
    const page = folder.read('r.html');
    const elements = elementsOf(page);
    expect(textOf(elements.find(one => attributeOf(one, 'class') === 'words')!)).toMatch(
      /^The files differ: 391 of 1461 matched rows differ\./,
    );
    const digest = `sha256:${hash('sha256', weather('2.1.0'))}`;
    expect(page).toContain(`<td>new.csv</td><td>csv</td><td>1461</td><td>${digest}</td>`);
    const grid = elements.find(one => attributeOf(one, 'class') === 'confusion')!;
    expect(textOf(grid)).toContain('fog307(101)');
    for (const picture of elements.filter(({ tagName }) => tagName === 'svg')) {
      const inside = picture.childNodes.flatMap(node => ('tagName' in node ? [node] : []));
      expect(inside.slice(0, 2).map(({ tagName }) => tagName)).toEqual(['title', 'desc']);
      for (const node of inside.slice(0, 2)) expect(textOf(node)).not.toBe('');
      expect(attributeOf(picture, 'role')).toBe('img');
    }
  });

  it('have a page that a browser takes nothing for, and no style but its own', () => {
    const elements = elementsOf(folder.read('r.html'));
    const policy = elements
      .map(one => attributeOf(one, 'content'))
      .find(text => text?.includes('default-src'));
    const [style, ...more] = elements.filter(({ tagName }) => tagName === 'style');
    expect(more).toEqual([]);
    expect(policy).toContain(`style-src 'sha256-${hash('sha256', textOf(style!), 'base64')}'`);
    expect(policy).toMatch(/^default-src 'none'/);
    const names = new Set(elements.map(({ tagName }) => tagName));
    for (const name of ['script', 'img', 'link', 'image', 'use', 'a']) expect(names).not.toContain(name);
    expect(elements.flatMap(({ attrs }) => attrs).filter(({ name }) => name === 'style')).toEqual([]);
  });

  it('are the same to the byte the second time', async () => {
    const first = ['r.xml', 'r.sarif', 'r.md', 'r.html'].map(name => folder.read(name));
    await folder.assay('compare', 'old.csv', 'new.csv', '--label', 'weather', ...ALL);
    expect(['r.xml', 'r.sarif', 'r.md', 'r.html'].map(name => folder.read(name))).toEqual(first);
  });

  it('draw numbers only where values are told', async () => {
    const seconds = folderOf({ 'old.csv': SECONDS, 'new.csv': MILLISECONDS });
    await seconds.assay('compare', 'old.csv', 'new.csv', '--key', 'id', '--html', 'r.html');
    const closed = seconds.read('r.html');
    expect(closed).not.toContain('<svg');
    expect(closed).toContain('scaled ×1000 (s → ms?)');
    expect(closed).not.toMatch(/49000|10000/);
    await seconds.assay('compare', 'old.csv', 'new.csv', '--key', 'id', '--show-values', '--html', 'r.html');
    const open = elementsOf(seconds.read('r.html'));
    const titles = open
      .filter(({ tagName }) => tagName === 'svg')
      .map(one => textOf(one.childNodes.find(node => 'tagName' in node)!));
    expect(titles).toEqual([
      'duration: how often which size stands there, old and new',
      'duration: quantiles old (across) and new (up)',
    ]);
    // As many bars as there are bins with old values, and their counts are told beside them.
    const bars = open.filter(one => one.tagName === 'rect' && attributeOf(one, 'class') === 'was');
    expect(bars).toHaveLength(2);
    expect(seconds.read('r.html')).toContain('<tr><td>10 ≤ … &#60; 20</td><td>10</td><td>0</td></tr>');
  });

  it('offer that a column was renamed', async () => {
    const renamed = folderOf({ 'old.csv': SECONDS, 'new.csv': SECONDS.replace('duration', 'seconds') });
    await renamed.assay(
      'compare',
      'old.csv',
      'new.csv',
      '--key',
      'id',
      '--html',
      'r.html',
      '--markdown',
      'r.md',
    );
    expect(renamed.read('r.html')).toContain('<tr><td>duration</td><td>seconds</td><td>40 of 40</td></tr>');
    expect(renamed.read('r.md')).toContain('| duration | seconds | 40 of 40 |');
  });

  it('say of files that are the same that nothing differs', async () => {
    const { exit } = await folder.assay('compare', 'old.csv', 'old.csv', ...ALL);
    expect(exit).toBe(0);
    expect(folder.read('r.html')).toContain('<div class="words"><p>Nothing differs.</p>');
    expect(folder.read('r.html')).not.toContain('What differs');
    expect(folder.read('r.md')).toContain('## ✅ assay compare: same');
    expect(JSON.parse(folder.read('r.sarif')).runs[0].results).toEqual([]);
    expect(folder.read('r.xml')).toContain('failures="0"');
  });

  it('hold what a stranger wrote as text alone, from right to left too', async () => {
    const hostile = '<script>alert(1)</script>|@everyone\u202e[x](javascript:1)';
    const hebrew = 'שלום';
    const head = `id,"${hostile}",${hebrew}\n`;
    const strange = folderOf({
      'old.csv': `${head}1,"${hostile}",1\n2,b,2\n3,c,3\n`,
      'new.csv': `${head}1,"${hostile}!",1\n2,b,9\n3,c,3\n`,
    });
    const words = ['compare', 'old.csv', 'new.csv', '--key', 'id', '--label', hostile, '--show-values'];
    expect((await strange.assay(...words, ...ALL)).exit).toBe(1);
    const page = strange.read('r.html');
    expect(page).not.toMatch(/<script|\u202e/);
    expect(textOf(parse(page))).toContain('<script>alert(1)</script>');
    expect(page).toContain(`<h4><bdi>${hebrew}</bdi></h4>`);
    expect(strange.read('r.md')).not.toMatch(/<script|@everyone|\]\(|javascript:|\u202e/);
    expect(isSarif(JSON.parse(strange.read('r.sarif')))).toBe(true);
    expect(xml(strange.read('r.xml')).getElementsByTagName('script').length).toBe(0);
  });

  it('stay of a length that a person reads, however wide the table and however many its terms are', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `column_${at}`);
    const row = (id: number, by: number) => [
      id,
      `t${(id + by) % 500}`,
      ...names.map((_, at) => id * at + by),
    ];
    const rows = (by: number) => Array.from({ length: 500 }, (_, id) => row(id, by));
    const wide = folderOf({
      'old.csv': csv([['id', 'label', ...names], ...rows(0)]),
      'new.csv': csv([['id', 'label', ...names], ...rows(7)]),
    });
    await wide.assay('compare', 'old.csv', 'new.csv', '--key', 'id', '--show-values', ...ALL);
    expect(wide.read('r.md').length).toBeLessThan(65_536);
    expect(wide.read('r.html').length).toBeLessThan(2_000_000);
    const grids = elementsOf(wide.read('r.html')).filter(one => attributeOf(one, 'class') === 'confusion');
    expect(grids).toHaveLength(1);
    expect(textOf(grids[0]!).match(/t\d+/g)!.length).toBeLessThan(80);
    expect(wide.read('r.html')).toMatch(/\d+ more cells changed between other terms/);
  });

  it('say that the files could not be compared, so that no older report is taken for the answer', async () => {
    folder.write('r.html', 'all is well');
    const { exit } = await folder.assay('compare', 'old.csv', 'none.csv', '--html', 'r.html');
    expect(exit).toBe(2);
    expect(folder.read('r.html')).toContain('FILE_UNREADABLE');
  });

  it('name no file by a digest that it had no longer when it was read', async () => {
    const whole = readFileSync(path.join(REPOSITORY, 'test/codec/parquet/pyarrow/utf8-brotli.parquet'));
    folder.write('old.parquet', whole);
    const real = parquetFiles();
    const written: ParquetFiles = {
      async *read(...ask) {
        const end = yield* real.read(...ask);
        appendFileSync(path.join(folder.root, 'old.parquet'), 'more');
        return end;
      },
    };
    const compare = ['compare', 'old.parquet', 'old.parquet', '--by-position'];
    const { exit, err } = await folder.as({ parquetFiles: written })(...compare, '--html', 'r.html');
    expect([exit, err.includes('FILE_CHANGED')]).toEqual([3, true]);
    expect(folder.read('r.html')).toContain('FILE_CHANGED');
  });

  it.each([
    [['--html', 'r', '--markdown', 'r'], 'two reports'],
    [['--html', 'old.csv'], 'would take its place'],
    [['--html', './new.csv'], 'would take its place'],
    [['--junit', ''], 'names no file'],
  ])('are refused for %j before anything is read', async (words, why) => {
    const before = folder.read('old.csv');
    const { exit, err } = await folder.assay('compare', 'old.csv', 'new.csv', ...words);
    expect([exit, err.includes('USAGE') || err.includes(why)]).toEqual([2, true]);
    expect(folder.read('old.csv')).toBe(before);
  });
});

describe('the reports of assay golden', () => {
  const REVISIONS = ['weather.daily/1.31.1', 'weather.daily/2.1.0'];
  const folder = copiedProject();

  it('are those of check for one revision, and the page tells values where they are asked for', async () => {
    const plain = await folder.assay('golden', ...REVISIONS);
    const heard = await folder.assay('golden', ...REVISIONS, ...ALL);
    expect([heard.exit, heard.out]).toEqual([1, plain.out]);
    for (const name of ['r.xml', 'r.sarif', 'r.md', 'r.html'])
      expect(folder.read(name)).not.toMatch(/fog|2015-12|2013-04-01/);
    expect(isSarif(JSON.parse(folder.read('r.sarif')))).toBe(true);
    expect(folder.read('r.xml')).toContain('name="golden slice.share:month"><failure');
    expect(folder.read('r.md')).toContain('- The meaning fails&#58; 3 of 3 measures are not allowed&#46;');
    expect(folder.read('r.html')).not.toContain('<svg viewBox="0 0 640 148"');

    await folder.assay('golden', ...REVISIONS, '--html', 'r.html', '--show-values');
    const page = folder.read('r.html');
    expect(textOf(parse(page))).toContain('explained best by date > 2013-04-01 and precipitation > 0');
    expect(page).toContain('<title>fog: 411 before</title>');
    expect(page).toContain('<td>before</td><td>1.31.1</td><td>version 1</td>');
  });

  it('are printed in the place of the text with --format', async () => {
    const { out, exit } = await folder.assay('golden', ...REVISIONS, '--format', 'markdown');
    expect([exit, out.startsWith('## ❌ assay golden: fails')]).toEqual([1, true]);
  });

  it('point at the line of a threshold that is exceeded, and at the field where none was written', async () => {
    const other = copiedProject();
    const record = [
      'changes: revision',
      'subject: weather.daily',
      'version: 1',
      'from: 1.31.1',
      'to: 2.1.0',
      'class: identical',
      'reason: observed anew',
      'consumers: []',
      'backfill: {kind: none}',
      'withdraw_by: 2036-12-31',
      'thresholds:',
      '  label.divergence: 1',
      '  cells.differ:weather: 10',
    ];
    other.write('schemas/weather.daily/changes/1.31.1-2.1.0.yaml', `${record.join('\n')}\n`);
    await other.assay('golden', ...REVISIONS, '--sarif', 'r.sarif', '--html', 'r.html');
    const { results } = JSON.parse(other.read('r.sarif')).runs[0];
    const places = results.map((result: { locations: [{ physicalLocation: object }] }) => {
      const { physicalLocation } = result.locations[0];
      return physicalLocation;
    });
    expect(places).toMatchObject([
      {
        artifactLocation: { uri: 'schemas/weather.daily/changes/1.31.1-2.1.0.yaml' },
        region: { startLine: record.indexOf('  cells.differ:weather: 10') + 1 },
      },
      { artifactLocation: { uri: 'schemas/weather.daily/v1.yaml' } },
    ]);
    const page = textOf(parse(other.read('r.html')));
    expect(page).toContain('The meaning fails: 2 of 3 measures are not allowed.');
    expect(page).not.toContain('There is no change record');
  });

  it.each([[['--show-values']], [['--out', 'x']], [['--show-values', '--sarif', 'r']]])(
    'are refused for %j',
    async words => {
      const { exit, err } = await folder.assay('golden', ...REVISIONS, ...words);
      expect([exit, err.includes('USAGE')]).toEqual([2, true]);
    },
  );
});
