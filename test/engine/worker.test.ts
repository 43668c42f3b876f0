import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { machineWorker } from '../../src/engine/worker.ts';

describe('a process that shares a store', () => {
  const { name, isGone } = machineWorker();
  const [own, pid] = name.split(':');

  it('has a name of its own each time, and is there', () => {
    expect(machineWorker().name).not.toBe(name);
    expect(Number(pid)).toBe(process.pid);
    expect([isGone(name), isGone(`${own}:${process.ppid}`)]).toEqual([false, false]);
  });

  it('is gone when its number is nobody’s any more', () => {
    const ended = spawnSync(process.execPath, ['--version']).pid;
    expect(isGone(`${own}:${ended}`)).toBe(true);
  });

  it('is not taken for gone where nobody can know: on another machine, and under a name of another form', () => {
    const ended = spawnSync(process.execPath, ['--version']).pid;
    const elsewhere = name.replace(/@[0-9a-f]{16}:\d+$/, `@0000000000000000:${ended}`);
    expect(elsewhere).not.toBe(name);
    for (const other of [
      elsewhere,
      'b1946ac9-2ac4-4e0c-8a1f-0d6b0f5e6a11',
      `${own}:`,
      `${own}:0`,
      `${own}:-1`,
      '',
    ])
      expect([other, isGone(other)]).toEqual([other, false]);
  });
});
