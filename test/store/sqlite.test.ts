import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite.ts';
import { openSqliteReader } from '../../src/store/sqlite-reader.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { storeSuite } from './store.suite.ts';

const folder = temporaryFolder();
let files = 0;
const fresh = (): string => path.join(folder, `${++files}.db`);

async function open(file: string): Promise<SqliteStore> {
  const store = await openSqliteStore({ path: file, now_ms: () => 7 });
  if (store instanceof Fault) throw store;
  return store;
}

storeSuite('sqlite', () => open(fresh()));

describe('the SQLite file', () => {
  it('is there for the next process with everything that was answered', async () => {
    const file = fresh();
    const first = await open(file);
    await first.transact('s', 'op', { kind: 'ask' }, () => ({
      answer: { kind: 'done' },
      refs: new Map([['a', 1]]),
      objects: [],
    }));
    await first.close();
    const second = await open(file);
    expect(await second.readScope('s')).toMatchObject({
      seq: 1,
      refs: new Map([['a', { generation: 1, value: 1 }]]),
    });
    await second.close();
  });

  it('waits for the disk at each commit, because an answer is a promise', async () => {
    const file = fresh();
    const store = await open(file);
    await store.putObject(Buffer.from('x'));
    const db = new DatabaseSync(file);
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    db.close();
    await store.close();
    const source = readFileSync('src/store/sqlite.ts', 'utf8');
    expect(source, 'a connection has it, not the file, so that it can only be read here').toContain(
      'synchronous = FULL',
    );
  });

  it('refuses a file that is no database, and leaves it as it was', async () => {
    const file = fresh();
    writeFileSync(file, 'version: 3\n'.repeat(500));
    const outcome = await openSqliteStore({ path: file, now_ms: () => 7 });
    expect(outcome).toMatchObject({ code: 'STORE_CORRUPT', exit: 4, facts: { path: file } });
    expect(readFileSync(file, 'utf8')).toBe('version: 3\n'.repeat(500));
  });

  it("refuses another program's database", async () => {
    const file = fresh();
    const db = new DatabaseSync(file);
    db.exec('CREATE TABLE users (name TEXT)');
    db.close();
    expect(await openSqliteStore({ path: file, now_ms: () => 7 })).toMatchObject({ code: 'STORE_FOREIGN' });
  });

  it('refuses a file of a newer layout, because it cannot know what it would break', async () => {
    const file = fresh();
    await (await open(file)).close();
    alter(file, 'UPDATE layout SET version = 4');
    expect(await openSqliteStore({ path: file, now_ms: () => 7 })).toMatchObject({
      code: 'STORE_NEWER',
      exit: 4,
      facts: { path: file, found: 4, known: 3 },
    });
    alter(file, 'UPDATE layout SET version = 3');
    await (await open(file)).close();
  });

  it('refuses a file whose layout has no version', async () => {
    const file = fresh();
    await (await open(file)).close();
    alter(file, 'DELETE FROM layout');
    expect(await openSqliteStore({ path: file, now_ms: () => 7 })).toMatchObject({ code: 'STORE_CORRUPT' });
    alter(file, 'DROP TABLE layout');
    expect(await openSqliteStore({ path: file, now_ms: () => 7 })).toMatchObject({ code: 'STORE_CORRUPT' });
  });

  it.each([
    ['a table that is gone', 'DROP TABLE journal'],
    ['references that are gone', 'DROP TABLE refs'],
    ['objects that are gone', 'DROP TABLE objects'],
    ['ages of objects that are gone', 'DROP TABLE puts'],
    ['an older layout that it only claims', 'UPDATE layout SET version = 1'],
    ['a column that is gone', 'ALTER TABLE scopes DROP COLUMN seal'],
    ['a column too many', 'ALTER TABLE refs ADD COLUMN note TEXT'],
  ])('refuses a file with %s, to write it and to read it', async (_, sql) => {
    const file = fresh();
    await (await open(file)).close();
    alter(file, sql);
    const [written, read] = [openSqliteStore, openSqliteReader].map(way =>
      way({ path: file, now_ms: () => 7 }),
    );
    expect(await written).toMatchObject({ code: 'STORE_CORRUPT', exit: 4 });
    expect(await read).toMatchObject({ code: 'STORE_CORRUPT', exit: 4 });
  });

  it('refuses a path whose folder is not there, and makes none', async () => {
    const file = path.join(folder, 'absent', 'store.db');
    expect(await openSqliteStore({ path: file, now_ms: () => 7 })).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      exit: 4,
    });
    expect(existsSync(path.dirname(file))).toBe(false);
  });

  it('opens an empty file as a new store, as SQLite does', async () => {
    const file = fresh();
    writeFileSync(file, '');
    const store = await open(file);
    expect(await store.scopes()).toEqual([]);
    await store.close();
  });

  it('sees an object whose bytes were changed behind its back', async () => {
    const file = fresh();
    const store = await open(file);
    const digest = await store.putObject(Buffer.from('right'));
    alter(file, "UPDATE objects SET bytes = x'00'");
    const found = sha256(Uint8Array.of(0));
    expect(await store.getObject(digest as never)).toMatchObject({
      code: 'OBJECT_CORRUPT',
      facts: { digest, found },
    });
    expect(await store.checkIntegrity()).toMatchObject({ code: 'OBJECT_CORRUPT' });
    await store.close();
  });

  it('sees a journal that lost an entry, and a value that is no JSON', async () => {
    const file = fresh();
    const store = await open(file);
    const decide = () => ({ answer: { kind: 'done' }, refs: new Map([['a', 1]]), objects: [] });
    await store.transact('s', 'op-1', { kind: 'ask' }, decide);
    await store.transact('s', 'op-2', { kind: 'ask' }, decide);
    alter(file, 'DELETE FROM journal WHERE seq = 1');
    expect(await store.checkIntegrity()).toMatchObject({ code: 'STORE_CORRUPT' });
    alter(file, "UPDATE refs SET value = '{'");
    expect(await store.readScope('s')).toMatchObject({ code: 'STORE_CORRUPT' });
    await store.close();
  });

  it('refuses a file cut in the middle, because half a store is no store', async () => {
    const [file, cut] = [fresh(), fresh()];
    const store = await open(file);
    for (let n = 0; n < 50; n++) await store.putObject(Buffer.alloc(1000, n));
    await store.close();
    copyFileSync(file, cut);
    writeFileSync(cut, readFileSync(file).subarray(0, 3 * 4096));
    const opened = await openSqliteStore({ path: cut, now_ms: () => 7 });
    const outcome = opened instanceof Fault ? opened : await opened.checkIntegrity();
    expect(outcome).toMatchObject({ code: 'STORE_CORRUPT' });
    if (!(opened instanceof Fault)) await opened.close();
  });
});

describe('a store that was changed past its transactions', () => {
  const ASK = { kind: 'ask' };
  const decide = (refs: Readonly<Record<string, number>>) => () => ({
    answer: { kind: 'done' },
    refs: new Map(Object.entries(refs)),
    objects: [],
  });

  async function filled(): Promise<string> {
    const file = fresh();
    const store = await open(file);
    await store.transact('s', 'op-1', ASK, decide({ a: 1, b: 2 }));
    await store.transact('s', 'op-2', ASK, decide({ a: 3 }));
    await store.transact('other', 'op-1', ASK, decide({ a: 1 }));
    await store.close();
    return file;
  }

  const DAMAGE: ReadonlyArray<readonly [what: string, sql: string]> = [
    ['a ref is gone', "DELETE FROM refs WHERE scope = 's' AND name = 'b'"],
    ['every ref of a scope is gone', "DELETE FROM refs WHERE scope = 's'"],
    ['a ref says another thing', "UPDATE refs SET value = '9' WHERE scope = 's' AND name = 'b'"],
    ['a ref is of another generation', "UPDATE refs SET generation = 7 WHERE scope = 's' AND name = 'a'"],
    ['a ref was added', "INSERT INTO refs VALUES ('s', 'c', 1, '1')"],
    ['the first entry of the journal is gone', "DELETE FROM journal WHERE scope = 's' AND seq = 1"],
    ['the last entry of the journal is gone', "DELETE FROM journal WHERE scope = 's' AND seq = 2"],
    ['an entry was added', "INSERT INTO journal VALUES ('s', 3, 'op-3', 'ask', 'sha256:0', '{}', 7)"],
    [
      'the last decision is gone, and the count with it',
      "DELETE FROM journal WHERE scope = 's' AND seq = 2; UPDATE scopes SET seq = 1 WHERE scope = 's'",
    ],
    ['the scope is gone, and its refs and journal are not', "DELETE FROM scopes WHERE scope = 's'"],
    [
      'the scope and its journal are gone, and its refs are not',
      "DELETE FROM scopes WHERE scope = 's'; DELETE FROM journal WHERE scope = 's'",
    ],
  ];
  it.each(DAMAGE)(
    'tells that %s before anything is decided on it, and leaves the rest in use',
    async (_, sql) => {
      const file = await filled();
      alter(file, sql);
      const store = await open(file);
      const damaged = { code: 'STORE_CORRUPT', exit: 4 };
      expect(await store.readScope('s')).toMatchObject(damaged);
      expect(await store.transact('s', 'op-9', ASK, decide({ a: 4 }))).toMatchObject(damaged);
      expect(await store.checkIntegrity()).toMatchObject(damaged);
      expect(await store.readScope('other')).toMatchObject({ seq: 1 });
      await store.close();
    },
  );

  it('shows no journal that does not count to its seq', async () => {
    const file = await filled();
    alter(file, "DELETE FROM journal WHERE scope = 's' AND seq = 1");
    const store = await open(file);
    expect(await store.journal('s', 2, 10)).toMatchObject({ code: 'STORE_CORRUPT' });
    await store.close();
  });
});

describe('a scope whose seal was taken away', () => {
  it('is believed in nothing, because with the seal goes what its references are held against', async () => {
    const file = fresh();
    const store = await open(file);
    const decide = () => ({ answer: { kind: 'done' }, refs: new Map([['head', 2]]), objects: [] });
    await store.transact('s', 'op-1', { kind: 'ask' }, decide);
    await store.close();
    alter(file, 'UPDATE scopes SET seal = NULL');
    const again = await open(file);
    expect(await again.readScope('s')).toMatchObject({ code: 'STORE_CORRUPT' });
    expect(await again.transact('s', 'op-2', { kind: 'ask' }, decide)).toMatchObject({
      code: 'STORE_CORRUPT',
    });
    expect(await again.checkIntegrity()).toMatchObject({ code: 'STORE_CORRUPT' });
    await again.close();
  });
});

const LAYOUT_2 = 'DROP TABLE puts; UPDATE layout SET version = 2;';

describe('a store of layout 2, whose objects have no age', () => {
  it('is read as it is, and brought up to date by who writes', async () => {
    const file = fresh();
    const store = await open(file);
    await store.putObject(Buffer.from('x'));
    await store.close();
    alter(file, LAYOUT_2);
    const reader = await openSqliteReader({ path: file, now_ms: () => 7 });
    if (reader === 'absent' || reader instanceof Fault) throw new TypeError('it was not read');
    expect(await reader.checkIntegrity()).toBeUndefined();
    await reader.close();
    const again = await open(file);
    expect(await again.sweep(still => still.objects(undefined, 9))).toMatchObject([{ age_ms: undefined }]);
    await again.close();
  });
});

describe('a store of layout 1, whose scopes have no seal', () => {
  async function older(): Promise<string> {
    const file = fresh();
    const store = await open(file);
    const decide = () => ({ answer: { kind: 'done' }, refs: new Map([['a', 1]]), objects: [] });
    await store.transact('s', 'op-1', { kind: 'ask' }, decide);
    await store.close();
    alter(file, `${LAYOUT_2} ALTER TABLE scopes DROP COLUMN seal; UPDATE layout SET version = 1`);
    return file;
  }

  it('is read as it is by who only reads', async () => {
    const store = await openSqliteReader({ path: await older(), now_ms: () => 7 });
    if (store === 'absent' || store instanceof Fault) throw new TypeError('it was not read');
    expect(await store.readScope('s')).toMatchObject({ seq: 1 });
    expect(await store.checkIntegrity()).toBeUndefined();
    await store.close();
  });

  it('is brought up to date by who writes, and sealed as it stands', async () => {
    const file = await older();
    const store = await open(file);
    expect(await store.readScope('s')).toMatchObject({ seq: 1 });
    const decide = () => ({ answer: { kind: 'done' }, refs: new Map([['b', 2]]), objects: [] });
    expect(await store.transact('s', 'op-2', { kind: 'ask' }, decide)).toMatchObject({ seq: 2 });
    await store.close();
    alter(file, "DELETE FROM refs WHERE name = 'a'");
    const again = await open(file);
    expect(await again.readScope('s')).toMatchObject({ code: 'STORE_CORRUPT' });
    await again.close();
  });

  it('is sealed by being opened, so that what is altered before the next decision is noticed', async () => {
    const file = await older();
    await (await open(file)).close();
    alter(file, "DELETE FROM refs WHERE name = 'a'");
    const store = await open(file);
    expect(await store.readScope('s')).toMatchObject({ code: 'STORE_CORRUPT' });
    await store.close();
  });
});

function alter(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}
