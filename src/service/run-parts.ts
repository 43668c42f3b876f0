import { setImmediate } from 'node:timers/promises';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import type { PlainReaders } from '../engine/port.ts';
import { controlTasks } from '../matrix/disagreement.ts';
import type { Part } from '../matrix/part.ts';
import { type PartReport, reportPart } from '../matrix/part-report.ts';
import type { PlainAnswer, PlainTask } from '../matrix/plain-lane.ts';
import { type Asked, askPart, type Trial, tryPart } from '../matrix/trial.ts';
import { blameTasks } from '../matrix/unread.ts';

/**
 * The report of each part by its key; none of a part that was not wholly answered. Parts are taken some at a time, so
 * that no more probes and answers are in memory than fit in some batches: while the ordinary readers are at work on one,
 * the next are made and the answers to the last are judged.
 *
 * @faults PLAIN_READER_UNAVAILABLE
 */
export async function runParts(
  plain: PlainReaders,
  parts: ReadonlyMap<string, Part>,
  seed: number,
): Promise<ReadonlyMap<string, PartReport> | Fault> {
  const reports = new Map<string, PartReport>();
  const left = [...parts].entries();
  const [making, reading] = [new Turns(), new Turns()];
  let fault: Fault | undefined;
  const read: Read = tasks =>
    reading.next(async () => {
      if (fault !== undefined) return fault;
      const answers = await plain.read(tasks);
      if (answers instanceof Fault) fault = answers;
      return answers;
    });
  const run = async (): Promise<void> => {
    while (fault === undefined) {
      const batch = await making.next(() => nextBatch(left, seed, plain.parquet));
      if (batch.length === 0) return;
      const ran = await runBatch(read, batch);
      if (!(ran instanceof Fault)) for (const [key, report] of ran) reports.set(key, report);
    }
  };
  await Promise.all(Array.from({ length: LIMITS.matrix_batches_max }, run));
  return fault ?? reports;
}

/** What is done by one at a time, in the order it is asked for. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();

  next<T>(run: () => Promise<T>): Promise<T> {
    const its = this.#last.then(run);
    this.#last = its;
    return its;
  }
}

/** Lets what readers answered, and what is still to be sent to them, come through. */
const breath = (): Promise<void> => setImmediate();

async function nextBatch(
  left: Iterator<[number, [key: string, part: Part]]>,
  seed: number,
  parquet: ParquetLibrary,
): Promise<Batch> {
  const batch: Batch = [];
  const counted = new Set<Uint8Array>();
  for (
    let [bytes, tasks] = [0, 0];
    bytes < LIMITS.matrix_batch_bytes && tasks < LIMITS.matrix_batch_tasks;
  ) {
    const next = left.next();
    if (next.done === true) break;
    const [number, [key, part]] = next.value;
    const asked = askPart(part, seed, number, parquet);
    batch.push({ key, asked });
    await breath();
    tasks += asked.asks.length;
    for (const { task } of asked.asks) {
      bytes += FIELD_BYTES * asked.part.reader.fields.length;
      if (counted.has(task.bytes)) continue;
      counted.add(task.bytes);
      bytes += task.bytes.length;
    }
  }
  return batch;
}

type Read = PlainReaders['read'];
type Batch = { readonly key: string; readonly asked: Asked }[];

/** Waits twice: for ordinary readers, and for their second reading of what the rules didn't foresee. */
async function runBatch(read: Read, batch: Batch): Promise<ReadonlyMap<string, PartReport> | Fault> {
  const answers = await answersOf(
    read,
    batch.flatMap(({ asked }) => asked.asks.map(({ task }) => task)),
  );
  if (answers instanceof Fault) return answers;
  const tried: { readonly key: string; readonly asked: Asked; readonly trials: readonly Trial[] }[] = [];
  for (const { key, asked } of batch) {
    const trials = tryPart(asked, answers);
    if (trials !== undefined) tried.push({ key, asked, trials });
    await breath();
  }
  const second = await answersOf(
    read,
    tried.flatMap(({ asked, trials }) => [...controlTasks(asked, trials), ...blameTasks(asked, trials)]),
  );
  if (second instanceof Fault) return second;
  return new Map(tried.map(({ key, asked, trials }) => [key, reportPart(asked, trials, second)]));
}

/** What a task keeps in memory, besides its bytes, of each field until the part is reported. */
const FIELD_BYTES = 32;

async function answersOf(
  read: Read,
  tasks: readonly PlainTask[],
): Promise<ReadonlyMap<string, PlainAnswer> | Fault> {
  const answers = await read(tasks);
  return answers instanceof Fault ? answers : new Map(answers.map(answer => [answer.id, answer]));
}
