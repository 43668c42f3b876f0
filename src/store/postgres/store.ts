import { canonicalJson } from '../../base/canonical-json.ts';
import { type Digest, documentDigest, sha256 } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Answer, Decision, ScopeState } from '../../change/decision.ts';
import type { JournalEntry, Recorded, Request, StillStore, Store, StoredScope } from '../port.ts';
import { sealOf } from '../seal.ts';
import { settle } from '../settle.ts';
import { refsAfter } from '../stored-refs.ts';
import { tooLarge } from '../too-large.ts';
import { Turns } from '../turns.ts';
import type { Connection, Connections } from './connections.ts';
import { nameWritten, writtenName } from './names.ts';
import { type EntryRow, entryOf, rowsOf } from './rows.ts';
import { type Statements, statementsIn } from './statements.ts';
import { StillPostgres } from './still.ts';

/** How many objects are held against their digests by one statement. */
const OBJECTS_AT_A_TIME = 64;

/** The store that several servers share: tables in one schema of a PostgreSQL database. */
export class PostgresStore implements Store {
  readonly #connections: Connections;
  readonly #sql: Statements;
  readonly #now_ms: () => number;
  readonly #turns = new Turns();

  constructor(connections: Connections, schema: string, now_ms: () => number) {
    this.#connections = connections;
    this.#sql = statementsIn(schema);
    this.#now_ms = now_ms;
  }

  async putObject(bytes: Uint8Array): Promise<Digest | Fault> {
    const own = Buffer.from(bytes); // the caller may write into it again before it is sent
    const digest = sha256(own);
    return (
      tooLarge([own]) ??
      this.#connections.write(async connection => {
        // First: whoever sweeps holds this back, and what is to be kept is not looked for before.
        await rowsOf(connection, this.#sql.put, [[digest]]);
        return this.#keep(connection, digest, own);
      })
    );
  }

  async getObject(digest: Digest): Promise<Uint8Array | Fault> {
    return this.#connections.use(connection => this.#in(connection).getObject(digest));
  }

  async transact<A extends Answer>(
    scope: string,
    opId: string,
    request: Request,
    decide: (state: ScopeState) => Decision<A>,
  ): Promise<Recorded<A> | Fault> {
    const names = [writtenName(scope), writtenName(opId)] as const;
    const kind = writtenName(request.kind);
    const asked = documentDigest(request);
    const outcome = await this.#turns.take(scope, LIMITS.store_busy_ms, () =>
      this.#connections.write(async (connection): Promise<Recorded<A> | Fault> => {
        await this.#lock(connection, names[0]);
        const [before] = await rowsOf<EntryRow>(connection, this.#sql.entryOf, names);
        if (before !== undefined) {
          const { seq, request: recorded, answer } = entryOf(before);
          if (recorded === asked) return { ...(answer as A), seq };
          return new Fault('OP_ID_REUSED', { scope, opId, recorded, asked });
        }
        const state = await this.#in(connection).readScope(scope);
        // Who decides is given a copy: what the next generation is must not hang on what is scribbled there.
        const decision = decide({ ...state, refs: new Map(state.refs) });
        if (decision instanceof Fault) return decision;
        const refused = tooLarge(decision.objects) ?? (await this.#keepAll(connection, decision.objects));
        if (refused !== undefined) return refused;

        const seq = state.seq + 1;
        const answer = settle(decision.answer);
        const writes = Array.from(decision.refs, ([name, value]) => [name, canonicalJson(value)] as const);
        await rowsOf(connection, this.#sql.write, [
          names[0],
          writes.map(([name]) => writtenName(name)),
          writes.map(([, text]) => text),
          seq,
          sealOf({ scope, seq, refs: refsAfter(state.refs, writes) }),
          names[1],
          kind,
          asked,
          canonicalJson(answer),
          this.#now_ms(),
        ]);
        return { ...answer, seq };
      }),
    );
    if (outcome !== 'late') return outcome;
    return new Fault('STORE_BUSY', { path: this.#connections.path, waited_ms: LIMITS.store_busy_ms });
  }

  async restore(scopes: readonly StoredScope[]): Promise<Fault | undefined> {
    return this.#connections.write(async connection => {
      await rowsOf(connection, this.#sql.lockScopes, []);
      const found = await rowsOf(connection, this.#sql.anyScope, []);
      if (found.length > 0) return new Fault('STORE_NOT_EMPTY', { path: this.#connections.path });
      for (const { scope, seq, refs, entries } of scopes) {
        const name = writtenName(scope);
        await rowsOf(connection, this.#sql.restoreScope, [name, seq, sealOf({ scope, seq, refs })]);
        await rowsOf(connection, this.#sql.restoreRefs, [
          name,
          [...refs.keys()].map(writtenName),
          [...refs.values()].map(({ generation }) => generation),
          [...refs.values()].map(({ value }) => canonicalJson(value)),
        ]);
        for (const { seq: at, opId, kind, request, answer, at_ms } of entries) {
          const row = [writtenName(opId), writtenName(kind), request, canonicalJson(answer), at_ms];
          await rowsOf(connection, this.#sql.restoreEntry, [name, at, ...row]);
        }
      }
      return undefined;
    });
  }

  sweep<T>(work: (still: StillStore) => Promise<T | Fault>): Promise<T | Fault> {
    return this.#connections.write(async connection => {
      await rowsOf(connection, this.#sql.lockAll, []);
      return work(new StillPostgres(connection, this.#sql));
    });
  }

  async readScope(scope: string): Promise<ScopeState | Fault> {
    return this.#connections.use(connection => this.#in(connection).readScope(scope));
  }

  async scopes(): Promise<readonly { readonly scope: string; readonly seq: number }[] | Fault> {
    return this.#connections.use(connection => this.#in(connection).scopes());
  }

  async journal(scope: string, fromSeq: number, limit: number): Promise<readonly JournalEntry[] | Fault> {
    return this.#connections.use(connection => this.#in(connection).journal(scope, fromSeq, limit));
  }

  async checkIntegrity(): Promise<Fault | undefined> {
    return this.#connections.look(async connection => {
      const scopes = await rowsOf<{ scope: string }>(connection, this.#sql.everyScope, []);
      for (const { scope } of scopes) await this.#in(connection).readScope(nameWritten(scope));
      for (let after = ''; ; ) {
        const page = await rowsOf<{ digest: Digest; found: string }>(connection, this.#sql.objects, [
          after,
          OBJECTS_AT_A_TIME,
        ]);
        const wrong = page.find(({ digest, found }) => digest !== found);
        if (wrong !== undefined) return new Fault('OBJECT_CORRUPT', wrong);
        if (page.length < OBJECTS_AT_A_TIME) return undefined;
        after = page.at(-1)!.digest;
      }
    });
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  /** The row of the scope is the lock; of one that is new it is made, and is gone again where nothing is written. */
  async #lock(connection: Connection, scope: string): Promise<void> {
    for (;;) {
      const found = await rowsOf(connection, this.#sql.lock, [scope]);
      if (found.length > 0) return;
      const { rowCount } = await connection.query({ ...this.#sql.make, values: [scope] });
      if (rowCount === 1) return;
    }
  }

  #in(connection: Connection): StillPostgres {
    return new StillPostgres(connection, this.#sql);
  }

  /** In the order of their digests: two transactions that keep the same objects then never wait for one another. */
  async #keepAll(connection: Connection, objects: readonly Uint8Array[]): Promise<Fault | undefined> {
    const byDigest = new Map(objects.map(bytes => [sha256(bytes), bytes]));
    for (const [digest, bytes] of [...byDigest].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const kept = await this.#keep(connection, digest, Buffer.from(bytes));
      if (kept instanceof Fault) return kept;
    }
    return undefined;
  }

  /** What is there already must be what it is called by: nothing is told to be kept that can't be read again. */
  async #keep(connection: Connection, digest: Digest, bytes: Buffer): Promise<Digest | Fault> {
    const { rowCount } = await connection.query({ ...this.#sql.keep, values: [digest, bytes] });
    if (rowCount === 1) return digest;
    const [row] = await rowsOf<{ found: string }>(connection, this.#sql.kept, [digest]);
    return row?.found === digest
      ? digest
      : new Fault('OBJECT_CORRUPT', { digest, found: String(row?.found) });
  }
}
