import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import type { Fault } from '../base/fault.ts';
import type { Answer, Decision, ScopeState } from '../change/decision.ts';

/** What was asked, as a value: the same operation id with another request is refused. */
export type Request = { readonly kind: string; readonly [fact: string]: Json };

/** An answer with its place in the scope's one order. */
export type Recorded<A extends Answer> = A & { readonly seq: number };

export type JournalEntry = {
  readonly seq: number;
  readonly opId: string;
  /** The `kind` of the request. */
  readonly kind: string;
  /** Digest of the request. */
  readonly request: Digest;
  readonly answer: Answer;
  readonly at_ms: number;
};

/**
 * What may be asked of a place that remembers without changing it.
 *
 * Any method may answer with STORE_BUSY, STORE_UNAVAILABLE or STORE_CORRUPT.
 */
export interface ReadStore {
  /** @faults OBJECT_UNKNOWN, OBJECT_CORRUPT */
  getObject(digest: Digest): Promise<Uint8Array | Fault>;

  /** A scope nobody has written to has no refs and seq 0. */
  readScope(scope: string): Promise<ScopeState | Fault>;

  /** Sorted by name. */
  scopes(): Promise<readonly { readonly scope: string; readonly seq: number }[] | Fault>;

  /** Entries from `fromSeq` on (the first is 1), in order, at most `limit` and LIMITS.journal_entries_max of them. */
  journal(scope: string, fromSeq: number, limit: number): Promise<readonly JournalEntry[] | Fault>;

  /** Looks at everything kept: objects against their digests, journals against their seq. */
  checkIntegrity(): Promise<Fault | undefined>;

  close(): Promise<void>;
}

/** Besides: objects, which never change, and refs, which change only through `transact`. */
export interface Store extends ReadStore {
  /** Keeps the bytes under their digest; the same bytes twice are one object. @faults OBJECT_TOO_LARGE */
  putObject(bytes: Uint8Array): Promise<Digest | Fault>;

  /**
   * Runs `decide` on the scope's refs under the scope's lock, and writes what it decides: refs, objects and one journal
   * entry, all or nothing. A repeat of `opId` with the same request gets the recorded answer; a refusal writes nothing
   * and is decided anew when repeated. `decide` must be a function of the state it is given: it may run more than once.
   *
   * @faults OP_ID_REUSED, OBJECT_TOO_LARGE, OBJECT_CORRUPT, and whatever `decide` refuses with
   */
  transact<A extends Answer>(
    scope: string,
    opId: string,
    request: Request,
    decide: (state: ScopeState) => Decision<A>,
  ): Promise<Recorded<A> | Fault>;

  /**
   * Takes scopes as another store had them, with the generations of their refs and all of their journals: all or nothing,
   * and only where there is no scope yet. Their objects are put before.
   *
   * @faults STORE_NOT_EMPTY
   */
  restore(scopes: readonly StoredScope[]): Promise<Fault | undefined>;
}

/** All that a store has of one scope. */
export type StoredScope = ScopeState & { readonly entries: readonly JournalEntry[] };

/** Large immutable bytes, such as the files of a release. */
export interface Blobs {
  /** Durable when it answers. The same bytes twice are one blob; damaged ones are replaced. @faults STORE_UNAVAILABLE */
  put(bytes: Uint8Array): Promise<Digest | Fault>;

  /** @faults BLOB_UNKNOWN, BLOB_CORRUPT, STORE_UNAVAILABLE */
  get(digest: Digest): Promise<Uint8Array | Fault>;
}
