import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planShards } from '../../src/release/shard-plan.ts';

const ids = Array.from({ length: 101 }, (_, index) => `s${index}`);
const named = (given: readonly string[], ask: { sortSeed: number; shards: number }): string[][] =>
  planShards(given, ask).map(shard => Array.from(shard, record => given[record]!));

describe('a shard plan', () => {
  it('puts every record into one shard, and shard sizes differ by at most one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 101 }), fc.nat(), (shards, sortSeed) => {
        const plan = named(ids, { sortSeed, shards });
        expect(plan.flat().sort()).toEqual([...ids].sort());
        const sizes = plan.map(shard => shard.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 },
    );
  });

  it('does not depend on the order in which the records came', () => {
    expect(named(ids.toReversed(), { sortSeed: 1, shards: 4 })).toEqual(
      named(ids, { sortSeed: 1, shards: 4 }),
    );
  });

  it('is another one under another seed', () => {
    expect(named(ids, { sortSeed: 2, shards: 4 })).not.toEqual(named(ids, { sortSeed: 1, shards: 4 }));
  });

  it('ranks by the hash of seed and id, so that another writer gives the same shards', () => {
    const rank = (id: string): string =>
      createHash('sha256')
        .update(Buffer.concat([Buffer.from('0000000000000102', 'hex'), Buffer.from(id)]))
        .digest('hex');
    const expected = [...ids].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
    expect(named(ids, { sortSeed: 0x102, shards: 3 }).flat()).toEqual(expected);
  });

  it('is no plan where a shard would be empty', () => {
    expect(() => planShards(['a'], { sortSeed: 1, shards: 2 })).toThrow(RangeError);
    expect(() => planShards(['a'], { sortSeed: 1, shards: 0 })).toThrow(RangeError);
  });
});
