import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../../src/cli/world.ts';
import { openPostgres } from '../store/open-postgres.ts';
import { PASSWORD, type PostgresServer, startPostgres } from '../store/postgres-server.ts';
import { copiedProject, type Folder, unacceptedProject } from './harness.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const CONFIG = 'registry.config.ts';
const VARIABLE = 'ASSAY_TEST_DATABASE';

/** The same project with its store in a database, whose address is where `setting` says. */
function inDatabase(folder: Folder, setting: string): Folder {
  folder.edit(CONFIG, 'export default {', `export default {\n  store: { postgres: { ${setting} } },`);
  return folder;
}

/** With the variable set as the environment of one command has it. */
async function withVariable<T>(value: string, work: () => Promise<T>): Promise<T> {
  if (value !== '') process.env[VARIABLE] = value;
  try {
    return await work();
  } finally {
    delete process.env[VARIABLE];
  }
}

/** Operation ids are of each command its own. */
const untold = (text: string): string => text.replaceAll(/operation-\d+/g, 'operation');

const DAY: readonly (readonly string[])[] = [
  ['check', '--json'],
  ['show', 'training.example'],
  ['log', 'training.example'],
  ['propose', 'training.example@3', '--json'],
  ['propose', 'training.example@4', '--json'],
  ['propose', 'training.example@4', '--json'],
  ['show', 'training.example@4', '--json'],
  ['show', 'training.example', '--json'],
  ['withdraw', 'training.example@4'],
  ['propose', 'weather.daily@1', '--json'],
  ['propose', 'weather.daily/1.31.1', '--json'],
  ['propose', 'weather.daily/2.1.0', '--json'],
  ['approve', 'weather.daily/2.1.0', '--change', `sha256:${'0'.repeat(64)}`],
  ['activate', 'weather.daily/2.1.0'],
  ['log', 'training.example', '--json'],
  ['log', 'weather.daily', '--json'],
  ['check', '--json'],
];

describe('a project whose store is a PostgreSQL', () => {
  it('answers each command as one does whose store is a file', { timeout: 300_000 }, async () => {
    const url = await server.createDatabase();
    const [file, database] = [unacceptedProject(), inDatabase(unacceptedProject(), `url: '${url}'`)];
    const exits = new Set<number>();
    for (const argv of DAY) {
      const [one, other] = [await file.assay(...argv), await database.assay(...argv)];
      exits.add(one.exit);
      expect({ argv, exit: other.exit, out: untold(other.out) }).toEqual({
        argv,
        exit: one.exit,
        out: untold(one.out),
      });
      expect(untold(other.err)).toBe(untold(one.err));
    }
    expect(exits.size).toBeGreaterThan(2);
    expect(database.has('.assay/registry.sqlite'), 'no file is made beside it').toBe(false);
    expect(database.read('schemas/training.example/ledger.yaml')).toBe(
      file.read('schemas/training.example/ledger.yaml'),
    );
    const store = await openPostgres(url);
    expect(await store.checkIntegrity()).toBeUndefined();
    await store.close();
  });

  it('has its address from the environment, and its tables in a schema of their own, and serves what they hold', {
    timeout: 120_000,
  }, async () => {
    const url = await server.createDatabase();
    const folder = inDatabase(
      unacceptedProject(),
      `urlFrom: '${VARIABLE}', schema: 'team_a', connections: 2`,
    );
    await withVariable(url, async () => {
      expect(await folder.assay('propose', 'training.example@3')).toMatchObject({ exit: 0 });
      let served: unknown;
      const listen: World['listen'] = async ({ store }) => {
        served = await store.scopes();
        return { url: 'http://127.0.0.1:1', close: async () => {} };
      };
      expect(await folder.as({ listen })('serve')).toMatchObject({ exit: 0 });
      expect(served).toMatchObject([{ scope: expect.stringContaining('training.example') as string }]);
    });
    const store = await openPostgres(url, { schema: 'team_a' });
    expect(await store.scopes()).toHaveLength(1);
    await store.close();
  });

  it('makes no tables for what only reads, nor for what is refused', async () => {
    const url = await server.createDatabase();
    const folder = inDatabase(unacceptedProject(), `url: '${url}'`);
    expect(await folder.assay('log', 'training.example')).toMatchObject({ exit: 0 });
    expect(await folder.assay('show', 'training.example')).toMatchObject({ exit: 0 });
    expect(await folder.assay('propose', 'training.example@9')).toMatchObject({ exit: 2 });
    const serve = await folder.assay('serve', '--json');
    expect(serve).toMatchObject({ exit: 4 });
    expect(serve.out + serve.err).toContain('STORE_ABSENT');
    const { rows } = await server.ask(new URL(url).pathname.slice(1), client =>
      client.query("SELECT 1 FROM pg_namespace WHERE nspname = 'assay'"),
    );
    expect(rows).toEqual([]);
  });

  it('is named on the command line as well', { timeout: 120_000 }, async () => {
    const url = await server.createDatabase();
    const folder = unacceptedProject();
    expect(await folder.assay('--store', url, 'propose', 'training.example@3')).toMatchObject({ exit: 0 });
    expect((await folder.assay('--store', url, 'log', 'training.example')).out).toContain('stored');
    expect(folder.has('.assay/registry.sqlite')).toBe(false);
  });

  const HIDDEN = [PASSWORD, encodeURIComponent(PASSWORD), 'geheim'];
  type Wrong = readonly [what: string, setting: () => string, code: string, said: string, variable: string];
  const WRONG: readonly Wrong[] = [
    ['a variable that is not set', () => `urlFrom: '${VARIABLE}'`, 'CONFIG_INVALID', 'is not set', ''],
    [
      'a variable that holds no address',
      () => `urlFrom: '${VARIABLE}'`,
      'CONFIG_INVALID',
      'it must begin with postgres://',
      'mysql://root:geheim@db/x',
    ],
    [
      'a file of certificates that is not there',
      () => `url: 'postgres://a:geheim@db/x?sslrootcert=ca.pem'`,
      'CONFIG_INVALID',
      "the file of sslrootcert can't be read",
      '',
    ],
    [
      'a wrong password',
      () => `url: 'postgres://registry:geheim@127.0.0.1:${server.port}/postgres'`,
      'STORE_UNAVAILABLE',
      'it does not accept this user, or this password',
      '',
    ],
    [
      'a database that is not there',
      () => `url: '${server.url('nothing')}'`,
      'STORE_UNAVAILABLE',
      'there is no such database',
      '',
    ],
    [
      'a port at which nobody answers',
      () => `url: 'postgres://registry:geheim@127.0.0.1:1/postgres'`,
      'STORE_UNAVAILABLE',
      'nobody answers there',
      '',
    ],
    [
      'a server that speaks no TLS where it is asked for',
      () => `url: '${server.url('postgres')}?sslmode=verify-full'`,
      'STORE_UNAVAILABLE',
      'it does not speak TLS',
      '',
    ],
  ];
  it.each(WRONG)(
    'says in one fault that it has %s, and no password',
    async (_, setting, code, said, variable) => {
      const folder = inDatabase(copiedProject(), setting());
      await withVariable(variable, async () => {
        for (const argv of [
          ['log', 'training.example'],
          ['propose', 'training.example@4'],
        ] as const) {
          const { exit, out, err, json } = await folder.assay(...argv, '--json');
          expect(exit).toBe(code === 'CONFIG_INVALID' ? 2 : 4);
          expect(json()).toMatchObject({ code });
          expect(out).toContain(said);
          for (const hidden of HIDDEN) expect(out + err).not.toContain(hidden);
        }
      });
    },
  );

  it('is served again when the server is back', { timeout: 120_000 }, async () => {
    const url = await server.createDatabase();
    const folder = inDatabase(unacceptedProject(), `url: '${url}'`);
    expect(await folder.assay('propose', 'training.example@3')).toMatchObject({ exit: 0 });
    await server.stop();
    const down = await folder.assay('log', 'training.example', '--json');
    expect(down).toMatchObject({ exit: 4 });
    expect(down.json()).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await server.start();
    expect((await folder.assay('log', 'training.example')).out).toContain('stored');
  });
});
