import { LIMITS } from '../base/limits.ts';
import type { ScopeState } from '../change/decision.ts';

/**
 * What the last decisions of this process left, so that the next one need not read and check it anew. It holds for as long
 * as nobody else writes to the file, which SQLite tells by a number.
 */
export class KnownScopes {
  readonly #states = new Map<string, ScopeState>();
  #written: unknown;

  /** @param written  changes whenever somebody else has written */
  at(scope: string, written: unknown): ScopeState | undefined {
    if (written !== this.#written) this.forget();
    this.#written = written;
    return this.#states.get(scope);
  }

  /** Those longest without a decision go first. */
  set(state: ScopeState): void {
    this.#states.delete(state.scope);
    this.#states.set(state.scope, state);
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= LIMITS.store_known_scopes_max) break;
      this.#states.delete(oldest);
    }
  }

  forget(): void {
    this.#states.clear();
  }
}
