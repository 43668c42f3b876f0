import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVENTS, NEXT, STATES } from '../../src/change/states.ts';
import { COMMANDS } from '../../src/cli/commands.ts';

const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/*.md')];
const read = (file: string): string => readFileSync(file, 'utf8');

describe('the pages', () => {
  it('change-format.md shows the state table as it is', () => {
    const rows = STATES.map(state => `| ${state} | ${EVENTS.map(event => NEXT[state][event]).join(' | ')} |`);
    expect(read('docs/change-format.md')).toContain(rows.join('\n'));
  });

  it('cli.md has a section for each command, and for no other', () => {
    const sections = [...read('docs/cli.md').matchAll(/^## assay ([a-z ]+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(Object.keys(COMMANDS).sort());
  });

  it.each(pages)('%s links to files that are there', page => {
    for (const [, target] of read(page).matchAll(/\]\(([^)#]+?)(?:#[^)]*)?\)/g)) {
      if (/^https?:/.test(target!)) continue;
      expect(existsSync(path.join(path.dirname(page), target!)), `${page} → ${target}`).toBe(true);
    }
  });

  it('ARCHITECTURE.md names every folder of src', () => {
    const text = read('ARCHITECTURE.md');
    for (const folder of globSync('src/*/').map(name => path.basename(name)))
      expect(text).toContain(`\`${folder}\``);
  });

  it('CONTRIBUTING.md names every dependency with what it saves', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const text = read('CONTRIBUTING.md');
    for (const name of Object.keys({ ...dependencies, ...devDependencies }))
      expect(text).toContain(`\`${name}\``);
  });
});
