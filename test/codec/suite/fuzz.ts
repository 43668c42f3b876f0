import fc from 'fast-check';
import { Fault } from '../../../src/base/fault.ts';
import type { Codec } from '../../../src/codec/codec.ts';
import { batchOf, rowsOf } from '../../../src/contract/batch.ts';
import type { Schema } from '../../../src/contract/schema.ts';
import { schemaAndRows } from '../any-schema.ts';

/** What became of the mutated files of one codec. */
export type Fuzzed = {
  readonly codec: Codec['name'];
  readonly files: number;
  /** Read, because what was changed made another lawful file. */
  readonly decoded: number;
  readonly refused: ReadonlyMap<string, number>;
  readonly slowest_ms: number;
  readonly most_bytes: number;
};

const SEEDS = 300;

/**
 * Mutated files of a codec, the same for the same seed. Whatever is read must be a lawful batch, each of whose values can be
 * asked for.
 *
 * @throws whatever a codec throws, which is never lawful
 */
export function fuzzed(codec: Codec, files: number, seed: number): Fuzzed {
  const corpus = fc.sample(schemaAndRows, { seed, numRuns: SEEDS }).flatMap(([schema, rows]) => {
    const bytes = codec.encode(schema, batchOf(schema, rows));
    return bytes instanceof Fault || bytes.length === 0 ? [] : [{ schema, bytes }];
  });
  const random = generator(seed);
  const refused = new Map<string, number>();
  let [decoded, slowest_ms, most_bytes] = [0, 0, 0];
  for (let file = 0; file < files; file++) {
    const { schema, bytes } = corpus[random(corpus.length)]!;
    const made = mutated(bytes, random);
    const start = performance.now();
    const code = outcome(codec, schema, made);
    slowest_ms = Math.max(slowest_ms, performance.now() - start);
    if (file % 64 === 0) most_bytes = Math.max(most_bytes, process.memoryUsage().rss);
    if (code === undefined) decoded++;
    else refused.set(code, (refused.get(code) ?? 0) + 1);
  }
  return { codec: codec.name, files, decoded, refused, slowest_ms, most_bytes };
}

function outcome(codec: Codec, schema: Schema, bytes: Uint8Array): string | undefined {
  const result = codec.decode(schema, bytes);
  if (result.kind === 'refused') return result.code;
  if (rowsOf(schema, result.batch).length !== result.rows) throw new RangeError('rows are missing');
  return undefined;
}

/** One to four changes: a byte, a bit, a number of eight bytes that is far too large, a piece cut out, doubled or added. */
function mutated(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  let made = Buffer.from(bytes);
  for (let left = 1 + random(4); left > 0 && made.length > 0; left--) {
    const at = random(made.length);
    const end = Math.min(made.length, at + 1 + random(16));
    switch (random(7)) {
      case 0:
        made[at] = random(256);
        break;
      case 1:
        made[at]! ^= 1 << random(8);
        break;
      case 2:
        if (at + 8 <= made.length) made.writeBigInt64LE(2n ** BigInt(20 + random(43)), at);
        break;
      case 3:
        if (at + 4 <= made.length) made.writeInt32LE(2 ** (8 + random(22)), at);
        break;
      case 4:
        made = made.subarray(0, at);
        break;
      case 5:
        made = Buffer.concat([made.subarray(0, at), made.subarray(end)]);
        break;
      default:
        made = Buffer.concat([made.subarray(0, end), made.subarray(at)]);
    }
  }
  return made;
}

/** Marsaglia's xorshift: chance that comes again. */
function generator(seed: number): (below: number) => number {
  let state = seed | 1;
  return below => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
