import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Manifest, ShardDescriptor } from './manifest.ts';
import { type MemberList, memberTreeRoot } from './member-list.ts';
import { MEDIA_TYPE, readShard } from './shard-file.ts';
import { orderWatch, type ShardOrder } from './shard-order.ts';
import { type Carriage, describeRecords, type ShardRecords } from './shard-records.ts';

/** What a store had where the descriptor points; `unread` when the size alone says it is another object. */
export type ShardFound =
  | { readonly kind: 'absent' }
  | { readonly kind: 'irregular'; readonly what: string }
  | { readonly kind: 'unread'; readonly objectVersion: string; readonly size: number }
  | { readonly kind: 'read'; readonly objectVersion: string; readonly bytes: Uint8Array };

/** `members` is there whenever the records could be read at all, so that the whole set can still be compared. */
export type ShardAnswer = {
  readonly id: string;
  readonly fault: Fault | undefined;
  readonly records: number;
  readonly members: MemberList | undefined;
  readonly order: ShardOrder | undefined;
};

/** Checks one shard: first what a store can be asked, then the bytes, then every record. The first failure is reported. */
export function verifyShard(
  manifest: Manifest,
  descriptor: ShardDescriptor,
  found: ShardFound,
  carriage: Carriage,
): ShardAnswer {
  const { id } = descriptor;
  const unread = (fault: Fault): ShardAnswer => ({
    id,
    fault,
    records: 0,
    members: undefined,
    order: undefined,
  });

  const other = firstFault(OBJECT_CHECKS, { manifest, descriptor, found });
  if (other !== undefined) return unread(other);
  if (found.kind !== 'read') {
    const reason = `it has more than the ${LIMITS.shard_bytes_max} bytes a reader takes`;
    return unread(new Fault('SHARD_UNREADABLE', { shard: id, reason }));
  }

  const batches = readShard(carriage, id, found.bytes, manifest.parameters.compression.codec);
  if (batches instanceof Fault) return unread(batches);
  const watch = orderWatch(manifest.parameters.sortSeed);
  const read = describeRecords(carriage, batches, watch.see);
  if (read instanceof Fault)
    return unread(new Fault('SHARD_UNREADABLE', { shard: id, reason: read.message }));

  const fault = firstFault(RECORD_CHECKS, { descriptor, read });
  return { id, fault, records: read.records, members: read.members, order: watch.order() };
}

/** Whether an object of this size is worth reading: it is the declared one, or another shard's put in its place. */
export const mayHoldAShard = (manifest: Manifest, size: number): boolean =>
  manifest.shards.some(shard => shard.size === size);

type ObjectFacts = {
  readonly manifest: Manifest;
  readonly descriptor: ShardDescriptor;
  readonly found: ShardFound;
};
type RecordFacts = { readonly descriptor: ShardDescriptor; readonly read: ShardRecords };
type Check<Facts> = readonly [code: Fault['code'], check: (facts: Facts) => Fault | undefined];

/** In this order, which docs/release-format.md prints: nothing is hashed that is absent or of another size. */
export const OBJECT_CHECKS: ReadonlyArray<Check<ObjectFacts>> = [
  ['MEDIA_TYPE_MISMATCH', mediaTypeIsTheSerializers],
  ['SET_INCOMPLETE', isPresent],
  ['OBJECT_IRREGULAR', isRegular],
  ['OBJECT_VERSION_MISMATCH', hasTheBoundVersion],
  ['SIZE_MISMATCH', hasTheSize],
  ['DIGEST_MISMATCH', hasTheDigest],
];

/** In this order, once the bytes have decoded (SHARD_UNREADABLE, SCHEMA_MIXED). */
export const RECORD_CHECKS: ReadonlyArray<Check<RecordFacts>> = [
  ['RECORD_COUNT', hasTheCount],
  ['LOGICAL_DIGEST_MISMATCH', hasTheRecords],
  ['MEMBER_SET_MISMATCH', hasTheMembers],
];

function firstFault<Facts>(checks: ReadonlyArray<Check<Facts>>, facts: Facts): Fault | undefined {
  for (const [, check] of checks) {
    const fault = check(facts);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function mediaTypeIsTheSerializers({ descriptor: { id, mediaType } }: ObjectFacts): Fault | undefined {
  return mediaType === MEDIA_TYPE
    ? undefined
    : new Fault('MEDIA_TYPE_MISMATCH', { shard: id, declared: mediaType, expected: MEDIA_TYPE });
}

function isPresent({ descriptor, found }: ObjectFacts): Fault | undefined {
  return found.kind === 'absent' ? new Fault('SET_INCOMPLETE', { absent: descriptor.id }) : undefined;
}

function isRegular({ descriptor, found }: ObjectFacts): Fault | undefined {
  return found.kind === 'irregular'
    ? new Fault('OBJECT_IRREGULAR', { object: descriptor.id, found: found.what })
    : undefined;
}

function hasTheBoundVersion({ descriptor, found }: ObjectFacts): Fault | undefined {
  if (!('objectVersion' in found) || found.objectVersion === descriptor.objectVersion) return undefined;
  return new Fault('OBJECT_VERSION_MISMATCH', {
    shard: descriptor.id,
    declared: descriptor.objectVersion,
    found: found.objectVersion,
  });
}

function hasTheSize({ manifest, descriptor, found }: ObjectFacts): Fault | undefined {
  if (!('objectVersion' in found)) return undefined;
  const size = found.kind === 'read' ? found.bytes.length : found.size;
  if (size === descriptor.size) return undefined;
  // Another shard's whole bytes were not cut or grown: the digest says so better.
  if (found.kind === 'read' && holder(manifest, sha256(found.bytes)) !== undefined) return undefined;
  return new Fault('SIZE_MISMATCH', { shard: descriptor.id, declared: descriptor.size, found: size });
}

function hasTheDigest({ manifest, descriptor, found }: ObjectFacts): Fault | undefined {
  if (found.kind !== 'read') return undefined;
  const digest = sha256(found.bytes);
  if (digest === descriptor.digest) return undefined;
  return new Fault('DIGEST_MISMATCH', {
    object: descriptor.id,
    declared: descriptor.digest,
    found: digest,
    holds: holder(manifest, digest)?.id ?? 'bytes of no shard of this release',
  });
}

const holder = (manifest: Manifest, digest: Digest): ShardDescriptor | undefined =>
  manifest.shards.find(shard => shard.digest === digest);

function hasTheCount({ descriptor: { id, records }, read }: RecordFacts): Fault | undefined {
  return read.records === records
    ? undefined
    : new Fault('RECORD_COUNT', { shard: id, declared: records, found: read.records });
}

function hasTheRecords({ descriptor: { id, logicalDigest }, read }: RecordFacts): Fault | undefined {
  return read.logicalDigest === logicalDigest
    ? undefined
    : new Fault('LOGICAL_DIGEST_MISMATCH', { shard: id, declared: logicalDigest, found: read.logicalDigest });
}

function hasTheMembers({ descriptor: { id, memberSetDigest }, read }: RecordFacts): Fault | undefined {
  const found = memberTreeRoot(read.members);
  return found === memberSetDigest
    ? undefined
    : new Fault('MEMBER_SET_MISMATCH', { shard: id, declared: memberSetDigest, found });
}
