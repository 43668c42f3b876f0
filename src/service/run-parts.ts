import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import type { PlainReaders } from '../engine/port.ts';
import { controlTasks } from '../matrix/disagreement.ts';
import type { Part } from '../matrix/part.ts';
import { type PartReport, reportPart } from '../matrix/part-report.ts';
import type { PlainAnswer, PlainTask } from '../matrix/plain-lane.ts';
import { type Asked, askPart, tryPart } from '../matrix/trial.ts';
import { blameTasks } from '../matrix/unread.ts';

/**
 * The report of each part by its key; none of a part that was not wholly answered. Parts are taken some at a time, so
 * that no more probes and answers are in memory than fit in a batch, and two batches at a time: while the ordinary readers
 * are at work on one, the answers of the other are judged.
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
  const run = async (): Promise<Fault | undefined> => {
    const next = (): Batch => nextBatch(left, seed, plain.parquet);
    for (let batch = next(); batch.length > 0; batch = next()) {
      const ran = await runBatch(plain, batch);
      if (ran instanceof Fault) return ran;
      for (const [key, report] of ran) reports.set(key, report);
    }
    return undefined;
  };
  const [one, other] = await Promise.all([run(), run()]);
  return one ?? other ?? reports;
}

function nextBatch(
  left: Iterator<[number, [key: string, part: Part]]>,
  seed: number,
  parquet: ParquetLibrary,
): Batch {
  const batch: Batch = [];
  const counted = new Set<Uint8Array>();
  for (let bytes = 0; bytes < LIMITS.matrix_batch_bytes; ) {
    const next = left.next();
    if (next.done === true) break;
    const [number, [key, part]] = next.value;
    const asked = askPart(part, seed, number, parquet);
    batch.push({ key, asked });
    for (const { task } of asked.asks) {
      bytes += FIELD_BYTES * asked.part.reader.fields.length;
      if (counted.has(task.bytes)) continue;
      counted.add(task.bytes);
      bytes += task.bytes.length;
    }
  }
  return batch;
}

type Batch = { readonly key: string; readonly asked: Asked }[];

/** Waits twice: for ordinary readers, and for their second reading of what the rules didn't foresee. */
async function runBatch(plain: PlainReaders, batch: Batch): Promise<ReadonlyMap<string, PartReport> | Fault> {
  const answers = await answersOf(
    plain,
    batch.flatMap(({ asked }) => asked.asks.map(({ task }) => task)),
  );
  if (answers instanceof Fault) return answers;
  const tried = batch.flatMap(({ key, asked }) => {
    const trials = tryPart(asked, answers);
    return trials === undefined ? [] : [{ key, asked, trials }];
  });
  const second = await answersOf(
    plain,
    tried.flatMap(({ asked, trials }) => [...controlTasks(asked, trials), ...blameTasks(asked, trials)]),
  );
  if (second instanceof Fault) return second;
  return new Map(tried.map(({ key, asked, trials }) => [key, reportPart(asked, trials, second)]));
}

/** What a task keeps in memory, besides its bytes, of each field until the part is reported. */
const FIELD_BYTES = 32;

async function answersOf(
  plain: PlainReaders,
  tasks: readonly PlainTask[],
): Promise<ReadonlyMap<string, PlainAnswer> | Fault> {
  const answers = await plain.read(tasks);
  return answers instanceof Fault ? answers : new Map(answers.map(answer => [answer.id, answer]));
}
