import { runCanonicalDigest } from './canonical-digest.ts';
import { runClassify } from './classify.ts';
import { runCodecs } from './codecs.ts';
import { runColumnar } from './columnar.ts';
import { runCompareBench } from './compare.ts';
import { runConversion } from './conversion.ts';
import { runFunctionBench } from './function-converter.ts';
import { runMatrixBench } from './matrix.ts';
import type { BenchRow } from './measure.ts';
import { runProposeBench } from './propose.ts';
import { runShadowBench } from './shadow.ts';
import { runTransitive } from './transitive.ts';

/** Each figure beside a named peer measured in the same process on the same input. */
const BENCHES: readonly (() => readonly BenchRow[] | Promise<readonly BenchRow[]>)[] = [
  runClassify,
  runCanonicalDigest,
  runProposeBench,
  runTransitive,
  runMatrixBench,
  runCodecs,
  runColumnar,
  runConversion,
  runCompareBench,
  runShadowBench,
  runFunctionBench,
];

for (const bench of BENCHES)
  for (const { name, value, unit, peer, peerValue, ratio } of await bench())
    console.log(
      `${name}: ${shown(value)} ${unit}; ${peer}: ${shown(peerValue)} ${unit}; ratio ${ratio.toPrecision(3)}`,
    );

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
