import { type Digest, sha256 } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { ScopeState } from '../../change/decision.ts';
import type { JournalEntry, StillStore, StoredObject } from '../port.ts';
import type { Connection } from './connections.ts';
import { nameWritten, writtenName } from './names.ts';
import { type EntryRow, entryOf, holdJournal, rowsOf, type ScopeRow, stateOf } from './rows.ts';
import type { Statements } from './statements.ts';

/** What one connection sees, and may remove where its transaction keeps everybody else from writing. */
export class StillPostgres implements StillStore {
  readonly #connection: Connection;
  readonly #sql: Statements;

  constructor(connection: Connection, sql: Statements) {
    [this.#connection, this.#sql] = [connection, sql];
  }

  async getObject(digest: Digest): Promise<Uint8Array | Fault> {
    const [row] = await rowsOf<{ bytes: Buffer }>(this.#connection, this.#sql.object, [digest]);
    if (row === undefined) return new Fault('OBJECT_UNKNOWN', { digest });
    const found = sha256(row.bytes);
    return found === digest ? new Uint8Array(row.bytes) : new Fault('OBJECT_CORRUPT', { digest, found });
  }

  async readScope(scope: string): Promise<ScopeState> {
    return stateOf(scope, await rowsOf<ScopeRow>(this.#connection, this.#sql.scope, [writtenName(scope)]));
  }

  async scopes(): Promise<readonly { readonly scope: string; readonly seq: number }[]> {
    const rows = await rowsOf<{ scope: string; seq: number }>(this.#connection, this.#sql.scopes, []);
    return rows
      .map(({ scope, seq }) => ({ scope: nameWritten(scope), seq }))
      .sort((a, b) => (a.scope < b.scope ? -1 : 1));
  }

  async journal(scope: string, fromSeq: number, limit: number): Promise<readonly JournalEntry[]> {
    const most = Math.max(0, Math.min(Math.trunc(limit), LIMITS.journal_entries_max));
    const first = Math.min(Math.max(1, Math.ceil(fromSeq)), Number.MAX_SAFE_INTEGER);
    const asked = [writtenName(scope), first, most];
    const rows = await rowsOf<JournalRow>(this.#connection, this.#sql.journal, asked);
    const [{ count, entries, last }] = rows as [JournalRow];
    holdJournal(scope, count ?? 0, entries, last ?? 0);
    return rows.filter(({ seq }) => seq !== null).map(row => entryOf(row as EntryRow));
  }

  async objects(after: Digest | undefined, most: number): Promise<readonly StoredObject[]> {
    const rows = await rowsOf<ObjectRow>(this.#connection, this.#sql.objectsAfter, [after ?? '', most]);
    return rows.map(statOf);
  }

  async statObject(digest: Digest): Promise<StoredObject | undefined> {
    const [row] = await rowsOf<ObjectRow>(this.#connection, this.#sql.objectAt, [digest]);
    return row && statOf(row);
  }

  async noticeObjects(digests: readonly Digest[]): Promise<undefined> {
    await rowsOf(this.#connection, this.#sql.put, [digests]);
    return undefined;
  }

  async removeObjects(digests: readonly Digest[]): Promise<undefined> {
    for (const removal of [this.#sql.removeObjects, this.#sql.removePuts])
      await rowsOf(this.#connection, removal, [digests]);
    return undefined;
  }
}

type JournalRow = { readonly [key in keyof EntryRow]: EntryRow[key] | null } & {
  readonly count: number | null;
  readonly entries: number;
  readonly last: number | null;
};

type ObjectRow = { readonly digest: Digest; readonly bytes: number; readonly age_ms: number | null };

const statOf = ({ digest, bytes, age_ms }: ObjectRow): StoredObject => ({
  digest,
  bytes,
  age_ms: age_ms ?? undefined,
});
