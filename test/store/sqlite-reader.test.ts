import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite.ts';
import { openSqliteReader, type SqliteReader } from '../../src/store/sqlite-reader.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const top = temporaryFolder();
let folders = 0;

function freshFile(): string {
  const folder = path.join(top, String(++folders));
  mkdirSync(folder);
  return path.join(folder, 'store.db');
}

const now_ms = () => 7;
async function writer(file: string): Promise<SqliteStore> {
  const store = await openSqliteStore({ path: file, now_ms });
  if (store instanceof Fault) throw store;
  return store;
}
async function reader(file: string): Promise<SqliteReader> {
  const store = await openSqliteReader({ path: file, now_ms });
  if (store instanceof Fault || store === 'absent') throw new Error(String(store));
  return store;
}

let operations = 0;
const add = (store: SqliteStore) =>
  store.transact('s', `op-${operations++}`, { kind: 'ask' }, ({ seq }) => ({
    answer: { kind: 'done' },
    refs: new Map([['a', seq + 1]]),
    objects: [Buffer.from(`object ${seq + 1}`)],
  }));

/** A store with one entry, which nobody has open. */
async function closedStore(): Promise<string> {
  const file = freshFile();
  const store = await writer(file);
  await add(store);
  await store.close();
  return file;
}

/** Everything that may be asked of a reader, answered. */
async function readsAll(store: SqliteReader): Promise<void> {
  expect(await store.readScope('s')).toMatchObject({ seq: 1, refs: new Map([['a', { value: 1 }]]) });
  expect(await store.scopes()).toEqual([{ scope: 's', seq: 1 }]);
  expect(await store.journal('s', 1, 10)).toMatchObject([{ seq: 1, answer: { kind: 'done' } }]);
  expect(await store.getObject(sha256('object 1'))).toEqual(new Uint8Array(Buffer.from('object 1')));
  expect(await store.checkIntegrity()).toBeUndefined();
}

const everything = (folder: string) =>
  readdirSync(folder).map(name => [name, readFileSync(path.join(folder, name)).toString('base64')]);

/** Work done by somebody whom file modes bind: root is bound by none. */
async function unprivileged<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('a store opened to be read', () => {
  it('is read from a file and a folder that may not be written', async () => {
    const file = await closedStore();
    const folder = path.dirname(file);
    chmodSync(path.dirname(folder), 0o755);
    chmodSync(file, 0o444);
    chmodSync(folder, 0o555);
    try {
      await unprivileged(async () => {
        expect(() => writeFileSync(path.join(folder, 'x'), 'x'), 'the folder must bind').toThrow('EACCES');
        const store = await reader(file);
        await readsAll(store);
        await store.close();
      });
    } finally {
      chmodSync(folder, 0o755);
    }
  });

  it('leaves the folder as it was, byte for byte, no log and no index beside the file', async () => {
    const file = await closedStore();
    const before = everything(path.dirname(file));
    const store = await reader(file);
    await readsAll(store);
    await store.close();
    expect(everything(path.dirname(file))).toEqual(before);
    expect(before.map(([name]) => name)).toEqual(['store.db']);
  });

  it('sees what another process has answered and not yet brought into the file', async () => {
    const file = freshFile();
    const other = await writer(file);
    await add(other);
    expect(existsSync(`${file}-wal`)).toBe(true);
    const store = await reader(file);
    await readsAll(store);
    await add(other);
    expect(await store.readScope('s')).toMatchObject({ seq: 2 });
    await store.close();
    await other.close();
  });

  it('sees what is written after it was opened, though nobody had it open then', async () => {
    const file = await closedStore();
    const store = await reader(file);
    await readsAll(store);
    const other = await writer(file);
    await add(other);
    expect(await store.readScope('s'), 'while the writer has it').toMatchObject({ seq: 2 });
    await store.close();
    await other.close();

    const later = await reader(file);
    const another = await writer(file);
    await add(another);
    await another.close();
    expect(await later.readScope('s'), 'when the writer is gone').toMatchObject({ seq: 3 });
    await later.close();
  });

  it('is absent where no file is, or an empty one, and none is made', async () => {
    const file = freshFile();
    expect(await openSqliteReader({ path: file, now_ms })).toBe('absent');
    expect(readdirSync(path.dirname(file))).toEqual([]);
    writeFileSync(file, '');
    expect(await openSqliteReader({ path: file, now_ms })).toBe('absent');
    expect(await openSqliteReader({ path: path.join(file, 'below'), now_ms })).toBe('absent');
  });

  it('is refused for what it is when it is no store, a newer one, or a folder', async () => {
    const text = freshFile();
    writeFileSync(text, 'version: 3\n'.repeat(500));
    expect(await openSqliteReader({ path: text, now_ms })).toMatchObject({ code: 'STORE_CORRUPT', exit: 4 });
    const foreign = freshFile();
    alter(foreign, 'CREATE TABLE users (name TEXT)');
    expect(await openSqliteReader({ path: foreign, now_ms })).toMatchObject({ code: 'STORE_FOREIGN' });
    const newer = await closedStore();
    alter(newer, 'UPDATE layout SET version = 99');
    expect(await openSqliteReader({ path: newer, now_ms })).toMatchObject({ code: 'STORE_NEWER' });
    const folder = path.dirname(freshFile());
    expect(await openSqliteReader({ path: folder, now_ms })).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('is refused when its log was left by a crash and its folder may not be written, because it would be read without', async () => {
    const file = freshFile();
    const other = await writer(file);
    await add(other);
    const left = freshFile();
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, left + suffix);
    await other.close();
    chmodSync(path.dirname(left), 0o555);
    try {
      const outcome = await unprivileged(() => openSqliteReader({ path: left, now_ms }));
      expect(outcome).toMatchObject({ code: 'STORE_UNAVAILABLE', exit: 4 });
    } finally {
      chmodSync(path.dirname(left), 0o755);
    }
    const store = await reader(left);
    await readsAll(store);
    await store.close();
  });

  it('sees an object whose bytes were altered', async () => {
    const file = await closedStore();
    alter(file, "UPDATE objects SET bytes = x'00'");
    const store = await reader(file);
    expect(await store.getObject(sha256('object 1'))).toMatchObject({ code: 'OBJECT_CORRUPT', exit: 4 });
    await store.close();
  });
});

function alter(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}
