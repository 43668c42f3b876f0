import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { ScopeState } from '../change/decision.ts';
import type { JournalEntry, ReadStore } from './port.ts';
import { type SqliteOptions, SqliteStore } from './sqlite.ts';
import { sqliteFault } from './sqlite-fault.ts';
import { layoutFault } from './sqlite-layout.ts';

/**
 * Opens a store to be read: it makes no file, changes none, and needs leave to write neither the file nor its folder.
 *
 * @returns `absent` where there is no file, or one with nothing in it yet
 * @faults STORE_CORRUPT, STORE_FOREIGN, STORE_NEWER, STORE_BUSY, STORE_UNAVAILABLE
 */
export async function openSqliteReader(options: SqliteOptions): Promise<SqliteReader | 'absent' | Fault> {
  const opened = open(options);
  return opened instanceof Fault || opened === 'absent' ? opened : new SqliteReader(options, opened);
}

/**
 * A store that others may write to while it is read.
 *
 * Where a write-ahead log lies beside the file, SQLite reads both, under its locks. Where none does, all there is
 * stands in the file, and it is opened as one that does not change: else SQLite would have to make a log to read it,
 * which in a folder one may not write to is a refusal. Whether it did change is asked after each reading; then it is
 * opened again, and read again.
 */
export class SqliteReader implements ReadStore {
  readonly #options: SqliteOptions;
  #opened: Opened;

  constructor(options: SqliteOptions, opened: Opened) {
    this.#options = options;
    this.#opened = opened;
  }

  getObject(digest: Digest): Promise<Uint8Array | Fault> {
    return this.#read(store => store.getObject(digest));
  }

  readScope(scope: string): Promise<ScopeState | Fault> {
    return this.#read(store => store.readScope(scope));
  }

  scopes(): Promise<readonly { readonly scope: string; readonly seq: number }[] | Fault> {
    return this.#read(store => store.scopes());
  }

  journal(scope: string, fromSeq: number, limit: number): Promise<readonly JournalEntry[] | Fault> {
    return this.#read(store => store.journal(scope, fromSeq, limit));
  }

  checkIntegrity(): Promise<Fault | undefined> {
    return this.#read(store => store.checkIntegrity());
  }

  close(): Promise<void> {
    return this.#opened.store.close();
  }

  async #read<T>(work: (store: SqliteStore) => Promise<T>): Promise<T | Fault> {
    const { path } = this.#options;
    for (let tries = 0; tries < LIMITS.store_reread_max; tries++) {
      const { store, stamp } = this.#opened;
      const outcome = await work(store);
      if (stamp === undefined || stamp === stampOf(path)) return outcome;
      const again = open(this.#options);
      if (again === 'absent') return new Fault('STORE_ABSENT', { path });
      if (again instanceof Fault) return again;
      await store.close();
      this.#opened = again;
    }
    return new Fault('STORE_BUSY', { path, waited_ms: 0 });
  }
}

/** `stamp`: what the file looked like when it was taken for one that does not change. */
type Opened = { readonly store: SqliteStore; readonly stamp: string | undefined };

function open({ path, now_ms }: SqliteOptions): Opened | 'absent' | Fault {
  let db: DatabaseSync | undefined;
  try {
    const stamp = stampOf(path);
    if (stamp === ABSENT) return 'absent';
    const location = stamp === undefined ? path : immutable(path);
    db = new DatabaseSync(location, { readOnly: true, timeout: LIMITS.store_busy_ms });
    db.exec('PRAGMA trusted_schema = OFF');
    const fault = layoutFault(db, path);
    if (fault === undefined) return { store: new SqliteStore(db, path, now_ms), stamp };
    db.close();
    return fault;
  } catch (error) {
    if (db?.isOpen) db.close();
    return sqliteFault(path, error);
  }
}

const ABSENT = 'absent';

/** `undefined` where a write-ahead log holds something that the file has not. */
function stampOf(path: string): string | undefined {
  try {
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
    if (log !== undefined && log.size > 0) return undefined;
    const file = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (file === undefined) return ABSENT;
    return [file.ino, file.size, file.mtimeNs, file.ctimeNs].join(' ');
  } catch {
    return 'out of reach'; // which SQLite then says in its own words
  }
}

function immutable(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}
