import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { endWithUs } from '../engine/end-with-us.ts';
import type { AnsweredProposal, SentBody, SentProposal } from '../service/sent-changes.ts';
import type { JudgeAsk, JudgePart, JudgeSaid, JudgeSetup, SaidFault } from './judge-wire.ts';

/** Beside this file, in the language this file is in. */
const MAIN = new URL(`judge-main${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

export type JudgesLimits = {
  readonly judges: number;
  readonly waiting: number;
  readonly waiting_bytes: number;
  readonly judge_ms: number;
};

const ORDINARY: JudgesLimits = {
  judges: LIMITS.judges_max,
  waiting: LIMITS.judges_waiting_max,
  waiting_bytes: LIMITS.judges_waiting_bytes_max,
  judge_ms: LIMITS.judge_ms,
};

type Waiting = {
  readonly ask: JudgeAsk['ask'];
  /** A body that nobody has read yet. */
  readonly body: Uint8Array | undefined;
  readonly bytes: number;
  readonly resolve: (answer: Json | Fault) => void;
};

/**
 * Judges proposals in child processes, so many at a time: what it takes of time and memory is taken from nobody who reads, and
 * whatever a proposal does to its judge, the server goes on. Long bodies are read there, too.
 */
export class Judges {
  readonly #setup: JudgeSetup;
  readonly #limits: JudgesLimits;
  readonly #waiting: Waiting[] = [];
  readonly #resting = new Map<ChildProcess, NodeJS.Timeout>();
  readonly #working = new Set<ChildProcess>();
  #isClosed = false;

  constructor(setup: JudgeSetup, limits: JudgesLimits = ORDINARY) {
    this.#setup = setup;
    this.#limits = limits;
  }

  /** @faults JUDGES_BUSY JUDGE_ENDED JUDGEMENT_TOO_LONG, and those of `proposeSent` */
  async propose(proposal: SentProposal): Promise<AnsweredProposal | Fault> {
    const bytes = proposal.files.reduce((sum, file) => sum + file.bytes.length, 0);
    const answer = await this.#ask({ kind: 'read', proposal }, undefined, bytes);
    return answer as AnsweredProposal | Fault;
  }

  /** @faults JUDGES_BUSY JUDGE_ENDED JUDGEMENT_TOO_LONG, those of `readSent` and of what it asks for */
  apart({ bytes, ...body }: SentBody): Promise<Json | Fault> {
    return this.#ask({ kind: 'body', body }, bytes, bytes.length);
  }

  #ask(ask: JudgeAsk['ask'], body: Uint8Array | undefined, bytes: number): Promise<Json | Fault> {
    const held = this.#waiting.reduce((sum, one) => sum + one.bytes, 0);
    const waiting = this.#waiting.length;
    const isFull =
      waiting >= this.#limits.waiting || (waiting > 0 && held + bytes > this.#limits.waiting_bytes);
    if (this.#isClosed || isFull)
      return Promise.resolve(new Fault('JUDGES_BUSY', { waiting, retry_after_s: LIMITS.judges_retry_s }));
    return new Promise(resolve => {
      this.#waiting.push({ ask, body, bytes, resolve });
      this.#next();
    });
  }

  /** What is being judged is ended: nothing of it is kept but what is kept whole. */
  close(): void {
    this.#isClosed = true;
    for (const { resolve } of this.#waiting.splice(0))
      resolve(new Fault('JUDGE_ENDED', { how: 'the server was stopped' }));
    for (const child of [...this.#resting.keys(), ...this.#working]) child.kill('SIGKILL');
  }

  #next(): void {
    if (this.#isClosed || this.#working.size >= this.#limits.judges) return;
    const first = this.#waiting.shift();
    if (first === undefined) return;
    const child = this.#rested() ?? this.#started();
    this.#working.add(child);
    void asked(child, first, this.#limits.judge_ms).then(answer => {
      this.#working.delete(child);
      this.#rest(child);
      first.resolve(answer);
      this.#next();
    });
  }

  #rested(): ChildProcess | undefined {
    for (const [child, clock] of this.#resting) {
      clearTimeout(clock);
      this.#resting.delete(child);
      if (isFit(child)) return child;
    }
    return undefined;
  }

  #rest(child: ChildProcess): void {
    if (!isFit(child) || this.#isClosed) {
      child.kill('SIGKILL');
      return;
    }
    const end = (): void => {
      this.#resting.delete(child);
      child.kill('SIGKILL');
    };
    this.#resting.set(child, setTimeout(end, LIMITS.judge_rest_ms).unref());
  }

  #started(): ChildProcess {
    // All that it leaves on the disk, gone with it whatever ends it.
    const folder = mkdtempSync(path.join(tmpdir(), 'assay-judge-'));
    const child = fork(fileURLToPath(MAIN), [], {
      env: { ...process.env, TMPDIR: folder },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${LIMITS.judge_heap_mib}`],
    });
    endWithUs(child, { isGroup: false, folder });
    child.on('error', () => undefined);
    child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    send(child, this.#setup);
    return child;
  }
}

const isFit = (child: ChildProcess): boolean => child.connected && child.exitCode === null && !child.killed;

/** A child that is gone says so itself. */
const send = (child: ChildProcess, message: object): void => {
  child.send(message, () => undefined);
};

/** One part after the other: to write all of it at once would keep everybody else waiting. */
async function sendBody(child: ChildProcess, body: Uint8Array): Promise<void> {
  for (let from = 0; from < body.length && child.connected; from += LIMITS.judge_part_bytes) {
    const part: JudgePart = { kind: 'part', bytes: body.subarray(from, from + LIMITS.judge_part_bytes) };
    await new Promise<void>(sent => child.send(part, () => sent()));
  }
}

function asked(
  child: ChildProcess,
  { ask, body }: Pick<Waiting, 'ask' | 'body'>,
  judge_ms: number,
): Promise<Json | Fault> {
  return new Promise(resolve => {
    const end = (answer: Json | Fault): void => {
      clearTimeout(clock);
      child.off('message', hear).off('exit', exited).off('error', failed);
      resolve(answer);
    };
    const hear = (said: JudgeSaid): void => end(said.kind === 'answered' ? said.answer : faultOf(said.fault));
    const exited = (code: number | null, signal: string | null): void =>
      end(new Fault('JUDGE_ENDED', { how: signal ?? `exit code ${code}` }));
    const failed = ({ code, name }: NodeJS.ErrnoException): void =>
      end(new Fault('JUDGE_ENDED', { how: code ?? name }));
    const clock = setTimeout(() => {
      child.kill('SIGKILL');
      end(new Fault('JUDGEMENT_TOO_LONG', { most_s: judge_ms / 1000 }));
    }, judge_ms);
    child.on('message', hear).on('exit', exited).on('error', failed);
    const message: JudgeAsk = { kind: 'ask', ask };
    void sendBody(child, body ?? new Uint8Array()).then(() => send(child, message));
  });
}

const faultOf = ({ code, facts, at, file }: SaidFault): Fault => new Fault(code, facts as never, at, file);
