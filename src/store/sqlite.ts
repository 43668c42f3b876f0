import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { canonicalJson } from '../base/canonical-json.ts';
import { type Digest, documentDigest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Answer, Decision, ScopeState } from '../change/decision.ts';
import { Damaged, storedJson } from './damaged.ts';
import { KnownScopes } from './known-scopes.ts';
import type { JournalEntry, Recorded, Request, StillStore, Store, StoredScope } from './port.ts';
import { sealOf } from './seal.ts';
import { settle } from './settle.ts';
import { SharedCommits } from './sqlite-commits.ts';
import { isBusy, sqliteFault } from './sqlite-fault.ts';
import { APPLICATION_ID, LAYOUT, layoutFault, SQL } from './sqlite-layout.ts';
import { stillSqlite } from './sqlite-still.ts';
import { upgradeLayout } from './sqlite-upgrade.ts';
import { refsAfter, refsOf } from './stored-refs.ts';
import { tooLarge } from './too-large.ts';

export type SqliteOptions = { readonly path: string; readonly now_ms: () => number };

/**
 * The embedded store: one SQLite file, made when it isn't there; its folder must be. Any number of processes may have
 * it open.
 *
 * @faults STORE_CORRUPT, STORE_FOREIGN, STORE_NEWER, STORE_BUSY, STORE_UNAVAILABLE
 */
export async function openSqliteStore({ path, now_ms }: SqliteOptions): Promise<SqliteStore | Fault> {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: LIMITS.store_busy_ms });
    const fault = await prepare(db, path);
    if (fault === undefined) return new SqliteStore(db, path, now_ms);
    db.close();
    return fault;
  } catch (error) {
    if (db?.isOpen) db.close();
    return sqliteFault(path, error);
  }
}

export class SqliteStore implements Store {
  readonly #db: DatabaseSync;
  readonly #path: string;
  readonly #now_ms: () => number;
  readonly #statements = new Map<keyof typeof SQL, StatementSync>();
  readonly #commits: SharedCommits;
  readonly #known = new KnownScopes();

  constructor(db: DatabaseSync, path: string, now_ms: () => number) {
    this.#db = db;
    this.#path = path;
    this.#now_ms = now_ms;
    this.#commits = new SharedCommits(db, error => {
      this.#known.forget();
      return sqliteFault(path, error);
    });
  }

  async putObject(bytes: Uint8Array): Promise<Digest | Fault> {
    const own = new Uint8Array(bytes); // the caller may write into it again before it is kept
    return (
      tooLarge([own]) ??
      this.#commits.run(() => {
        const kept = this.#keep(own);
        if (!(kept instanceof Fault)) this.#sql('put').run(kept, this.#now_ms());
        return kept;
      })
    );
  }

  async getObject(digest: Digest): Promise<Uint8Array | Fault> {
    return this.#try(() => {
      const row = this.#sql('object').get(digest);
      if (row === undefined) return new Fault('OBJECT_UNKNOWN', { digest });
      const bytes = row['bytes'] as Uint8Array;
      const found = sha256(bytes);
      return found === digest ? bytes : new Fault('OBJECT_CORRUPT', { digest, found });
    });
  }

  async transact<A extends Answer>(
    scope: string,
    opId: string,
    request: Request,
    decide: (state: ScopeState) => Decision<A>,
  ): Promise<Recorded<A> | Fault> {
    return this.#commits.run((): Recorded<A> | Fault => {
      const asked = documentDigest(request);
      const before = this.#sql('entryOf').get(scope, opId);
      if (before !== undefined) {
        const { seq, request: recorded, answer } = entryOf(before);
        if (recorded === asked) return { ...(answer as A), seq };
        return new Fault('OP_ID_REUSED', { scope, opId, recorded, asked });
      }

      const state = this.#known.at(scope, this.#sql('written').get()?.['data_version']) ?? this.#load(scope);
      // Who decides is given a copy: what is scribbled there is not known to be written.
      const decision = decide({ ...state, refs: new Map(state.refs) });
      if (decision instanceof Fault) return decision;
      const refused = tooLarge(decision.objects);
      if (refused !== undefined) return refused;

      const seq = state.seq + 1;
      const answer = settle(decision.answer);
      for (const bytes of decision.objects) {
        const kept = this.#keep(bytes);
        if (kept instanceof Fault) return kept;
      }
      const writes = Array.from(decision.refs, ([name, value]) => [name, canonicalJson(value)] as const);
      for (const [name, text] of writes) this.#sql('writeRef').run(scope, name, text);
      this.#sql('raise').run(scope, seq);
      const left = { scope, seq, refs: refsAfter(state.refs, writes) };
      this.#sql('seal').run(sealOf(left), scope);
      const row = [scope, seq, opId, request.kind, asked, canonicalJson(answer), this.#now_ms()];
      this.#sql('append').run(...row);
      this.#known.set(left);
      return { ...answer, seq };
    });
  }

  async restore(scopes: readonly StoredScope[]): Promise<Fault | undefined> {
    return this.#commits.run(() => {
      if (this.#sql('scopes').all().length > 0) return new Fault('STORE_NOT_EMPTY', { path: this.#path });
      for (const { scope, seq, refs, entries } of scopes) {
        for (const [name, { generation, value }] of refs)
          this.#sql('restoreRef').run(scope, name, generation, canonicalJson(value));
        for (const { seq: at, opId, kind, request, answer, at_ms } of entries)
          this.#sql('append').run(scope, at, opId, kind, request, canonicalJson(answer), at_ms);
        this.#sql('raise').run(scope, seq);
        this.#sql('seal').run(sealOf({ scope, seq, refs }), scope);
      }
      return undefined;
    });
  }

  /** By a connection of its own, as this one may read meanwhile; what is asked of this one in between waits for it. */
  async sweep<T>(work: (still: StillStore) => Promise<T | Fault>): Promise<T | Fault> {
    return this.#commits.hold(async () => {
      let db: DatabaseSync | undefined;
      try {
        db = new DatabaseSync(this.#path, { timeout: LIMITS.store_busy_ms });
        db.exec('PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; BEGIN IMMEDIATE');
        const still = new SqliteStore(db, this.#path, this.#now_ms);
        const outcome = await work(stillSqlite(db, still, this.#path, this.#now_ms()));
        db.exec(outcome instanceof Fault ? 'ROLLBACK' : 'COMMIT');
        return outcome;
      } catch (error) {
        return sqliteFault(this.#path, error);
      } finally {
        if (db?.isOpen) db.close(); // which undoes what was not committed
      }
    });
  }

  async readScope(scope: string): Promise<ScopeState | Fault> {
    return this.#inside(() => this.#load(scope));
  }

  async scopes(): Promise<readonly { readonly scope: string; readonly seq: number }[] | Fault> {
    return this.#try(() =>
      this.#sql('scopes')
        .all()
        .map(row => ({ scope: row['scope'] as string, seq: row['seq'] as number })),
    );
  }

  async journal(scope: string, fromSeq: number, limit: number): Promise<readonly JournalEntry[] | Fault> {
    const most = Math.max(0, Math.min(limit, LIMITS.journal_entries_max)); // to SQLite, -1 is no limit
    return this.#inside(() => {
      this.#holdJournal(scope, (this.#sql('seq').get(scope)?.['seq'] as number | undefined) ?? 0);
      return this.#sql('journal').all(scope, fromSeq, most).map(entryOf);
    });
  }

  async checkIntegrity(): Promise<Fault | undefined> {
    return this.#inside(() => {
      const [row] = this.#db.prepare('PRAGMA integrity_check(1)').all();
      const problem = row?.['integrity_check'];
      if (problem !== 'ok') return new Fault('STORE_CORRUPT', { path: this.#path, problem: String(problem) });
      const gap = this.#sql('gap').get();
      if (gap !== undefined) {
        const problem = `the journal of ${gap['scope']} does not count to its seq ${gap['seq']}`;
        return new Fault('STORE_CORRUPT', { path: this.#path, problem });
      }
      const orphan = this.#sql('orphan').get();
      for (const { scope } of [...this.#sql('scopes').all(), ...(orphan === undefined ? [] : [orphan])])
        this.#load(scope as string);
      for (const { digest, bytes } of this.#sql('objects').iterate()) {
        const found = sha256(bytes as Uint8Array);
        if (found !== digest) return new Fault('OBJECT_CORRUPT', { digest: digest as Digest, found });
      }
      return undefined;
    });
  }

  async close(): Promise<void> {
    if (!this.#db.isOpen) return;
    await this.#commits.finish();
    if (!this.#db.isOpen) return; // whoever closed it as well was first
    this.#db.close();
  }

  /** Nothing is decided, and nothing shown, on what is not what the last decision left. */
  #load(scope: string): ScopeState {
    const row = this.#sql('seq').get(scope);
    const seq = (row?.['seq'] as number | undefined) ?? 0;
    this.#holdJournal(scope, seq);
    const refs = refsOf(this.#sql('refs').iterate(scope));
    const state = { scope, seq, refs };
    // Of layout 1, which is read as it is, no scope has a seal.
    const isSealed = row === undefined || 'seal' in row;
    if (seq === 0 ? refs.size > 0 : isSealed && row?.['seal'] !== sealOf(state))
      throw new Damaged(`the refs of ${scope} are not those that its decision ${seq} left`);
    return state;
  }

  #holdJournal(scope: string, seq: number): void {
    const { entries, last } = this.#sql('counted').get(scope) as { entries: number; last: number | null };
    if (entries !== seq || (last ?? 0) !== seq)
      throw new Damaged(`the journal of ${scope} does not count to its seq ${seq}`);
  }

  /** What is there already must be what it is called by: nothing is told to be kept that can't be read again. */
  #keep(bytes: Uint8Array): Digest | Fault {
    const digest = sha256(bytes);
    if (Number(this.#sql('keep').run(digest, bytes).changes) > 0) return digest;
    const found = sha256(this.#sql('object').get(digest)!['bytes'] as Uint8Array);
    return found === digest ? digest : new Fault('OBJECT_CORRUPT', { digest, found });
  }

  #sql(name: keyof typeof SQL): StatementSync {
    const known = this.#statements.get(name);
    if (known !== undefined) return known;
    const made = this.#db.prepare(SQL[name]);
    this.#statements.set(name, made);
    return made;
  }

  /** Reads of one moment. */
  #inside<T>(work: () => T): T | Fault {
    return this.#try(() => {
      if (this.#db.isTransaction) return work();
      this.#db.exec('BEGIN');
      try {
        return work();
      } finally {
        if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      }
    });
  }

  #try<T>(work: () => T): T | Fault {
    try {
      return work();
    } catch (error) {
      return sqliteFault(this.#path, error);
    }
  }
}

async function prepare(db: DatabaseSync, path: string): Promise<Fault | undefined> {
  await useWal(db);
  // FULL makes a commit survive the machine's fall, not only the program's.
  db.exec('PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF');
  const fault = layoutFault(db, path);
  if (fault === undefined) upgradeLayout(db);
  if (fault !== 'absent') return fault;
  db.exec('BEGIN IMMEDIATE');
  const second = layoutFault(db, path); // another process may have made it while this one waited
  if (second !== 'absent') {
    db.exec('ROLLBACK');
    return second;
  }
  db.exec(LAYOUT);
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  db.exec('COMMIT');
  return undefined;
}

/** Turning a new file into WAL wants it alone and doesn't wait for it: SQLite answers busy at once, so we ask again. */
async function useWal(db: DatabaseSync): Promise<void> {
  const step_ms = 20;
  for (let waited_ms = 0; ; waited_ms += step_ms) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || waited_ms >= LIMITS.store_busy_ms) throw error;
      await setTimeout(step_ms);
    }
  }
}

const entryOf = (row: Record<string, unknown>): JournalEntry => ({
  seq: row['seq'] as number,
  opId: row['op_id'] as string,
  kind: row['kind'] as string,
  request: row['request'] as Digest,
  answer: storedJson(row['answer']) as Answer,
  at_ms: row['at_ms'] as number,
});
