import { setTimeout } from 'node:timers/promises';
import type { Clock } from './port.ts';

/** The clock of this machine. Nobody waits for what it does again and again: it ends with the process. */
export const machineClock = (now_ms: () => number): Clock => ({
  now_ms,
  pause: async pause_ms => {
    await setTimeout(pause_ms);
  },
  every: (period_ms, act) => {
    const timer = setInterval(act, period_ms).unref();
    return () => clearInterval(timer);
  },
});
