import pg from 'pg';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { Damaged } from '../damaged.ts';
import { type PostgresAddress, shownAddress, type Tls } from './address.ts';
import { type Trouble, troubleFault, troubleOf } from './trouble.ts';

export type Reached = {
  readonly address: PostgresAddress;
  /** The schema of the database whose tables are the store. */
  readonly schema: string;
  /** How many connections this process may have at a time. */
  readonly connections: number;
  /** PEM of those whose certificates are trusted. */
  readonly certificates?: string | undefined;
};

export type Connection = Pick<pg.ClientBase, 'query'>;

/**
 * The connections of one process to one database: as many as it may have, made when they are needed, and made anew when
 * they were lost. Whatever keeps the database from answering is a fault, and what was asked then may be asked again.
 */
export class Connections {
  /** What the database is called in a fault. */
  readonly path: string;
  readonly #pool: pg.Pool;
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  /** @param certificates  those that are trusted, as PEM; those that Node trusts where there are none */
  constructor({ address, schema, connections: most, certificates }: Reached) {
    this.path = shownAddress(address, schema);
    this.#pool = new pg.Pool({
      ...optionsOf(address, certificates),
      max: most,
      connectionTimeoutMillis: LIMITS.store_connect_ms,
      idleTimeoutMillis: LIMITS.store_idle_ms,
      onConnect: client => client.query(DURABLE).then(() => undefined),
    });
    // One that breaks while nobody uses it is gone from the pool by then, and missed by nobody.
    this.#pool.on('error', () => {});
  }

  /** Work that is one statement which reads, or some that need not agree. @faults STORE_BUSY, STORE_UNAVAILABLE, STORE_CORRUPT */
  use<T>(work: (connection: Connection) => Promise<T | Fault>): Promise<T | Fault> {
    if (this.#closed !== undefined)
      return Promise.resolve(this.#fault({ kind: 'unavailable', problem: 'it was closed' }));
    const running = this.#tries(work);
    this.#running.add(running);
    const done = () => void this.#running.delete(running);
    running.then(done, done);
    return running;
  }

  /**
   * One transaction; a Fault or a throw leaves nothing of it. `work` runs again where the connection was lost or another
   * transaction came between, also when all that was lost is the answer to COMMIT: it must ask first whether it is done.
   */
  write<T>(work: (connection: Connection) => Promise<T | Fault>): Promise<T | Fault> {
    // Whatever the server does by default: a lock that was waited for is followed by reading what it guarded.
    return this.#transaction('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE', work);
  }

  /** Several statements that see one moment of everything. */
  look<T>(work: (connection: Connection) => Promise<T | Fault>): Promise<T | Fault> {
    return this.#transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work);
  }

  /** Waits for what has begun. */
  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#running).then(() => this.#pool.end());
    return this.#closed;
  }

  #transaction<T>(begin: string, work: (connection: Connection) => Promise<T | Fault>): Promise<T | Fault> {
    return this.use(async connection => {
      await connection.query(begin);
      const outcome = await work(connection);
      const end = outcome instanceof Fault ? 'ROLLBACK' : 'COMMIT';
      const { command } = await connection.query(end);
      if (command !== end) throw new Damaged('a transaction ended in another way than it was told to');
      return outcome;
    });
  }

  async #tries<T>(work: (connection: Connection) => Promise<T | Fault>): Promise<T | Fault> {
    for (let left = LIMITS.store_tries_max; ; left--) {
      const outcome = await this.#try(work);
      if (!(outcome instanceof Retry)) return outcome;
      if (left <= 1) return this.#fault(outcome.trouble);
    }
  }

  async #try<T>(work: (connection: Connection) => Promise<T | Fault>): Promise<T | Fault | Retry> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      return this.#fault(known(error));
    }
    // Without a listener, the loss of a connection would end the process.
    client.on('error', ignore);
    try {
      const outcome = await work(client);
      client.off('error', ignore);
      client.release();
      return outcome;
    } catch (error) {
      // Whatever it was in the middle of ends with it.
      client.release(true);
      const trouble = known(error);
      return trouble.kind === 'lost' || trouble.kind === 'again' ? new Retry(trouble) : this.#fault(trouble);
    }
  }

  #fault(trouble: Trouble): Fault {
    return troubleFault(this.path, trouble);
  }
}

class Retry {
  readonly trouble: Trouble;
  constructor(trouble: Trouble) {
    this.trouble = trouble;
  }
}

const ignore = (): void => {};

function known(error: unknown): Trouble {
  const trouble = troubleOf(error);
  if (trouble === undefined) throw error;
  return trouble;
}

/** A server may be set to answer before it has written: that would be no promise. What waits for more is left as it is. */
const DURABLE =
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

function optionsOf(address: PostgresAddress, certificates: string | undefined): pg.PoolConfig {
  const { host, port, database, user, password, tls } = address;
  return {
    host,
    port,
    database,
    user,
    password,
    ssl: TLS_OPTIONS[tls](certificates),
    application_name: 'assay',
    keepAlive: true,
    statement_timeout: LIMITS.store_statement_ms,
    lock_timeout: LIMITS.store_busy_ms,
    // The process stopped in the middle of a decision: others need not wait for it.
    idle_in_transaction_session_timeout: LIMITS.store_statement_ms,
    // The server stops a statement earlier; this is for one that is not there any more.
    query_timeout: LIMITS.store_statement_ms + LIMITS.store_connect_ms,
    types: { getTypeParser: exactParser },
  };
}

const TLS_OPTIONS: Readonly<Record<Tls, (ca: string | undefined) => pg.PoolConfig['ssl']>> = {
  none: () => false,
  encrypted: () => ({ rejectUnauthorized: false }),
  known: ca => ({ ca, rejectUnauthorized: true, checkServerIdentity: () => undefined }),
  verified: ca => ({ ca, rejectUnauthorized: true }),
};

/** An int8 as a number, where it is one exactly; all that this store counts is. */
const exactParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text') =>
  oid === pg.types.builtins.INT8 ? exactNumber : pg.types.getTypeParser(oid, format)) as never;

function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Damaged('a stored count is larger than any that is counted to');
  return value;
}
