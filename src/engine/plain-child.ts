import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { LIMITS } from '../base/limits.ts';
import type { PlainOutcome, PlainTask } from '../matrix/plain-lane.ts';
import { endWithUs } from './end-with-us.ts';
import { eachLine } from './lines.ts';
import { type Asked, type AskedRecord, FILES_KEPT, parseSaid } from './plain-wire.ts';

export type ChildLimits = { readonly start_ms: number; readonly task_ms: number; readonly heap_mib: number };

export type Run = {
  readonly started: boolean;
  /** Of the first tasks, in their order; of fewer than were asked where the child has ended. */
  readonly outcomes: readonly PlainOutcome[];
  /** How the child ended: a signal, an exit code, `timeout`, or `nonsense` for a line that is none of ours. */
  readonly how: string;
};

/** Beside this file, in the language this file is in: `.ts` from the sources, `.js` from the build. */
const MAIN = new URL(`plain-main${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** Enough that the child never waits for us, few enough that a crash wastes little. */
const IN_FLIGHT = 256;

/** Answers a child may hold back and say together: to say each by itself costs it as much as to find it. */
export const HELD_MAX = 16;

/** Schemas a child has been sent, and keeps, when it is not asked anything more. */
const SCHEMAS_KEPT = 4_096;

/** A child process with ordinary readers in it. It inherits no environment variable, and is asked one thing after another. */
export class PlainChild {
  readonly #limits: ChildLimits;
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #numbers = new Map<Json, number>();
  /** The last files that were sent, by their bytes. */
  readonly #files = new Map<Uint8Array, number>();
  #sent = 0;
  #isReady = false;
  #ended: string | undefined;
  #isClosed = false;
  /** What to do with a line, and when there will be none any more. */
  #heard: (line: string) => void = () => undefined;
  #closed: () => void = () => undefined;

  constructor(limits: ChildLimits) {
    this.#limits = limits;
    this.#process = spawn(
      process.execPath,
      [`--max-old-space-size=${limits.heap_mib}`, fileURLToPath(MAIN)],
      { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
    );
    endWithUs(this.#process, { isGroup: false });
    eachLine(
      this.#process.stdout,
      LIMITS.plain_line_bytes_max,
      line => this.#heard(line),
      () => this.#end('answer too large'),
    );
    // A child that died with our lines unread breaks the pipe; its `close` below says so.
    this.#process.stdin.on('error', () => undefined);
    this.#process.on('error', (error: NodeJS.ErrnoException) => this.#end(error.code ?? error.name));
    this.#process.on('close', (code, signal) => {
      this.#ended ??= signal ?? `exit ${code}`;
      this.#isClosed = true;
      this.#closed();
    });
  }

  /** Whether it may be asked again. */
  get isFit(): boolean {
    return this.#isReady && this.#ended === undefined && this.#numbers.size < SCHEMAS_KEPT;
  }

  /** @param careful  of how many of the tasks, the first ones, each answer is to be said as soon as it is found */
  run(tasks: readonly PlainTask[], careful: number): Promise<Run> {
    return new Promise(resolve => {
      const outcomes: PlainOutcome[] = [];
      const ask = this.#asker(tasks, careful);
      let clock = setTimeout(
        () => this.#end('timeout'),
        this.#isReady ? this.#limits.task_ms : this.#limits.start_ms,
      );
      const finish = (): void => {
        clearTimeout(clock);
        resolve({ started: this.#isReady, outcomes, how: this.#ended ?? '' });
      };
      this.#closed = finish;
      this.#heard = line => {
        if (this.#ended !== undefined) return;
        const said = parseSaid(line);
        clearTimeout(clock);
        clock = setTimeout(() => this.#end('timeout'), this.#limits.task_ms);
        if (said === undefined || (said.kind === 'ready') === this.#isReady) {
          this.#end('nonsense');
          return;
        }
        if (said.kind === 'answer') outcomes.push(said.outcome);
        else this.#isReady = true;
        if (outcomes.length === tasks.length) finish();
        else ask(outcomes.length + IN_FLIGHT);
      };
      if (this.#isClosed) finish();
      else if (this.#isReady) ask(IN_FLIGHT);
    });
  }

  /** Nobody waits for a child that rests, and it ends with the process that started it. */
  rest(): void {
    this.#each(one => one.unref());
  }

  wake(): void {
    this.#each(one => one.ref());
  }

  /** No more is asked. */
  leave(): void {
    this.#process.stdin.end();
  }

  #each(act: (one: { ref(): void; unref(): void }) => void): void {
    act(this.#process);
    for (const stream of [this.#process.stdin, this.#process.stdout]) if (isCounted(stream)) act(stream);
  }

  #end(how: string): void {
    this.#ended ??= how;
    this.#process.kill('SIGKILL');
  }

  /** Writes tasks up to a number, each schema before the first task that needs it. */
  #asker(tasks: readonly PlainTask[], careful: number): (upTo: number) => void {
    const { stdin } = this.#process;
    let next = 0;
    const write = (asked: Asked): void => {
      stdin.write(`${JSON.stringify(asked)}\n`);
    };
    const numberOf = (schema: Json): number => {
      const known = this.#numbers.get(schema);
      if (known !== undefined) return known;
      const number = this.#numbers.size;
      this.#numbers.set(schema, number);
      stdin.write(`{"kind":"schema","number":${number},"schema":${canonicalJson(schema)}}\n`);
      return number;
    };
    const fileOf = (bytes: Uint8Array): number => {
      const known = this.#files.get(bytes);
      if (known !== undefined) return known;
      const number = this.#sent++;
      this.#files.set(bytes, number);
      if (this.#files.size > FILES_KEPT) this.#files.delete(this.#files.keys().next().value!);
      write({ kind: 'file', number, base64: base64Of(bytes) });
      return number;
    };
    const recordOf = ({ bytes, row }: PlainTask): AskedRecord =>
      row === undefined ? { base64: base64Of(bytes) } : { file: fileOf(bytes), row };
    return upTo => {
      const end = Math.min(upTo, tasks.length);
      if (next >= end) return;
      // What is written until the stream is at rest goes over together.
      stdin.cork();
      for (; next < end; next++) {
        const task = tasks[next]!;
        const { codec, select, writerSchema, readerSchema } = task;
        const [writer, reader] = [numberOf(writerSchema), numberOf(readerSchema)];
        const record = recordOf(task);
        const isLast = next + 1 === tasks.length || (next + 1) % HELD_MAX === 0;
        write({
          kind: 'task',
          codec,
          select,
          writer,
          reader,
          record,
          hold: next >= careful && !isLast,
        });
      }
      process.nextTick(() => stdin.uncork());
    };
  }
}

const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

const isCounted = (stream: object): stream is { ref(): void; unref(): void } =>
  'ref' in stream && 'unref' in stream;
