import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { documentDigest } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Answer, Decision, ScopeState } from '../../src/change/decision.ts';
import type { Recorded, Request, Store } from '../../src/store/port.ts';
import { sealOf } from '../../src/store/seal.ts';
import { SQL } from '../../src/store/sqlite-layout.ts';
import { refsOf } from '../../src/store/stored-refs.ts';

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
    const refs = refsOf(this.#db.prepare(SQL.refs).iterate(scope));
    this.#db.prepare(SQL.seal).run(sealOf({ scope, seq, refs }), scope);
    const answer = canonicalJson(decision.answer);
    this.#db.prepare(SQL.append).run(scope, seq, opId, request.kind, documentDigest(request), answer, 0);
    this.#db.exec('COMMIT');
    return { ...decision.answer, seq };
  }

  async readScope(scope: string): Promise<ScopeState> {
    this.#db.exec('BEGIN');
    const seq = (this.#db.prepare(SQL.seq).get(scope)?.['seq'] as number | undefined) ?? 0;
    const refs = refsOf(this.#db.prepare(SQL.refs).iterate(scope));
    this.#db.exec('COMMIT');
    return { scope, seq, refs };
  }

  async close(): Promise<void> {
    this.#db.close();
  }
}
