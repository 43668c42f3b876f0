import { type Digest, digestBytes, digestOfBytes32, sha256 } from '../base/digest.ts';
import { decodeTuple, ENTRY_BYTES, encodeTuple, entryOf, type MemberTuple } from './member-tuple.ts';
import { leafHash, treeRoot } from './merkle.ts';

/** Entries to a leaf: one a leaf costs a hundred times the time at five million members. */
export const ENTRIES_PER_LEAF = 1024;

/** A multiset of members in entry order. Some 360 bytes a member: entries and encoded tuples stand in two blocks. */
export type MemberList = {
  readonly count: number;
  /** `count` entries of 64 bytes, ascending, duplicates kept. */
  readonly entries: Uint8Array;
  readonly tuple: (place: number) => MemberTuple;
  readonly encoded: (place: number) => Uint8Array;
  /** Where the member stood before entries were sorted, so that a finding can name its place and not its id. */
  readonly origin: (place: number) => Origin;
};

/** Rows count from 0; `shard` is the place of a descriptor in its manifest, 0 where there is but one list. */
export type Origin = { readonly shard: number; readonly row: number };

export type MemberCollector = {
  readonly add: (tuple: MemberTuple, row: number) => void;
  /** A member whose entry and encoding are at hand. */
  readonly addEncoded: (entry: Uint8Array, encoded: Uint8Array, row: number, shard?: number) => void;
  readonly addAll: (list: MemberList, shard: number) => void;
  readonly sorted: () => MemberList;
};

/** Members come in any order; `sorted` puts what came so far into entry order. */
export function memberCollector(): MemberCollector {
  const entries = growing();
  const tuples = growing();
  const ends: number[] = [];
  const origins: number[] = [];
  const put = (entry: Uint8Array, encoded: Uint8Array, row: number, shard = 0): void => {
    entries.push(entry);
    tuples.push(encoded);
    ends.push(tuples.length());
    origins.push(shard * ROWS_PER_SHARD + row);
  };
  return {
    add: (tuple, row) => {
      const encoded = encodeTuple(tuple);
      put(entryOf(tuple.sampleId, encoded), encoded, row);
    },
    addEncoded: put,
    addAll: (list, shard) => {
      for (let place = 0; place < list.count; place++)
        put(entryAt(list, place), list.encoded(place), list.origin(place).row, shard);
    },
    sorted: () => sortedList(entries.bytes(), tuples.bytes(), ends, origins),
  };
}

export const memberListOf = (tuples: readonly MemberTuple[]): MemberList => {
  const collector = memberCollector();
  for (const [row, tuple] of tuples.entries()) collector.add(tuple, row);
  return collector.sorted();
};

/** The entry at a place, without a copy. */
export const entryAt = (list: MemberList, place: number): Uint8Array =>
  list.entries.subarray(place * ENTRY_BYTES, (place + 1) * ENTRY_BYTES);

/** The hashes of a list's leaves: each leaf is the concatenation of up to 1,024 entries. */
export function leafHashesOf(entries: Uint8Array): Uint8Array[] {
  const step = ENTRIES_PER_LEAF * ENTRY_BYTES;
  return Array.from({ length: Math.ceil(entries.length / step) }, (_, index) =>
    leafHash(entries.subarray(index * step, (index + 1) * step)),
  );
}

/** `memberSetDigest` of a shard, `memberTreeRoot` of a snapshot: the root of the tree over the sorted entries. */
export const memberTreeRoot = (list: MemberList): Digest =>
  digestOfBytes32(treeRoot(leafHashesOf(list.entries)));

/** The members one after another in entry order, as a snapshot keeps them. */
export const membersBlob = (list: MemberList): Uint8Array =>
  Buffer.concat(Array.from({ length: list.count }, (_, place) => list.encoded(place)));

/** The members in a blob; the offset of the first byte that is no tuple, or of a tuple out of entry order. */
export function readMembersBlob(bytes: Uint8Array): MemberList | { readonly brokenAt: number } {
  const collector = memberCollector();
  let before: Uint8Array | undefined;
  let row = 0;
  for (let offset = 0; offset < bytes.length; ) {
    const read = decodeTuple(bytes, offset);
    if (read === undefined) return { brokenAt: offset };
    const encoded = bytes.subarray(offset, read.end);
    const entry = entryOf(read.tuple.sampleId, encoded);
    if (before !== undefined && Buffer.compare(before, entry) > 0) return { brokenAt: offset };
    collector.addEncoded(entry, encoded, row++);
    [before, offset] = [entry, read.end];
  }
  return collector.sorted();
}

/** Binds the members of a release to its snapshot and to both watermarks, whatever shard they lie in. */
export function orderedMemberTupleRoot(bound: {
  readonly datasetSnapshot: Digest;
  readonly tombstoneWatermark: number;
  readonly benchmarkFence: number;
  readonly count: number;
  readonly memberTreeRoot: Digest;
}): Digest {
  return sha256(
    Buffer.concat([
      Buffer.from('assay.orderedMemberTupleRoot.v1\0', 'latin1'),
      digestBytes(bound.datasetSnapshot),
      uint64(bound.tombstoneWatermark),
      uint64(bound.benchmarkFence),
      uint64(bound.count),
      digestBytes(bound.memberTreeRoot),
    ]),
  );
}

function uint64(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** Shard and row in one number: more rows than a shard may have bytes, and few enough for shards to stay exact. */
const ROWS_PER_SHARD = 2 ** 32;

function sortedList(
  entries: Uint8Array,
  tuples: Uint8Array,
  ends: readonly number[],
  origins: readonly number[],
): MemberList {
  const order = entryOrder(entries);
  const sorted = new Uint8Array(entries.length);
  order.forEach((from, place) => {
    sorted.set(entries.subarray(from * ENTRY_BYTES, (from + 1) * ENTRY_BYTES), place * ENTRY_BYTES);
  });
  const encoded = (place: number): Uint8Array => {
    const from = order[place];
    if (from === undefined) throw new RangeError(`no member stands at ${place}`);
    return tuples.subarray(from === 0 ? 0 : ends[from - 1]!, ends[from]!);
  };
  return {
    count: order.length,
    entries: sorted,
    encoded,
    origin: place => {
      const origin = origins[order[place]!]!;
      return { shard: Math.floor(origin / ROWS_PER_SHARD), row: origin % ROWS_PER_SHARD };
    },
    tuple: place => decodeTuple(encoded(place), 0)!.tuple,
  };
}

/** The places of the entries in ascending order. Six bytes of a hash decide nearly always; the rest is the tie. */
function entryOrder(entries: Uint8Array): Uint32Array {
  const view = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength);
  const count = view.length / ENTRY_BYTES;
  const head = Float64Array.from({ length: count }, (_, index) => view.readUIntBE(index * ENTRY_BYTES, 6));
  const at = (index: number): Uint8Array => view.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
  return Uint32Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => head[a]! - head[b]! || Buffer.compare(at(a), at(b)),
  );
}

function growing(): {
  push: (bytes: Uint8Array) => void;
  length: () => number;
  bytes: () => Uint8Array;
} {
  let room = new Uint8Array(1 << 16);
  let used = 0;
  return {
    push: bytes => {
      if (used + bytes.length > room.length) {
        const wider = new Uint8Array(Math.max(room.length * 2, used + bytes.length));
        wider.set(room.subarray(0, used));
        room = wider;
      }
      room.set(bytes, used);
      used += bytes.length;
    },
    length: () => used,
    bytes: () => room.slice(0, used),
  };
}
