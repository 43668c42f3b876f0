import { canonicalJson } from '../../src/base/canonical-json.ts';
import { documentDigest } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Answer, Decision, ScopeState } from '../../src/change/decision.ts';
import type { Recorded, Request, Store } from '../../src/store/port.ts';
import { Connections } from '../../src/store/postgres/connections.ts';
import { type ScopeRow, stateOf } from '../../src/store/postgres/rows.ts';
import { statementsIn } from '../../src/store/postgres/statements.ts';
import { sealOf } from '../../src/store/seal.ts';
import { refsAfter } from '../../src/store/stored-refs.ts';
import { optionsFor } from './open-postgres.ts';

/**
 * The mistake on purpose: reads and decides without the lock of the scope, and takes it only to write, on top of what is
 * there then. It must be caught, or the checker that passes the real store proves nothing.
 */
export class UnlockedPostgres implements Pick<Store, 'transact' | 'readScope' | 'close'> {
  readonly #connections: Connections;
  readonly #sql = statementsIn('assay');

  constructor(url: string) {
    this.#connections = new Connections(optionsFor(url));
  }

  async transact<A extends Answer>(
    scope: string,
    opId: string,
    request: Request,
    decide: (state: ScopeState) => Decision<A>,
  ): Promise<Recorded<A> | Fault> {
    const believed = await this.readScope(scope);
    const decision = believed instanceof Fault ? believed : decide(believed);
    if (decision instanceof Fault) return decision;
    return this.#connections.write(async connection => {
      await connection.query({ ...this.#sql.make, values: [scope] });
      await connection.query({ ...this.#sql.lock, values: [scope] });
      const { rows } = await connection.query<ScopeRow>({ ...this.#sql.scope, values: [scope] });
      const found = stateOf(scope, rows);
      const writes = Array.from(decision.refs, ([name, value]) => [name, canonicalJson(value)] as const);
      const seq = found.seq + 1;
      await connection.query({
        ...this.#sql.write,
        values: [
          scope,
          writes.map(([name]) => name),
          writes.map(([, text]) => text),
          seq,
          sealOf({ scope, seq, refs: refsAfter(found.refs, writes) }),
          opId,
          request.kind,
          documentDigest(request),
          canonicalJson(decision.answer),
          0,
        ],
      });
      return { ...decision.answer, seq };
    });
  }

  readScope(scope: string): Promise<ScopeState | Fault> {
    return this.#connections.use(async connection =>
      stateOf(scope, (await connection.query<ScopeRow>({ ...this.#sql.scope, values: [scope] })).rows),
    );
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}
