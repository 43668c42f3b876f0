import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FunctionBundle } from '../../../src/convert/function-plan.ts';
import { bundleFunction } from '../../../src/engine/functions/bundle.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

function project(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

const SECONDS = {
  'converters/seconds.ts':
    "import { TIMES } from './deep/times.ts';\nimport type { ConverterFunction } from 'assay';\nexport const toMs: ConverterFunction = batch => ({ ms: (batch.columns['s']!.values as BigInt64Array).map(each => each * TIMES) });\n",
  'converters/deep/times.ts': 'export const TIMES: bigint = 1000n;\n',
};

const NOTHING = 'export const toMs = () => ({});\n';

const ask = (root: string, exported = 'toMs', isolation: 'process' | 'quickjs' = 'process') =>
  bundleFunction({ root, module: 'converters/seconds.ts', exported, isolation });

async function bundled(root: string, exported?: string): Promise<FunctionBundle> {
  const made = await ask(root, exported);
  if ('text' in made) return made;
  throw made[0];
}

async function faultsOf(files: Readonly<Record<string, string>>, exported = 'toMs') {
  const made = await ask(project(files), exported);
  if ('text' in made) return [];
  return made.map(({ code, at, facts }) => ({ code, at: at && `${at.file}:${at.line}`, facts }));
}

describe('a bundle of a function', () => {
  it('has one digest wherever it is made', async () => {
    const [one, other] = [project(SECONDS), temporaryFolder()];
    cpSync(one, other, { recursive: true });
    const [a, b] = [await bundled(one), await bundled(other)];
    expect(a.digest).toBe(b.digest);
    expect(a.text).not.toContain(one);
    expect(a.map).not.toContain(one);
  });

  it('has another digest when a module that it imports is edited, and the same when that says nothing else', async () => {
    const root = project(SECONDS);
    const before = await bundled(root);
    const file = path.join(root, 'converters/deep/times.ts');
    writeFileSync(file, `// thousand\n${readFileSync(file, 'utf8')}`);
    expect((await bundled(root)).digest).toBe(before.digest);
    writeFileSync(file, 'export const TIMES: bigint = 1_000_000n;\n');
    expect((await bundled(root)).digest).not.toBe(before.digest);
  });

  it('has another digest in another engine, and as another export of one module', async () => {
    const root = project({
      'converters/seconds.ts': 'export const toMs = () => ({});\nexport const toUs = () => ({});\n',
    });
    const digests = [await ask(root), await ask(root, 'toUs'), await ask(root, 'toMs', 'quickjs')].map(
      made => 'digest' in made && made.digest,
    );
    expect(new Set(digests).size).toBe(3);
  });

  it('has packages in it, data too', async () => {
    const root = project({
      'converters/seconds.ts':
        "import { twice } from 'twice';\nimport table from './table.json';\nexport const toMs = () => twice(table.a);\n",
      'converters/table.json': '{"a": 21}',
      'node_modules/twice/package.json': '{"name": "twice", "main": "./main.js"}',
      'node_modules/twice/main.js': 'exports.twice = n => 2 * n;',
    });
    const { text } = await bundled(root);
    const exports = new Function(`return ${text.replace('"use strict";', '')}`)() as { toMs: () => number };
    expect(exports.toMs()).toBe(42);
  });

  it('refuses what is of the machine, at the line that asks for it', async () => {
    for (const specifier of ['node:fs', 'fs', 'child_process', 'node:worker_threads'])
      expect(
        await faultsOf({
          'converters/seconds.ts': `\nimport * as x from '${specifier}';\nexport const toMs = () => x;\n`,
        }),
      ).toEqual([
        {
          code: 'FUNCTION_IMPORT_REFUSED',
          at: 'converters/seconds.ts:2',
          facts: { specifier, because: 'a function has nothing of the machine' },
        },
      ]);
    const late = "export const toMs = () =>\n  import('node:net');\n";
    expect(await faultsOf({ 'converters/seconds.ts': late })).toMatchObject([
      { code: 'FUNCTION_IMPORT_REFUSED', at: 'converters/seconds.ts:2' },
    ]);
  });

  it('refuses what nothing uses, too, and takes types and packages that have the name of a module', async () => {
    const importing = (line: string) => faultsOf({ 'converters/seconds.ts': `${line}\n${NOTHING}` });
    for (const specifier of ['module', 'node:fs', 'node:process'])
      expect(await importing(`import { x } from '${specifier}';`)).toEqual([
        {
          code: 'FUNCTION_IMPORT_REFUSED',
          at: 'converters/seconds.ts:1',
          facts: { specifier, because: 'a function has nothing of the machine' },
        },
      ]);
    expect(await importing("import type { x } from 'node:fs';")).toEqual([]);
    expect(await importing("import { type x } from 'node:fs';")).toEqual([]);
    const events = {
      'converters/seconds.ts': `import { twice } from 'events';\n${NOTHING}`,
      'node_modules/events/package.json': '{"name": "events", "main": "./main.js"}',
      'node_modules/events/main.js': 'exports.twice = n => 2 * n;',
    };
    expect(await faultsOf(events)).toEqual([]);
  });

  it('refuses what lies on a network, however it is asked for', async () => {
    const specifier = 'https://example.org/a.js';
    const because = 'nothing is fetched from a network';
    for (const line of [
      `import x from '${specifier}'; export const y = x;`,
      `import x from '${specifier}';`,
      `import '${specifier}';`,
      `export * from '${specifier}';`,
      `export const y = () => import('${specifier}');`,
    ])
      expect(await faultsOf({ 'converters/seconds.ts': `\n${line}\n${NOTHING}` })).toEqual([
        { code: 'FUNCTION_IMPORT_REFUSED', at: 'converters/seconds.ts:2', facts: { specifier, because } },
      ]);
    for (const other of ['http://example.org/a.js', '//example.org/a.js'])
      expect(
        await faultsOf({ 'converters/seconds.ts': `import x from '${other}';\n${NOTHING}` }),
      ).toMatchObject([{ code: 'FUNCTION_IMPORT_REFUSED', facts: { specifier: other, because } }]);
  });

  it('refuses a file outside of the project, one that is not there, and what is no TypeScript', async () => {
    const outside = project({ 'secret.ts': 'export const x = 1;\n' });
    const root = project({});
    const way = path.relative(path.join(root, 'converters'), path.join(outside, 'secret.ts'));
    const import_ = (from: string) => ({
      'converters/seconds.ts': `import { x } from '${from}';\nexport const toMs = () => x;\n`,
    });
    expect(await faultsOf(import_(way))).toMatchObject([
      {
        code: 'FUNCTION_IMPORT_REFUSED',
        at: 'converters/seconds.ts:1',
        facts: { because: expect.stringMatching(/outside/) },
      },
    ]);
    expect(await faultsOf(import_('./gone.ts'))).toMatchObject([
      { code: 'FUNCTION_IMPORT_REFUSED', at: 'converters/seconds.ts:1', facts: { specifier: './gone.ts' } },
    ]);
    expect(await faultsOf({ 'converters/seconds.ts': 'export const toMs = (\n' })).toMatchObject([
      { code: 'FUNCTION_UNPARSED', at: expect.stringMatching(/^converters\/seconds\.ts:/) },
    ]);
  });

  it('refuses an export that is not there, and tells those that are', async () => {
    expect(await faultsOf(SECONDS, 'default')).toEqual([
      {
        code: 'FUNCTION_EXPORT_MISSING',
        at: 'converters/seconds.ts:1',
        facts: { module: 'converters/seconds.ts', export: 'default', known: 'toMs' },
      },
    ]);
  });

  it('names the engine that is installed, because another version may compute another way', async () => {
    const { version } = JSON.parse(
      readFileSync('node_modules/quickjs-emscripten-core/package.json', 'utf8'),
    ) as { version: string };
    const source = readFileSync('src/engine/functions/bundle.ts', 'utf8');
    expect(source).toContain(`quickjs-emscripten-core@${version}`);
  });
});
