import { canonicalJson } from '../base/canonical-json.ts';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { compareMembers, type DiffKind, type MemberDiff, repeatedSamples } from './member-diff.ts';
import { type MemberList, memberTreeRoot, orderedMemberTupleRoot, readMembersBlob } from './member-list.ts';
import { SERIALIZER } from './shard-file.ts';
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

  const { serializer, keyVersion } = manifest.parameters;
  if (serializer !== SERIALIZER) {
    return new Fault('READER_MISMATCH', { parameter: 'serializer', bound: serializer, have: SERIALIZER });
  }
  return keyVersion === 'none' ? manifest : new Fault('KEY_MISMATCH', { bound: keyVersion, have: 'no key' });
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
  return repeated(members) ?? tokensUnproven(manifest, snapshot) ?? { snapshot, members };
}

/** What the whole set of records says: how it differs from the snapshot, and whether the manifest binds that set. */
export type SetAnswer = { readonly diff: MemberDiff; readonly faults: readonly Fault[] };

/** A difference is reported sample by sample and before the root, because a root only says that something differs. */
export function verifySet(manifest: Manifest, opened: OpenSnapshot, release: MemberList): SetAnswer {
  const diff = compareMembers(opened.members, release);
  const faults = [
    ...DIFF_FAULTS.flatMap(([kind, code]) => diffFault(diff, kind, code) ?? []),
    ...(diff.schemaMixed.count > 0 ? [schemaMixed(diff, manifest)] : []),
  ];
  const bound = tupleRoot(manifest, release) ?? watermarks(manifest, opened.snapshot);
  return { diff, faults: bound === undefined ? faults : [...faults, bound] };
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
  diff: MemberDiff,
  kind: DiffKind,
  code: (typeof DIFF_FAULTS)[number][1],
): Fault | undefined {
  const { count, samples } = diff[kind];
  return count === 0 ? undefined : new Fault(code, { count, samples: sampleList(samples, count) });
}

function schemaMixed(diff: MemberDiff, manifest: Manifest): Fault {
  const { samples, count } = diff.schemaMixed;
  return new Fault('SCHEMA_MIXED', {
    where: `the members ${sampleList(samples, count)}`,
    declared: manifest.recordSchema,
    found: 'another',
  });
}

/** Ids come from strangers: what is not plainly printable is shown escaped, and a long one is cut. */
function sampleList(samples: readonly string[], count: number): string {
  const shown = samples.slice(0, LIMITS.members_listed_max).map(id => {
    const plain = /^[\x21-\x7e]+$/.test(id) ? id : canonicalJson(id).replace(/[^\x20-\x7e]/gu, '?');
    return plain.length > 100 ? `${plain.slice(0, 100)}…` : plain;
  });
  return shown.join(', ') + (count > shown.length ? ', …' : '');
}

function repeated(members: MemberList): Fault | undefined {
  const { count, samples } = repeatedSamples(members);
  return count === 0
    ? undefined
    : new Fault('MEMBER_DUPLICATE', { count, samples: sampleList(samples, count) });
}

function tokensUnproven(manifest: Manifest, snapshot: Snapshot): Fault | undefined {
  if (snapshot.tokenizer !== 'none') {
    const problem = `this verifier does not have the tokenizer ${snapshot.tokenizer}`;
    return new Fault('TOKENS_UNPROVEN', { where: 'the release', problem });
  }
  const counted = manifest.shards.find(shard => shard.tokens !== undefined);
  return (
    counted &&
    new Fault('TOKENS_UNPROVEN', { where: counted.id, problem: 'the snapshot is bound to no tokenizer' })
  );
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
