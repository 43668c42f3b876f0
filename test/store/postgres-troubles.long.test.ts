import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Answer, Commit } from '../../src/change/decision.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { openPostgres, optionsFor } from './open-postgres.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const ASK = { kind: 'ask' };
const commit = (
  refs: Readonly<Record<string, number>>,
  objects: readonly Uint8Array[] = [],
): Commit<Answer> => ({
  answer: { kind: 'done' },
  refs: new Map(Object.entries(refs)),
  objects,
});
const nameOf = (url: string): string => new URL(url).pathname.slice(1);
const alter = (url: string, sql: string) => server.ask(nameOf(url), client => client.query(sql));

describe('a PostgreSQL store that was changed past its transactions', () => {
  const DAMAGE: ReadonlyArray<readonly [what: string, sql: string]> = [
    ['a ref is gone', "DELETE FROM refs WHERE scope = 's' AND name = 'b'"],
    ['every ref of a scope is gone', "DELETE FROM refs WHERE scope = 's'"],
    ['a ref says another thing', "UPDATE refs SET value = '9' WHERE scope = 's' AND name = 'b'"],
    ['a ref says nothing that can be read', "UPDATE refs SET value = '{' WHERE scope = 's' AND name = 'b'"],
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
    ['the seal was taken away', "UPDATE scopes SET seal = NULL WHERE scope = 's'"],
  ];
  it.each(DAMAGE)(
    'tells that %s before anything is decided on it, and leaves the rest in use',
    async (_, sql) => {
      const url = await server.createDatabase();
      const store = await openPostgres(url);
      await store.transact('s', 'op-1', ASK, () => commit({ a: 1, b: 2 }));
      await store.transact('s', 'op-2', ASK, () => commit({ a: 3 }));
      await store.transact('other', 'op-1', ASK, () => commit({ a: 1 }));
      await alter(url, `SET search_path TO assay; ${sql}`);
      const damaged = { code: 'STORE_CORRUPT', exit: 4 };
      expect(await store.readScope('s')).toMatchObject(damaged);
      expect(await store.transact('s', 'op-9', ASK, () => commit({ a: 4 }))).toMatchObject(damaged);
      expect(await store.checkIntegrity()).toMatchObject(damaged);
      expect(await store.readScope('other')).toMatchObject({ seq: 1 });
      await store.close();
    },
  );

  it('gives no object that is not what it is called by, and keeps none on top of it', async () => {
    const url = await server.createDatabase();
    const store = await openPostgres(url);
    const digest = await store.putObject(Buffer.from('right'));
    await alter(url, "UPDATE assay.objects SET bytes = '\\x00'");
    const damaged = { code: 'OBJECT_CORRUPT', facts: { digest, found: sha256(Uint8Array.of(0)) } };
    expect(await store.getObject(digest as never)).toMatchObject(damaged);
    expect(await store.putObject(Buffer.from('right'))).toMatchObject(damaged);
    expect(await store.checkIntegrity()).toMatchObject(damaged);
    await store.close();
  });

  it('is told from one that is not ours, or no longer whole, when it is opened', async () => {
    const url = await server.createDatabase();
    const store = await openPostgres(url);
    await alter(url, 'DROP TABLE assay.journal');
    expect(await store.readScope('s')).toMatchObject({ code: 'STORE_CORRUPT' });
    await store.close();
    expect(await openPostgresStore(optionsFor(url))).toMatchObject({
      code: 'STORE_CORRUPT',
      facts: { problem: 'its table journal is gone' },
    });
  });
});

describe('a PostgreSQL that cannot do what it is asked', () => {
  const REFUSALS: ReadonlyArray<readonly [state: string, code: string, problem: string | undefined]> = [
    ['53100', 'STORE_UNAVAILABLE', 'its disk is full'],
    ['53200', 'STORE_UNAVAILABLE', 'it is out of memory'],
    ['58030', 'STORE_UNAVAILABLE', 'its machine failed it; what it says of that is in its log'],
    ['57014', 'STORE_UNAVAILABLE', 'it stopped a statement, as it does after 30000 ms'],
    ['25006', 'STORE_UNAVAILABLE', 'it may only be read: it is a standby, or set to read only'],
    ['55P03', 'STORE_BUSY', undefined],
    ['40001', 'STORE_BUSY', undefined],
    ['XX001', 'STORE_CORRUPT', 'PostgreSQL finds its data damaged'],
  ];
  it.each(REFUSALS)(
    'with %s is %s, keeps nothing of it, and does it when asked again',
    async (state, code, problem) => {
      const url = await server.createDatabase();
      const store = await openPostgres(url);
      const bytes = Buffer.from('kept with it');
      const ask = () => store.transact('s', 'op', ASK, () => commit({ a: 1 }, [bytes]));
      await alter(
        url,
        `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'secret of a record' USING ERRCODE = '${state}'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON assay.journal FOR EACH ROW EXECUTE FUNCTION refuse()`,
      );
      const refused = await ask();
      expect(refused).toMatchObject({ code, exit: 4 });
      if (problem !== undefined) expect(refused).toMatchObject({ facts: { problem } });
      expect((refused as unknown as Fault).message).not.toContain('secret');
      await alter(url, 'DROP TRIGGER refuse ON assay.journal');
      expect(await store.readScope('s')).toMatchObject({ seq: 0 });
      expect(await store.getObject(sha256(bytes))).toMatchObject({ code: 'OBJECT_UNKNOWN' });
      expect(await ask()).toEqual({ kind: 'done', seq: 1 });
      await store.close();
    },
  );

  it('is busy where another holds the scope for too long, and only for those who want that scope', async () => {
    const url = await server.createDatabase();
    const store = await openPostgres(url, { connections: 2 });
    await store.transact('held', 'op-0', ASK, () => commit({ a: 0 }));
    await server.ask(nameOf(url), async client => {
      await client.query('BEGIN');
      await client.query("SELECT 1 FROM assay.scopes WHERE scope = 'held' FOR UPDATE");
      const waiting = [1, 2, 3, 4].map(n => store.transact('held', `op-${n}`, ASK, () => commit({ a: n })));
      expect(await store.transact('free', 'op', ASK, () => commit({ a: 1 }))).toMatchObject({ seq: 1 });
      for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ code: 'STORE_BUSY' });
    });
    expect(await store.transact('held', 'op-1', ASK, () => commit({ a: 1 }))).toMatchObject({ seq: 2 });
    await store.close();
  });

  it('does what was begun before it is closed, and nothing after', async () => {
    const url = await server.createDatabase();
    const store = await openPostgres(url);
    const begun = Array.from({ length: 20 }, (_, n) =>
      store.transact(`s${n}`, 'op', ASK, () => commit({ a: n })),
    );
    await store.close();
    for (const outcome of await Promise.all(begun)) expect(outcome).toMatchObject({ seq: 1 });
    expect(await store.readScope('s1')).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      facts: { problem: 'it was closed' },
    });
    await store.close();
  });
});

describe('a connection to PostgreSQL that is lost', () => {
  it('is made anew where the server ended it, and nobody hears of it', async () => {
    const url = await server.createDatabase();
    const store = await openPostgres(url);
    const end = () =>
      server.ask('postgres', client =>
        client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
          nameOf(url),
        ]),
      );
    for (let n = 1; n <= 5; n++) {
      await store.transact('s', `op-${n}`, ASK, () => commit({ a: n }));
      await end();
      expect(await store.readScope('s')).toMatchObject({ seq: n });
    }
    await store.close();
  });

  it('with the answer to COMMIT gets the answer that was recorded, and is not done twice', async () => {
    const url = await server.createDatabase();
    await (await openPostgres(url)).close();
    const cut = await cutting(server.port);
    const store = await openPostgres(url.replace(`:${server.port}/`, `:${cut.port}/`));
    cut.next = true;
    let decided = 0;
    const answer = await store.transact('s', 'op', ASK, () => {
      decided++;
      return commit({ a: 1 });
    });
    expect(cut.next, 'it was cut').toBe(false);
    expect(answer).toEqual({ kind: 'done', seq: 1 });
    expect(decided).toBe(1);
    expect(await store.journal('s', 1, 10)).toHaveLength(1);
    await store.close();
    cut.server.close();
  });

  it('is a fault where nobody answers in time', async () => {
    const silent = createServer(socket => socket.resume());
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    expect(await openPostgresStore(optionsFor(`postgres://a:geheim@127.0.0.1:${port}/b`))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      facts: { problem: 'it did not answer within 5000 ms' },
    });
    silent.close();
  });

  it('is a fault where what answers is something else', async () => {
    const other = createServer(socket => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    for (const mode of ['disable', 'require'])
      expect(
        await openPostgresStore(optionsFor(`postgres://a:geheim@127.0.0.1:${port}/b?sslmode=${mode}`)),
      ).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    other.close();
  });
});

describe('a PostgreSQL that is restarted under load', () => {
  it('is told by faults that may be asked again, and then serves again, each operation done once', async () => {
    const url = await server.createDatabase();
    const stores = await Promise.all([openPostgres(url), openPostgres(url)]);
    const codes = new Map<string, number>();
    let isOver = false;
    const done: string[] = [];
    const lane = async (name: number): Promise<void> => {
      for (let n = 0; !isOver; n++) {
        const opId = `${name}-${n}`;
        for (;;) {
          const outcome = await stores[n % 2]!.transact(`s${name % 4}`, opId, ASK, () =>
            commit({ [opId]: n }),
          );
          if (!(outcome instanceof Fault)) break;
          codes.set(outcome.code, (codes.get(outcome.code) ?? 0) + 1);
          await setTimeout(20);
        }
        done.push(opId);
      }
    };
    const lanes = Array.from({ length: 16 }, (_, name) => lane(name));
    await setTimeout(500);
    for (const how of ['stop', 'crash', 'crash'] as const) {
      await server[how]();
      await setTimeout(300);
      await server.start();
      const before = done.length;
      for (let waited = 0; done.length < before + 50 && waited < 300; waited++) await setTimeout(100);
      expect(done.length, 'it serves again').toBeGreaterThanOrEqual(before + 50);
    }
    isOver = true;
    await Promise.all(lanes);
    expect([...codes.keys()].filter(code => code !== 'STORE_UNAVAILABLE' && code !== 'STORE_BUSY')).toEqual(
      [],
    );
    expect(codes.get('STORE_UNAVAILABLE'), 'it was noticed').toBeGreaterThan(0);
    expect(await stores[0].checkIntegrity()).toBeUndefined();
    const kept = await Promise.all([0, 1, 2, 3].map(n => stores[1].readScope(`s${n}`)));
    const refs = kept.flatMap(state => (state instanceof Fault ? [] : [...state.refs]));
    expect(refs.map(([name]) => name).sort()).toEqual([...done].sort());
    expect(
      refs.every(([, { generation }]) => generation === 1),
      'none twice',
    ).toBe(true);
    for (const store of stores) await store.close();
  });
});

/** A way to a server that swallows the answer to one COMMIT, and hangs up instead. */
async function cutting(port: number): Promise<{ port: number; next: boolean; server: Server }> {
  const sockets = new Set<Socket>();
  const way = { port: 0, next: false, server: createServer() };
  way.server.on('connection', near => {
    const far = connect(port, '127.0.0.1');
    let isCut = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => [near, far].map(each => each.destroy()));
    }
    near.on('data', chunk => {
      if (way.next && chunk.includes('COMMIT')) {
        way.next = false;
        isCut = true;
      }
      far.write(chunk);
    });
    far.on('data', chunk => {
      if (isCut) near.destroy();
      else near.write(chunk);
    });
  });
  await new Promise<void>(resolve => way.server.listen(0, '127.0.0.1', resolve));
  way.port = (way.server.address() as { port: number }).port;
  return way;
}
