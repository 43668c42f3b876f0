import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Fault } from '../src/base/fault.ts';
import { machineClock } from '../src/engine/clock.ts';
import { ownCode } from '../src/engine/own-code.ts';
import { plainProcess } from '../src/engine/plain-process.ts';
import { machineWorker } from '../src/engine/worker.ts';
import type { Side } from '../src/matrix/cell.ts';
import { PLAIN_CODECS } from '../src/matrix/plain-lane.ts';
import { MATRIX_SEED } from '../src/service/judge-version.ts';
import { KeptCells } from '../src/service/kept-cells.ts';
import { runMatrix } from '../src/service/run-matrix.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { field, side } from '../test/matrix/schemas.ts';
import type { BenchRow } from './measure.ts';

const VERSIONS = 30;
const FIELDS = 20;
const CODECS = PLAIN_CODECS;
const KINDS = ['int32', 'int64', 'string', 'float64', 'bool'] as const;

/**
 * Every writer against every reader, in every codec, each time in a process's state of its own and on one store: nothing
 * kept, one version more, and the same again. Each version renames a field, and each third adds one.
 */
export async function runMatrixBench(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'));
  const file = path.join(folder, 'cells.sqlite');
  const sides = versions(VERSIONS + 1);
  const bounds = [
    ['cold', sides.slice(0, VERSIONS), 60],
    ['one version more', sides, 4],
    ['nothing changed', sides, 1],
  ] as const;
  const rows: BenchRow[] = [];
  try {
    for (const [what, asked, bound] of bounds) {
      const { seconds, taken, ran } = await measured(asked, file);
      rows.push({
        name: `matrix of ${asked.length} × ${asked.length} versions in ${CODECS.join(', ')}, ${what}: ${ran} cells run, ${taken} taken`,
        value: seconds,
        unit: 's',
        peer: 'the bound of it',
        peerValue: bound,
        ratio: seconds / bound,
      });
    }
    console.log(`matrix: what is kept of them takes ${(statSync(file).size / (1 << 20)).toFixed(1)} MiB`);
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(sides: readonly Side[], file: string) {
  const now_ms = () => Date.now();
  const start_ms = performance.now();
  const cpu = process.cpuUsage();
  const store = await openSqliteStore({ path: file, now_ms });
  if (store instanceof Fault) throw store;
  const kept = new KeptCells(store, ownCode(), machineWorker(), machineClock(now_ms));
  const report = await runMatrix({
    writers: sides,
    readers: sides,
    codecs: CODECS,
    plain: plainProcess(),
    kept,
    seed: MATRIX_SEED,
  });
  await store.close();
  const seconds = (performance.now() - start_ms) / 1_000;
  if (report instanceof Fault) throw report;
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `matrix: this process took ${((user + system) / 1e6).toFixed(2)} s of CPU, besides that of its readers`,
  );
  if (report.cells.some(({ kind }) => kind === 'blank')) throw new RangeError('a cell did not run');
  return { seconds, ...kept.use };
}

const versions = (count: number): readonly Side[] =>
  Array.from({ length: count }, (_, version) =>
    side(
      version + 1,
      ...Array.from({ length: FIELDS }, (_, at) =>
        field(at + 1, `field_${at + 1}`, KINDS[at % KINDS.length]!, {
          aliases: at < version % FIELDS ? [`old_${at + 1}`] : [],
        }),
      ),
      ...Array.from({ length: Math.floor(version / 3) }, (_, at) =>
        field(FIELDS + at + 1, `added_${at + 1}`, 'int32', { nullable: true }),
      ),
    ),
  );

if (import.meta.main) for (const row of await runMatrixBench()) console.log(row);
