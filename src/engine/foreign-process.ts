import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canonicalJson } from '../base/canonical-json.ts';
import { LIMITS } from '../base/limits.ts';
import type { ReaderCommand } from '../change/image.ts';
import type { Trouble } from '../matrix/foreign-cell.ts';
import type { PlainAnswer, PlainTask } from '../matrix/plain-lane.ts';
import { endWithUs } from './end-with-us.ts';
import { parseLine, taskFiles } from './foreign-wire.ts';
import type { ForeignReaders } from './port.ts';

/**
 * Commands in process groups of their own, with an environment of nothing but PATH, their time and memory watched from
 * outside. One that ends at a probe is asked the probes behind it again, a few times.
 */
export const foreignProcess = (): ForeignReaders => ({
  async read(command, tasks, folder) {
    const answers: PlainAnswer[] = [];
    const troubles = new Map<string, Trouble>();
    for (let from = 0; from < tasks.length; ) {
      const left = tasks.slice(from);
      const ran = await runOnce(command, left, folder);
      if (ran.kind === 'missing')
        return from === 0 ? ran : { kind: 'ran', answers, troubles, trouble: 'crash' };
      if (ran.kind === 'disbelieved') return { kind: 'ran', answers: [], troubles, trouble: ran.trouble };
      answers.push(...ran.answers);
      if (ran.trouble === undefined) break;
      const at = left[ran.answers.length];
      // It answered all, and then didn't end as it should.
      if (at === undefined) return { kind: 'ran', answers, troubles, trouble: ran.trouble };
      troubles.set(at.id, ran.trouble);
      if (ran.trouble === 'partial' || troubles.size >= LIMITS.foreign_ends_max)
        return { kind: 'ran', answers, troubles, trouble: ran.trouble };
      from += ran.answers.length + 1;
    }
    return { kind: 'ran', answers, troubles, trouble: undefined };
  },
});

type Ran =
  | { readonly kind: 'missing' }
  /** It said what is no answer. */
  | { readonly kind: 'disbelieved'; readonly trouble: Trouble }
  | { readonly kind: 'ran'; readonly answers: readonly PlainAnswer[]; readonly trouble: Trouble | undefined };

async function runOnce(command: ReaderCommand, tasks: readonly PlainTask[], folder: string): Promise<Ran> {
  const place = mkdtempSync(path.join(tmpdir(), 'assay-foreign-'));
  try {
    for (const [name, content] of taskFiles(tasks))
      writeFileSync(
        path.join(place, name),
        content instanceof Uint8Array ? content : `${canonicalJson(content)}\n`,
      );
    return judgeRun(tasks, await spoken(command, path.join(place, 'task.json'), folder));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

type Spoken = {
  readonly said: Buffer;
  /** Undefined where it could not be started. */
  readonly exit: number | undefined;
  readonly ended: Exclude<Trouble, 'garbage' | 'partial'> | undefined;
};

/** What shells, `env` and container engines end with when there is no such command or image. */
const NO_COMMAND: readonly (number | undefined)[] = [undefined, 125, 126, 127];

function judgeRun(tasks: readonly PlainTask[], { said, exit, ended }: Spoken): Ran {
  if (ended === undefined && said.length === 0 && NO_COMMAND.includes(exit)) return { kind: 'missing' };
  if (ended === 'too-long') return { kind: 'disbelieved', trouble: ended };
  const answers: PlainAnswer[] = [];
  let isDone = false;
  let start = 0;
  for (let end = said.indexOf(LINE_FEED); end >= 0; end = said.indexOf(LINE_FEED, start)) {
    const line = parseLine(said.subarray(start, end));
    start = end + 1;
    const isNext = line?.kind === 'answer' && line.probe === answers.length && answers.length < tasks.length;
    if (isDone || line === undefined || !(isNext || isEnd(line, answers.length, tasks.length)))
      return { kind: 'disbelieved', trouble: 'garbage' };
    if (line.kind === 'answer') answers.push({ id: tasks[answers.length]!.id, ...line.outcome });
    else isDone = true;
  }
  if (ended !== undefined) return { kind: 'ran', answers, trouble: ended };
  if (exit !== 0) return { kind: 'ran', answers, trouble: 'crash' };
  return { kind: 'ran', answers, trouble: isDone && start === said.length ? undefined : 'partial' };
}

const isEnd = (line: ReturnType<typeof parseLine>, answered: number, asked: number): boolean =>
  line?.kind === 'done' && line.probes === asked && answered === asked;

const LINE_FEED = 0x0a;

function spoken(
  { exec, limit_ms, memory_mib }: ReaderCommand,
  task: string,
  folder: string,
): Promise<Spoken> {
  const [program, ...words] = exec;
  return new Promise(resolve => {
    const env = { PATH: process.env['PATH'] ?? '' };
    const child = spawn(program, [...words, task], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      // A group of its own, so that whatever it starts ends with it.
      detached: true,
    });
    endWithUs(child, { isGroup: true, folder: path.dirname(task) });
    const chunks: Buffer[] = [];
    let [bytes, ended] = [0, undefined as Spoken['ended']];
    const end = (how: Spoken['ended']): void => {
      ended ??= how;
      endGroup(child.pid);
    };
    const clock = setTimeout(end, limit_ms, 'timeout');
    const watch = setInterval(() => {
      if (residentMib(child.pid) > memory_mib) end('memory');
    }, LIMITS.foreign_watch_ms);
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LIMITS.foreign_answer_bytes_max) end('too-long');
      else chunks.push(chunk);
    });
    child.stdout.on('error', () => undefined);
    const finish = (exit: number | undefined): void => {
      clearTimeout(clock);
      clearInterval(watch);
      endGroup(child.pid);
      child.stdout.destroy();
      resolve({ said: Buffer.concat(chunks), exit, ended });
    };
    child.on('error', () => finish(undefined));
    // `close` waits for a pipe that something it left behind may hold, so that is ended first.
    child.on('exit', () => endGroup(child.pid));
    child.on('close', (code, signal) => finish(signal === null ? (code ?? 1) : 1));
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone.
  }
}

/** Of a group, where the system says so; nothing where it doesn't. */
function residentMib(group: number | undefined): number {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .reduce((sum, pid) => sum + residentKib(pid, group) / 1_024, 0);
  } catch {
    return 0;
  }
}

function residentKib(pid: string, group: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name stands in parentheses and may hold anything; state, parent and group follow it.
    const facts = status.slice(status.lastIndexOf(')') + 2).split(' ');
    if (Number(facts[2]) !== group) return 0;
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
  } catch {
    // It ended meanwhile.
    return 0;
  }
}
