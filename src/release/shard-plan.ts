import { hash } from 'node:crypto';

/** How records come to their shards: ranked by `sha256(sortSeed as 8 bytes, big-endian, then the sample id)`, cut evenly. */
export const SHARDING_FUNCTION = 'assay.hash-rank.v1';

/**
 * The record numbers of each shard, in stored order. Depends on the set of ids and the seed, never on the order they
 * came in; shard sizes differ by at most one.
 *
 * @param sampleIds  each once; at least as many as shards
 */
export function planShards(
  sampleIds: readonly string[],
  ask: { readonly sortSeed: number; readonly shards: number },
): readonly Uint32Array[] {
  const count = sampleIds.length;
  if (!(ask.shards >= 1 && ask.shards <= count)) {
    throw new RangeError(`${count} records do not fill ${ask.shards} shards`);
  }
  const ranks = sampleIds.map(rankBy(ask.sortSeed));
  const ranked = Uint32Array.from(ranks.keys()).sort((a, b) => Buffer.compare(ranks[a]!, ranks[b]!));
  return Array.from({ length: ask.shards }, (_, shard) =>
    ranked.subarray(shardStart(shard, ask.shards, count), shardStart(shard + 1, ask.shards, count)),
  );
}

/** The rank of the first record of a shard; of the shard behind the last, the number of records. */
export const shardStart = (shard: number, shards: number, records: number): number =>
  Number((BigInt(shard) * BigInt(records)) / BigInt(shards));

/** What sample ids are ordered by. */
export function rankBy(sortSeed: number): (sampleId: string) => Uint8Array {
  const seed = Buffer.alloc(8);
  seed.writeBigUInt64BE(BigInt(sortSeed));
  return id => hash('sha256', Buffer.concat([seed, Buffer.from(id, 'utf8')]), 'buffer');
}
