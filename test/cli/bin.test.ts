import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtProgram, runBuilt } from './built.ts';
import { copiedProject, emptyFolder, newProject, unacceptedProject } from './harness.ts';

beforeAll(() => void builtProgram(), 120_000);

describe('the installed program', () => {
  it('exits with what it found, says nothing on standard error, and paints nothing that is no terminal', async () => {
    const folder = copiedProject();
    const { exit, out, err } = await runBuilt(folder.root, ['check', 'weather.daily']);
    expect({ exit, err }).toEqual({ exit: 1, err: '' });
    expect(out).toContain('391 of 1461');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters.
    expect(out).not.toMatch(/\u001b/);
  });

  it('warns of nothing when it opens a store, because a notice of its own parts is no news', async () => {
    const folder = await newProject();
    expect(await runBuilt(folder.root, ['propose', 'support.ticket@1'])).toMatchObject({ exit: 0, err: '' });
    expect(await runBuilt(folder.root, ['log', 'support.ticket', '--json'])).toMatchObject({
      exit: 0,
      err: '',
    });
  });

  it('explains itself, and refuses what it does not understand', async () => {
    const { root } = emptyFolder();
    const help = await runBuilt(root, ['--help']);
    expect(help).toMatchObject({ exit: 0, err: '' });
    expect(help.out).toContain('Usage: assay');
    const wrong = await runBuilt(root, ['chekc']);
    expect(wrong).toMatchObject({ exit: 2, out: '' });
    expect(wrong.err).toContain('(USAGE)');
    expect((await runBuilt(root, ['check'])).exit).toBe(2);
  });

  it('keeps its exit code when its reader goes away, because a gate must not pass for that', async () => {
    const folder = copiedProject();
    const child = spawn(process.execPath, [builtProgram(), 'check', '--json'], { cwd: folder.root });
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', chunk => {
      err += String(chunk);
    });
    const [exit] = await once(child, 'close');
    expect({ exit, err }).toEqual({ exit: 1, err: '' });
  });

  it('lets one of two processes win that propose one version with different content', async () => {
    const [one, other] = [unacceptedProject(), unacceptedProject()];
    other.edit('schemas/training.example/v3.yaml', '[0, 600]', '[0, 500]');
    const argv = ['--store', `${one.root}/shared.sqlite`, 'propose', 'training.example@3', '--json'];
    const race = await Promise.all([one, other].map(({ root }) => runBuilt(root, argv)));
    expect(race.map(({ exit }) => exit).sort()).toEqual([0, 3]);
    const loser = race.find(({ exit }) => exit === 3)!;
    expect(JSON.parse(loser.out)).toMatchObject({ code: 'VERSION_TAKEN' });
  });

  it('takes its configuration from a folder that no package was installed in', async () => {
    const folder = await newProject();
    expect((await runBuilt(folder.root, ['check'])).exit).toBe(0);
    folder.write('registry.config.ts', 'export default {\n  schemas: ,\n};\n');
    const { exit, out } = await runBuilt(folder.root, ['check', '--json']);
    expect(exit).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      code: 'CONFIG_UNLOADABLE',
      at: { file: 'registry.config.ts', line: 2 },
    });
  });
});
