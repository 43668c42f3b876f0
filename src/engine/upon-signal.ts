import { isMainThread } from 'node:worker_threads';

const held = new Set<() => void>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Removes what is half done when a signal ends this process, which then ends by that signal, as whoever sent it expects.
 *
 * @returns what to call when it is done, or removed
 */
export function uponSignal(remove: () => void): () => void {
  // No signal comes to another thread.
  if (!isMainThread) return () => undefined;
  if (held.size === 0) for (const signal of SIGNALS) process.on(signal, leave);
  held.add(remove);
  return () => {
    if (held.delete(remove) && held.size === 0) for (const signal of SIGNALS) process.off(signal, leave);
  };
}

function leave(signal: NodeJS.Signals): void {
  // Somebody else brings this process to its end, and what is under way with it.
  if (process.listenerCount(signal) > 1) return;
  for (const remove of held)
    try {
      remove();
    } catch {
      // The others are still to be removed.
    }
  for (const each of SIGNALS) process.off(each, leave);
  process.kill(process.pid, signal);
}
