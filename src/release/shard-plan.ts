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
  const ranked = rank(sampleIds, ask.sortSeed);
  const cut = (shard: number): number => Math.floor((shard * count) / ask.shards);
  return Array.from({ length: ask.shards }, (_, shard) => ranked.subarray(cut(shard), cut(shard + 1)));
}

function rank(sampleIds: readonly string[], sortSeed: number): Uint32Array {
  const seed = Buffer.alloc(8);
  seed.writeBigUInt64BE(BigInt(sortSeed));
  const hashes = sampleIds.map(id =>
    hash('sha256', Buffer.concat([seed, Buffer.from(id, 'utf8')]), 'buffer'),
  );
  return Uint32Array.from(hashes.keys()).sort((a, b) => Buffer.compare(hashes[a]!, hashes[b]!));
}
