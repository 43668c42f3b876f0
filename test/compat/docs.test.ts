import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, type Row } from '../../src/compat/catalogue.ts';

const page = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');

const line = ([level, access, effect, rule]: Row): string =>
  `| \`${rule.id}\` | ${level} | ${access.join(', ')} | ${effect} | ${rule.direction ?? 'both'} | ${rule.promise} | ${rule.remedy} |`;

describe('docs/rules.md', () => {
  it('has a row for every rule, word for word and in the order of the catalogue', () =>
    expect(page.split('\n').filter(text => /^\| `[A-Z_]+`/.test(text))).toEqual(CATALOGUE.map(line)));
});

describe('the catalogue', () => {
  it('has each rule once, in a file of its own that bears its id', () => {
    const ids = CATALOGUE.map(([, , , rule]) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    const files = globSync('src/compat/rules/*.ts').map(file => file.replace(/^.*[/\\]|\.ts$/g, ''));
    expect(files.sort()).toEqual(ids.map(id => id.toLowerCase().replaceAll('_', '-')).sort());
  });

  it('opens every rule with the harm, because a rule nobody understands is switched off', () => {
    for (const file of globSync('src/compat/rules/*.ts'))
      expect(readFileSync(file, 'utf8'), file).toMatch(/\/\*\*[^/]{40,}\*\/\nexport const /);
  });

  it('lets every rule look at something', () => {
    for (const [, , , rule] of CATALOGUE)
      expect(
        rule.pair ??
          rule.missing ??
          rule.moved ??
          rule.dropped ??
          rule.schema ??
          rule.governed ??
          rule.governance,
        rule.id,
      ).toBeDefined();
  });
});
