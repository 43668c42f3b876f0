import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { ConversionThread, type ThreadEnded } from './conversion-thread.ts';
import type { ConversionAsk, ConversionSaid, Work } from './conversion-wire.ts';

export type Asked = {
  readonly ask: ConversionAsk;
  readonly transfer: readonly ArrayBuffer[];
  /** How long the answer may take; without it nobody looks. */
  readonly most_ms?: number;
};

/**
 * Threads that convert. What is asked goes to whichever owes least, and what they say is given out in the order in which it was asked.
 * Threads that have nothing to do are kept, because to start one costs more than many batches do.
 */
export class ThreadPool {
  readonly #idle: ConversionThread[] = [];
  readonly #heap_mib: number | undefined;

  constructor(heap_mib: number | undefined) {
    this.#heap_mib = heap_mib;
  }

  /** Some asks are held at a time; whoever leaves before the end stops what runs. */
  async *run(
    work: Work,
    workers: number,
    asks: AsyncIterator<Asked>,
  ): AsyncGenerator<ConversionSaid | ThreadEnded, void, void> {
    const threads: ConversionThread[] = [];
    const open = (): ConversionThread => {
      const thread = this.#resting() ?? new ConversionThread(this.#heap_mib);
      thread.wake();
      thread.tell({ kind: 'open', work });
      threads.push(thread);
      return thread;
    };
    const owed: Promise<ConversionSaid | ThreadEnded>[] = [];
    try {
      for (let isRead = false; ; ) {
        while (!isRead && owed.length < workers * LIMITS.conversion_batches_ahead) {
          const next = await asks.next();
          isRead = next.done === true;
          if (next.done !== true) owed.push(leastOwing(threads, workers, open).ask(next.value));
        }
        const said = await owed.shift();
        if (said === undefined) return;
        yield said;
      }
    } finally {
      await Promise.all(threads.map(thread => this.#leave(thread)));
    }
  }

  #resting(): ConversionThread | undefined {
    for (;;) {
      const thread = this.#idle.pop();
      if (thread === undefined || thread.isFit) return thread;
    }
  }

  /** What still runs is stopped; nobody waits for it any more. */
  async #leave(thread: ConversionThread): Promise<void> {
    if (!thread.isFit || thread.owed > 0) return thread.end();
    thread.tell({ kind: 'close' });
    thread.rest();
    this.#idle.push(thread);
  }
}

/** A new one as long as there may be more and each has something to do. */
function leastOwing(
  threads: readonly ConversionThread[],
  workers: number,
  open: () => ConversionThread,
): ConversionThread {
  const fit = threads.filter(({ isFit }) => isFit);
  const least = fit.toSorted((a, b) => a.owed - b.owed)[0];
  return least === undefined || (least.owed > 0 && fit.length < workers) ? open() : least;
}

export const endedFault = ({ chain: { plans } }: Pick<Work, 'chain'>, { because }: ThreadEnded): Fault =>
  new Fault('CONVERSION_ENDED', {
    converters: plans.map(({ converter }) => converter).join(', '),
    because,
  });
