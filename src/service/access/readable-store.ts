import { type Digest, isDigest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { ScopeState } from '../../change/decision.ts';
import { subjectScope } from '../../change/subject-state.ts';
import type { JournalEntry, ReadStore } from '../../store/port.ts';
import { authorise, mayRead, readsAll } from './authorise.ts';
import type { Principal } from './principal.ts';
import { ACCESS_SCOPE } from './token-entry.ts';

/** The digests that the refs of a scope name, as of a seq. */
type Named = { readonly seq: number; readonly digests: ReadonlySet<Digest> };

/**
 * A store as whoever asks may see it: what they may not read is not there. An object is there for those who may read a
 * subject whose refs name it, and for those who may read all. The tokens are there for nobody but an admin.
 */
export class ReadableStore implements ReadStore {
  readonly #store: ReadStore;
  readonly #asks: () => Principal;
  /** In the order they were last used. */
  readonly #named = new Map<string, Named>();

  /** @param asks  who asks at this moment */
  constructor(store: ReadStore, asks: () => Principal) {
    this.#store = store;
    this.#asks = asks;
  }

  async getObject(digest: Digest): Promise<Uint8Array | Fault> {
    const principal = this.#asks();
    if (readsAll(principal)) return this.#store.getObject(digest);
    const isThere = await this.#isNamed(digest, subjectsOf(principal));
    if (isThere instanceof Fault) return isThere;
    return isThere ? this.#store.getObject(digest) : new Fault('OBJECT_UNKNOWN', { digest });
  }

  async readScope(scope: string): Promise<ScopeState | Fault> {
    return isThere(this.#asks(), scope) ? this.#store.readScope(scope) : { scope, seq: 0, refs: new Map() };
  }

  async scopes(): Promise<readonly { readonly scope: string; readonly seq: number }[] | Fault> {
    const principal = this.#asks();
    const all = await this.#store.scopes();
    return all instanceof Fault ? all : all.filter(({ scope }) => isThere(principal, scope));
  }

  async journal(scope: string, fromSeq: number, limit: number): Promise<readonly JournalEntry[] | Fault> {
    return isThere(this.#asks(), scope) ? this.#store.journal(scope, fromSeq, limit) : [];
  }

  checkIntegrity(): Promise<Fault | undefined> {
    return this.#store.checkIntegrity();
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** What was named once stays readable while it is remembered; what was not is looked for where something was written since. */
  async #isNamed(digest: Digest, subjects: readonly string[]): Promise<boolean | Fault> {
    const scopes = subjects.map(subjectScope);
    if (scopes.some(scope => this.#named.get(scope)?.digests.has(digest))) return true;
    const all = await this.#store.scopes();
    if (all instanceof Fault) return all;
    const wanted = new Set(scopes);
    for (const { scope, seq } of all) {
      if (!wanted.has(scope) || this.#named.get(scope)?.seq === seq) continue;
      const state = await this.#store.readScope(scope);
      if (state instanceof Fault) return state;
      const named = namedIn(state);
      this.#remember(scope, named);
      if (named.digests.has(digest)) return true;
    }
    return false;
  }

  #remember(scope: string, named: Named): void {
    this.#named.delete(scope);
    this.#named.set(scope, named);
    if (this.#named.size <= LIMITS.named_scopes_max) return;
    const [oldest] = this.#named.keys();
    if (oldest !== undefined) this.#named.delete(oldest);
  }
}

const SUBJECT_PREFIX = subjectScope('');

function isThere(principal: Principal, scope: string): boolean {
  if (scope === ACCESS_SCOPE) return authorise(principal, 'administer', undefined) === undefined;
  if (readsAll(principal)) return true;
  return scope.startsWith(SUBJECT_PREFIX) && mayRead(principal, scope.slice(SUBJECT_PREFIX.length));
}

const subjectsOf = (principal: Principal): readonly string[] => [
  ...new Set(
    principal.grants
      .flatMap(({ subjects }) => (subjects === 'all' ? [] : subjects))
      .filter(subject => mayRead(principal, subject)),
  ),
];

function namedIn({ seq, refs }: ScopeState): Named {
  const digests = new Set<Digest>();
  const walk = (value: unknown): void => {
    if (isDigest(value)) digests.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const below of Object.values(value)) walk(below);
  };
  for (const { value } of refs.values()) walk(value);
  return { seq, digests };
}
