import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { LIMITS } from '../base/limits.ts';
import type { ConversionAsk, ConversionSaid } from './conversion-wire.ts';
import type { Asked } from './thread-pool.ts';

/** Beside this file, in the language this file is in: `.ts` from the sources, `.js` from the build. */
const MAIN = new URL(`conversion-main${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** That a thread ended before it said what it was asked for. */
export class ThreadEnded {
  readonly because: string;

  constructor(because: string) {
    this.because = because;
  }
}

/** One thread that answers in the order in which it is asked. */
export class ConversionThread {
  readonly #worker: Worker;
  readonly #waiting: ((said: ConversionSaid | ThreadEnded) => void)[] = [];
  #ended: ThreadEnded | undefined;

  /** @param heap_mib  what its objects may take; without it, what Node gives a thread */
  constructor(heap_mib: number | undefined) {
    collectLater();
    const limits = heap_mib === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heap_mib } };
    this.#worker = new Worker(MAIN, { stdout: true, stderr: true, ...limits });
    this.#worker.on('message', (said: ConversionSaid) => this.#waiting.shift()?.(said));
    this.#worker.on('error', error => this.#end(wordOf(error)));
    this.#worker.on('exit', code => this.#end(`it left with ${code}`));
  }

  /** How many answers it owes. */
  get owed(): number {
    return this.#waiting.length;
  }

  get isFit(): boolean {
    return this.#ended === undefined;
  }

  tell(ask: ConversionAsk): void {
    if (this.isFit) this.#worker.postMessage(ask);
  }

  ask({ ask, transfer, most_ms }: Asked): Promise<ConversionSaid | ThreadEnded> {
    if (this.#ended !== undefined) return Promise.resolve(this.#ended);
    return new Promise(resolve => {
      const clock = most_ms === undefined ? undefined : setTimeout(() => void this.#late(), most_ms);
      this.#waiting.push(said => {
        clearTimeout(clock);
        resolve(said);
      });
      this.#worker.postMessage(ask, transfer);
    });
  }

  wake(): void {
    this.#worker.ref();
  }

  /** It keeps no process from its end. */
  rest(): void {
    this.#worker.unref();
  }

  /** A thread that has a moment ends what runs beside it; one that has none is ended as it is. */
  async end(): Promise<void> {
    if (this.isFit) {
      this.tell({ kind: 'stop' });
      const clock = new AbortController();
      const late = pause(LIMITS.conversion_stop_ms, undefined, { signal: clock.signal }).catch(
        () => undefined,
      );
      await Promise.race([once(this.#worker, 'exit').catch(() => undefined), late]);
      clock.abort();
    }
    await this.#worker.terminate();
  }

  async #late(): Promise<void> {
    this.#end('it took too long');
    await this.end();
  }

  #end(because: string): void {
    this.#ended ??= new ThreadEnded(because);
    for (const tell of this.#waiting.splice(0)) tell(this.#ended);
  }
}

/** An error's message may hold what a record held; its code does not. */
const wordOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'something was thrown';

let isLater = false;

/**
 * A thread holds some twenty MiB of objects, and buffers pass through it as fast as it reads: by itself V8 would look through all objects at
 * every row group, which took a third of all time. Threads that begin from now on do so when they hold this much.
 */
function collectLater(): void {
  if (isLater) return;
  isLater = true;
  setFlagsFromString(`--initial-heap-size=${LIMITS.conversion_heap_mib}`);
}
