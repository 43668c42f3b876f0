import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { ReadStore } from '../../store/port.ts';
import type { Principal } from './principal.ts';
import { ACCESS_SCOPE, stateOf, type TokenEntry, tokensIn } from './token-entry.ts';
import { isSecretOf, parseToken } from './token-text.ts';

/** What is told to whoever shows the secret, and to nobody else. */
const ENDED = {
  expired: 'the token has expired',
  revoked: 'the token was revoked',
} as const;
const UNKNOWN = 'the token is none of this registry';

type Known = { readonly tokens: ReadonlyMap<string, Held>; readonly seq: number; readonly asOf_ms: number };
type Held = { readonly entry: TokenEntry; readonly principal: Principal };

/**
 * Who bears which token. What the store says is held for a second at most, and asked anew at once where a token was made
 * or revoked in this process; where nothing was journalled since, nothing else is read. A store that is silent lets
 * nobody in.
 */
export class TokenHolders {
  readonly #store: ReadStore;
  readonly #now_ms: () => number;
  #known: Known | undefined;
  #asking: Promise<Known | Fault> | undefined;

  constructor(store: ReadStore, now_ms: () => number) {
    this.#store = store;
    this.#now_ms = now_ms;
  }

  /** To be called when a transaction of this process has changed a token. */
  forget(): void {
    this.#known = undefined;
    // What is being asked may have been read before the change.
    this.#asking = undefined;
  }

  /** @faults UNAUTHENTICATED, and those of the store */
  async holder(text: string): Promise<Principal | Fault> {
    const token = parseToken(text);
    if (token === undefined) return new Fault('UNAUTHENTICATED', { reason: UNKNOWN });
    const known = this.#fresh() ?? (await this.#ask());
    if (known instanceof Fault) return known;
    const held = known.tokens.get(token.id);
    if (held === undefined || !isSecretOf(token, held.entry.secret))
      return new Fault('UNAUTHENTICATED', { reason: UNKNOWN });
    const state = stateOf(held.entry, this.#now_ms());
    return state === 'holds' ? held.principal : new Fault('UNAUTHENTICATED', { reason: ENDED[state] });
  }

  #fresh(): Known | undefined {
    const age_ms = this.#known === undefined ? Number.NaN : this.#now_ms() - this.#known.asOf_ms;
    return age_ms >= 0 && age_ms < LIMITS.access_held_ms ? this.#known : undefined;
  }

  /** All who ask meanwhile wait for the same answer. */
  #ask(): Promise<Known | Fault> {
    if (this.#asking !== undefined) return this.#asking;
    const asking = this.#read(this.#known).then(
      read => {
        if (this.#asking === asking) {
          this.#asking = undefined;
          if (!(read instanceof Fault)) this.#known = read;
        }
        return read;
      },
      (error: unknown) => {
        if (this.#asking === asking) this.#asking = undefined;
        throw error;
      },
    );
    this.#asking = asking;
    return asking;
  }

  async #read(before: Known | undefined): Promise<Known | Fault> {
    const asOf_ms = this.#now_ms();
    if (before !== undefined) {
      const since = await this.#store.journal(ACCESS_SCOPE, before.seq + 1, 1);
      if (since instanceof Fault) return since;
      if (since.length === 0) return { ...before, asOf_ms };
    }
    const scope = await this.#store.readScope(ACCESS_SCOPE);
    if (scope instanceof Fault) return scope;
    const tokens = new Map(
      [...tokensIn(scope)].map(([id, entry]) => [
        id,
        { entry, principal: { id: `token:${id}`, grants: entry.grants } },
      ]),
    );
    return { tokens, seq: scope.seq, asOf_ms };
  }
}
