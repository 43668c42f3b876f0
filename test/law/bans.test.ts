import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** What we do not write, what to write instead, and why; and the files in which it is the right thing. */
const BANS: ReadonlyArray<readonly [banned: RegExp, instead: string, why: string, except?: RegExp]> = [
  [
    /\bJSON\.stringify\(/,
    'canonicalJson()',
    'key order decides digests',
    /^src\/(base\/canonical-json|cli\/|engine\/(?:plain|module|functions\/))/,
  ],
  [/\bas any\b|: any\b|<any>/, 'a zod parse at the door', 'a cast is a promise nobody keeps'],
  [
    /\bDate\.now\(|\bnew Date\(\)/,
    'world.now_ms()',
    'a verdict must not depend on when it was asked',
    /^src\/main\//,
  ],
  [/\bexport default\b/, 'a named export', 'one thing, one name, everywhere', /^src\/service\/init-project/],
  [/\b(?:TODO|FIXME)\b/, 'an issue', 'an unowned promise is not a promise'],
  [/\bconsole\./, 'the output handed in', 'what is printed is a door, and doors are tested', /^src\/main\//],
  [/\benum \w+ ?\{/, 'a union of literals', 'an enum is a second kind of type'],
  [/@ts-(?:ignore|expect-error|nocheck)/, 'a type that is true', 'a silenced checker finds nothing'],
  [/\bparseFloat\(|\bparseInt\(/, 'a strict parser', 'they read "12px" as 12'],
];

const NAMES = /(?:^|\/)(?:utils?|helpers?|common|types|misc)(?:\.ts|\/)/;

describe('the bans', () => {
  it('finds each banned thing, because a pattern that matches nothing bans nothing', () => {
    const samples = [
      'JSON.stringify(x)',
      'x as any',
      'Date.now()',
      'export default x',
      '// TODO',
      'console.log',
      'enum A {',
      '// @ts-ignore',
      'parseInt(x)',
    ];
    for (const [index, [banned]] of BANS.entries()) expect(samples[index]).toMatch(banned);
    expect('src/base/utils.ts').toMatch(NAMES);
  });

  it('keep whatever is written by hand under 500 lines, tests too', () => {
    const long = globSync(['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts']).filter(
      file => readFileSync(file, 'utf8').split('\n').length > 500,
    );
    expect(long).toEqual([]);
  });

  for (const file of globSync('src/**/*.ts').map(name => name.split(path.sep).join('/')))
    it(`${file} keeps the house rules`, () => {
      const text = readFileSync(file, 'utf8');
      expect(file).not.toMatch(NAMES);
      expect(file === 'src/index.ts' || !file.endsWith('/index.ts'), 'one public face').toBe(true);
      for (const [banned, instead, why, except] of BANS)
        if (!except?.test(file)) expect(text, `use ${instead} (${why})`).not.toMatch(banned);
    });
});
