import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Ref } from '../../change/decision.ts';
import type { ReadStore } from '../../store/port.ts';
import { digestsIn, textOfBytes } from '../digests-in.ts';

export type LookedThrough = Pick<ReadStore, 'getObject' | 'readScope' | 'scopes' | 'journal'>;

/**
 * The digests that a store names: in its references, in the answers of its journals, and in every object that is named
 * itself. Too many count rather than too few. What was named once counts for as long as this is looked at.
 */
export class LiveDigests {
  /** Who named each first: a reference or an answer, in words, or an object. */
  readonly #named = new Map<Digest, string>();
  readonly #seqs = new Map<string, number>();
  readonly #unread: Digest[] = [];

  has(digest: Digest): boolean {
    return this.#named.has(digest);
  }

  /** What names it, in words, and through which objects. */
  namedBy(digest: Digest): string | undefined {
    const by = this.#named.get(digest);
    return by?.startsWith('sha256:') ? `${by}, which ${this.namedBy(by as Digest)} names` : by;
  }

  /**
   * Takes in what was decided since the last time.
   *
   * @param listed  every object there is, asked for after the references were read: then no other is looked for
   * @faults those of the store
   */
  async follow(
    store: LookedThrough,
    listed?: () => Promise<ReadonlySet<Digest> | Fault>,
  ): Promise<Fault | undefined> {
    const scopes = await store.scopes();
    if (scopes instanceof Fault) return scopes;
    for (const { scope, seq } of scopes) {
      if (this.#seqs.get(scope) === seq) continue;
      const fault = await this.#takeIn(store, scope);
      if (fault !== undefined) return fault;
    }
    const there = await listed?.();
    return there instanceof Fault ? there : this.#walk(store, there);
  }

  async #takeIn(store: LookedThrough, scope: string): Promise<Fault | undefined> {
    const state = await store.readScope(scope);
    if (state instanceof Fault) return state;
    for (const [name, ref] of state.refs) this.#look(`${scope} ${name}`, refText(name, ref));
    for (let seq = this.#seqs.get(scope) ?? 0; seq < state.seq; ) {
      const page = await store.journal(scope, seq + 1, LIMITS.journal_entries_max);
      if (page instanceof Fault) return page;
      for (const entry of page) this.#look(`${scope} seq ${entry.seq}`, canonicalJson(entry.answer as Json));
      if (page.length === 0) break;
      seq = page.at(-1)!.seq;
    }
    this.#seqs.set(scope, state.seq);
    return undefined;
  }

  async #walk(store: LookedThrough, there: ReadonlySet<Digest> | undefined): Promise<Fault | undefined> {
    for (let digest = this.#unread.at(-1); digest !== undefined; digest = this.#unread.at(-1)) {
      const bytes = there === undefined || there.has(digest) ? await store.getObject(digest) : undefined;
      if (bytes instanceof Fault && bytes.code !== 'OBJECT_UNKNOWN') return bytes;
      this.#unread.pop();
      if (bytes !== undefined && !(bytes instanceof Fault)) this.#look(digest, textOfBytes(bytes));
    }
    return undefined;
  }

  #look(by: string, text: string): void {
    for (const digest of digestsIn(text)) {
      if (this.#named.has(digest)) continue;
      this.#named.set(digest, by);
      this.#unread.push(digest);
    }
  }
}

const refText = (name: string, { value }: Ref): string => `${name} ${canonicalJson(value)}`;
