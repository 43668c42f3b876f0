import { CODECS } from '../test/codec/suite/corruptions.ts';
import { fuzzed } from '../test/codec/suite/fuzz.ts';

/** `npm run fuzz -- [files] [seed] [codec…]`: mutated files of each codec. What it printed last stands in bench/output. */
const [files = '50000', seed = '1', ...names] = process.argv.slice(2);

for (const codec of Object.values(CODECS)) {
  if (names.length > 0 && !names.includes(codec.name)) continue;
  const start = performance.now();
  const { decoded, refused, slowest_ms, most_bytes } = fuzzed(codec, Number(files), Number(seed));
  const codes = [...refused].sort(([, a], [, b]) => b - a).map(([code, count]) => `${code} ${count}`);
  console.log(
    `${codec.name}: ${files} files in ${((performance.now() - start) / 1000).toFixed(0)} s, seed ${seed}; read ${decoded}; refused ${codes.join(', ')}; slowest ${slowest_ms.toFixed(0)} ms; at most ${(most_bytes / 2 ** 20).toFixed(0)} MiB resident`,
  );
}
