/** `shard-00017-of-00480`: at least five digits each, and no more than they need beyond that. */
export const shardId = (index: number, of: number): string =>
  `shard-${String(index).padStart(5, '0')}-of-${String(of).padStart(5, '0')}`;

const SHAPE = /^shard-([0-9]{5,9})-of-([0-9]{5,9})$/;

/** Undefined for anything but the one spelling, so that an id is never a path. */
export function parseShardId(id: string): { readonly index: number; readonly of: number } | undefined {
  const [, index, of] = SHAPE.exec(id) ?? [];
  if (index === undefined || of === undefined) return undefined;
  const read = { index: Number(index), of: Number(of) };
  return shardId(read.index, read.of) === id ? read : undefined;
}
