import { type Digest, sha256 } from '../../src/base/digest.ts';
import type { Manifest, ShardDescriptor } from '../../src/release/manifest.ts';
import type { MemberTuple } from '../../src/release/member-tuple.ts';
import { shardId } from '../../src/release/shard-id.ts';

export const tupleOf = (parts: Partial<MemberTuple>): MemberTuple => ({
  sampleId: 's-1',
  sourceId: 'source-a',
  sourceVersion: 'v1',
  logicalContentDigest: sha256('content'),
  split: 'train',
  schemaDigest: sha256('schema'),
  ...parts,
});

export const descriptorOf = (index: number, of: number): ShardDescriptor => ({
  id: shardId(index, of),
  mediaType: 'application/vnd.apache.avro',
  digest: sha256(`shard ${index}`),
  size: 8_388_192,
  objectVersion: `gen-${index}`,
  logicalDigest: sha256(`records ${index}`),
  records: 100,
  memberSetDigest: sha256(`members ${index}`),
});

export const manifestOf = (parts: Partial<Manifest> = {}): Manifest => {
  const shards = parts.shards ?? [0, 1, 2, 3].map(index => descriptorOf(index, 4));
  return {
    datasetSnapshot: sha256('snapshot'),
    tombstoneWatermark: 44_192,
    benchmarkFence: 3_908,
    recordSchema: sha256('schema'),
    parameters: {
      serializer: 'assay.avro-container.v1',
      sortSeed: 7,
      shardingFunction: 'assay.hash-rank.v1',
      compression: { codec: 'null', level: 0 },
      keyVersion: 'none',
    },
    changeRecords: [sha256('change')] as Digest[],
    proposed: [],
    totals: { shards: shards.length, records: shards.reduce((sum, shard) => sum + shard.records, 0) },
    orderedMemberTupleRoot: sha256('root'),
    ...parts,
    shards,
  };
};
