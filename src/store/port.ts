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
  /** Keeps the bytes under their digest; the same bytes twice are one object, and as young as the second. @faults OBJECT_TOO_LARGE */
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

  /**
   * Runs `work` while nobody decides and nobody puts: what it finds stays so until it ends. Whoever else writes waits
   * meanwhile, so that it does little at a time. A Fault or a throw undoes what it removed; it may run more than once.
   */
  sweep<T>(work: (still: StillStore) => Promise<T | Fault>): Promise<T | Fault>;
}

/** A store in which nothing moves but by the one who has it. */
export type StillStore = Pick<ReadStore, 'getObject' | 'readScope' | 'scopes' | 'journal'> & {
  /** Those after a digest, in the order of digests, at most so many. */
  readonly objects: (after: Digest | undefined, most: number) => Promise<readonly StoredObject[] | Fault>;
  /** Undefined where it is not there. */
  readonly statObject: (digest: Digest) => Promise<StoredObject | undefined | Fault>;
  /** From now on they have an age. */
  readonly noticeObjects: (digests: readonly Digest[]) => Promise<Fault | undefined>;
  readonly removeObjects: (digests: readonly Digest[]) => Promise<Fault | undefined>;
};

export type StoredObject = {
  readonly digest: Digest;
  readonly bytes: number;
  /** Since it was put by itself, or noticed; undefined where it came with a decision and nobody noticed it since. */
  readonly age_ms: number | undefined;
};

/** All that a store has of one scope. */
export type StoredScope = ScopeState & { readonly entries: readonly JournalEntry[] };

/** Large immutable bytes, such as the files of a golden set. */
export interface Blobs {
  /**
   * Durable when it answers. The same bytes twice are one blob, and as young as the second where the first has an age
   * that anybody looks at; damaged ones are replaced.
   *
   * @faults BLOB_TOO_LARGE, STORE_UNAVAILABLE
   */
  put(bytes: Uint8Array): Promise<Digest | Fault>;

  /** @faults BLOB_UNKNOWN, BLOB_CORRUPT, STORE_UNAVAILABLE */
  get(digest: Digest): Promise<Uint8Array | Fault>;

  /** Of one blob, without its bytes; undefined where there is none. @faults STORE_UNAVAILABLE */
  stat(digest: Digest): Promise<BlobStat | undefined | Fault>;

  /** Every blob, in no order; what comes or goes meanwhile may be among them. A fault is the last. @faults STORE_UNAVAILABLE */
  list(): AsyncIterable<BlobStat | Fault>;

  /** @faults STORE_UNAVAILABLE */
  remove(digest: Digest): Promise<Fault | undefined>;

  /** Removes what writers that were killed left behind, if it is older than that. @returns how many @faults STORE_UNAVAILABLE */
  removeLeftovers(older_ms: number): Promise<number | Fault>;
}

export type BlobStat = {
  readonly digest: Digest;
  readonly bytes: number;
  /** Since it was put. */
  readonly age_ms: number;
};
