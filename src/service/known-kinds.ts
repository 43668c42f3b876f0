import type { Digest } from '../base/digest.ts';
import { LIMITS } from '../base/limits.ts';
import type { ObjectKind } from './query-objects.ts';

/**
 * Of which kinds objects were found to be, so that they are recognised once: bytes under a digest never become another
 * document. What an object is not is asked again, because what it would need to be one may be stored meanwhile.
 */
export class KnownKinds {
  readonly #known = new Set<string>();

  has(kind: ObjectKind, digest: Digest): boolean {
    return this.#known.has(`${kind} ${digest}`);
  }

  /** Those that were found longest ago go first. */
  add(kind: ObjectKind, digest: Digest): void {
    this.#known.add(`${kind} ${digest}`);
    if (this.#known.size <= LIMITS.known_kinds_max) return;
    const [oldest] = this.#known;
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
