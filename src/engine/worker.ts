import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { sha256 } from '../base/digest.ts';
import type { Workers } from './port.ts';

/** This process among all that may share a store: its name has where it runs, so that others see when it is gone. */
export function machineWorker(): Workers {
  const machine = sha256(`${hostname()} ${numbering()}`).slice('sha256:'.length, 'sha256:'.length + 16);
  return {
    name: `${randomUUID()}@${machine}:${process.pid}`,
    isGone: name => {
      const [, where, pid] = /^[^@]+@([0-9a-f]{16}):([1-9][0-9]{0,9})$/.exec(name) ?? [];
      return where === machine && !isRunning(Number(pid));
    },
  };
}

/** In whose numbering the process has its number: containers of one machine may have one each. */
function numbering(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // asks, and sends nothing
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code !== 'ESRCH';
  }
}
