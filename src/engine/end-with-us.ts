import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends a child when this process is gone, whatever ended that, and however busy the child is. A shell waits at the end of a pipe that
 * nobody else holds: the system closes it for the dead, too. The shell has a group of its own, so that Ctrl-C doesn't end it first.
 */
export function endWithUs(child: ChildProcess, { isGroup, folder }: EndedWith): void {
  const { pid } = child;
  // Windows has no such shell, and ends no process with another.
  if (pid === undefined || process.platform === 'win32') return;
  const keeper = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(isGroup ? -pid : pid), folder ?? ''], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Where there is no shell, a child has its own limit of time.
  keeper.on('error', () => undefined);
  keeper.stdin.on('error', () => undefined);
  keeper.unref();
  (keeper.stdin as unknown as { unref?(): void }).unref?.();
  // Its number may be another's from here on.
  child.once('exit', () => keeper.kill('SIGKILL'));
}

export type EndedWith = {
  /** Whether it leads a group, of which nothing is to be left. */
  readonly isGroup: boolean;
  /** What it works in, and nobody else needs. */
  readonly folder?: string;
};

/** The folder goes when nobody writes there any more. */
const SCRIPT = `read -r end
kill -s KILL -- "$1"
if [ -n "$2" ]; then sleep 0.1; rm -rf -- "$2"; fi`;
