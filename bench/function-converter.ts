import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../src/base/digest.ts';
import { Fault } from '../src/base/fault.ts';
import { batchOf } from '../src/contract/batch.ts';
import { type Chain, chainOf } from '../src/convert/chain.ts';
import type { Isolation } from '../src/convert/converter-shape.ts';
import { convertBatch, leaveChain } from '../src/engine/convert-batch.ts';
import { bundleFunction } from '../src/engine/functions/bundle.ts';
import { makeField, makeSchema } from '../test/contract/make-field.ts';
import { planOf } from '../test/convert/converters.ts';
import type { BenchRow } from './measure.ts';

const ROWS = 65_536;
const ROUNDS = 12;

const from = makeSchema([
  makeField('int64', { id: 1, name: 'seconds', nullable: true }),
  makeField('string', { id: 2, name: 'word' }),
  makeField('float64', { id: 3, name: 'score' }),
]);
const to = makeSchema([
  makeField('int64', { id: 4, name: 'ms', nullable: true }),
  makeField('string', { id: 5, name: 'upper' }),
  makeField('float64', { id: 6, name: 'root' }),
]);

const MODULE = `export default ({ rows, columns: { seconds, word, score } }: any, reject: any) => {
  const ms = new BigInt64Array(rows);
  const root = new Float64Array(rows);
  const upper = new Array(rows);
  for (let row = 0; row < rows; row++) {
    if (score.values[row] < 0) reject(row, 'NEGATIVE');
    ms[row] = seconds.values[row] * 1000n;
    upper[row] = word.values[row].toUpperCase();
    root[row] = Math.sqrt(score.values[row]);
  }
  return { ms: { values: ms, valid: seconds.valid }, upper, root };
};
`;

/**
 * A function in TypeScript over three columns, in its child process, with all that stands around it: both gates, the columns there and back, a
 * batch in new columns. Beside it the same function in this process, over objects, and nothing around it. By the clock: one waits for the other, so
 * that it is a core.
 */
export async function runFunctionBench(): Promise<readonly BenchRow[]> {
  const batch = batchOf(
    from,
    Array.from({ length: ROWS }, (_, row) => [
      row % 50 === 0 ? null : BigInt(row),
      `word ${row % 977}`,
      (row % 1_000) - 1,
    ]),
  );
  const objects = overObjects();
  const rows: BenchRow[] = [];
  for (const isolation of ['process', 'quickjs'] as const) {
    const value = await throughChild(isolation, batch, isolation === 'process' ? ROUNDS : 3);
    rows.push({
      name: `a function of a converter in ${isolation}`,
      value,
      unit: 'rows/s',
      peer: 'the same over objects, in this process',
      peerValue: objects,
      ratio: value / objects,
    });
  }
  return rows;
}

async function throughChild(isolation: Isolation, batch: RecordBatch, rounds: number): Promise<number> {
  const root = mkdtempSync(path.join(tmpdir(), 'assay-bench-'));
  try {
    writeFileSync(path.join(root, 'f.ts'), MODULE);
    const bundle = await bundleFunction({ root, module: 'f.ts', exported: 'default', isolation });
    if (!('text' in bundle)) throw bundle[0];
    const declared = (digest: Digest): string =>
      `functions:\n  - {name: f, module: f.ts, takes: [1, 2, 3], digest: "${digest}", isolation: ${isolation}, rejects: [NEGATIVE]}\n`;
    const made = [4, 5, 6].map(id => `{id: ${id}, steps: [{kind: function, name: f}]}`);
    const chain = chainOf([planOf(from, to, made, declared(bundle.digest))], {
      bundles: new Map([[bundle.digest, bundle]]),
    });
    // The first batch starts it, and is made three times.
    await converted(chain, batch);
    const times_ms: number[] = [];
    for (let round = 0; round < rounds; round++) times_ms.push(await converted(chain, batch));
    leaveChain(chain);
    return perSecond(times_ms);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function converted(chain: Chain, batch: RecordBatch): Promise<number> {
  const started = performance.now();
  const done = await convertBatch(chain, batch);
  if (done instanceof Fault) throw done;
  return performance.now() - started;
}

type Old = { readonly seconds: bigint | null; readonly word: string; readonly score: number };

function overObjects(): number {
  const records = Array.from(
    { length: ROWS },
    (_, row): Old => ({
      seconds: row % 50 === 0 ? null : BigInt(row),
      word: `word ${row % 977}`,
      score: (row % 1_000) - 1,
    }),
  );
  const times_ms: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const kept = records.flatMap(({ seconds, word, score }) =>
      score < 0
        ? []
        : [
            {
              ms: seconds === null ? null : seconds * 1000n,
              upper: word.toUpperCase(),
              root: Math.sqrt(score),
            },
          ],
    );
    if (kept.length === 0) throw new Error('nothing was made');
    times_ms.push(performance.now() - started);
  }
  return perSecond(times_ms);
}

/** Of the middle one: others use the machine, too. */
const perSecond = (times_ms: readonly number[]): number =>
  (ROWS * 1_000) / times_ms.toSorted((a, b) => a - b)[Math.floor(times_ms.length / 2)]!;
