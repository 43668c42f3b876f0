import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process takes of the memory of its machine, in MiB, as others see it. */
export type Taken = {
  /** Now, and at most so far. */
  readonly resident: number;
  readonly peak: number;
  /** What it asked for, whether or not it has written there; 0 where the system doesn't say. */
  readonly asked: number;
};

const NONE: Taken = { resident: 0, peak: 0, asked: 0 };

/** Where the system keeps a file of it; elsewhere undefined. */
export function takenNow(pid: number): Taken | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const of = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1_024;
    return { resident: of('VmRSS'), peak: of('VmHWM'), asked: of('VmData') };
  } catch {
    return undefined;
  }
}

/** Of any system: asks `ps` where there is no such file. */
export function takenBy(pid: number): Promise<Taken> {
  const now = takenNow(pid);
  if (now !== undefined) return Promise.resolve(now);
  return new Promise(resolve =>
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, said) => {
      const resident = error === null ? Number(said.trim()) / 1_024 : 0;
      resolve(Number.isFinite(resident) ? { resident, peak: resident, asked: 0 } : NONE);
    }),
  );
}
