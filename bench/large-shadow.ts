import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { Fault } from '../src/base/fault.ts';
import { duckdbProcess } from '../src/engine/duckdb-process.ts';
import { parquetFiles } from '../src/engine/parquet-thread.ts';
import { shadowFiles } from '../src/service/shadow-files.ts';

/**
 * What two large data sets take to compare by their statistics: `node bench/large-shadow.ts [--rows 100000000]` writes both as
 * Parquet, in a process of its own, compares them, and tells the time and the most memory that was resident in this process and in the one that counts. With
 * `--folder` it compares the old.parquet and new.parquet that lie there.
 * Its last output is kept in output/large-shadow.txt.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000000' },
    write: { type: 'string' },
    folder: { type: 'string' },
  },
});
const rows = Number(values.rows);

/** An id that is another in each row, a skewed number, a user of two million, a category, a site and a label. */
const QUERY = (shift: number): string =>
  `SELECT range AS id, (-ln(random() + 1e-12) * 100 + ${shift})::DOUBLE AS seconds, (random() * random() * 2e6)::BIGINT AS seen,
    'kind' || (random() * 20)::INTEGER AS kind, 'site' || (random() * 50)::INTEGER AS site, CASE WHEN random() < 0.3 THEN 'yes' ELSE 'no' END AS label
  FROM range(${rows})`;

async function write(folder: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: '2GB',
    preserve_insertion_order: 'false',
  });
  const connection = await instance.connect();
  for (const [side, shift] of [
    ['old', 0],
    ['new', 0.5],
  ] as const)
    await connection.run(
      `COPY (${QUERY(shift)}) TO '${path.join(folder, `${side}.parquet`)}' (FORMAT parquet)`,
    );
}

/** Of the processes this one started, the most that was ever resident. */
function largestChild_kib(): number {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return Math.max(
    0,
    ...pids.map(pid => {
      try {
        return Number(/^VmHWM:\s+([0-9]+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
      } catch {
        return 0;
      }
    }),
  );
}

async function written(folder: string): Promise<void> {
  const { spawnSync } = await import('node:child_process');
  const made = spawnSync(process.execPath, [...process.argv.slice(1), '--write', folder], {
    stdio: 'inherit',
  });
  if (made.status !== 0) throw new RangeError('no files were written');
}

async function measure(folder: string): Promise<void> {
  const gib =
    ['old', 'new'].reduce((sum, side) => sum + statSync(path.join(folder, `${side}.parquet`)).size, 0) /
    2 ** 30;
  let child_kib = 0;
  const watch = setInterval(() => {
    child_kib = Math.max(child_kib, largestChild_kib());
  }, 50);
  const start = performance.now();
  const found = await shadowFiles(
    {
      folder,
      old: { files: ['old.parquet'], statistics: [] },
      new: { files: ['new.parquet'], statistics: [] },
      format: undefined,
      nulls: [],
      contracts: undefined,
      thresholds: {},
      showValues: true,
      label: undefined,
      slices: undefined,
    },
    { counting: duckdbProcess(), parquet: parquetFiles() },
  );
  clearInterval(watch);
  if (found instanceof Fault) throw found;
  const { verdict, comparison } = found.told;
  const seconds = (performance.now() - start) / 1000;
  const own_mib = process.resourceUsage().maxRSS / 1024;
  const child_mib = child_kib / 1024;
  console.log(
    `two data sets of ${comparison.before.rows} and ${comparison.after.rows} rows × 6 columns, Parquet, ${gib.toFixed(2)} GiB together: ${seconds.toFixed(0)} s, at most ${(own_mib + child_mib).toFixed(0)} MiB resident (${own_mib.toFixed(0)} here, ${child_mib.toFixed(0)} where it is counted); ${verdict.evaluated} measured, ${verdict.holds ? 'all within what is allowed' : 'some moved'}`,
  );
}

if (values.write !== undefined) await write(values.write);
else if (values.folder !== undefined) await measure(values.folder);
else {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'));
  try {
    await written(folder);
    await measure(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
