import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { bind, bodied, CONVERTER, functionProject } from './function-project.ts';
import { REPOSITORY } from './repository.ts';

const BIN = path.join(REPOSITORY, 'src/main/bin.ts');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;

type Running = { readonly pid: number; readonly parent: number; readonly words: string };
const running = (): readonly Running[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => {
      const [, pid, parent, words] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)!;
      return { pid: Number(pid), parent: Number(parent), words: words! };
    });
const childrenOf = (pid: number | undefined): readonly Running[] =>
  running().filter(({ parent }) => parent === pid);

async function until(isSo: () => boolean): Promise<boolean> {
  for (let at = 0; at < 300; at++) {
    if (isSo()) return true;
    await pause(100);
  }
  return false;
}

/** Waits for a child with these words, ends its parent, and tells how that ended and what is left. */
async function ended(program: ChildProcess, words: string, signal: NodeJS.Signals): Promise<unknown> {
  expect(await until(() => childrenOf(program.pid).some(child => child.words.includes(words)))).toBe(true);
  await pause(2_000);
  const children = childrenOf(program.pid);
  expect(children.some(child => child.words.includes(words))).toBe(true);
  // Stopped, they are as deaf as the busiest: they can't see for themselves that nobody is left.
  for (const { pid, words: its } of children)
    if (/(?:duckdb|plain)-main/.test(its)) process.kill(pid, 'SIGSTOP');
  const gone = new Promise(resolve => program.once('exit', (_, by) => resolve(by)));
  program.kill(signal);
  const by = await gone;
  const left = (): readonly Running[] => {
    const now = running();
    return children.filter(({ pid, words: its }) => now.some(each => each.pid === pid && each.words === its));
  };
  await until(() => left().length === 0);
  return { by, left: left().map(child => child.words) };
}

describe('a command that a signal ends', () => {
  for (const isolation of ['process', 'quickjs'] as const)
    it(`leaves no function that loops (${isolation})`, async () => {
      const folder = functionProject(bodied('for (;;);'));
      folder.edit(
        CONVERTER,
        '    rejects:',
        `    isolation: ${isolation}\n    limit_ms: 600000\n    rejects:`,
      );
      await bind(folder);
      for (const signal of SIGNALS) {
        const argv = [BIN, 'convert', 'old.jsonl', '--converter', CONVERTER, '--out', 'new.jsonl'];
        const program = spawn(process.execPath, argv, { cwd: folder.root, stdio: 'ignore' });
        expect(await ended(program, 'functions/main', signal)).toEqual({ by: signal, left: [] });
        const drafts = readdirSync(folder.root).filter(name => name.endsWith('.part'));
        // Nobody is told of SIGKILL.
        if (signal !== 'SIGKILL') expect(drafts).toEqual([]);
        expect(readdirSync(folder.root)).not.toContain('new.jsonl');
      }
    });

  it('leaves no configuration that loops', async () => {
    const folder = functionProject();
    folder.write('registry.config.ts', 'for (;;);\n');
    for (const signal of SIGNALS) {
      const program = spawn(process.execPath, [BIN, 'check'], { cwd: folder.root, stdio: 'ignore' });
      const words = 'module-main';
      expect(await ended(program, words, signal)).toEqual({ by: signal, left: [] });
    }
  });

  it('leaves neither the process nor the folder of what counts, and no reader', async () => {
    for (const signal of SIGNALS) {
      const TMPDIR = temporaryFolder();
      const command = JSON.stringify({
        exec: [process.execPath, '-e', 'for (;;);'],
        limit_ms: 600_000,
        memory_mib: 999,
      });
      const script = `
        import { duckdbProcess } from '${REPOSITORY}/src/engine/duckdb-process.ts';
        import { foreignProcess } from '${REPOSITORY}/src/engine/foreign-process.ts';
        import { PlainChild } from '${REPOSITORY}/src/engine/plain-child.ts';
        const session = await duckdbProcess().start();
        session.open(0, { fields: [] }, []).catch(() => undefined);
        const plain = new PlainChild({ start_ms: 60_000, task_ms: 600_000, heap_mib: 256 });
        const task = { id: 'a', codec: 'json', writerSchema: true, readerSchema: true, bytes: Buffer.from('1'), select: { kind: 'record' } };
        await foreignProcess().read(${command}, [task], '/');`;
      const argv = ['--input-type=module', '-e', script];
      const program = spawn(process.execPath, argv, { env: { TMPDIR }, stdio: 'ignore' });
      expect(await ended(program, 'for (;;);', signal)).toEqual({ by: signal, left: [] });
      expect(await until(() => readdirSync(TMPDIR).length === 0)).toBe(true);
    }
  });
});
