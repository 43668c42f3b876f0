import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { subjectScope, subjectState } from '../../src/change/subject-state.ts';
import type { JournalEntry } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { killLoop } from './kill-loop.ts';

const KILLS = 200;
const OBJECTS_EACH = 3;
/** What is killed: a script of this repository and what it is given. */
const SCRIPT = path.resolve('test/full/store-kill-worker.ts');

const folder = temporaryFolder();

describe(`a store whose writer is killed ${KILLS} times`, () => {
  it('opens each time, with all or nothing of each proposal, and all of what was answered', async () => {
    // A new file now and then, so that the making of a store is killed too.
    const fileOf = (round: number) => path.join(folder, `${Math.floor(round / 20)}.db`);
    let [answered, left] = [0, 0];
    await killLoop({
      kills: KILLS,
      launch: round =>
        spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SCRIPT, fileOf(round)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      // The first of a file are killed while it is made and opened, the others among the proposals.
      moment: round =>
        round % 20 < 5
          ? { after: 'launch', delay_ms: Math.random() * 500 }
          : { after: 'output', delay_ms: Math.random() * 40 },
      inspect: async (round, output) => {
        const told = output.split('\n').slice(0, -1).map(Number);
        answered += told.length;
        left = Math.max(left, await inspect(fileOf(round), told));
      },
    });
    console.log(`${KILLS} kills, ${answered} proposals answered, up to ${left} in one file`);
    expect(answered, 'kills that all come too early prove nothing').toBeGreaterThan(KILLS);
  });
});

/** @returns the number of proposals in the file */
async function inspect(file: string, told: readonly number[]): Promise<number> {
  if (!existsSync(file)) return 0; // killed before it came so far; looking at it would make it
  const store = orThrow(await openSqliteStore({ path: file, now_ms: () => 0 }));
  expect(await store.checkIntegrity()).toBeUndefined();
  const scope = orThrow(await store.readScope(subjectScope('killed')));
  const subject = subjectState(scope);
  const journal: JournalEntry[] = [];
  for (let page = [] as readonly JournalEntry[]; ; journal.push(...page)) {
    page = orThrow(await store.journal(scope.scope, journal.length + 1, 1_000));
    if (page.length === 0) break;
  }

  expect(journal.map(({ answer }) => answer['version'])).toEqual(
    [...subject.versions.keys()].sort((a, b) => a - b),
  );
  expect(subject.head.at ?? 0).toBe(journal.length);
  expect(subject.ids.size).toBe(journal.length);
  for (const seq of told) expect(journal[seq - 1], 'an answer is a promise').toMatchObject({ seq });
  for (const { recordSchema, change } of subject.versions.values()) {
    expect(await store.getObject(recordSchema)).toBeInstanceOf(Uint8Array);
    expect(await store.getObject(change)).toBeInstanceOf(Uint8Array);
  }
  await store.close();

  const db = new DatabaseSync(file);
  const { objects } = db.prepare('SELECT count(*) AS objects FROM objects').get() as { objects: number };
  db.close();
  expect(objects, 'an object without its proposal is half a proposal').toBe(OBJECTS_EACH * journal.length);
  return journal.length;
}

function orThrow<T>(value: T | Fault): T {
  if (value instanceof Fault) throw value;
  return value;
}
