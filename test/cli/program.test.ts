import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/base/fault.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { CATALOGUE } from '../../src/compat/catalogue.ts';
import { NATIVE_FORMATS, NATIVE_TABLES } from '../../src/service/native-formats.ts';
import { copiedProject, emptyFolder, type Folder, newProject } from './harness.ts';

const codeOf = async (folder: Folder, ...argv: string[]) => {
  const { exit, json } = await folder.assay(...argv, '--json');
  return { exit, code: json().code };
};

describe('a command line', () => {
  const folder = emptyFolder();

  const wrong: ReadonlyArray<readonly string[]> = [
    [],
    ['chekc'],
    ['check', '--frobnicate'],
    ['check', 'one', 'two'],
    ['diff', 'one'],
    ['release'],
    ['release', 'biuld'],
    ['--root'],
  ];
  for (const argv of wrong)
    it(`\`assay ${argv.join(' ')}\` is refused as USAGE, exit 2, in text and in JSON`, async () => {
      expect(await codeOf(folder, ...argv)).toEqual({ exit: 2, code: 'USAGE' });
      const { exit, out, err } = await folder.assay(...argv);
      expect({ exit, out }).toEqual({ exit: 2, out: '' });
      expect(err).toContain('(USAGE)');
      expect(err).toContain('--help');
    });

  it('asks for the version alone, in a folder without a project', async () => {
    expect(await folder.assay('--version')).toMatchObject({ exit: 0, out: '1.2.3\n', err: '' });
  });

  it('that is misspelled is answered with what was meant', async () => {
    expect((await folder.assay('chekc')).err).toContain('check');
    expect((await folder.assay('check', '--jsno')).err).toContain('--json');
  });

  it('names the help of the command that was meant, not of a word after it', async () => {
    expect((await folder.assay('propose', 'check', '--nope')).err).toContain('assay propose --help');
    expect((await folder.assay('release', 'build', '--nope')).err).toContain('assay release build --help');
  });

  for (const words of Object.keys(COMMANDS))
    it(`\`assay ${words} --help\` says what it does, with examples`, async () => {
      const { exit, out, err } = await folder.assay(...words.split(' '), '--help');
      expect({ exit, err }).toEqual({ exit: 0, err: '' });
      expect(out).toContain(`assay ${words}`);
      expect(out).toContain('Examples:');
      expect(out).toContain('--json');
    });

  it('without a command lists them all under --help, with the exit codes', async () => {
    const { exit, out } = await folder.assay('--help');
    expect(exit).toBe(0);
    for (const words of Object.keys(COMMANDS)) expect(out).toContain(words.split(' ')[0]);
    expect(out).toContain('Exit codes');
  });
});

describe('the project a command means', () => {
  it('is found from any folder below it', async () => {
    const folder = await newProject();
    const below = folder.as({ folder: path.join(folder.root, 'schemas/support.ticket') });
    expect((await below('check')).exit).toBe(0);
  });

  it('is named with --root, from anywhere', async () => {
    const folder = await newProject();
    const elsewhere = emptyFolder();
    expect((await elsewhere.assay('--root', folder.root, 'check')).exit).toBe(0);
    expect((await elsewhere.assay('check', '--root', folder.root)).exit).toBe(0);
  });

  it('is refused where there is none', async () => {
    expect(await codeOf(emptyFolder(), 'check')).toEqual({ exit: 2, code: 'PROJECT_NOT_FOUND' });
    expect(await codeOf(emptyFolder(), 'check', '--root', 'nowhere')).toEqual({
      exit: 2,
      code: 'PROJECT_NOT_FOUND',
    });
  });

  const configs: ReadonlyArray<readonly [what: string, text: string, code: string]> = [
    ['is no TypeScript', 'export default {', 'CONFIG_UNLOADABLE'],
    ['throws', "throw new Error('no')", 'CONFIG_UNLOADABLE'],
    ['imports what is not there', "import './nowhere.ts'; export default {}", 'CONFIG_UNLOADABLE'],
    ['exports nothing', 'export const config = {}', 'CONFIG_INVALID'],
    ['exports a function', 'export default () => ({})', 'CONFIG_INVALID'],
    ['has an unknown key', 'export default { schema: "schemas" }', 'CONFIG_INVALID'],
    ['leads out of the project', 'export default { schemas: "../schemas" }', 'CONFIG_INVALID'],
    [
      'names a consumer twice',
      `const one = { name: 'a', kind: 'trainer', subject: 's', reads: { from: 1 }, purpose: 'x' };
       export default { consumers: [one, one] }`,
      'CONSUMER_TWICE',
    ],
    [
      'has a consumer that reads backwards',
      `export default { consumers: [
        { name: 'a', kind: 'trainer', subject: 's', reads: { from: 2, to: 1 }, purpose: 'x' }] }`,
      'CONSUMER_RANGE',
    ],
  ];
  for (const [what, text, code] of configs)
    it(`is refused as ${code} when its registry.config.ts ${what}`, async () => {
      const folder = emptyFolder();
      folder.write('registry.config.ts', text);
      expect(await codeOf(folder, 'check')).toEqual({ exit: 2, code });
    });

  it('is refused when its registry.config.ts is a folder', async () => {
    const folder = emptyFolder();
    mkdirSync(path.join(folder.root, 'registry.config.ts'));
    expect(await codeOf(folder, 'check')).toEqual({ exit: 2, code: 'FILE_UNREADABLE' });
  });
});

describe('the store a command means', () => {
  it('is unavailable, exit 4, where a folder or another program’s file is', async () => {
    const folder = await newProject();
    mkdirSync(path.join(folder.root, 'folder'));
    expect(await codeOf(folder, '--store', 'folder', 'propose', 'support.ticket@1')).toEqual({
      exit: 4,
      code: 'STORE_UNAVAILABLE',
    });
    folder.write('notes.txt', 'these are notes, and quite a few of them\n'.repeat(100));
    expect((await codeOf(folder, '--store', 'notes.txt', 'log', 'support.ticket')).exit).toBe(4);
    expect((await codeOf(folder, '--store', 'notes.txt/store', 'propose', 'support.ticket@1')).code).toBe(
      'STORE_UNAVAILABLE',
    );
  });
});

describe('assay rules and assay faults', () => {
  const folder = emptyFolder();

  it('says of a store that is a folder that it is one', async () => {
    const folder = copiedProject();
    for (const argv of [
      ['show', 'training.example'],
      ['propose', 'training.example@3'],
    ]) {
      const { exit, json } = await folder.assay('--store', folder.root, ...argv, '--json');
      expect({ exit, ...json().facts }).toMatchObject({
        exit: 4,
        problem: expect.stringContaining('folder'),
      });
    }
  });

  it('list every rule and every fault, outside of any project', async () => {
    const rules = (await folder.assay('rules', '--json')).json();
    const native = NATIVE_TABLES.flatMap(([, table]) => Object.keys(table));
    expect(rules).toHaveLength(CATALOGUE.length + native.length);
    const told = rules.map(({ id, of }: { id: string; of: string[] }) => `${id} of ${of.join()}`);
    expect(new Set(told).size, 'no row twice, though two formats share a table').toBe(rules.length);
    const formats: string[] = rules.flatMap(({ of }: { of: string[] }) => of);
    expect([...new Set(formats)].sort()).toEqual([...NATIVE_FORMATS].sort());
    const faults = (await folder.assay('faults', '--json')).json();
    expect(faults.map((one: { code: string }) => one.code)).toEqual(Object.keys(FAULTS).sort());
  });

  it('explain one', async () => {
    expect((await folder.assay('rules', 'FIELD_UNIT_SAME')).out).toContain('remedy');
    expect((await folder.assay('rules', 'FIELD_UNIT_SAME', '--json')).json()[0]).toMatchObject({
      level: 'train',
    });
    expect((await folder.assay('faults', 'USAGE')).out).toContain('exit 2');
  });

  it('fit a terminal', async () => {
    for (const list of ['rules', 'faults']) {
      const { out } = await folder.assay(list);
      expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(110);
    }
  });

  it('refuse what they don’t know', async () => {
    expect(await codeOf(folder, 'rules', 'NO_SUCH')).toEqual({ exit: 2, code: 'RULE_UNKNOWN' });
    expect(await codeOf(folder, 'faults', 'NO_SUCH')).toEqual({ exit: 2, code: 'FAULT_UNKNOWN' });
    expect(await codeOf(folder, 'faults', 'toString')).toEqual({ exit: 2, code: 'FAULT_UNKNOWN' });
  });
});

describe('assay show and assay log', () => {
  it('show a subject, a version and a revision, before and after they are stored', async () => {
    const folder = copiedProject();
    const show = async (what: string) => (await folder.assay('show', what, '--json')).json();
    expect(await show('training.example')).toMatchObject({
      versions: [
        { version: 3, accepted: true, store: null },
        { version: 4, accepted: false, store: null },
      ],
    });
    await folder.assay('propose', 'training.example@3');
    expect(await show('training.example@3')).toMatchObject({
      version: 3,
      store: { state: 'active', class: 'identical' },
      schema: { fields: expect.any(Array) },
    });
    expect(await show('weather.daily/2.1.0')).toMatchObject({ revision: '2.1.0', store: null });
    for (const what of ['training.example', 'training.example@4', 'weather.daily/2.1.0'])
      expect((await folder.assay('show', what)).out).toContain(what);
  });

  it('refuse what is not there', async () => {
    const folder = copiedProject();
    expect(await codeOf(folder, 'show', 'training.example@9')).toEqual({ exit: 2, code: 'VERSION_UNKNOWN' });
    expect(await codeOf(folder, 'show', 'weather.daily/9')).toEqual({ exit: 2, code: 'REVISION_UNKNOWN' });
    expect(await codeOf(folder, 'show', 'Weather.Daily')).toEqual({ exit: 2, code: 'REFERENCE_MALFORMED' });
    expect(await codeOf(folder, 'log', 'weather.dayly')).toEqual({ exit: 2, code: 'SUBJECT_UNKNOWN' });
    expect(await codeOf(folder, 'log', 'weather.daily', '--from', '0')).toEqual({ exit: 2, code: 'USAGE' });
  });

  it('log every decision in order, and from where one likes', async () => {
    const folder = await newProject();
    expect((await folder.assay('log', 'support.ticket', '--json')).json()).toEqual({
      subject: 'support.ticket',
      entries: [],
      next: null,
    });
    for (const what of ['support.ticket@1', 'support.ticket/first']) await folder.assay('propose', what);
    const { entries } = (await folder.assay('log', 'support.ticket', '--json')).json();
    expect(entries.map((entry: { seq: number; kind: string }) => [entry.seq, entry.kind])).toEqual([
      [1, 'propose'],
      [2, 'propose-revision'],
    ]);
    const later = (await folder.assay('log', 'support.ticket', '--from', '2', '--json')).json();
    expect(later.entries).toHaveLength(1);
    expect((await folder.assay('log', 'support.ticket')).out).toContain('propose-revision');
  });
});
