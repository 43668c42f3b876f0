import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { Answer, Decision, ScopeState } from '../change/decision.ts';
import { MemoryStore } from './memory.ts';
import type { JournalEntry, Recorded, Request, StillStore, Store, StoredScope } from './port.ts';
import { tooLarge } from './too-large.ts';

export type Deferred = {
  readonly now_ms: () => number;
  /** Whether there still is nothing: another process may make the store meanwhile. */
  readonly isAbsent: () => boolean;
  readonly make: () => Promise<Store | Fault>;
};

/**
 * A store that is not there yet, and is made when something is about to be kept. What is refused leaves nothing behind,
 * and nothing ever has to be removed that another process may have begun to use.
 */
export class DeferredStore implements Store {
  readonly #deferred: Deferred;
  readonly #empty: MemoryStore;
  #making: Promise<Store | Fault> | undefined;

  constructor(deferred: Deferred) {
    this.#deferred = deferred;
    this.#empty = new MemoryStore(deferred.now_ms);
  }

  async putObject(bytes: Uint8Array): Promise<Digest | Fault> {
    return tooLarge([bytes]) ?? this.#in(await this.#made(), store => store.putObject(bytes));
  }

  async getObject(digest: Digest): Promise<Uint8Array | Fault> {
    return this.#in(await this.#found(), store => store.getObject(digest));
  }

  /** Decided once on nothing, and when that is not refused, once more by the store on what it then holds. */
  async transact<A extends Answer>(
    scope: string,
    opId: string,
    request: Request,
    decide: (state: ScopeState) => Decision<A>,
  ): Promise<Recorded<A> | Fault> {
    const found = await this.#found();
    if (found === this.#empty) {
      const rehearsed = await new MemoryStore(this.#deferred.now_ms).transact(scope, opId, request, decide);
      if (rehearsed instanceof Fault) return rehearsed;
    }
    return this.#in(await this.#made(), store => store.transact(scope, opId, request, decide));
  }

  async restore(scopes: readonly StoredScope[]): Promise<Fault | undefined> {
    return this.#in(await this.#made(), store => store.restore(scopes));
  }

  async sweep<T>(work: (still: StillStore) => Promise<T | Fault>): Promise<T | Fault> {
    return this.#in(await this.#found(), store => store.sweep(work));
  }

  async readScope(scope: string): Promise<ScopeState | Fault> {
    return this.#in(await this.#found(), store => store.readScope(scope));
  }

  async scopes(): Promise<readonly { readonly scope: string; readonly seq: number }[] | Fault> {
    return this.#in(await this.#found(), store => store.scopes());
  }

  async journal(scope: string, fromSeq: number, limit: number): Promise<readonly JournalEntry[] | Fault> {
    return this.#in(await this.#found(), store => store.journal(scope, fromSeq, limit));
  }

  async checkIntegrity(): Promise<Fault | undefined> {
    return this.#in(await this.#found(), store => store.checkIntegrity());
  }

  async close(): Promise<void> {
    const made = await this.#making;
    if (made !== undefined && !(made instanceof Fault)) await made.close();
  }

  async #found(): Promise<Store | Fault> {
    if (this.#making === undefined && this.#deferred.isAbsent()) return this.#empty;
    return this.#made();
  }

  /** One for all who ask at once; a failure is not kept, because the next try may find room. */
  async #made(): Promise<Store | Fault> {
    this.#making ??= this.#deferred.make();
    const made = await this.#making;
    if (made instanceof Fault) this.#making = undefined;
    return made;
  }

  async #in<T>(store: Store | Fault, work: (store: Store) => Promise<T>): Promise<T | Fault> {
    return store instanceof Fault ? store : work(store);
  }
}
