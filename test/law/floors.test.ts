import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FLOORS, GROUND_OF_EFFECTS, PURE_MODULES } from '../../src/floors.ts';

const floorOf = (folder: string): number =>
  FLOORS.findIndex(floor => (floor as readonly string[]).includes(folder));

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g;
const EFFECTS =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bfetch\(|\bsetTimeout\(|\bsetInterval\(|\basync\b|\bawait\b|\bperformance\.|\brandomUUID\b|\brandomBytes\b/;

/** Why the folder may not import this, or undefined when it may. */
function unlawfulImport(file: string, specifier: string): string | undefined {
  const folder = file.split('/')[1]!;
  if (specifier.startsWith('.')) {
    const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)).split('/')[1]!;
    if (target === folder || floorOf(target) < floorOf(folder)) return undefined;
    return `${folder} stands on floor ${floorOf(folder)} and ${target} does not stand below it`;
  }
  const pure = !specifier.startsWith('node:') || (PURE_MODULES as readonly string[]).includes(specifier);
  return pure || floorOf(folder) >= GROUND_OF_EFFECTS ? undefined : `${specifier} is an effect`;
}

/** Code without its comments and string contents, so that a word in a sentence is no crime. */
const bare = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/'(?:[^'\\\n]|\\.)*'/g, "''");

describe('the law of the house', () => {
  it('refuses a neighbour, a floor above and an effect below the line, because it must be able to fail', () => {
    expect(unlawfulImport('src/compat/a.ts', '../codec/b.ts')).toMatch(/does not stand below/);
    expect(unlawfulImport('src/contract/a.ts', '../service/b.ts')).toMatch(/does not stand below/);
    expect(unlawfulImport('src/matrix/a.ts', 'node:fs')).toMatch(/effect/);
    expect(unlawfulImport('src/matrix/a.ts', '../codec/b.ts')).toBeUndefined();
    expect(unlawfulImport('src/service/a.ts', 'node:fs')).toBeUndefined();
    expect(bare("const a = 'Date.now'; // Math.random")).not.toMatch(EFFECTS);
    expect(bare('const a = Date.now();')).toMatch(EFFECTS);
  });

  for (const file of globSync('src/*/**/*.ts').map(name => name.split(path.sep).join('/'))) {
    const text = readFileSync(file, 'utf8');
    const floor = floorOf(file.split('/')[1]!);

    it(`${file} stands only on lower floors`, () => {
      expect(floor, 'add the folder to FLOORS').toBeGreaterThanOrEqual(0);
      for (const [, specifier] of text.matchAll(IMPORT))
        expect(unlawfulImport(file, specifier!)).toBeUndefined();
    });

    if (floor < GROUND_OF_EFFECTS)
      it(`${file} touches no clock, disk, network or chance`, () => expect(bare(text)).not.toMatch(EFFECTS));
  }
});
