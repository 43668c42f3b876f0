import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Answer, Decision, Ref, ScopeState } from '../change/decision.ts';
import type {
  BlobStat,
  Blobs,
  JournalEntry,
  Recorded,
  Request,
  StillStore,
  Store,
  StoredObject,
  StoredScope,
} from './port.ts';
import { settle } from './settle.ts';
import { tooLarge } from './too-large.ts';

type Scope = { readonly refs: Map<string, Ref>; readonly entries: JournalEntry[] };

/** The reference store: short enough to be believed, and the oracle the others are tested against. */
export class MemoryStore implements Store {
  readonly #objects = new Map<Digest, Uint8Array>();
  readonly #scopes = new Map<string, Scope>();
  /** When objects were put by themselves, or noticed. */
  readonly #puts = new Map<Digest, number>();
  readonly #now_ms: () => number;
  #swept: Promise<void> | undefined;

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
  }

  async putObject(bytes: Uint8Array): Promise<Digest | Fault> {
    const refused = tooLarge([bytes]);
    if (refused !== undefined) return refused;
    const own = new Uint8Array(bytes);
    while (this.#swept !== undefined) await this.#swept;
    const digest = this.#keep(own);
    this.#puts.set(digest, this.#now_ms());
    return digest;
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
    while (this.#swept !== undefined) await this.#swept;
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

  async sweep<T>(work: (still: StillStore) => Promise<T | Fault>): Promise<T | Fault> {
    while (this.#swept !== undefined) await this.#swept;
    const before = { objects: [...this.#objects], puts: [...this.#puts] };
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#swept = promise;
    try {
      const outcome = await this.#sweep(work);
      if (outcome instanceof Fault) this.#undo(before);
      return outcome;
    } catch (error) {
      this.#undo(before);
      throw error;
    } finally {
      this.#swept = undefined;
      resolve();
    }
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

  #sweep<T>(work: (still: StillStore) => Promise<T | Fault>): Promise<T | Fault> {
    const now_ms = this.#now_ms();
    const statOf = ([digest, bytes]: readonly [Digest, Uint8Array]): StoredObject => {
      const put_ms = this.#puts.get(digest);
      return { digest, bytes: bytes.length, age_ms: put_ms === undefined ? undefined : now_ms - put_ms };
    };
    return work({
      getObject: digest => this.getObject(digest),
      readScope: scope => this.readScope(scope),
      scopes: () => this.scopes(),
      journal: (scope, fromSeq, limit) => this.journal(scope, fromSeq, limit),
      objects: async (after = '' as Digest, most) =>
        [...this.#objects]
          .filter(([digest]) => digest > after)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .slice(0, most)
          .map(statOf),
      statObject: async digest => {
        const bytes = this.#objects.get(digest);
        return bytes && statOf([digest, bytes]);
      },
      noticeObjects: async digests => {
        for (const digest of digests) this.#puts.set(digest, now_ms);
        return undefined;
      },
      removeObjects: async digests => {
        for (const digest of digests) {
          this.#objects.delete(digest);
          this.#puts.delete(digest);
        }
        return undefined;
      },
    });
  }

  #undo({ objects, puts }: { objects: [Digest, Uint8Array][]; puts: [Digest, number][] }): void {
    for (const [digest, bytes] of objects) this.#objects.set(digest, bytes);
    this.#puts.clear();
    for (const [digest, put_ms] of puts) this.#puts.set(digest, put_ms);
  }

  #keep(bytes: Uint8Array): Digest {
    const digest = sha256(bytes);
    if (!this.#objects.has(digest)) this.#objects.set(digest, new Uint8Array(bytes));
    return digest;
  }
}

export class MemoryBlobs implements Blobs {
  readonly #blobs = new Map<Digest, { readonly content: Uint8Array; readonly put_ms: number }>();
  readonly #now_ms: () => number;

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
  }

  async put(bytes: Uint8Array): Promise<Digest> {
    const digest = sha256(bytes);
    this.#blobs.set(digest, { content: new Uint8Array(bytes), put_ms: this.#now_ms() });
    return digest;
  }

  async get(digest: Digest): Promise<Uint8Array | Fault> {
    return this.#blobs.get(digest)?.content.slice() ?? new Fault('BLOB_UNKNOWN', { digest });
  }

  async stat(digest: Digest): Promise<BlobStat | undefined> {
    const found = this.#blobs.get(digest);
    return found && { digest, bytes: found.content.length, age_ms: this.#now_ms() - found.put_ms };
  }

  async *list(): AsyncIterable<BlobStat> {
    for (const digest of [...this.#blobs.keys()]) {
      const found = await this.stat(digest);
      if (found !== undefined) yield found;
    }
  }

  async remove(digest: Digest): Promise<undefined> {
    this.#blobs.delete(digest);
    return undefined;
  }

  async removeLeftovers(): Promise<number> {
    return 0;
  }
}

const next = (ref: Ref | undefined, value: Json): Ref => ({ generation: (ref?.generation ?? 0) + 1, value });
