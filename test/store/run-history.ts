import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Fault } from '../../src/base/fault.ts';
import type { Final, Observed } from './history.ts';
import type { Compare } from './history-model.ts';
import { openWorkerStore, type WorkerStore } from './worker-store.ts';

export type Campaign = {
  /** Where the store is: a file, or the address of a database. */
  readonly file: string;
  readonly processes: number;
  readonly operations: number;
  readonly store: WorkerStore;
  readonly compare: Compare;
  /** How many scopes they contend for; 2 if left out. */
  readonly scopes?: number;
  /** How many operations one process has under way at once; 1 if left out. */
  readonly lanes?: number;
};

export type History = {
  readonly observed: readonly Observed[];
  readonly finals: readonly Final[];
  /** Repeats that were not given their first answer. */
  readonly mistakes: readonly string[];
};

const WORKER = path.resolve('test/store/history-worker.ts');

/** Several processes at one store at once; what they saw, and what is left. */
export async function runHistory(campaign: Campaign): Promise<History> {
  const { file, processes } = campaign;
  const store = await openWorkerStore(campaign.store.startsWith('postgres') ? 'postgres' : 'sqlite', file);
  const workers = Array.from({ length: processes }, (_, index) => startWorker(campaign, index + 1));
  await Promise.all(workers.map(worker => worker.ready));
  for (const worker of workers) worker.go();
  const lines = (await Promise.all(workers.map(worker => worker.done))).flat();

  const damage = await store.checkIntegrity();
  const finals: Final[] = [];
  for (const { scope } of orThrow(await store.scopes()))
    finals.push({ state: orThrow(await store.readScope(scope)), journal: await wholeJournal(scope) });
  await store.close();
  const observed = lines.filter(line => !('mistake' in line)) as Observed[];
  const mistakes = lines.flatMap(line => ('mistake' in line ? [line.mistake] : []));
  return { observed, finals, mistakes: damage === undefined ? mistakes : [...mistakes, damage.message] };

  async function wholeJournal(scope: string): Promise<Final['journal']> {
    const entries: Final['journal'][number][] = [];
    for (;;) {
      const page = orThrow(await store.journal(scope, entries.length + 1, 1_000));
      if (page.length === 0) return entries;
      entries.push(...page);
    }
  }
}

type Line = Observed | { readonly mistake: string };

function startWorker({ file, operations, store, compare, scopes = 2, lanes = 1 }: Campaign, seed: number) {
  const args = [
    WORKER,
    file,
    ...[seed * 7919, operations].map(String),
    store,
    compare,
    ...[scopes, lanes].map(String),
  ];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: Line[] = [];
  const reader = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve, reject) => {
    reader.on('line', line => {
      if (line === 'ready') resolve();
      else lines.push(JSON.parse(line) as Line);
    });
    child.on('exit', code => reject(new Error(`a worker ended with ${code} before it was ready`)));
  });
  const done = Promise.all([once(child, 'close'), once(reader, 'close')]).then(([[code]]) => {
    if (code !== 0) throw new Error(`a worker ended with ${code}`);
    return lines;
  });
  return { ready, done, go: () => child.stdin.end('go\n') };
}

function orThrow<T>(value: T | Fault): T {
  if (value instanceof Fault) throw value;
  return value;
}
