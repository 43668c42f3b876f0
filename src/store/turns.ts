import { setTimeout } from 'node:timers/promises';

/**
 * One after the other for each key, in the order in which they came. Where a lock is held elsewhere, only one of those who
 * wait for the same has to wait there; the others take no connection from those who want something else.
 */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** @returns `late` where its turn did not come within `wait_ms`; then the work is not begun */
  async take<T>(key: string, wait_ms: number, work: () => Promise<T>): Promise<T | 'late'> {
    const before = this.#last.get(key);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const mine = (before ?? Promise.resolve()).then(() => done);
    this.#last.set(key, mine);
    try {
      if (before !== undefined && !(await within(before, wait_ms))) return 'late';
      return await work();
    } finally {
      resolve();
      void mine.then(() => {
        if (this.#last.get(key) === mine) this.#last.delete(key);
      });
    }
  }
}

async function within(awaited: Promise<void>, wait_ms: number): Promise<boolean> {
  const given = new AbortController();
  const late = setTimeout(wait_ms, false, { signal: given.signal }).catch(() => false);
  const isInTime = await Promise.race([awaited.then(() => true), late]);
  given.abort();
  return isInTime;
}
