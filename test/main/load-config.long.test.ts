import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/main/load-config.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function load(text: string, limit_ms?: number) {
  const root = temporaryFolder();
  writeFileSync(path.join(root, 'registry.config.ts'), text);
  return loadConfig(root, limit_ms);
}

describe('a registry.config.ts', () => {
  it('may print, leave timers running and import what Node has, because only its export comes back', async () => {
    const config = await load(`
      import { writeSync } from 'node:fs';
      type Text = string;
      console.log('{"holds":true}');
      console.error('trouble');
      writeSync(1, 'spoilt');
      setInterval(() => undefined, 1000);
      export default { schemas: 'contracts' as Text, golden: undefined };
    `);
    expect(config).toMatchObject({ schemas: 'contracts', golden: 'golden' });
  });

  const unread: ReadonlyArray<readonly [what: string, text: string]> = [
    ['ends its process as if all were well', 'process.exit(0); export default {}'],
    ['ends it before its export is read', 'process.nextTick(() => process.exit(0)); export default {}'],
    ['kills it', 'process.kill(process.pid, "SIGKILL"); export default {}'],
    ['throws what is no error', 'throw "no"; export default {}'],
    ['throws nothing at all', 'throw undefined; export default {}'],
    ['refuses a promise that nobody waits for', 'Promise.reject(new Error("no")); export default {}'],
    ['waits for what never comes', 'await new Promise(() => undefined); export default {}'],
    [
      'answers in place of the program',
      'import { writeSync } from "node:fs"; writeSync(3, "{\\"kind\\":\\"yes\\"}\\n"); export default {}',
    ],
  ];
  it.each(unread)('is refused when it %s', async (_, text) => {
    expect(await load(text)).toMatchObject({
      code: 'CONFIG_UNLOADABLE',
      exit: 2,
      at: { file: 'registry.config.ts' },
    });
  });

  it('is refused where it is not UTF-8, a comment included, because Node would read another character there', async () => {
    const root = temporaryFolder();
    const bytes = Buffer.from('// caf\u00e9 \n// ?\nexport default {};\n');
    bytes[bytes.indexOf('?')] = 0xff;
    writeFileSync(path.join(root, 'registry.config.ts'), bytes);
    expect(await loadConfig(root)).toMatchObject({
      code: 'INVALID_UTF8',
      exit: 2,
      at: { line: 2, column: 4 },
    });
  });

  it('is ended when it neither exports nor ends', async () => {
    expect(await load('for (;;); export default {}', 700)).toMatchObject({
      code: 'CONFIG_UNLOADABLE',
      facts: { reason: expect.stringContaining('0.7 s') },
    });
  });

  it('is told of by the line that throws', async () => {
    expect(await load('export default {};\n\nthrow new Error("no");')).toMatchObject({
      facts: { reason: 'no' },
      at: { file: 'registry.config.ts', line: 3 },
    });
  });

  it('is refused where something in it is no data, by the key where that stands', async () => {
    const text = 'export default { producers: [{ name: () => "x" }] }';
    expect(await load(text)).toMatchObject({
      code: 'CONFIG_INVALID',
      exit: 2,
      facts: { key: 'producers.0.name' },
      at: { file: 'registry.config.ts', line: 1, column: text.indexOf('() =>') + 1 },
    });
  });
});
