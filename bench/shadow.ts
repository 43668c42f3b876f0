import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { Fault } from '../src/base/fault.ts';
import { duckdbProcess } from '../src/engine/duckdb-process.ts';
import { parquetFiles } from '../src/engine/parquet-thread.ts';
import { shadowFiles } from '../src/service/shadow-files.ts';
import type { BenchRow } from './measure.ts';

const ROWS = 1_000_000;
const ROUNDS = 3;

/** Eight doubles, five large integers, three small ones, three categories and a text that is another in each row. */
const COLUMNS = [
  ...Array.from({ length: 8 }, (_, at) => `(random() * 1000 + ${at})::DOUBLE AS real${at}`),
  ...Array.from({ length: 5 }, (_, at) => `(random() * 1e9)::BIGINT AS large${at}`),
  ...Array.from({ length: 3 }, (_, at) => `(random() * 50)::INTEGER AS small${at}`),
  ...Array.from({ length: 3 }, (_, at) => `'kind' || (random() * 20)::INTEGER AS kind${at}`),
  'md5(range::VARCHAR) AS note',
];

/** Two data sets of 20 columns by all their statistics, beside DuckDB's own summary of both, two threads each. */
export async function runShadowBench(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'));
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const files = ['old', 'new'].map(side => path.join(folder, `${side}.parquet`));
  try {
    for (const file of files)
      await connection.run(
        `COPY (SELECT ${COLUMNS.join(', ')} FROM range(${ROWS})) TO '${file}' (FORMAT parquet)`,
      );
    const summarize = async (): Promise<void> => {
      for (const file of files) await connection.runAndReadAll(`SUMMARIZE SELECT * FROM '${file}'`);
    };
    // Side by side, so that what else the machine does is in both.
    const [own, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      peer.push(await took_ms(summarize));
      own.push(await took_ms(() => shadow(files as [string, string])));
    }
    const [value, peerValue] = [Math.min(...own), Math.min(...peer)];
    const name = 'shadow statistics of two data sets of 1 M rows × 20 columns, Parquet';
    return [
      { name, value, unit: 'ms', peer: 'DuckDB SUMMARIZE of both', peerValue, ratio: value / peerValue },
    ];
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
}

async function took_ms(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function shadow([old, later]: readonly [string, string]): Promise<void> {
  const found = await shadowFiles(
    {
      folder: '/',
      old: { files: [old], statistics: [] },
      new: { files: [later], statistics: [] },
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
  if (found instanceof Fault) throw found;
  if (!found.told.verdict.holds) throw new RangeError('two draws of one population differ');
}
