import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { SharedCommits } from '../../src/store/sqlite-commits.ts';
import { sqliteFault } from '../../src/store/sqlite-fault.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;

/** A database that counts how often it had to wait for the disk. */
class CountingDatabase extends DatabaseSync {
  commits = 0;
  override exec(sql: string): void {
    super.exec(sql);
    if (sql === 'COMMIT') this.commits++;
  }
}

function opened() {
  const file = path.join(folder, `commits-${++files}.db`);
  const db = new CountingDatabase(file, { timeout: 50 });
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)');
  const commits = new SharedCommits(db, error => sqliteFault(file, error));
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  /** What another process would see. */
  const seen = (): number[] => {
    const other = new DatabaseSync(file);
    try {
      return other
        .prepare('SELECT n FROM t ORDER BY rowid')
        .all()
        .map(row => Number(row['n']));
    } finally {
      other.close();
    }
  };
  return { file, db, commits, seen, add: (n: number) => commits.run(() => insert.run(n).changes && n) };
}

const REFUSAL = new Fault('OBJECT_UNKNOWN', { digest: 'x' });

describe('transactions that share a commit', () => {
  it('are as many as were asked at once, in the order of asking', async () => {
    const { db, add, seen } = opened();
    const asked = Array.from({ length: LIMITS.store_pooled_max }, (_, n) => n);
    expect(await Promise.all(asked.map(add))).toEqual(asked);
    expect(db.commits).toBe(1);
    expect(seen()).toEqual(asked);
    await Promise.all(Array.from({ length: LIMITS.store_pooled_max + 1 }, (_, n) => add(n)));
    expect(db.commits, 'no more than so many, because others wait for the lock').toBe(3);
    db.close();
  });

  it('are answered when they are committed and not before, a refusal too, because it rests on the others', async () => {
    const { db, commits, add, seen } = opened();
    const order: string[] = [];
    const told = (name: string) => () => order.push(`${name} ${seen().length}`);
    await Promise.all([
      add(1).then(told('first')),
      commits.run(() => REFUSAL).then(told('refused')),
      commits
        .run(() => {
          throw new RangeError('a mistake');
        })
        .catch(told('threw')),
      add(2).then(told('last')),
    ]);
    expect(order.sort()).toEqual(['first 2', 'last 2', 'refused 2', 'threw 2']);
    db.close();
  });

  it('undo each only itself where it is refused or throws', async () => {
    const { db, commits, add, seen } = opened();
    const insert = db.prepare('INSERT INTO t VALUES (?)');
    const outcomes = await Promise.allSettled([
      add(1),
      commits.run(() => {
        insert.run(2);
        return REFUSAL;
      }),
      add(3),
      commits.run(() => {
        insert.run(4);
        throw new RangeError('a mistake');
      }),
      add(5),
    ]);
    expect(outcomes).toMatchObject([
      { value: 1 },
      { value: REFUSAL },
      { value: 3 },
      { status: 'rejected', reason: expect.any(RangeError) as RangeError },
      { value: 5 },
    ]);
    expect(seen()).toEqual([1, 3, 5]);
    expect(db.commits).toBe(1);
    db.close();
  });

  it('see each what those before it wrote', async () => {
    const { db, commits, add } = opened();
    const sum = () => Number(db.prepare('SELECT sum(n) AS sum FROM t').get()?.['sum']);
    expect(await Promise.all([add(1), commits.run(sum), add(2), commits.run(sum)])).toEqual([1, 1, 2, 3]);
    db.close();
  });

  it('are all untold where SQLite undid all of them, because none of it is there', async () => {
    const { db, add, seen } = opened();
    db.exec("CREATE TRIGGER odd BEFORE INSERT ON t WHEN new.n = 3 BEGIN SELECT RAISE(ROLLBACK, 'odd'); END");
    const outcomes = await Promise.allSettled([add(1), add(3), add(5)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(seen()).toEqual([]);
    expect(await add(7)).toBe(7);
    db.close();
  });

  it('are told that it is busy where another process holds the lock, and are done when asked again', async () => {
    const { file, db, add, seen } = opened();
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    expect(await Promise.all([add(1), add(2)])).toMatchObject([
      { code: 'STORE_BUSY' },
      { code: 'STORE_BUSY' },
    ]);
    other.exec('ROLLBACK');
    other.close();
    expect(await add(3)).toBe(3);
    expect(seen()).toEqual([3]);
    db.close();
  });
});

describe('a SQLite store that is asked much at once', () => {
  const ask = { kind: 'ask' };
  const done = { answer: { kind: 'done' }, refs: new Map([['a', 1]]), objects: [] };

  it('decides one operation once, though it is asked twice at once', async () => {
    const store = await openSqliteStore({ path: path.join(folder, 'twice.db'), now_ms: () => 7 });
    if (store instanceof Fault) throw store;
    let decided = 0;
    const outcomes = await Promise.all(
      ['op', 'op', 'op'].map(opId =>
        store.transact('s', opId, ask, () => {
          decided++;
          return done;
        }),
      ),
    );
    expect(outcomes).toEqual(Array(3).fill({ kind: 'done', seq: 1 }));
    expect(decided).toBe(1);
    await store.close();
  });

  it('does what it was asked before it closes', async () => {
    const file = path.join(folder, 'closed.db');
    const store = await openSqliteStore({ path: file, now_ms: () => 7 });
    if (store instanceof Fault) throw store;
    const asked = [store.transact('s', 'op', ask, () => done), store.putObject(Buffer.from('x'))];
    await store.close();
    expect(await Promise.all(asked)).toEqual([{ kind: 'done', seq: 1 }, sha256('x')]);
  });
});
