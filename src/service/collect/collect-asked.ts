import { canonicalJson } from '../../base/canonical-json.ts';
import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { stageOf } from '../../change/rollout/rollout-entry.ts';
import {
  revisionRef,
  type SubjectState,
  subjectScope,
  subjectState,
  versionRef,
} from '../../change/subject-state.ts';
import type { Blobs, StillStore } from '../../store/port.ts';
import { digestsIn, textOfBytes } from '../digests-in.ts';
import type { CollectAsk, Found } from './collect.ts';
import { LiveDigests } from './live-digests.ts';

export type CollectAskedAsk = CollectAsk & {
  readonly digests: readonly Digest[];
  readonly now_ms: number;
};

/**
 * Removes the objects and blobs that were asked for, all or none: what is kept for a rollout that may have to be taken back,
 * what anything refers to, and what somebody may be about to name is refused and not passed over.
 *
 * @faults RETENTION, OBJECT_REFERRED, OBJECT_YOUNG, OBJECT_UNKNOWN, and those of the store and the blobs
 */
export async function collectAsked(ask: CollectAskedAsk): Promise<Found | Fault> {
  const live = new LiveDigests();
  const marked = await live.follow(ask.store);
  if (marked !== undefined) return marked;
  return ask.store.sweep(async still => {
    const followed = await live.follow(still);
    if (followed !== undefined) return followed;
    const places: Place[] = [];
    for (const digest of ask.digests) {
      const fault = await referredFault(still, live, digest, ask.now_ms);
      if (fault !== undefined) return fault;
      const place = await placeOf(ask, still, digest);
      if (place instanceof Fault) return place;
      if (place === undefined) return new Fault('OBJECT_UNKNOWN', { digest });
      // Where nobody knows when it was put, it came with a decision, and nobody is about to name it.
      if ((place.age_ms ?? Number.POSITIVE_INFINITY) <= ask.older_ms)
        return new Fault('OBJECT_YOUNG', { digest, days: Math.ceil(ask.older_ms / DAY_MS) });
      places.push(place);
    }
    for (const { digest, blobs } of ask.isDry ? [] : places) {
      const fault = await (blobs === undefined ? still.removeObjects([digest]) : blobs.remove(digest));
      if (fault !== undefined) return fault;
    }
    const bytes = places.reduce((all, place) => all + place.bytes, 0);
    return { kept: 0, young: 0, removed: places.length, bytes };
  });
}

type Place = {
  readonly digest: Digest;
  readonly bytes: number;
  readonly age_ms: number | undefined;
  /** Undefined where it lies in the store itself. */
  readonly blobs: Blobs | undefined;
};

const DAY_MS = 86_400_000;

async function placeOf(
  { kept }: CollectAsk,
  still: StillStore,
  digest: Digest,
): Promise<Place | undefined | Fault> {
  const stored = await still.statObject(digest);
  if (stored instanceof Fault) return stored;
  if (stored !== undefined) return { ...stored, blobs: undefined };
  for (const blobs of kept === undefined ? [] : [kept.objects, kept.data]) {
    const found = await blobs.stat(digest);
    if (found instanceof Fault) return found;
    if (found !== undefined) return { ...found, blobs };
  }
  return undefined;
}

async function referredFault(
  still: StillStore,
  live: LiveDigests,
  digest: Digest,
  now_ms: number,
): Promise<Fault | undefined> {
  const by = live.namedBy(digest);
  if (by === undefined) return undefined;
  return (await retentionFault(still, digest, now_ms)) ?? new Fault('OBJECT_REFERRED', { digest, by });
}

/** That it belongs to what a rollout may still have to go back to. */
async function retentionFault(still: StillStore, digest: Digest, now_ms: number): Promise<Fault | undefined> {
  const scopes = await still.scopes();
  if (scopes instanceof Fault) return scopes;
  for (const { scope } of scopes) {
    if (!scope.startsWith(subjectScope(''))) continue;
    const found = await still.readScope(scope);
    if (found instanceof Fault) return found;
    const state = subjectState(found);
    for (const { version, until } of openWindows(state, now_ms)) {
      const refs = heldRefs(state, version).map(name => found.refs.get(name));
      const texts = refs.flatMap(ref => (ref === undefined ? [] : [canonicalJson(ref.value)]));
      const isHeld = await reaches(still, texts, digest);
      if (isHeld instanceof Fault) return isHeld;
      if (isHeld) return new Fault('RETENTION', { digest, subject: state.subject, version, until });
    }
  }
  return undefined;
}

/** Versions whose rollouts have begun and whose windows are not over. */
const openWindows = ({ rollouts }: SubjectState, now_ms: number) =>
  [...rollouts].flatMap(([version, rollout]) => {
    const stage = stageOf(rollout);
    const until_ms = rollout.entry?.until_ms;
    const isOver =
      stage === 'registered' ||
      stage === 'rolled-back' ||
      stage === 'settled' ||
      (until_ms !== undefined && until_ms <= now_ms);
    const until = until_ms === undefined ? 'its observation window' : new Date(until_ms).toISOString();
    return isOver ? [] : [{ version, until }];
  });

/** What one would go back to, and go on from: the version before and its data, and those of the version itself. */
function heldRefs({ revisions }: SubjectState, version: number): readonly string[] {
  const isHeld = (each: number): boolean => each === version || each === version - 1;
  return [
    versionRef(version - 1),
    versionRef(version),
    ...[...revisions].filter(([, entry]) => isHeld(entry.version)).map(([name]) => revisionRef(name)),
  ];
}

async function reaches(
  still: StillStore,
  texts: readonly string[],
  wanted: Digest,
): Promise<boolean | Fault> {
  const seen = new Set<Digest>(texts.flatMap(digestsIn));
  // What is added while it is gone through is gone through, too.
  for (const digest of seen) {
    if (digest === wanted) return true;
    const bytes = await still.getObject(digest);
    if (bytes instanceof Fault && bytes.code !== 'OBJECT_UNKNOWN') return bytes;
    if (!(bytes instanceof Fault)) for (const below of digestsIn(textOfBytes(bytes))) seen.add(below);
  }
  return false;
}
