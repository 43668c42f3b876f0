import { availableParallelism } from 'node:os';
import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Chain, Chained } from '../convert/chain.ts';
import { packedBatch, unpackedBatch } from './batch-wire.ts';
import { ConversionThread, ThreadEnded } from './conversion-thread.ts';
import { convertBatch } from './convert-batch.ts';
import type { Conversions } from './port.ts';

/**
 * Batches go to whichever thread owes least, and what came of them is given out in their order. Threads that have nothing to do
 * are kept, because to start one costs more than many batches do.
 */
export function conversionThreads(heap_mib?: number): Conversions {
  const idle: ConversionThread[] = [];
  const start = (): ConversionThread => idle.pop() ?? new ConversionThread(heap_mib);
  const leave = (thread: ConversionThread) => left(thread, idle);
  return {
    async *run(chain, batches, { workers = availableParallelism() } = {}) {
      const source = cursorOf(batches);
      try {
        const first = workers <= 1 ? [] : await upTo(source, LIMITS.conversion_own_batches + 1);
        if (first.length <= LIMITS.conversion_own_batches) {
          for await (const batch of withFirst(first, source)) yield await convertBatch(chain, batch);
          return undefined;
        }
        return yield* threaded(chain, withFirst(first, source), workers, { start, leave });
      } finally {
        await source.return?.();
      }
    },
  };
}

type Pool = {
  readonly start: () => ConversionThread;
  readonly leave: (thread: ConversionThread) => Promise<void>;
};

async function* threaded(
  chain: Chain,
  batches: AsyncGenerator<RecordBatch>,
  workers: number,
  { start, leave }: Pool,
): AsyncGenerator<Chained, Fault | undefined, void> {
  const { schema } = chain.plans[0]!.from;
  const threads: ConversionThread[] = [];
  const open = (): ConversionThread => {
    const thread = start();
    thread.wake();
    thread.tell({ kind: 'chain', chain });
    threads.push(thread);
    return thread;
  };
  const owed: Promise<Awaited<ReturnType<ConversionThread['ask']>>>[] = [];
  try {
    for (let isRead = false; ; ) {
      while (!isRead && owed.length < workers * LIMITS.conversion_batches_ahead) {
        const next = await batches.next();
        isRead = next.done === true;
        if (next.done === true) break;
        const { batch, transfer } = packedBatch(schema, next.value, 'kept');
        owed.push(leastOwing(threads, workers, open).ask({ kind: 'batch', batch }, transfer));
      }
      const said = await owed.shift();
      if (said === undefined) return undefined;
      if (said instanceof ThreadEnded) return endedFault(chain, said);
      if (said.kind === 'threw') throw said.error;
      const { converted, ...done } = said.done;
      yield { ...done, converted: unpackedBatch(chain.plans.at(-1)!.to.schema, converted) };
    }
  } finally {
    await Promise.all(threads.map(leave));
  }
}

const endedFault = ({ plans }: Chain, { because }: ThreadEnded): Fault =>
  new Fault('CONVERSION_ENDED', {
    converters: plans.map(({ converter }) => converter).join(', '),
    because,
  });

/** A new one as long as there may be more and each has something to do. */
function leastOwing(
  threads: readonly ConversionThread[],
  workers: number,
  open: () => ConversionThread,
): ConversionThread {
  const least = threads.toSorted((a, b) => a.owed - b.owed)[0];
  return least === undefined || (least.owed > 0 && threads.length < workers) ? open() : least;
}

/** What still runs is stopped; nobody waits for it any more. */
async function left(thread: ConversionThread, idle: ConversionThread[]): Promise<void> {
  if (!thread.isFit || thread.owed > 0) await thread.end();
  else {
    thread.rest();
    idle.push(thread);
  }
}

const cursorOf = (
  batches: AsyncIterable<RecordBatch> | Iterable<RecordBatch>,
): AsyncIterator<RecordBatch> | Iterator<RecordBatch> =>
  Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();

async function upTo(
  source: AsyncIterator<RecordBatch> | Iterator<RecordBatch>,
  count: number,
): Promise<readonly RecordBatch[]> {
  const found: RecordBatch[] = [];
  while (found.length < count) {
    const next = await source.next();
    if (next.done === true) break;
    found.push(next.value);
  }
  return found;
}

async function* withFirst(
  first: readonly RecordBatch[],
  source: AsyncIterator<RecordBatch> | Iterator<RecordBatch>,
): AsyncGenerator<RecordBatch> {
  yield* first;
  for (;;) {
    const next = await source.next();
    if (next.done === true) return;
    yield next.value;
  }
}
