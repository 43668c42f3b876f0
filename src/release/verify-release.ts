import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { type Manifest, parseManifest, type ReleaseParameters } from './manifest.ts';
import {
  compareMembers,
  type DiffKind,
  type MemberDiff,
  repeatedSamples,
  type SamplesFound,
} from './member-diff.ts';
import {
  type MemberList,
  memberTreeRoot,
  type Origin,
  orderedMemberTupleRoot,
  readMembersBlob,
} from './member-list.ts';
import { sampleList } from './sample-list.ts';
import { COMPRESSIONS, SERIALIZER } from './shard-file.ts';
import { type ShardOrder, shardingFault } from './shard-order.ts';
import { SHARDING_FUNCTION } from './shard-plan.ts';
import { parseSnapshot, type Snapshot } from './snapshot.ts';

/**
 * The manifest, once its bytes are the ones that were meant and this reader is the one they are bound to.
 *
 * @param expected  roots it must have: the one beside the manifest, and the one the caller was told
 * @faults ROOT_DIGEST_MISMATCH, those of `parseManifest`, READER_MISMATCH KEY_MISMATCH, in this order
 */
export function openManifest(bytes: Uint8Array, expected: readonly Digest[]): Manifest | Fault {
  const root = sha256(bytes);
  const other = expected.find(digest => digest !== root);
  if (other !== undefined) return new Fault('ROOT_DIGEST_MISMATCH', { expected: other, found: root });

  const manifest = parseManifest(bytes);
  if (manifest instanceof Fault) return manifest;

  const { keyVersion } = manifest.parameters;
  const unreadable = otherReader(manifest.parameters);
  if (unreadable !== undefined) return unreadable;
  return keyVersion === 'none' ? manifest : new Fault('KEY_MISMATCH', { bound: keyVersion, have: 'no key' });
}

/** A parameter that this reader can't compute with would otherwise be one that nobody holds the shards against. */
function otherReader({ serializer, shardingFunction, compression }: ReleaseParameters): Fault | undefined {
  const have = Object.entries(COMPRESSIONS).map(([codec, level]) => `${codec} ${level}`);
  const parameters: ReadonlyArray<readonly [name: string, bound: string, known: readonly string[]]> = [
    ['serializer', serializer, [SERIALIZER]],
    ['shardingFunction', shardingFunction, [SHARDING_FUNCTION]],
    ['compression', `${compression.codec} ${compression.level}`, have],
  ];
  const other = parameters.find(([, bound, known]) => !known.includes(bound));
  return (
    other &&
    new Fault('READER_MISMATCH', { parameter: other[0], bound: other[1], have: other[2].join(' or ') })
  );
}

/** A snapshot and its members, as the release must have them. */
export type OpenSnapshot = { readonly snapshot: Snapshot; readonly members: MemberList };

/**
 * @faults SNAPSHOT_MISMATCH, those of `parseSnapshot`, SNAPSHOT_MISMATCH for its schema and its members,
 * MEMBER_DUPLICATE for a snapshot that repeats a sample, TOKENS_UNPROVEN, in this order
 */
export function openSnapshot(
  manifest: Manifest,
  bytes: Uint8Array,
  membersBytes: Uint8Array,
  showValues: boolean,
): OpenSnapshot | Fault {
  const mismatch = (of: string, declared: string | number, found: string | number): Fault =>
    new Fault('SNAPSHOT_MISMATCH', { of, declared: String(declared), found: String(found) });

  const digest = sha256(bytes);
  if (digest !== manifest.datasetSnapshot) return mismatch('digest', manifest.datasetSnapshot, digest);
  const snapshot = parseSnapshot(bytes);
  if (snapshot instanceof Fault) return snapshot;
  if (snapshot.recordSchema !== manifest.recordSchema) {
    return mismatch('recordSchema', manifest.recordSchema, snapshot.recordSchema);
  }

  const members = readMembersBlob(membersBytes);
  if ('brokenAt' in members) {
    return mismatch('members', snapshot.memberTreeRoot, `unreadable at byte ${members.brokenAt}`);
  }
  if (members.count !== snapshot.count) return mismatch('count', snapshot.count, members.count);
  const root = memberTreeRoot(members);
  if (root !== snapshot.memberTreeRoot) return mismatch('memberTreeRoot', snapshot.memberTreeRoot, root);
  return repeated(members, showValues) ?? tokensUnproven(manifest, snapshot) ?? { snapshot, members };
}

/** What the whole set of records says: how it differs from the snapshot, and whether the manifest binds that set. */
export type SetAnswer = { readonly diff: MemberDiff; readonly faults: readonly Fault[] };

/** The members of all shards; how each shard is ordered, or undefined where one already has a fault of its own. */
export type ReleaseRead = {
  readonly members: MemberList;
  readonly orders: readonly ShardOrder[] | undefined;
  /** Whether findings may show sample ids. */
  readonly showValues: boolean;
};

/**
 * A difference is reported sample by sample and before the root, because a root only says that something differs. Where
 * a record is lost, added or doubled, all behind it move: only of a whole set is it said that records lie elsewhere.
 */
export function verifySet(manifest: Manifest, opened: OpenSnapshot, read: ReleaseRead): SetAnswer {
  const { members, orders } = read;
  const diff = compareMembers(opened.members, members);
  const isWhole = diff.missing.count + diff.extra.count + diff.duplicate.count === 0;
  const faults = [
    ...DIFF_FAULTS.map(([kind, code]) => diffFault(manifest, diff, kind, code, read)),
    diff.schemaMixed.count > 0 ? schemaMixed(manifest, diff, read) : undefined,
    isWhole && orders !== undefined ? shardingFault(manifest, orders) : undefined,
    tupleRoot(manifest, members) ?? watermarks(manifest, opened.snapshot),
  ];
  return { diff, faults: faults.filter(fault => fault !== undefined) };
}

/** In the order in which they are reported. */
export const DIFF_FAULTS = [
  ['missing', 'MEMBER_MISSING'],
  ['extra', 'MEMBER_EXTRA'],
  ['duplicate', 'MEMBER_DUPLICATE'],
  ['contentReplaced', 'CONTENT_REPLACED'],
  ['splitConflict', 'SPLIT_CONFLICT'],
] as const satisfies ReadonlyArray<readonly [DiffKind, Fault['code']]>;

function diffFault(
  manifest: Manifest,
  diff: MemberDiff,
  kind: DiffKind,
  code: (typeof DIFF_FAULTS)[number][1],
  read: ReleaseRead,
): Fault | undefined {
  const place = kind === 'missing' ? inSnapshot : inShards(manifest);
  return diff[kind].count === 0 ? undefined : new Fault(code, listed(diff[kind], place, read.showValues));
}

const listed = (
  { count, samples }: SamplesFound,
  place: (origin: Origin) => string,
  values: boolean,
): { readonly count: number; readonly samples: string } => ({
  count,
  samples: sampleList(samples, count, { place, values }),
});

const inSnapshot = ({ row }: Origin): string => `members.bin member ${row}`;

const inShards =
  ({ shards }: Manifest) =>
  ({ shard, row }: Origin): string =>
    `${shards[shard]!.id} row ${row}`;

function schemaMixed(manifest: Manifest, diff: MemberDiff, { showValues }: ReleaseRead): Fault {
  return new Fault('SCHEMA_MIXED', {
    where: `the members ${listed(diff.schemaMixed, inShards(manifest), showValues).samples}`,
    declared: manifest.recordSchema,
    found: 'another',
  });
}

function repeated(members: MemberList, showValues: boolean): Fault | undefined {
  const found = repeatedSamples(members);
  return found.count === 0 ? undefined : new Fault('MEMBER_DUPLICATE', listed(found, inSnapshot, showValues));
}

function tokensUnproven(manifest: Manifest, snapshot: Snapshot): Fault | undefined {
  const counted = manifest.shards.find(shard => shard.tokens !== undefined);
  const problem =
    snapshot.tokenizer === 'none'
      ? 'the snapshot is bound to no tokenizer'
      : `this verifier does not have the tokenizer ${snapshot.tokenizer}`;
  return counted && new Fault('TOKENS_UNPROVEN', { where: counted.id, problem });
}

function tupleRoot(manifest: Manifest, release: MemberList): Fault | undefined {
  const found = orderedMemberTupleRoot({
    ...manifest,
    count: release.count,
    memberTreeRoot: memberTreeRoot(release),
  });
  const declared = manifest.orderedMemberTupleRoot;
  return found === declared ? undefined : new Fault('TUPLE_ROOT_MISMATCH', { declared, found });
}

function watermarks(manifest: Manifest, snapshot: Snapshot): Fault | undefined {
  const other = (['tombstoneWatermark', 'benchmarkFence'] as const).find(
    name => snapshot[name] !== manifest[name],
  );
  return (
    other &&
    new Fault('SNAPSHOT_MISMATCH', {
      of: other,
      declared: String(manifest[other]),
      found: String(snapshot[other]),
    })
  );
}
