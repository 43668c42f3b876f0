import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { BlobStat, Blobs, StillStore, Store, StoredObject } from '../../store/port.ts';
import type { KeptBlobs } from '../kept-blobs.ts';
import { LiveDigests } from './live-digests.ts';

export type CollectAsk = {
  readonly store: Store;
  /** What lies beside this very store, and beside no other; undefined where that is not looked at. */
  readonly kept: KeptBlobs | undefined;
  /** What is younger stays: somebody may be about to name it. */
  readonly older_ms: number;
  /** Whether nothing is removed, and nothing noticed. */
  readonly isDry: boolean;
};

/** What was found of one kind: named; named by nobody, and too young; and the rest, which is removed, or would be. */
export type Found = {
  readonly kept: number;
  readonly young: number;
  readonly removed: number;
  readonly bytes: number;
};

export type Collected = {
  readonly objects: Found;
  readonly blobs: Found;
  readonly data: Found;
  /** What writers of blobs that were killed left behind. */
  readonly leftovers: number;
};

/**
 * Removes the objects and blobs that nothing refers to and that are older than that. What is named is looked up once while
 * others write, and again, for what they wrote, each time they are held back for a moment in which a little is removed.
 *
 * @faults BLOBS_FOREIGN, and those of the store and the blobs
 */
export async function collect(ask: CollectAsk): Promise<Collected | Fault> {
  const { store, kept } = ask;
  const live = new LiveDigests();
  const marked = await live.follow(store, () => allObjects(store, kept?.objects));
  if (marked !== undefined) return marked;
  const lists: (readonly BlobStat[])[] = [];
  for (const blobs of kept === undefined ? [] : [kept.objects, kept.data]) {
    const all = await listed(blobs);
    if (all instanceof Fault) return all;
    lists.push(all);
  }
  const foreign = kept && foreignFault(kept, live, lists.flat(), ask.older_ms);
  if (foreign !== undefined) return foreign;
  const objects = await collectObjects(ask, live);
  if (objects instanceof Fault) return objects;
  const [blobs, data] = [
    await collectBlobs(ask, live, kept?.objects, lists[0] ?? []),
    await collectBlobs(ask, live, kept?.data, lists[1] ?? []),
  ];
  if (blobs instanceof Fault) return blobs;
  if (data instanceof Fault) return data;
  let leftovers = 0;
  for (const each of kept === undefined || ask.isDry ? [] : [kept.objects, kept.data]) {
    const removed = await each.removeLeftovers(ask.older_ms);
    if (removed instanceof Fault) return removed;
    leftovers += removed;
  }
  return { objects, blobs, data, leftovers };
}

const NOTHING: Found = { kept: 0, young: 0, removed: 0, bytes: 0 };

const sum = (a: Found, b: Found): Found => ({
  kept: a.kept + b.kept,
  young: a.young + b.young,
  removed: a.removed + b.removed,
  bytes: a.bytes + b.bytes,
});

async function collectObjects(ask: CollectAsk, live: LiveDigests): Promise<Found | Fault> {
  let found = NOTHING;
  for (let after: Digest | undefined; ; ) {
    const page = await ask.store.sweep(async still => {
      const fault = await live.follow(still);
      if (fault !== undefined) return fault;
      const objects = await still.objects(after, LIMITS.collected_at_once);
      return objects instanceof Fault ? objects : collectPage(ask, live, still, objects);
    });
    if (page instanceof Fault) return page;
    found = sum(found, page.found);
    if (page.last === undefined) return found;
    after = page.last;
  }
}

async function collectPage(
  { older_ms, isDry }: CollectAsk,
  live: LiveDigests,
  still: StillStore,
  objects: readonly StoredObject[],
): Promise<{ readonly found: Found; readonly last: Digest | undefined } | Fault> {
  const unnamed = objects.filter(({ digest }) => !live.has(digest));
  // Nobody knows how long it has been so: from now on it is known.
  const unnoticed = unnamed.filter(({ age_ms }) => age_ms === undefined);
  const old = unnamed.filter(({ age_ms }) => age_ms !== undefined && age_ms > older_ms);
  const digests = (some: readonly StoredObject[]) => some.map(({ digest }) => digest);
  if (!isDry) {
    const fault =
      (unnoticed.length === 0 ? undefined : await still.noticeObjects(digests(unnoticed))) ??
      (old.length === 0 ? undefined : await still.removeObjects(digests(old)));
    if (fault !== undefined) return fault;
  }
  const found = {
    kept: objects.length - unnamed.length,
    young: unnamed.length - old.length,
    removed: old.length,
    bytes: old.reduce((bytes, one) => bytes + one.bytes, 0),
  };
  return { found, last: objects.at(-1)?.digest };
}

async function collectBlobs(
  ask: CollectAsk,
  live: LiveDigests,
  blobs: Blobs | undefined,
  all: readonly BlobStat[],
): Promise<Found | Fault> {
  const unnamed = all.filter(({ digest }) => !live.has(digest));
  const old = unnamed.filter(({ age_ms }) => age_ms > ask.older_ms);
  let found: Found = { ...NOTHING, kept: all.length - unnamed.length, young: unnamed.length - old.length };
  for (let at = 0; blobs !== undefined && at < old.length; at += LIMITS.blobs_collected_at_once) {
    const some = old.slice(at, at + LIMITS.blobs_collected_at_once);
    const done = await ask.store.sweep(still => collectSome(ask, live, still, blobs, some));
    if (done instanceof Fault) return done;
    found = sum(found, done);
  }
  return found;
}

/** Whoever puts one anew makes it young first, and names it only after this; then they look whether it is there. */
async function collectSome(
  { older_ms, isDry }: CollectAsk,
  live: LiveDigests,
  still: StillStore,
  blobs: Blobs,
  some: readonly BlobStat[],
): Promise<Found | Fault> {
  const fault = await live.follow(still);
  if (fault !== undefined) return fault;
  let found = NOTHING;
  for (const { digest } of some) {
    const now = await blobs.stat(digest);
    if (now instanceof Fault) return now;
    if (now === undefined) continue; // somebody else collects
    if (live.has(digest)) found = sum(found, { ...NOTHING, kept: 1 });
    else if (now.age_ms <= older_ms) found = sum(found, { ...NOTHING, young: 1 });
    else {
      const removed = isDry ? undefined : await blobs.remove(digest);
      if (removed !== undefined) return removed;
      found = sum(found, { ...NOTHING, removed: 1, bytes: now.bytes });
    }
  }
  return found;
}

/** Where the store names none of them, they are more likely those of another. */
function foreignFault(
  { path }: KeptBlobs,
  live: LiveDigests,
  all: readonly BlobStat[],
  older_ms: number,
): Fault<'BLOBS_FOREIGN'> | undefined {
  const old = all.filter(({ age_ms }) => age_ms > older_ms);
  return old.length > 0 && !all.some(({ digest }) => live.has(digest))
    ? new Fault('BLOBS_FOREIGN', { path, blobs: all.length })
    : undefined;
}

async function allObjects(store: Store, blobs: Blobs | undefined): Promise<ReadonlySet<Digest> | Fault> {
  const all = new Set<Digest>();
  for (let after: Digest | undefined; ; ) {
    const page = await store.sweep(still => still.objects(after, LIMITS.collected_at_once));
    if (page instanceof Fault) return page;
    for (const { digest } of page) all.add(digest);
    after = page.at(-1)?.digest;
    if (after === undefined) break;
  }
  const large = blobs === undefined ? [] : await listed(blobs);
  if (large instanceof Fault) return large;
  for (const { digest } of large) all.add(digest);
  return all;
}

async function listed(blobs: Blobs): Promise<readonly BlobStat[] | Fault> {
  const all: BlobStat[] = [];
  for await (const found of blobs.list()) {
    if (found instanceof Fault) return found;
    all.push(found);
  }
  return all;
}
