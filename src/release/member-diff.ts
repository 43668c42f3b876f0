import { LIMITS } from '../base/limits.ts';
import { entryAt, type MemberList, type Origin } from './member-list.ts';
import type { MemberTuple } from './member-tuple.ts';
import type { SampleSeen } from './sample-list.ts';

/** What can be wrong with one sample. One sample may be wrong in several ways and then counts in each. */
export const DIFF_KINDS = [
  'missing',
  'extra',
  'duplicate',
  'contentReplaced',
  'splitConflict',
  'schemaMixed',
] as const;
export type DiffKind = (typeof DIFF_KINDS)[number];

/** Counts are whole; the samples stop at a bound. `duplicate` counts records too many, the others count samples. */
export type MemberDiff = Readonly<Record<DiffKind, SamplesFound>>;

/** Samples stand where the release has them; a missing one, where the snapshot has it. */
export type SamplesFound = { readonly count: number; readonly samples: readonly SampleSeen[] };

/** The full difference of two multisets, by one walk over both in entry order. */
export function compareMembers(snapshot: MemberList, release: MemberList): MemberDiff {
  const tally = newTally();
  let [left, right] = [0, 0];
  while (left < snapshot.count || right < release.count) {
    const order = compareSamples(snapshot, left, release, right);
    const leftEnd = order <= 0 ? endOfSample(snapshot, left) : left;
    const rightEnd = order >= 0 ? endOfSample(release, right) : right;
    if (!sameRun(snapshot, left, leftEnd, release, right, rightEnd)) {
      judge(runOf(snapshot, left, leftEnd), runOf(release, right, rightEnd), tally);
    }
    [left, right] = [leftEnd, rightEnd];
  }
  return tally;
}

/** The samples that occur more than once in one list, and how many records are too many. */
export function repeatedSamples(list: MemberList): SamplesFound {
  const found = { count: 0, samples: [] as SampleSeen[] };
  for (let place = 0; place < list.count; ) {
    const end = endOfSample(list, place);
    found.count += end - place - 1;
    if (end - place > 1 && found.samples.length < LIMITS.members_listed_max) {
      found.samples.push({ sampleId: list.tuple(place).sampleId, at: runOf(list, place, end).at });
    }
    place = end;
  }
  return found;
}

type Tally = Record<DiffKind, { count: number; samples: SampleSeen[] }>;

const newTally = (): Tally => ({
  missing: { count: 0, samples: [] },
  extra: { count: 0, samples: [] },
  duplicate: { count: 0, samples: [] },
  contentReplaced: { count: 0, samples: [] },
  splitConflict: { count: 0, samples: [] },
  schemaMixed: { count: 0, samples: [] },
});

/** Both lists hold members of one sample id, or one of them is empty. */
function judge(snapshot: SampleRun, release: SampleRun, tally: Tally): void {
  const [wanted, found] = [snapshot.tuples, release.tuples];
  const { sampleId } = (wanted[0] ?? found[0])!;
  const count = (kind: DiffKind, times: number): void => {
    if (times === 0) return;
    tally[kind].count += times;
    if (tally[kind].samples.length < LIMITS.members_listed_max)
      tally[kind].samples.push({ sampleId, at: kind === 'missing' ? snapshot.at : release.at });
  };
  count('missing', Math.max(0, wanted.length - found.length));
  count('extra', wanted.length === 0 ? 1 : 0);
  count('duplicate', Math.max(0, found.length - Math.max(1, wanted.length)));
  const reference = wanted[0] ?? found[0]!;
  const differs = (part: (tuple: MemberTuple) => string): number =>
    found.some(tuple => part(tuple) !== part(reference)) ? 1 : 0;
  count(
    'contentReplaced',
    differs(tuple =>
      [tuple.logicalContentDigest, String(tuple.sourceId.length), tuple.sourceId, tuple.sourceVersion].join(
        ' ',
      ),
    ),
  );
  count(
    'splitConflict',
    differs(tuple => tuple.split),
  );
  count(
    'schemaMixed',
    differs(tuple => tuple.schemaDigest),
  );
}

/** The first half of an entry is the sample; a list that is at its end sorts after everything. */
function compareSamples(a: MemberList, atA: number, b: MemberList, atB: number): number {
  if (atA >= a.count) return 1;
  if (atB >= b.count) return -1;
  return Buffer.compare(sampleHash(a, atA), sampleHash(b, atB));
}

const sampleHash = (list: MemberList, place: number): Uint8Array => entryAt(list, place).subarray(0, 32);

function endOfSample(list: MemberList, from: number): number {
  let end = from + 1;
  while (end < list.count && Buffer.compare(sampleHash(list, from), sampleHash(list, end)) === 0) end++;
  return end;
}

function sameRun(
  a: MemberList,
  fromA: number,
  toA: number,
  b: MemberList,
  fromB: number,
  toB: number,
): boolean {
  if (toA - fromA !== toB - fromB) return false;
  for (let index = 0; index < toA - fromA; index++) {
    if (Buffer.compare(entryAt(a, fromA + index), entryAt(b, fromB + index)) !== 0) return false;
  }
  return true;
}

/** The members of one sample id, and where they stood. */
type SampleRun = { readonly tuples: readonly MemberTuple[]; readonly at: readonly Origin[] };

function runOf(list: MemberList, from: number, to: number): SampleRun {
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  return {
    tuples: places.map(list.tuple),
    at: places.map(list.origin).sort((a, b) => a.shard - b.shard || a.row - b.row),
  };
}
