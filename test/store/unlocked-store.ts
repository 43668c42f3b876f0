import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { documentDigest } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Answer, Decision, Ref, ScopeState } from '../../src/change/decision.ts';
import type { Recorded, Request, Store } from '../../src/store/port.ts';
import { SQL } from '../../src/store/sqlite-layout.ts';

/**
 * The mistake on purpose: reads, decides, and only then takes the lock to write. It must be caught, or the checker that
 * passes the real store proves nothing.
 */
export class UnlockedStore implements Pick<Store, 'transact' | 'readScope' | 'close'> {
  readonly #db: DatabaseSync;

  constructor(path: string) {
    this.#db = new DatabaseSync(path, { timeout: 60_000 });
  }

  async transact<A extends Answer>(
    scope: string,
    opId: string,
    request: Request,
    decide: (state: ScopeState) => Decision<A>,
  ): Promise<Recorded<A> | Fault> {
    const decision = decide(await this.readScope(scope));
    if (decision instanceof Fault) return decision;
    await setImmediate();
    this.#db.exec('BEGIN IMMEDIATE');
    for (const [name, value] of decision.refs)
      this.#db.prepare(SQL.writeRef).run(scope, name, canonicalJson(value));
    const seq = ((this.#db.prepare(SQL.seq).get(scope)?.['seq'] as number | undefined) ?? 0) + 1;
    this.#db.prepare(SQL.raise).run(scope, seq);
    const answer = canonicalJson(decision.answer);
    this.#db.prepare(SQL.append).run(scope, seq, opId, request.kind, documentDigest(request), answer, 0);
    this.#db.exec('COMMIT');
    return { ...decision.answer, seq };
  }

  async readScope(scope: string): Promise<ScopeState> {
    this.#db.exec('BEGIN');
    const seq = (this.#db.prepare(SQL.seq).get(scope)?.['seq'] as number | undefined) ?? 0;
    const rows = this.#db.prepare(SQL.refs).all(scope);
    this.#db.exec('COMMIT');
    const refs = rows.map(row => {
      const ref: Ref = {
        generation: row['generation'] as number,
        value: JSON.parse(row['value'] as string) as Json,
      };
      return [row['name'] as string, ref] as const;
    });
    return { scope, seq, refs: new Map(refs) };
  }

  async close(): Promise<void> {
    this.#db.close();
  }
}
