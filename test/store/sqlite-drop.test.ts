import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite.ts';
import { dropScopes } from '../../src/store/sqlite-drop.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;

/** A store in which each scope keeps one object, at the time that stands beside it. */
async function stored(scopes: Readonly<Record<string, number>>) {
  const file = path.join(folder, `${++files}.sqlite`);
  let now_ms = 0;
  const store = await openSqliteStore({ path: file, now_ms: () => now_ms });
  if (store instanceof Fault) throw store;
  for (const [scope, at_ms] of Object.entries(scopes)) {
    now_ms = at_ms;
    await keep(store, scope, scope);
  }
  return { file, store };
}

const keep = (store: SqliteStore, scope: string, content: string) =>
  store.transact(scope, `op ${scope} ${content}`, { kind: 'keep', content }, () => ({
    answer: { kind: 'kept' },
    refs: new Map([['key', { kind: 'kept', pack: sha256(content) }]]),
    objects: [Buffer.from(content)],
  }));

const has = async (store: SqliteStore, content: string): Promise<boolean> =>
  !((await store.getObject(sha256(content))) instanceof Fault);

describe('scopes that are dropped', () => {
  it('take what they kept along, and leave the rest as whole as it was', async () => {
    const { file, store } = await stored({ a: 1, b: 2, c: 3 });
    const seen: unknown[] = [];
    const dropped = dropScopes(file, scopes => {
      seen.push(scopes);
      return scopes.filter(({ written_ms }) => written_ms < 3).map(({ scope }) => scope);
    });
    expect(seen[0]).toEqual([
      { scope: 'a', written_ms: 1 },
      { scope: 'b', written_ms: 2 },
      { scope: 'c', written_ms: 3 },
    ]);
    expect(dropped).toEqual({ scopes: 2, objects: 2 });
    expect([await has(store, 'a'), await has(store, 'b'), await has(store, 'c')]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await store.checkIntegrity()).toBeUndefined();
    expect(await store.scopes()).toEqual([{ scope: 'c', seq: 1 }]);
    await store.close();
  });

  it('are as if nobody had written to them, for a process that has the store open as well', async () => {
    const { file, store } = await stored({ a: 1 });
    dropScopes(file, () => ['a']);
    expect(await store.readScope('a')).toMatchObject({ seq: 0, refs: new Map() });
    expect(await keep(store, 'a', 'again')).toMatchObject({ kind: 'kept', seq: 1 });
    expect(await store.checkIntegrity()).toBeUndefined();
    await store.close();
  });

  it('leave an object that another scope names too', async () => {
    const { file, store } = await stored({ a: 1 });
    await keep(store, 'b', 'a');
    expect(dropScopes(file, () => ['a'])).toEqual({ scopes: 1, objects: 0 });
    expect(await has(store, 'a')).toBe(true);
    await store.close();
  });

  it('are those of which nobody knows the age, first of all', async () => {
    const { file, store } = await stored({ a: 5 });
    const db = new DatabaseSync(file);
    db.exec('DELETE FROM journal');
    db.close();
    dropScopes(file, scopes => {
      expect(scopes).toEqual([{ scope: 'a', written_ms: 0 }]);
      return ['a'];
    });
    expect(await store.readScope('a')).toMatchObject({ seq: 0 });
    await store.close();
  });

  it('are none while another process writes, because this can be done the next time', async () => {
    const { file, store } = await stored({ a: 1 });
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    expect(dropScopes(file, () => ['a'])).toEqual({ scopes: 0, objects: 0 });
    other.exec('ROLLBACK');
    other.close();
    expect(dropScopes(file, () => ['a'])).toEqual({ scopes: 1, objects: 1 });
    await store.close();
  });

  it('are none where another process dropped them meanwhile, and no object goes for it', async () => {
    const { file, store } = await stored({ a: 1 });
    await store.putObject(Buffer.from('named by nobody'));
    let asked = 0;
    expect(dropScopes(file, () => (asked++ === 0 ? ['a'] : []))).toEqual({ scopes: 0, objects: 0 });
    expect(await has(store, 'named by nobody')).toBe(true);
    await store.close();
  });

  it('are none of a file that is no store', () => {
    const file = path.join(folder, 'text.sqlite');
    writeFileSync(file, 'no database, and longer than one page would have to be'.repeat(100));
    expect(dropScopes(file, () => ['a'])).toMatchObject({ code: 'STORE_CORRUPT' });
  });
});
