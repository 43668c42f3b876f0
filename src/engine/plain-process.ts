import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { PlainAnswer, PlainOutcome, PlainTask } from '../matrix/plain-lane.ts';
import { eachLine } from './lines.ts';
import { type Asked, parseSaid } from './plain-wire.ts';
import type { PlainReaders } from './port.ts';

export type PlainProcessLimits = {
  readonly start_ms: number;
  readonly task_ms: number;
  readonly heap_mib: number;
  readonly crashes_max: number;
};

const ORDINARY: PlainProcessLimits = {
  start_ms: LIMITS.plain_start_ms,
  task_ms: LIMITS.plain_task_ms,
  heap_mib: LIMITS.plain_heap_mib,
  crashes_max: LIMITS.plain_crashes_max,
};

/**
 * Ordinary readers in a child process: killed when a task takes too long, started anew when a task has killed it. The
 * child inherits no environment variable.
 */
export function plainProcess(limits: PlainProcessLimits = ORDINARY): PlainReaders {
  return {
    async read(tasks) {
      const answers: PlainAnswer[] = [];
      for (let crashes = 0; answers.length < tasks.length && crashes < limits.crashes_max; crashes++) {
        const asked = tasks.slice(answers.length);
        const run = await runChild(asked, limits);
        if (!run.started) return new Fault('PLAIN_READER_UNAVAILABLE', { how: run.how });
        for (const outcome of run.outcomes) answers.push({ id: tasks[answers.length]!.id, ...outcome });
        // A child answers in order, so the first task without an answer is the one that ended it.
        if (run.outcomes.length < asked.length)
          answers.push({ id: tasks[answers.length]!.id, kind: 'crash', how: run.how });
      }
      return answers;
    },
  };
}

/** Beside this file, in the language this file is in: `.ts` from the sources, `.js` from the build. */
const MAIN = new URL(`plain-main${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** Enough that the child never waits for us, few enough that a crash wastes little. */
const IN_FLIGHT = 64;

type Run = {
  readonly started: boolean;
  readonly outcomes: readonly PlainOutcome[];
  /** How the child ended: a signal, an exit code, `timeout`, or `nonsense` for a line that is none of ours. */
  readonly how: string;
};

function runChild(tasks: readonly PlainTask[], limits: PlainProcessLimits): Promise<Run> {
  const child = spawn(process.execPath, [`--max-old-space-size=${limits.heap_mib}`, fileURLToPath(MAIN)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return new Promise(resolve => {
    const ask = asker(child.stdin, tasks);
    const outcomes: PlainOutcome[] = [];
    let started = false;
    let ended: string | undefined;
    const end = (how: string): void => {
      ended ??= how;
      child.kill('SIGKILL');
    };
    let clock = setTimeout(end, limits.start_ms, 'timeout');
    const wind = (): void => {
      clearTimeout(clock);
      clock = setTimeout(end, limits.task_ms, 'timeout');
    };
    const heard = (line: string): void => {
      if (ended !== undefined) return;
      const said = parseSaid(line);
      wind();
      if (said === undefined || (said.kind === 'ready') === started) {
        end('nonsense');
        return;
      }
      if (said.kind === 'answer') outcomes.push(said.outcome);
      else started = true;
      ask(outcomes.length + IN_FLIGHT);
      if (outcomes.length === tasks.length) child.stdin.end();
    };
    eachLine(child.stdout, LIMITS.plain_line_bytes_max, heard, () => end('answer too large'));
    // A child that died with our lines unread breaks the pipe; its `close` below says so.
    child.stdin.on('error', () => undefined);
    child.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.name));
    child.on('close', (code, signal) => {
      clearTimeout(clock);
      resolve({ started, outcomes, how: ended ?? signal ?? `exit ${code}` });
    });
  });
}

/** Writes tasks up to a number, each schema before the first task that needs it. */
function asker(child: Writable, tasks: readonly PlainTask[]): (upTo: number) => void {
  const numbers = new Map<Json, number>();
  let next = 0;
  const write = (asked: Asked): void => {
    child.write(`${JSON.stringify(asked)}\n`);
  };
  const numberOf = (schema: Json): number => {
    const known = numbers.get(schema);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(schema, number);
    child.write(`{"kind":"schema","number":${number},"schema":${canonicalJson(schema)}}\n`);
    return number;
  };
  return upTo => {
    for (; next < Math.min(upTo, tasks.length); next++) {
      const { codec, select, writerSchema, readerSchema, bytes } = tasks[next]!;
      const [writer, reader] = [numberOf(writerSchema), numberOf(readerSchema)];
      write({ kind: 'task', codec, select, writer, reader, base64: Buffer.from(bytes).toString('base64') });
    }
  };
}
