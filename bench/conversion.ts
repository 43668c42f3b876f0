import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../src/base/fault.ts';
import { parseUnit } from '../src/contract/parse-unit.ts';
import { readPlan } from '../src/contract/read-plan.ts';
import type { Schema } from '../src/contract/schema.ts';
import type { Unit } from '../src/contract/unit.ts';
import { applyChain, type Chain, chainOf } from '../src/convert/chain.ts';
import { conversionThreads } from '../src/engine/conversion-threads.ts';
import { parquetFiles } from '../src/engine/parquet-thread.ts';
import { parquetWasm } from '../src/engine/parquet-wasm.ts';
import { fileDigest } from '../src/service/file-bytes.ts';
import { fileOf } from '../src/service/record-writers.ts';
import { makeField, makeSchema } from '../test/contract/make-field.ts';
import { planOf } from '../test/convert/converters.ts';
import type { BenchRow } from './measure.ts';

const ROUNDS = 6;
const THREADS = 2;
const ROWS = 3_000_000;
const FLIGHTS = fileURLToPath(
  new URL('../node_modules/vega-datasets/data/flights-3m.parquet', import.meta.url),
);
const HELD = path.join(tmpdir(), `assay-bench-${process.pid}`);

/**
 * Three million flights of others, Parquet to Parquet (zstd), beside DuckDB, which does the same as SQL in this process: the whole way
 * from a file to a file by the clock, both on two threads; and the step between decode and encode, by the time of all cores, where
 * DuckDB makes a table of a table in memory.
 */
export async function runConversion(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const way of WAYS) rows.push(...(await whole(way)), await step(way));
  return rows;
}

type Way = {
  readonly name: string;
  readonly chain: Chain;
  /** The same for DuckDB. */
  readonly select: (source: string) => string;
};

const nullable = true;

const flights = (delay: string): Schema =>
  makeSchema([
    makeField('timestamp', {
      id: 1,
      name: 'date',
      nullable,
      type: { kind: 'timestamp', zone: 'local' },
      unit: parseUnit('us') as Unit,
    }),
    makeField('int64', {
      id: 2,
      name: 'delay',
      nullable,
      unit: parseUnit(delay) as Unit,
      logical: 'quantity',
    }),
    makeField('int64', { id: 3, name: 'distance', nullable }),
    makeField('string', { id: 4, name: 'origin', nullable }),
    makeField('string', { id: 5, name: 'destination', nullable }),
  ]);

const DELAY = '{id: 2, steps: [{kind: unit, to: ms}]}';
const AS_SQL = 'date, delay * 60000 AS delay, distance, origin, destination';

const WAYS: readonly Way[] = [
  {
    name: 'a unit of one column of five',
    chain: chainOf([planOf(flights('min'), flights('ms'), [DELAY])]),
    select: source => `SELECT ${AS_SQL} FROM ${source}`,
  },
  {
    name: 'a unit, some records rejected and some passed over',
    chain: chainOf([
      planOf(
        flights('min'),
        flights('ms'),
        [DELAY, '{id: 3, steps: [{kind: range, min: 100, max: 4000, outside: reject}]}'],
        'where: delay != 0\n',
      ),
    ]),
    select: source => `SELECT ${AS_SQL} FROM ${source} WHERE delay <> 0 AND distance BETWEEN 100 AND 4000`,
  },
];

/** From file to file. */
async function whole({ name, chain, select }: Way): Promise<readonly BenchRow[]> {
  const duck = await (await DuckDBInstance.create(':memory:', { threads: String(THREADS) })).connect();
  const conversions = conversionThreads();
  const ours = async (): Promise<void> => {
    const records = chain.plans.at(-1)!.to;
    const { schema } = chain.plans[0]!.from;
    const file = fileOf('parquet', records, parquetWasm());
    const out = openSync(HELD, 'w');
    const put = (bytes: Uint8Array): void => void writeSync(out, bytes);
    put(file.start);
    const reading = { place: FLIGHTS, columns: schema, plan: readPlan(schema, schema), reader: schema };
    const groups = conversions.rewrite(chain, reading, { workers: THREADS });
    for (;;) {
      const next = await groups.next();
      if (next.done === true) {
        if (next.value !== undefined) throw new RangeError('it could not be read');
        break;
      }
      put(file.add({ kind: 'groups', groups: next.value.groups }));
    }
    put(file.end());
    closeSync(out);
    if ((await fileDigest(FLIGHTS, 'flights')) instanceof Fault) throw new RangeError('it has no digest');
  };
  const copy = `COPY (${select(`'${FLIGHTS}'`)}) TO '${HELD}' (FORMAT parquet, COMPRESSION zstd)`;
  const [own, peer] = await best([ours, () => duck.run(copy)]);
  rmSync(HELD);
  const row = (unit: string, one: number, other: number, how: string): BenchRow => ({
    name: `Parquet to Parquet, ${name}, ${how}`,
    value: ROWS / 1e6 / one,
    unit,
    peer: 'DuckDB’s COPY of the same as SQL',
    peerValue: ROWS / 1e6 / other,
    ratio: other / one,
  });
  return [
    row('M rows/s', own.wall_s, peer.wall_s, `${THREADS} threads by the clock`),
    row('M rows/s of CPU', own.cpu_s, peer.cpu_s, 'all threads together'),
  ];
}

/** Between decode and encode: what is in memory to what is in memory. */
async function step({ name, chain, select }: Way): Promise<BenchRow> {
  const duck = await (await DuckDBInstance.create(':memory:', { threads: String(THREADS) })).connect();
  await duck.run(`CREATE TABLE flights AS FROM '${FLIGHTS}'`);
  const batches: RecordBatch[] = [];
  for await (const batch of parquetFiles().read(FLIGHTS, chain.plans[0]!.from.schema)) batches.push(batch);
  const table = `CREATE OR REPLACE TABLE made AS ${select('flights')}`;
  const scan = 'SELECT max(date), max(delay), max(distance), max(origin), max(destination) FROM flights';
  const [own, whole, scanned] = await best([
    async () => {
      for (const batch of batches) applyChain(chain, batch);
    },
    () => duck.run(table),
    () => duck.run(scan),
  ]);
  const [one, other] = [own.cpu_s, whole.cpu_s - scanned.cpu_s];
  return {
    name: `the step alone, ${name}`,
    value: ROWS / 1e6 / one,
    unit: 'M rows/s of CPU',
    peer: 'DuckDB’s CREATE TABLE AS SELECT of a table in memory, less a scan of it',
    peerValue: ROWS / 1e6 / other,
    ratio: other / one,
  };
}

type Time = { readonly wall_s: number; readonly cpu_s: number };

/** The least of each, in turns, so that whatever else the machine does hits all. */
async function best<const R extends readonly (() => Promise<unknown>)[]>(
  runs: R,
): Promise<{ [K in keyof R]: Time }> {
  const least = runs.map(() => ({ wall_s: Number.POSITIVE_INFINITY, cpu_s: Number.POSITIVE_INFINITY }));
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, run] of runs.entries()) {
      const [cpu, start] = [process.cpuUsage(), performance.now()];
      await run();
      const { user, system } = process.cpuUsage(cpu);
      const time = least[at]!;
      time.wall_s = Math.min(time.wall_s, (performance.now() - start) / 1e3);
      time.cpu_s = Math.min(time.cpu_s, (user + system) / 1e6);
    }
  return least as { [K in keyof R]: Time };
}

if (import.meta.main) for (const row of await runConversion()) console.log(row);
