import { readFileSync } from 'node:fs';
import { LIMITS } from '../base/limits.ts';

/**
 * Resolves when the person asks the program to end: by a signal, or by ending the npm that started it. npm passes a
 * signal on to a shell and no further, so that what it runs would go on, owned by nobody.
 */
export function untilStopped(): Promise<void> {
  return new Promise(stop => {
    process.once('SIGINT', () => stop());
    process.once('SIGTERM', () => stop());
    if (process.env['npm_command'] === undefined) return;
    const first = startedBy();
    const watch = setInterval(() => {
      if (startedBy() === first) return;
      clearInterval(watch);
      stop();
    }, LIMITS.parent_poll_ms);
    watch.unref();
  });
}

/** The shell npm runs a program in, and npm itself where the system says who that is: either may go first. */
function startedBy(): string {
  try {
    const status = readFileSync(`/proc/${process.ppid}/stat`, 'latin1');
    // The name stands in parentheses and may hold anything; the state and the parent follow it.
    const [, npm] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return `${process.ppid} ${npm}`;
  } catch {
    return String(process.ppid);
  }
}
