import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Answer, Decision, ScopeState } from '../change/decision.ts';
import type {
  Blobs,
  JournalEntry,
  ReadStore,
  Recorded,
  Request,
  StillStore,
  Store,
  StoredScope,
} from './port.ts';

/** A store some of whose objects are blobs. Which they are nobody need know: what it does not have itself may be one. */
export class BlobbedReader<S extends ReadStore = ReadStore> implements ReadStore {
  protected readonly store: S;
  protected readonly blobs: Blobs;

  constructor(store: S, blobs: Blobs) {
    [this.store, this.blobs] = [store, blobs];
  }

  getObject(digest: Digest): Promise<Uint8Array | Fault> {
    return objectIn(this.store, this.blobs, digest);
  }

  readScope(scope: string): Promise<ScopeState | Fault> {
    return this.store.readScope(scope);
  }

  scopes(): Promise<readonly { readonly scope: string; readonly seq: number }[] | Fault> {
    return this.store.scopes();
  }

  journal(scope: string, fromSeq: number, limit: number): Promise<readonly JournalEntry[] | Fault> {
    return this.store.journal(scope, fromSeq, limit);
  }

  async checkIntegrity(): Promise<Fault | undefined> {
    const fault = await this.store.checkIntegrity();
    if (fault !== undefined) return fault;
    for await (const found of this.blobs.list()) {
      if (found instanceof Fault) return found;
      const bytes = await this.blobs.get(found.digest);
      if (bytes instanceof Fault && bytes.code !== 'BLOB_UNKNOWN') return objectFault(bytes);
    }
    return undefined;
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

/**
 * A store whose large objects are blobs. They are there before what names them is; and where somebody who collects came in
 * between, who can only have found them unnamed, they are put once more before anybody is told.
 */
export class BlobbedStore extends BlobbedReader<Store> implements Store {
  async putObject(bytes: Uint8Array): Promise<Digest | Fault> {
    if (!isLarge(bytes)) return this.store.putObject(bytes);
    return tooLargeFault([bytes]) ?? this.blobs.put(bytes);
  }

  async transact<A extends Answer>(
    scope: string,
    opId: string,
    request: Request,
    decide: (state: ScopeState) => Decision<A>,
  ): Promise<Recorded<A> | Fault> {
    const put = new Map<Digest, Uint8Array>();
    for (;;) {
      let missing: readonly (readonly [Digest, Uint8Array])[] = [];
      const outcome = await this.store.transact<A>(scope, opId, request, state => {
        missing = [];
        const decision = decide(state);
        if (decision instanceof Fault) return decision;
        const large = decision.objects.filter(isLarge);
        const refused = tooLargeFault(large);
        if (refused !== undefined) return refused;
        missing = large.map(bytes => [sha256(bytes), bytes] as const).filter(([digest]) => !put.has(digest));
        if (missing.length > 0) return UNDECIDED;
        return { ...decision, objects: decision.objects.filter(bytes => !isLarge(bytes)) };
      });
      if (missing.length === 0)
        return outcome instanceof Fault ? outcome : ((await this.#putAgain(put)) ?? outcome);
      for (const [digest, bytes] of missing) {
        const kept = await this.blobs.put(bytes);
        if (kept instanceof Fault) return kept;
        put.set(digest, bytes);
      }
    }
  }

  restore(scopes: readonly StoredScope[]): Promise<Fault | undefined> {
    return this.store.restore(scopes);
  }

  sweep<T>(work: (still: StillStore) => Promise<T | Fault>): Promise<T | Fault> {
    return this.store.sweep(still =>
      work({
        getObject: digest => objectIn(still, this.blobs, digest),
        readScope: scope => still.readScope(scope),
        scopes: () => still.scopes(),
        journal: (scope, fromSeq, limit) => still.journal(scope, fromSeq, limit),
        objects: (after, most) => still.objects(after, most),
        statObject: digest => still.statObject(digest),
        noticeObjects: digests => still.noticeObjects(digests),
        removeObjects: digests => still.removeObjects(digests),
      }),
    );
  }

  async #putAgain(put: ReadonlyMap<Digest, Uint8Array>): Promise<Fault | undefined> {
    for (const [digest, bytes] of put) {
      const found = await this.blobs.stat(digest);
      if (found instanceof Fault) return found;
      const kept = found ?? (await this.blobs.put(bytes));
      if (kept instanceof Fault) return kept;
    }
    return undefined;
  }
}

const isLarge = (bytes: Uint8Array): boolean => bytes.length > LIMITS.blob_from_bytes;

/** Nothing is written where a decision ends so; it is told to nobody. */
const UNDECIDED = new Fault('INTERNAL', { reason: 'its blobs are to be put first' });

function tooLargeFault(objects: readonly Uint8Array[]): Fault | undefined {
  const most = LIMITS.blob_bytes_max;
  const large = objects.find(bytes => bytes.length > most);
  return large && new Fault('OBJECT_TOO_LARGE', { bytes: large.length, most });
}

async function objectIn(
  store: Pick<ReadStore, 'getObject'>,
  blobs: Blobs,
  digest: Digest,
): Promise<Uint8Array | Fault> {
  const found = await store.getObject(digest);
  if (!(found instanceof Fault) || found.code !== 'OBJECT_UNKNOWN') return found;
  const blob = await blobs.get(digest);
  return blob instanceof Fault ? objectFault(blob) : blob;
}

/** What is wrong with a blob, as whoever asked for an object is told it. */
function objectFault(fault: Fault): Fault {
  if (isCode(fault, 'BLOB_UNKNOWN')) return new Fault('OBJECT_UNKNOWN', fault.facts);
  return isCode(fault, 'BLOB_CORRUPT') ? new Fault('OBJECT_CORRUPT', fault.facts) : fault;
}

const isCode = <C extends Fault['code']>(fault: Fault, code: C): fault is Fault<C> => fault.code === code;
