import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtProgram, runBuilt } from './built.ts';
import { copiedProject, emptyFolder, newProject, unacceptedProject } from './harness.ts';
import { REPOSITORY } from './repository.ts';

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

  it('says its version, that of its package', async () => {
    const { version } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));
    expect(await runBuilt(emptyFolder().root, ['--version'])).toEqual({
      exit: 0,
      out: `${version}\n`,
      err: '',
    });
  });

  it('asks for another Node in one sentence where its own is too old, because a stack trace tells nobody', () => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.1' } })`;
    const run = (...argv: string[]) => {
      const words = [
        '--import',
        `data:text/javascript,${encodeURIComponent(older)}`,
        builtProgram(),
        ...argv,
      ];
      const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
      return { exit: status, out: stdout, err: stderr };
    };
    const { exit, out, err } = run('check');
    expect({ exit, out }).toEqual({ exit: 4, out: '' });
    expect(err).toContain('NODE_TOO_OLD');
    expect(err).toContain('20.18.1');
    expect(err).not.toMatch(/^\s+at /m);
    expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
    expect(JSON.parse(run('check', '--json').out)).toMatchObject({
      code: 'NODE_TOO_OLD',
      facts: { found: '20.18.1', needed: 24 },
    });
  });

  it('names commands that a shell runs in the folder it wrote, without anything installed there', async () => {
    const { root } = emptyFolder();
    const { out } = await runBuilt(root, ['init', 'a project']);
    const steps = out.slice(out.indexOf('next:')).split('\n').slice(1, 3).join('\n');
    expect(steps).toMatch(/^ {2}cd 'a project'\n.* check$/);
    const PATH = (process.env['PATH'] ?? '').replace(/[^:]*node_modules[^:]*:?/g, '');
    const ran = spawnSync('sh', ['-e', '-c', steps], {
      cwd: root,
      env: { ...process.env, PATH },
      encoding: 'utf8',
    });
    expect({ exit: ran.status, err: ran.stderr }).toEqual({ exit: 0, err: '' });
    expect(ran.stdout).toContain('holds  all 2 proposed');
  });

  it('warns of nothing where the package of a project says nothing about modules', async () => {
    const folder = await newProject();
    folder.write('package.json', '{"name": "mine"}');
    expect(await runBuilt(folder.root, ['check'])).toMatchObject({ exit: 0, err: '' });
  });

  /** npm runs a program in a shell, and passes a signal on to that at most. */
  const program = `'${process.execPath}' '${builtProgram()}' serve --port 0 --json & wait`;
  const starters: ReadonlyArray<readonly [who: string, line: string]> = [
    ['the shell that npm started it in', program],
    // Only where the system says whose child a shell is.
    ...(existsSync('/proc/self/stat') ? [['npm alone', `sh -c "${program}"; true`] as const] : []),
  ];
  it.each(starters)('stops serving when %s is gone, because nobody else would stop it', async (_, line) => {
    const folder = await newProject();
    await folder.assay('propose', 'support.ticket@1');
    const env = { ...process.env, npm_command: 'exec' };
    const npm = spawn('sh', ['-c', line], { cwd: folder.root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await once(npm.stdout, 'data');
    const { url } = JSON.parse(String(said));
    expect((await fetch(`${url}/health`)).status).toBe(200);
    npm.kill('SIGKILL');
    // The pipe is held by the server, and closes with it.
    await once(npm, 'close');
    await expect(fetch(`${url}/health`)).rejects.toThrow();
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
