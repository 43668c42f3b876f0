import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { subjectState } from '../../src/change/subject-state.ts';
import type { JournalEntry, Store } from '../../src/store/port.ts';
import { openPostgres } from '../store/open-postgres.ts';
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts';

const KILLS = 200;
const SCRIPT = path.resolve('test/full/postgres-proposer.ts');

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

describe('two servers with 64 proposers at one PostgreSQL', () => {
  it(`lose nothing they answered and leave nothing half, killed ${KILLS} times`, async () => {
    const url = await server.createDatabase();
    const store = await openPostgres(url);
    const told: Told[] = [];
    let names = 0;
    const launch = () => start(url, `server${names++}`, told);
    const running = [launch(), launch()];
    let wasReadable = 0;
    for (let killed = 0; killed < KILLS; killed++) {
      const at = Math.random() < 0.5 ? 0 : 1;
      const victim = running[at]!;
      await Promise.race([victim.spoke, victim.closed]);
      await setTimeout(Math.random() * 60);
      expect(victim.child.exitCode, 'it ends by being killed, and by nothing else').toBeNull();
      const last = told.at(-1);
      if (last !== undefined) {
        expect(await store.journal(last.scope, last.seq, 1)).toMatchObject([{ opId: last.opId }]);
        wasReadable++;
      }
      victim.child.kill('SIGKILL');
      await victim.closed;
      running[at] = launch();
    }
    for (const { child, closed } of running) {
      child.kill('SIGKILL');
      await closed;
    }
    console.log(`${KILLS} kills, ${told.length} proposals answered`);
    expect(told.length).toBeGreaterThan(KILLS);
    expect(wasReadable).toBeGreaterThan(KILLS / 2);
    await inspect(store, told);
    await store.close();
  });
});

type Told = { readonly scope: string; readonly seq: number; readonly opId: string };

function start(url: string, name: string, told: Told[]) {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', SCRIPT, url, name],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let rest = '';
  child.stdout!.on('data', chunk => {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const [scope, seq, opId] = line.split(' ') as [string, string, string];
      told.push({ scope, seq: Number(seq), opId });
    }
  });
  return { child, spoke: once(child.stdout!, 'data'), closed: once(child, 'close') };
}

async function inspect(store: Store, told: readonly Told[]): Promise<void> {
  expect(await store.checkIntegrity()).toBeUndefined();
  const journals = new Map<string, readonly JournalEntry[]>();
  for (const { scope, seq } of orThrow(await store.scopes())) {
    const journal: JournalEntry[] = [];
    for (let page = [] as readonly JournalEntry[]; ; journal.push(...page)) {
      page = orThrow(await store.journal(scope, journal.length + 1, 1_000));
      if (page.length === 0) break;
    }
    journals.set(scope, journal);
    const subject = subjectState(orThrow(await store.readScope(scope)));
    const dense = Array.from({ length: seq }, (_, index) => index + 1);
    expect(journal.map(entry => entry.seq)).toEqual(dense);
    expect(journal.map(({ answer }) => answer['version'])).toEqual(dense);
    expect([...subject.versions.keys()].sort((a, b) => a - b)).toEqual(dense);
    expect(
      [...subject.ids.keys()].map(Number).sort((a, b) => a - b),
      'each id once',
    ).toEqual(dense);
    for (const { recordSchema, change } of subject.versions.values()) {
      expect(await store.getObject(recordSchema)).toBeInstanceOf(Uint8Array);
      expect(await store.getObject(change)).toBeInstanceOf(Uint8Array);
    }
  }
  for (const { scope, seq, opId } of told)
    expect(journals.get(scope)?.[seq - 1], 'an answer is a promise').toMatchObject({ seq, opId });
}

function orThrow<T>(value: T | Fault): T {
  if (value instanceof Fault) throw value;
  return value;
}
