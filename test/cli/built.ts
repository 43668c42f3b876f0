import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from './repository.ts';

/** The program as it is installed, built anew only when the source has changed since. */
export function builtProgram(): string {
  const program = path.join(REPOSITORY, 'dist/main/bin.js');
  const changed_ms = Math.max(
    ...globSync('src/**/*.ts', { cwd: REPOSITORY }).map(
      file => statSync(path.join(REPOSITORY, file)).mtimeMs,
    ),
  );
  if (!existsSync(program) || statSync(program).mtimeMs < changed_ms)
    execFileSync('npm', ['run', 'build'], { cwd: REPOSITORY, stdio: 'pipe' });
  return program;
}

export type Ended = { readonly exit: number | null; readonly out: string; readonly err: string };

/** Runs the built program in a process of its own. */
export const runBuilt = (cwd: string, argv: readonly string[]): Promise<Ended> =>
  runProgram(builtProgram(), cwd, argv);

export function runProgram(program: string, cwd: string, argv: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...argv], { cwd });
  let [out, err] = ['', ''];
  child.stdout.on('data', chunk => {
    out += String(chunk);
  });
  child.stderr.on('data', chunk => {
    err += String(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', exit => resolve({ exit, out, err }));
  });
}
