import { availableParallelism } from 'node:os';
import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { FORMS } from '../codec/forms/forms.ts';
import type { Schema } from '../contract/schema.ts';
import { unpackedApart } from './apart-wire.ts';
import { packedBatch, unpackedBatch } from './batch-wire.ts';
import { ThreadEnded } from './conversion-thread.ts';
import { type ConversionSaid, faultOf, type Work } from './conversion-wire.ts';
import { convertBatch, leaveChain, writtenBatches } from './convert-batch.ts';
import { parquetLayout } from './parquet-groups.ts';
import { parquetWasm } from './parquet-wasm.ts';
import type { Batches, Conversions } from './port.ts';
import { type Asked, endedFault, ThreadPool } from './thread-pool.ts';

/** @param heap_mib  what the objects of a thread may take; without it, what Node gives one */
export function conversionThreads(heap_mib?: number): Conversions {
  const pool = new ThreadPool(heap_mib);
  return {
    async *run(chain, batches, { workers = availableParallelism() } = {}) {
      const source = await Lists.of(batches, 'each', workers);
      try {
        if (source.isFew) {
          for await (const [batch] of source) {
            const done = await convertBatch(chain, batch!);
            if (done instanceof Fault) return done;
            yield done;
          }
          return undefined;
        }
        const asks = asked(source, list => packed(chain.plans[0]!.from.schema, list[0]!));
        const { schema } = chain.plans.at(-1)!.to;
        for await (const said of pool.run({ chain }, workers, asks)) {
          if (said instanceof ThreadEnded) return endedFault({ chain }, said);
          if (said.kind === 'failed') return faultOf(said.fault);
          const { converted, ...done } = saidOf('chained', said).done;
          yield { ...done, converted: unpackedBatch(schema, converted) };
        }
        return undefined;
      } finally {
        leaveChain(chain);
        await source.close();
      }
    },

    async *write(chain, form, batches, { workers = availableParallelism() } = {}) {
      const source = await Lists.of(batches, form === 'parquet' ? 'gathered' : 'each', workers);
      const { schema, recordSchema } = chain.plans.at(-1)!.to;
      try {
        if (source.isFew) {
          const writer = FORMS[form].writer({ schema, recordSchema, library: parquetWasm() });
          for await (const list of source) {
            const written = await writtenBatches(chain, writer, list);
            if (written instanceof Fault) return written;
            yield written;
          }
          return undefined;
        }
        const work: Work = { chain, form: { form, recordSchema } };
        const asks = asked(source, list => packedList(chain.plans[0]!.from.schema, list));
        for await (const said of pool.run(work, workers, asks)) {
          if (said instanceof ThreadEnded) return endedFault(work, said);
          if (said.kind === 'failed') return faultOf(said.fault);
          yield saidOf('written', said).written;
        }
        return undefined;
      } finally {
        leaveChain(chain);
        await source.close();
      }
    },

    async *rewrite(chain, file, { workers = availableParallelism() } = {}) {
      const layout = await parquetLayout(file.place);
      const blocks = layout?.groups ?? [];
      async function* asks(): AsyncGenerator<Asked> {
        for (const block of blocks.keys())
          yield { ask: { kind: 'group', block }, transfer: [], most_ms: LIMITS.conversion_group_ms };
      }
      for await (const said of pool.run({ chain, file }, Math.max(1, workers), asks())) {
        // Whoever reads it without us finds out what is wrong with it.
        if (said instanceof ThreadEnded || said.kind === 'trouble') return 'trouble';
        const { group } = saidOf('group', said);
        yield { ...group, rejects: unpackedApart(group.rejects) };
      }
      return layout === undefined ? 'trouble' : undefined;
    },
  };
}

/** @throws what the thread threw */
function saidOf<K extends ConversionSaid['kind']>(
  kind: K,
  said: ConversionSaid,
): Extract<ConversionSaid, { kind: K }> {
  if (said.kind === 'threw') throw said.error;
  if (said.kind !== kind) throw new TypeError('a thread said what it was not asked');
  return said as Extract<ConversionSaid, { kind: K }>;
}

async function* asked(
  source: AsyncIterable<readonly RecordBatch[]>,
  pack: (list: readonly RecordBatch[]) => Asked,
): AsyncGenerator<Asked> {
  for await (const list of source) yield pack(list);
}

function packed(schema: Schema, batch: RecordBatch): Asked {
  const { transfer, batch: wire } = packedBatch(schema, batch, 'kept');
  return { ask: { kind: 'batch', batch: wire }, transfer };
}

function packedList(schema: Schema, list: readonly RecordBatch[]): Asked {
  const all = list.map(batch => packedBatch(schema, batch, 'kept'));
  return {
    ask: { kind: 'batches', batches: all.map(({ batch }) => batch) },
    transfer: all.flatMap(({ transfer }) => transfer),
  };
}

/** Batches as they are handed out: each by itself, or as many as a row group is worth. Where all of them are few, our own thread has them. */
class Lists implements AsyncIterable<readonly RecordBatch[]> {
  readonly #source: AsyncIterator<RecordBatch> | Iterator<RecordBatch>;
  readonly #cut: 'each' | 'gathered';
  #first: RecordBatch[] = [];
  isFew = true;

  private constructor(source: AsyncIterator<RecordBatch> | Iterator<RecordBatch>, cut: 'each' | 'gathered') {
    [this.#source, this.#cut] = [source, cut];
  }

  static async of(batches: Batches, cut: 'each' | 'gathered', workers: number): Promise<Lists> {
    const source =
      Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();
    const lists = new Lists(source, cut);
    if (workers > 1) await lists.#look();
    return lists;
  }

  async #look(): Promise<void> {
    while (this.isFew) {
      const next = await this.#source.next();
      if (next.done === true) return;
      this.#first.push(next.value);
      this.isFew = this.#first.length <= LIMITS.conversion_own_batches;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly RecordBatch[]> {
    let list: RecordBatch[] = [];
    let [bytes, rows] = [0, 0];
    for (;;) {
      const next = this.#first.length > 0 ? { value: this.#first.shift()! } : await this.#source.next();
      if ('done' in next && next.done === true) break;
      const batch = next.value as RecordBatch;
      list.push(batch);
      bytes += batch.data.byteLength;
      rows += batch.numRows;
      const isWhole = bytes >= LIMITS.parquet_group_bytes || rows >= LIMITS.parquet_group_rows;
      if (this.#cut === 'gathered' && !isWhole) continue;
      yield list;
      [list, bytes, rows] = [[], 0, 0];
    }
    if (list.length > 0) yield list;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
