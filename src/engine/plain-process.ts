import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { PlainAnswer } from '../matrix/plain-lane.ts';
import { parquetWasm } from './parquet-wasm.ts';
import { type ChildLimits, HELD_MAX, PlainChild } from './plain-child.ts';
import type { PlainReaders } from './port.ts';

export type PlainProcessLimits = ChildLimits & { readonly crashes_max: number };

const ORDINARY: PlainProcessLimits = {
  start_ms: LIMITS.plain_start_ms,
  task_ms: LIMITS.plain_task_ms,
  heap_mib: LIMITS.plain_heap_mib,
  crashes_max: LIMITS.plain_crashes_max,
};

/**
 * Ordinary readers in a child process: killed when a task takes too long, started anew when a task has killed it. One
 * that has answered everything is asked again, if that is soon.
 */
export function plainProcess(limits: PlainProcessLimits = ORDINARY): PlainReaders {
  const resting = new RestingChildren();
  return {
    parquet: parquetWasm(),
    async read(tasks) {
      const answers: PlainAnswer[] = [];
      // Of a few it saves nothing to hold answers back.
      let careful = tasks.length <= HELD_MAX ? tasks.length : 0;
      for (let crashes = 0; answers.length < tasks.length && crashes < limits.crashes_max; ) {
        const child = resting.take() ?? new PlainChild(limits);
        const from = answers.length;
        const run = await child.run(tasks.slice(from), careful - from);
        if (!run.started) return new Fault('PLAIN_READER_UNAVAILABLE', { how: run.how });
        for (const outcome of run.outcomes) answers.push({ id: tasks[answers.length]!.id, ...outcome });
        if (answers.length === tasks.length) resting.put(child);
        else if (answers.length < careful) {
          // A child answers in order, so the first task without an answer is the one that ended it.
          answers.push({ id: tasks[answers.length]!.id, kind: 'crash', how: run.how });
          crashes++;
        }
        // Unless it held answers back: then those it owed are asked once more, and said one by one.
        else careful = answers.length + HELD_MAX;
      }
      return answers;
    },
  };
}

/** Children that have nothing to do, for as long as it is likely that there will be something. */
class RestingChildren {
  readonly #resting = new Map<PlainChild, NodeJS.Timeout>();

  take(): PlainChild | undefined {
    for (const [child, clock] of this.#resting) {
      clearTimeout(clock);
      this.#resting.delete(child);
      child.wake();
      if (child.isFit) return child;
    }
    return undefined;
  }

  put(child: PlainChild): void {
    if (!child.isFit) {
      child.leave();
      return;
    }
    child.rest();
    const leave = (): void => {
      this.#resting.delete(child);
      child.leave();
    };
    this.#resting.set(child, setTimeout(leave, LIMITS.plain_rest_ms).unref());
  }
}
