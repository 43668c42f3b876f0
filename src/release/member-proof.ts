import { hash } from 'node:crypto';
import { type Digest, digestOfBytes32 } from '../base/digest.ts';
import { ENTRIES_PER_LEAF, leafHashesOf, type MemberList } from './member-list.ts';
import { ENTRY_BYTES } from './member-tuple.ts';
import { inclusionPath, leafHash, rootFromPath } from './merkle.ts';

/** One leaf's entries and the way from it to the root. */
export type LeafProof = {
  readonly leaf: number;
  readonly entries: Uint8Array;
  readonly path: readonly Uint8Array[];
};

/** The leaf in which a sample's entry stands or would stand, or the two neighbours between which it would. */
export type MemberProof = { readonly leaves: number; readonly around: readonly LeafProof[] };

/** Proves for one sample id that it is a member, or that it is none: 64 KiB and a path, whatever the release's size. */
export function proveSample(list: MemberList, sampleId: string): MemberProof {
  const sample = hash('sha256', sampleId, 'buffer');
  const hashes = leafHashesOf(list.entries);
  const at = placeOf(list.entries, sample);
  const leaf = Math.floor(at / ENTRIES_PER_LEAF);
  const alone = at % ENTRIES_PER_LEAF !== 0 || at === 0;
  const wanted = [...(alone ? [] : [leaf - 1]), leaf].filter(index => index < hashes.length);
  const step = ENTRIES_PER_LEAF * ENTRY_BYTES;
  return {
    leaves: hashes.length,
    around: wanted.map(index => ({
      leaf: index,
      entries: list.entries.slice(index * step, (index + 1) * step),
      path: inclusionPath(hashes, index),
    })),
  };
}

/**
 * What a proof proves under a root that came another way; `nothing` for a proof that does not lead there.
 *
 * Who says how many leaves there are could hide the last ones, so `leaves` must agree with the number of members the
 * root is bound to.
 */
export function checkSampleProof(
  proof: MemberProof,
  sampleId: string,
  known: { readonly memberTreeRoot: Digest; readonly count: number },
): 'member' | 'no-member' | 'nothing' {
  if (proof.leaves !== Math.ceil(known.count / ENTRIES_PER_LEAF)) return 'nothing';
  if (!proof.around.every(part => leadsTo(part, proof.leaves, known))) return 'nothing';

  const sample = hash('sha256', sampleId, 'buffer');
  const [first, last] = [proof.around[0], proof.around.at(-1)];
  if (first === undefined || last === undefined) return proof.leaves === 0 ? 'no-member' : 'nothing';
  if (proof.around.length > 2 || last.leaf - first.leaf !== proof.around.length - 1) return 'nothing';

  const entries = Buffer.concat(proof.around.map(part => part.entries));
  const at = placeOf(entries, sample);
  if (at * ENTRY_BYTES < entries.length && compareSample(entries, at, sample) === 0) return 'member';
  const closedBelow = first.leaf === 0 || at > 0;
  const closedAbove = last.leaf === proof.leaves - 1 || at * ENTRY_BYTES < entries.length;
  return closedBelow && closedAbove ? 'no-member' : 'nothing';
}

function leadsTo(
  part: LeafProof,
  leaves: number,
  known: { readonly memberTreeRoot: Digest; readonly count: number },
): boolean {
  const held = Math.min(ENTRIES_PER_LEAF, known.count - part.leaf * ENTRIES_PER_LEAF);
  if (part.entries.length !== held * ENTRY_BYTES) return false;
  const root = rootFromPath(leafHash(part.entries), part.leaf, leaves, part.path);
  return root !== undefined && digestOfBytes32(root) === known.memberTreeRoot;
}

/** The place of the first entry that is not before the sample. */
function placeOf(entries: Uint8Array, sample: Uint8Array): number {
  let [low, high] = [0, entries.length / ENTRY_BYTES];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (compareSample(entries, middle, sample) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const compareSample = (entries: Uint8Array, place: number, sample: Uint8Array): number =>
  Buffer.compare(entries.subarray(place * ENTRY_BYTES, place * ENTRY_BYTES + 32), sample);
