import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { rolldown } from 'rolldown';
import { REPOSITORY } from '../cli/repository.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Apart } from './server-apart.ts';

export type ServerApart = {
  readonly url: string;
  /** With SIGKILL: it hears nothing of it. */
  readonly kill: () => Promise<void>;
  /** What it wrote to standard error. */
  readonly told: () => string;
};

/** What stands beside a program, and is begun by it. */
const BESIDE = {
  'judge-main': 'src/main/judge-main.ts',
  'plain-main': 'src/engine/plain-main.ts',
  'conversion-main': 'src/engine/conversion-main.ts',
};

/**
 * One program out of all that a server is made of, so that it begins in a quarter of a second. It lies as it does when it is
 * installed, with what it reads there.
 */
export async function bundledServer(): Promise<(apart: Apart) => Promise<ServerApart>> {
  const top = temporaryFolder();
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(top, 'node_modules'));
  copyFileSync(path.join(REPOSITORY, 'package.json'), path.join(top, 'package.json'));
  const main = path.join(top, 'program', 'main');
  // The digest of our own code is that of no file here; what is kept under it is kept for this run.
  for (const folder of ['base', 'contract', 'compat', 'convert', 'codec', 'matrix', 'golden', 'engine'])
    mkdirSync(path.join(top, 'program', folder), { recursive: true });
  cpSync(path.join(REPOSITORY, 'src/store/postgres/migrations'), path.join(main, 'migrations'), {
    recursive: true,
  });
  const program = await rolldown({
    cwd: REPOSITORY,
    input: { server: 'test/http/server-apart.ts', ...BESIDE },
    platform: 'node',
    external: [/\.node$/, 'pg-native', /^(?:snappy|parquet-wasm|rolldown|quickjs|@jitl|gpt-tokenizer)/],
    logLevel: 'silent',
  });
  await program.write({ dir: main, format: 'esm' });
  await program.close();
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(top, 'compiled') };
  return async apart => {
    const words = [path.join(main, 'server.js'), JSON.stringify(apart)];
    const child: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, words, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let told = '';
    child.stderr.on('data', chunk => {
      told += String(chunk);
    });
    const gone = once(child, 'exit');
    const lines = createInterface(child.stdout);
    const line = await Promise.race([once(lines, 'line'), gone.then(() => undefined)]);
    if (line === undefined) throw new Error(`the server ended before it listened: ${told}`);
    return {
      url: String(line[0]),
      told: () => told,
      kill: async () => {
        child.kill('SIGKILL');
        await gone;
      },
    };
  };
}
