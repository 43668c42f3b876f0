import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/base/fault.ts';
import { STAGES, TARGETS, TURNS } from '../../src/change/rollout/stages.ts';
import { EVENTS, NEXT, STATES } from '../../src/change/states.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { ACTIONS, MAY } from '../../src/service/access/actions.ts';
import { ROLES } from '../../src/service/access/roles.ts';

const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/*.md')];
/** Options of every command, told of once. */
const EVERYWHERE = ['--help', '--json', '--root', '--store'];
const flagsIn = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag))].sort();
/** Below the heading of the table of roles. */
const ROLE_RULE = `|${'---|'.repeat(ROLES.length + 1)}`;
const read = (file: string): string => readFileSync(file, 'utf8');

describe('the pages', () => {
  it('rollout.md shows the table of stages as it is', () => {
    const rows = STAGES.map(
      stage => `| ${stage} | ${TARGETS.map(target => TURNS[stage][target]).join(' | ')} |`,
    );
    expect(read('docs/rollout.md')).toContain(rows.join('\n'));
  });

  it('change-format.md shows the state table as it is', () => {
    const rows = STATES.map(state => `| ${state} | ${EVENTS.map(event => NEXT[state][event]).join(' | ')} |`);
    expect(read('docs/change-format.md')).toContain(rows.join('\n'));
  });

  it('access.md shows the roles and what they may, as it is', () => {
    const rows = ACTIONS.map(
      action => `| ${action} | ${ROLES.map(role => (MAY[action][role] ? 'yes' : 'no')).join(' | ')} |`,
    );
    expect(read('docs/access.md')).toContain([`| | ${ROLES.join(' | ')} |`, ROLE_RULE, ...rows].join('\n'));
  });

  it('cli.md has a section for each command, and for no other', () => {
    const sections = [...read('docs/cli.md').matchAll(/^## assay ([a-z ]+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(Object.keys(COMMANDS).sort());
  });

  it('cli.md names each option in the section of its command, and no other there', () => {
    const [top = '', ...sections] = read('docs/cli.md').split(/^## assay /m);
    expect(flagsIn(top)).toEqual(expect.arrayContaining(['--json', '--root', '--store', '--version']));
    for (const section of sections) {
      const name = section.slice(0, section.indexOf('\n'));
      const declared = COMMANDS[name]!.declare(new Command(name)).options.map(({ long }) => long!);
      const told = flagsIn(section).filter(flag => !EVERYWHERE.includes(flag));
      expect(told, `assay ${name}`).toEqual(declared.toSorted());
    }
  });

  it('hold no marks of two versions that were joined by hand', () => {
    const marked = pages.filter(page => /^(?:<{7}|={7}|>{7})(?: |$)/m.test(read(page)));
    expect(marked).toEqual([]);
  });

  it('cli.md has the exit codes that there are', () => {
    const rows = [...read('docs/cli.md').matchAll(/^\| ([0-9]) \|/gm)].map(([, exit]) => Number(exit));
    expect(rows).toEqual([0, 1, 2, 3, 4]);
    for (const [code, { exit }] of Object.entries(FAULTS)) expect(rows, code).toContain(exit);
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
