import { Fault } from '../base/fault.ts';
import type { Manifest } from './manifest.ts';
import { parseShardId } from './shard-id.ts';
import { rankBy, shardStart } from './shard-plan.ts';

/** How the records of one shard stand by the sharding function; undefined ranks for a shard without records. */
export type ShardOrder = {
  readonly first: Uint8Array | undefined;
  readonly last: Uint8Array | undefined;
  /** The first row that ranks before the row above it. */
  readonly brokenAt: number | undefined;
};

export type OrderWatch = { readonly see: (sampleId: string) => void; readonly order: () => ShardOrder };

/** Sees sample ids in stored order, and keeps of them what says whether they stand where the function puts them. */
export function orderWatch(sortSeed: number): OrderWatch {
  const rank = rankBy(sortSeed);
  let first: Uint8Array | undefined;
  let last: Uint8Array | undefined;
  let brokenAt: number | undefined;
  let row = 0;
  return {
    see: sampleId => {
      const next = rank(sampleId);
      if (last !== undefined && Buffer.compare(last, next) > 0) brokenAt ??= row;
      first ??= next;
      last = next;
      row++;
    },
    order: () => ({ first, last, brokenAt }),
  };
}

/**
 * Whether each record lies in the shard, and at the row, where sort seed and sharding function put it. Ascending ranks
 * within each shard and from shard to shard are the whole order, so no rank needs to be kept.
 *
 * @param orders  of the manifest's shards, in its order
 * @faults SHARDING_MISMATCH
 */
export function shardingFault(
  { shards, totals }: Manifest,
  orders: readonly ShardOrder[],
): Fault<'SHARDING_MISMATCH'> | undefined {
  const placed = shards
    .map((shard, place) => ({ ...shard, ...orders[place]!, index: parseShardId(shard.id)!.index }))
    .sort((a, b) => a.index - b.index);
  let before: { readonly id: string; readonly last: Uint8Array } | undefined;
  for (const { id, index, records, first, last, brokenAt } of placed) {
    const share =
      shardStart(index + 1, shards.length, totals.records) - shardStart(index, shards.length, totals.records);
    const problem =
      records !== share
        ? `it has ${records} records, and its share of ${totals.records} is ${share}`
        : brokenAt !== undefined
          ? `its row ${brokenAt} ranks before the row above it`
          : before !== undefined && first !== undefined && Buffer.compare(before.last, first) > 0
            ? `its first row ranks before the last one of ${before.id}`
            : undefined;
    if (problem !== undefined) return new Fault('SHARDING_MISMATCH', { shard: id, problem });
    if (last !== undefined) before = { id, last };
  }
  return undefined;
}
