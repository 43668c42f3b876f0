import { parseArgs } from 'node:util';
import { type Fuzzed, fuzzAvro, fuzzJson } from '../test/codec/fuzz-codecs.ts';

/**
 * The campaign of broken files: `node bench/fuzz.ts [--files 50000] [--seed 1]`. Each is read whole and in pieces; that it ends at
 * all, within so much time and memory, is part of what is shown. Its last output is kept in fuzz-output.txt.
 */
const { values } = parseArgs({
  options: { files: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
});
const [files, seed] = [Number(values.files), Number(values.seed)];

const KINDS: readonly (readonly [name: string, fuzz: (files: number, seed: number) => Fuzzed])[] = [
  ['Avro container files', fuzzAvro],
  ['JSON Lines', fuzzJson],
];

for (const [name, fuzz] of KINDS) {
  const { outcomes, slowest_ms } = fuzz(files, seed);
  console.log(
    `${name}: ${files} broken files from seed ${seed}; the slowest took ${slowest_ms.toFixed(0)} ms`,
  );
  for (const [outcome, count] of [...outcomes].sort(([, a], [, b]) => b - a))
    console.log(`  ${count} ${outcome}`);
}
console.log(`at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB resident`);
