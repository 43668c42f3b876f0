import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Answer, Decision, ScopeState } from '../../src/change/decision.ts';
import { ownMigrations } from '../../src/store/postgres/migrations.ts';
import { openPostgresReader, openPostgresStore } from '../../src/store/postgres/open.ts';
import { openPostgres, optionsFor } from './open-postgres.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { storeSuite } from './store.suite.ts';

let server: PostgresServer;
let url: string;
let schemas = 0;
const ownSchema = (): string => `s${++schemas}`;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase();
});
afterAll(() => server.stop());

const databaseOf = (address: string): string => new URL(address).pathname.slice(1);
const alter = (sql: string, address = url) => server.ask(databaseOf(address), client => client.query(sql));
const commit = (refs: Readonly<Record<string, number>> = {}): Decision<Answer> => ({
  answer: { kind: 'done' },
  refs: new Map(Object.entries(refs)),
  objects: [],
});
const ASK = { kind: 'ask' };

storeSuite('PostgreSQL', () => openPostgres(url, { schema: ownSchema() }));

describe('a PostgreSQL store', () => {
  it('is there for the next process with everything that was answered', async () => {
    const schema = ownSchema();
    const first = await openPostgres(url, { schema });
    await first.transact('s', 'op', ASK, () => commit({ a: 1 }));
    await first.close();
    const second = await openPostgres(url, { schema });
    expect(await second.readScope('s')).toMatchObject({
      seq: 1,
      refs: new Map([['a', { generation: 1, value: 1 }]]),
    });
    await second.close();
  });

  it('keeps any name a string can be, U+0000 too, apart from every other and in its order', async () => {
    const store = await openPostgres(url, { schema: ownSchema() });
    const names = [
      '\u0000',
      '\u0001',
      '\u00010',
      '\u00011',
      '\u0000\u0001',
      'a\u0000b',
      '\u{1f600}',
      '\ufffd',
      '\uffff',
    ];
    for (const name of names)
      await store.transact(name, name, { kind: name }, () => commit({ [name]: 1, [`${name}'`]: 2 }));
    for (const name of names) {
      const state = (await store.readScope(name)) as ScopeState;
      expect(new Set(state.refs.keys())).toEqual(new Set([name, `${name}'`]));
      expect(await store.journal(name, 1, 10)).toMatchObject([{ opId: name, kind: name }]);
    }
    expect(await store.scopes()).toEqual([...names].sort().map(scope => ({ scope, seq: 1 })));
    expect(await store.checkIntegrity()).toBeUndefined();
    await store.close();
  });

  it('keeps any value and name as it was, whatever characters are in it', { timeout: 120_000 }, async () => {
    const store = await openPostgres(url, { schema: ownSchema() });
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(text, text, { noNullPrototype: true }), text, async (values, name) => {
        const scope = `${runs++}${name}`;
        await store.transact(scope, name, ASK, () => ({
          answer: { kind: 'done', name },
          refs: new Map(Object.entries(values)),
          objects: [],
        }));
        const { refs } = (await store.readScope(scope)) as ScopeState;
        expect(new Map([...refs].map(([key, { value }]) => [key, value]))).toEqual(
          new Map(Object.entries(values)),
        );
        expect(await store.journal(scope, 1, 1)).toMatchObject([{ opId: name, answer: { name } }]);
      }),
      { numRuns: 60 },
    );
    await store.close();
  });

  it('refuses a name that has no bytes, because it would be taken for another', async () => {
    const store = await openPostgres(url, { schema: ownSchema() });
    for (const lone of ['\ud800', 'a\udc00'])
      await expect(store.transact('s', lone, ASK, () => commit())).rejects.toThrow(TypeError);
    await expect(store.transact('s', 'x'.repeat(2_000), ASK, () => commit())).rejects.toThrow(TypeError);
    expect(await store.readScope('s')).toMatchObject({ seq: 0 });
    await store.close();
  });

  it('takes names as long as any index does, two of them in one', async () => {
    const store = await openPostgres(url, { schema: ownSchema() });
    // What can't be made shorter, of which the index is told how long it may be.
    const long = (seed: string) => Array.from({ length: 16 }, (_, n) => sha256(seed + n).slice(7)).join('');
    const scope = long('scope');
    expect(scope).toHaveLength(1_024);
    expect(await store.transact(scope, long('op'), ASK, () => commit({ [long('ref')]: 1 }))).toMatchObject({
      seq: 1,
    });
    await store.close();
  });

  it('keeps the largest object there may be', { timeout: 60_000 }, async () => {
    const store = await openPostgres(url, { schema: ownSchema() });
    const bytes = Buffer.alloc(16 << 20, 'assay');
    const digest = sha256(bytes);
    expect(await store.putObject(bytes)).toBe(digest);
    expect(Buffer.compare(Buffer.from((await store.getObject(digest)) as Uint8Array), bytes)).toBe(0);
    await store.close();
  });

  it('reads counts exactly or not at all', async () => {
    const schema = ownSchema();
    const store = await openPostgres(url, { schema });
    await store.transact('s', 'op', ASK, () => commit({ a: 1 }));
    await alter(`UPDATE ${schema}.refs SET generation = 9007199254740993`);
    expect(await store.readScope('s')).toMatchObject({ code: 'STORE_CORRUPT' });
    await alter(
      `UPDATE ${schema}.refs SET generation = 1; UPDATE ${schema}.journal SET at_ms = 1767225600123`,
    );
    expect(await store.journal('s', 1, 1)).toMatchObject([{ at_ms: 1_767_225_600_123 }]);
    await store.close();
  });

  it('is not moved by how the database is set up for others', async () => {
    const odd = await server.createDatabase();
    await alter(
      `ALTER DATABASE ${databaseOf(odd)} SET default_transaction_isolation = 'serializable';
       ALTER DATABASE ${databaseOf(odd)} SET default_transaction_read_only = on;
       ALTER DATABASE ${databaseOf(odd)} SET synchronous_commit = off;
       ALTER DATABASE ${databaseOf(odd)} SET search_path = nowhere;
       ALTER DATABASE ${databaseOf(odd)} SET DateStyle = 'German'`,
    );
    const store = await openPostgres(odd);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, n) => store.transact('s', `op-${n}`, ASK, () => commit({ a: n }))),
    );
    expect(outcomes.filter(outcome => outcome instanceof Fault)).toEqual([]);
    expect(await store.readScope('s')).toMatchObject({ seq: 12 });
    await store.close();
  });
});

describe('a transaction at PostgreSQL', () => {
  it('that keeps the same objects as others in another order waits for nobody in a circle', async () => {
    const schema = ownSchema();
    const stores = await Promise.all([1, 2].map(() => openPostgres(url, { schema })));
    const objects = Array.from({ length: 12 }, (_, n) => Buffer.from(`object ${n}`));
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        stores[n % 2]!.transact(`scope-${n}`, 'op', ASK, () => ({
          ...(commit({ a: 1 }) as Exclude<Decision<Answer>, Fault>),
          objects: n % 3 === 0 ? objects : objects.toReversed(),
        })),
      ),
    );
    expect(outcomes.filter(outcome => outcome instanceof Fault)).toEqual([]);
    expect(await stores[0]!.checkIntegrity()).toBeUndefined();
    for (const store of stores) await store.close();
  });

  it('makes a new scope once, though two processes begin it at once', async () => {
    const schema = ownSchema();
    const stores = await Promise.all([1, 2, 3].map(() => openPostgres(url, { schema })));
    for (let round = 0; round < 20; round++) {
      const outcomes = await Promise.all(
        stores.map((store, n) =>
          store.transact(`scope-${round}`, `op-${n}`, ASK, state =>
            n === round % 3 ? new Fault('OBJECT_UNKNOWN', { digest: 'x' }) : commit({ a: state.seq }),
          ),
        ),
      );
      const seqs = outcomes.flatMap(outcome => (outcome instanceof Fault ? [] : [outcome.seq]));
      expect(seqs.sort()).toEqual([1, 2]);
    }
    for (const store of stores) await store.close();
  });
});

describe('the tables of a PostgreSQL store', () => {
  it('are made once, by whoever comes first of many', async () => {
    const schema = ownSchema();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgres(url, { schema })));
    const { rows } = await alter(`SELECT number, name, digest FROM ${schema}.migrations`);
    expect(rows).toEqual(
      ownMigrations().map(({ name, digest }, index) => ({ number: index + 1, name, digest })),
    );
    for (const store of stores) await store.close();
  });

  it('are what numbered files make, none of which is ever edited', () => {
    expect(ownMigrations().map(({ name }) => name)).toEqual(['001-objects-scopes-refs-journal', '002-puts']);
    for (const { name, sql } of ownMigrations())
      expect(readFileSync(`src/store/postgres/migrations/${name}.sql`, 'utf8')).toBe(sql);
  });

  const second = (sql: string) => {
    const own = ownMigrations();
    return [...own, { name: `${own.length + 1}-more`, sql, digest: sha256(sql) }];
  };

  it('are brought up to date by who writes, with what stands in them, and are then too new for an older program', async () => {
    const schema = ownSchema();
    const store = await openPostgres(url, { schema });
    await store.transact('s', 'op', ASK, () => commit({ a: 1 }));
    await store.close();
    const migrations = second('CREATE TABLE more (a int); UPDATE journal SET at_ms = 8');
    const reader = await openPostgresReader({ ...optionsFor(url), schema, migrations });
    expect(reader, 'who only reads changes nothing').toMatchObject({ code: 'STORE_UNAVAILABLE' });
    const newer = await openPostgres(url, { schema, migrations });
    expect(await newer.journal('s', 1, 1)).toMatchObject([{ at_ms: 8 }]);
    await newer.close();
    const older = { code: 'STORE_NEWER', facts: { found: 3, known: 2 }, exit: 4 };
    expect(await openPostgresStore({ ...optionsFor(url), schema })).toMatchObject(older);
    expect(await openPostgresReader({ ...optionsFor(url), schema })).toMatchObject(older);
  });

  it('are as they were when one step of bringing them up to date fails', async () => {
    const schema = ownSchema();
    await (await openPostgres(url, { schema })).close();
    const migrations = second('CREATE TABLE more (a int); SELECT 1 / 0');
    await expect(openPostgresStore({ ...optionsFor(url), schema, migrations })).rejects.toThrow('division');
    const store = await openPostgres(url, { schema });
    expect(await store.scopes()).toEqual([]);
    await store.close();
  });

  it("are not made among another program's, nor taken for ours", async () => {
    const schema = ownSchema();
    await alter(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.users (name text)`);
    const foreign = { code: 'STORE_FOREIGN', exit: 4 };
    expect(await openPostgresStore({ ...optionsFor(url), schema })).toMatchObject(foreign);
    expect(await openPostgresReader({ ...optionsFor(url), schema })).toMatchObject(foreign);
    await alter(`CREATE TABLE ${schema}.migrations (id int, applied timestamp)`);
    expect(await openPostgresStore({ ...optionsFor(url), schema })).toMatchObject(foreign);
  });

  it('are made in a schema that an administrator has made, by a user who may make none', async () => {
    const database = databaseOf(url);
    await alter(`CREATE ROLE writer LOGIN PASSWORD 'w'; CREATE SCHEMA given AUTHORIZATION writer`);
    const own = `postgres://writer:w@127.0.0.1:${server.port}/${database}`;
    const store = await openPostgres(own, { schema: 'given' });
    expect(await store.transact('s', 'op', ASK, () => commit({ a: 1 }))).toMatchObject({ seq: 1 });
    await store.close();
    expect(await openPostgresStore({ ...optionsFor(own), schema: 'taken' })).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      facts: { problem: 'this user may not do what a store must do there' },
    });
  });

  it('are read by a user who may do no more', async () => {
    const schema = ownSchema();
    const store = await openPostgres(url, { schema });
    await store.transact('s', 'op', ASK, () => commit({ a: 1 }));
    await alter(`CREATE ROLE reader LOGIN PASSWORD 'r'; GRANT USAGE ON SCHEMA ${schema} TO reader;
      GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO reader`);
    const own = `postgres://reader:r@127.0.0.1:${server.port}/${databaseOf(url)}`;
    const reader = await openPostgresReader({ ...optionsFor(own), schema });
    if (reader === 'absent' || reader instanceof Fault) throw new TypeError('it was not read');
    expect(await reader.readScope('s')).toMatchObject({ seq: 1 });
    expect(await reader.journal('s', 1, 10)).toHaveLength(1);
    expect(await reader.checkIntegrity()).toBeUndefined();
    expect(await reader.transact('s', 'op-2', ASK, () => commit({ a: 2 }))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    await reader.close();
    await store.close();
  });

  it('are absent to who reads where nobody wrote, and are not made by it', async () => {
    const schema = ownSchema();
    expect(await openPostgresReader({ ...optionsFor(url), schema })).toBe('absent');
    const { rows } = await alter(`SELECT 1 FROM pg_namespace WHERE nspname = '${schema}'`);
    expect(rows).toEqual([]);
  });

  it('must be of a database that has every character', async () => {
    const latin = await server.createDatabase("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    expect(await openPostgresStore(optionsFor(latin))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      facts: { problem: expect.stringContaining('LATIN1') as string },
    });
  });
});
