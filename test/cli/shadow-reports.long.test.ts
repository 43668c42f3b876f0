import { describe, expect, it } from 'vitest';
import { isSarif, xml } from '../page.ts';
import { emptyFolder } from './harness.ts';

const ALL = ['--junit', 'r.xml', '--sarif', 'r.sarif', '--markdown', 'r.md', '--html', 'r.html'];

const DURATIONS = Array.from({ length: 40 }, (_, at) => [at + 1, 10 + at] as const);
const csvOf = (times: number): string =>
  `id,duration,kind\n${DURATIONS.map(([id, duration]) => `${id},${duration * times},a\n`).join('')}`;
const [SECONDS, MILLISECONDS] = [csvOf(1), csvOf(1000)];

describe('the reports of assay shadow', () => {
  const folder = emptyFolder();
  folder.write('old.csv', SECONDS);
  folder.write('new.csv', MILLISECONDS);
  const SHADOW = ['shadow', '--old', 'old.csv', '--new', 'new.csv'];

  it('are written beside what is printed, and have what fails first', async () => {
    const plain = await folder.assay(...SHADOW);
    const heard = await folder.assay(...SHADOW, ...ALL);
    expect([heard.exit, heard.out]).toEqual([1, plain.out]);
    const failures = Array.from(xml(folder.read('r.xml')).getElementsByTagName('failure'));
    expect(failures.map(one => one.getAttribute('message'))).toContainEqual(
      expect.stringMatching(/^shadow\.distance:duration: .* at most 0\.1 allowed \(exceeded\)/),
    );
    const sarif = JSON.parse(folder.read('r.sarif'));
    expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true);
    expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: 'SHADOW_MOVED', level: 'error' });
    expect(folder.read('r.md')).toContain('## ❌ assay shadow: fails');
    expect(folder.read('r.html')).toMatch(/<div class="words"><p>It fails: of \d+ measures, \d+ moved/);
  });

  it('draw what may be told, and nothing else', async () => {
    await folder.assay(...SHADOW, '--html', 'r.html');
    expect(folder.read('r.html')).not.toContain('duration: how often');
    await folder.assay(...SHADOW, '--show-values', '--html', 'r.html');
    const page = folder.read('r.html');
    expect(page).toContain('<title>duration: how often which value stands there, old and new</title>');
    expect(page).toContain('the median went from 29 to 29000');
    expect(page).toMatch(/<td>[\d.-]+ &#60; … ≤ [\d.]+<\/td>/);
  });

  it('say of the same data that nothing moved', async () => {
    const { exit } = await folder.assay('shadow', '--old', 'old.csv', '--new', 'old.csv', ...ALL);
    expect(exit).toBe(0);
    expect(folder.read('r.html')).toContain('none moved more than is allowed');
    expect(JSON.parse(folder.read('r.sarif')).runs[0].results).toEqual([]);
    expect(folder.read('r.xml')).toContain('failures="0"');
  });

  it('are refused in the place of a file that is read, and with statistics, where nothing is compared', async () => {
    const over = await folder.assay(...SHADOW, '--html', 'new.csv');
    const none = ['shadow', '--new', 'new.csv', '--subject', 's@1', '--stats-out', 's.json', '--html', 'r'];
    for (const heard of [over, await folder.assay(...none)])
      expect([heard.exit, heard.err.includes('USAGE')]).toEqual([2, true]);
    expect(folder.read('new.csv')).toBe(MILLISECONDS);
  });

  it('say that the data could not be compared', async () => {
    const { exit } = await folder.assay(
      'shadow',
      '--old',
      'old.csv',
      '--new',
      'none.csv',
      '--html',
      'r.html',
    );
    expect(exit).toBe(2);
    expect(folder.read('r.html')).toContain('What could not be judged');
  });
});
