import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Answer, Decision, Ref, ScopeState } from '../change/decision.ts';
import type { Blobs, JournalEntry, Recorded, Request, Store, StoredScope } from './port.ts';
import { settle } from './settle.ts';
import { tooLarge } from './too-large.ts';

type Scope = { readonly refs: Map<string, Ref>; readonly entries: JournalEntry[] };

/** The reference store: short enough to be believed, and the oracle the others are tested against. */
export class MemoryStore implements Store {
  readonly #objects = new Map<Digest, Uint8Array>();
  readonly #scopes = new Map<string, Scope>();
  readonly #now_ms: () => number;

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
  }

  async putObject(bytes: Uint8Array): Promise<Digest | Fault> {
    return tooLarge([bytes]) ?? this.#keep(bytes);
  }

  async getObject(digest: Digest): Promise<Uint8Array | Fault> {
    return this.#objects.get(digest)?.slice() ?? new Fault('OBJECT_UNKNOWN', { digest });
  }

  async transact<A extends Answer>(
    scope: string,
    opId: string,
    request: Request,
    decide: (state: ScopeState) => Decision<A>,
  ): Promise<Recorded<A> | Fault> {
    const { refs, entries } = this.#scopes.get(scope) ?? { refs: new Map<string, Ref>(), entries: [] };
    const asked = documentDigest(request);
    const before = entries.find(entry => entry.opId === opId);
    if (before !== undefined) {
      if (before.request === asked) return { ...(before.answer as A), seq: before.seq };
      return new Fault('OP_ID_REUSED', { scope, opId, recorded: before.request, asked });
    }

    const decision = decide({ scope, seq: entries.length, refs: new Map(refs) });
    if (decision instanceof Fault) return decision;
    const refused = tooLarge(decision.objects);
    if (refused !== undefined) return refused;

    const answer = settle(decision.answer);
    const writes = Array.from(decision.refs, ([name, value]) => [name, settle(value)] as const);
    for (const bytes of decision.objects) this.#keep(bytes);
    for (const [name, value] of writes) refs.set(name, next(refs.get(name), value));
    const seq = entries.length + 1;
    entries.push({ seq, opId, kind: request.kind, request: asked, answer, at_ms: this.#now_ms() });
    this.#scopes.set(scope, { refs, entries });
    return { ...answer, seq };
  }

  async restore(scopes: readonly StoredScope[]): Promise<Fault | undefined> {
    if (this.#scopes.size > 0) return new Fault('STORE_NOT_EMPTY', { path: 'memory' });
    for (const { scope, refs, entries } of scopes)
      this.#scopes.set(scope, { refs: new Map(refs), entries: [...entries] });
    return undefined;
  }

  async readScope(scope: string): Promise<ScopeState> {
    const found = this.#scopes.get(scope);
    return { scope, seq: found?.entries.length ?? 0, refs: new Map(found?.refs) };
  }

  async scopes(): Promise<readonly { readonly scope: string; readonly seq: number }[]> {
    return Array.from(this.#scopes, ([scope, { entries }]) => ({ scope, seq: entries.length })).sort(
      (a, b) => (a.scope < b.scope ? -1 : 1),
    );
  }

  async journal(scope: string, fromSeq: number, limit: number): Promise<readonly JournalEntry[]> {
    const entries = this.#scopes.get(scope)?.entries.filter(entry => entry.seq >= fromSeq) ?? [];
    return entries.slice(0, Math.max(0, Math.min(limit, LIMITS.journal_entries_max)));
  }

  async checkIntegrity(): Promise<undefined> {
    return undefined;
  }

  async close(): Promise<void> {}

  #keep(bytes: Uint8Array): Digest {
    const digest = sha256(bytes);
    if (!this.#objects.has(digest)) this.#objects.set(digest, new Uint8Array(bytes));
    return digest;
  }
}

export class MemoryBlobs implements Blobs {
  readonly #blobs = new Map<Digest, Uint8Array>();

  async put(bytes: Uint8Array): Promise<Digest> {
    const digest = sha256(bytes);
    this.#blobs.set(digest, new Uint8Array(bytes));
    return digest;
  }

  async get(digest: Digest): Promise<Uint8Array | Fault> {
    return this.#blobs.get(digest)?.slice() ?? new Fault('BLOB_UNKNOWN', { digest });
  }
}

const next = (ref: Ref | undefined, value: Json): Ref => ({ generation: (ref?.generation ?? 0) + 1, value });
