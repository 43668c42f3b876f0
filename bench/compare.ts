import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../src/base/fault.ts';
import { batchOfColumns } from '../src/contract/batch.ts';
import { columnBuilder } from '../src/contract/column-builder.ts';
import type { Field } from '../src/contract/field.ts';
import { parseUnit } from '../src/contract/parse-unit.ts';
import type { Schema } from '../src/contract/schema.ts';
import type { Unit } from '../src/contract/unit.ts';
import { parquetFiles } from '../src/engine/parquet-thread.ts';
import { compare } from '../src/golden/compare.ts';
import { compareFiles } from '../src/service/compare-files.ts';
import { readTable } from '../src/service/read-table.ts';
import { reconcileTables } from '../src/service/reconcile-tables.ts';
import { makeField, makeSchema } from '../test/contract/make-field.ts';
import {
  COMPARED_FORMATS,
  COMPARED_ROWS,
  type ComparedFormat,
  duckdb,
  writeComparedFiles,
} from './compare-files.ts';
import type { BenchRow } from './measure.ts';

const ROUNDS = 5;
const nullable = true;
const unit = (text: string): Unit => parseUnit(text) as Unit;

/**
 * Two editions of 100,000 rows and twenty columns: files without a contract in three formats, and the same as two
 * decoded revisions. Seconds that a person waits, the median of some rounds. The peer answers less: DuckDB reads both
 * files, joins them on the key and counts the cells of each column that differ; it looks for no types of its own, key,
 * pattern, condition or slice.
 */
export async function runCompareBench(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'));
  const duck = await duckdb();
  try {
    await writeComparedFiles(folder);
    const rows: BenchRow[] = [];
    for (const format of COMPARED_FORMATS) {
      const [value, peerValue] = await median_s([
        () => ourCompare(folder, format),
        () => duckCompare(duck, folder, format),
      ]);
      rows.push(rowOf(`assay compare, ${format} of ${COMPARED_ROWS} × 20`, value, peerValue));
    }
    const [before, after] = await revisions(folder);
    const [value, peerValue] = await median_s([
      () => goldenCompare(before, after),
      () => duckCompare(duck, folder, 'parquet'),
    ]);
    rows.push(rowOf(`golden compare of ${COMPARED_ROWS} × 20, decoded`, value, peerValue));
    const [ours_s, peers_s] = await median_s([() => ourReconcile(folder), () => duckReconcile(duck, folder)]);
    rows.push({
      ...rowOf(`assay reconcile, parquet of ${COMPARED_ROWS} × 20`, ours_s, peers_s),
      peer: 'DuckDB, FULL OUTER JOIN and hashes of whole rows, 2 threads',
    });
    return rows;
  } finally {
    duck.disconnectSync();
    rmSync(folder, { recursive: true, force: true });
  }
}

const rowOf = (name: string, value: number, peerValue: number): BenchRow => ({
  name,
  value,
  unit: 's',
  peer: 'DuckDB, FULL OUTER JOIN and IS DISTINCT FROM of every column, 2 threads',
  peerValue,
  ratio: value / peerValue,
});

/** What was planted: labels that changed. */
const CHANGED_MIN = 1;

async function ourCompare(folder: string, format: ComparedFormat): Promise<number> {
  const compared = await compareFiles(
    {
      folder,
      old: `old.${format}`,
      new: `later.${format}`,
      formats: { old: format, new: format },
      nulls: new Set(),
      key: undefined,
      label: undefined,
      slices: undefined,
      byPosition: false,
      showValues: false,
      tokens: undefined,
      digests: false,
    },
    parquetFiles(),
  );
  if (compared instanceof Fault) throw compared;
  return compared.told.comparison.rows.differ;
}

async function duckCompare(duck: DuckDBConnection, folder: string, format: ComparedFormat): Promise<number> {
  const [old, later] = ['old', 'later'].map(side => `'${path.join(folder, `${side}.${format}`)}'`);
  const columns = (await duck.runAndReadAll(`DESCRIBE SELECT * FROM ${old}`)).getRows().map(([name]) => name);
  const counts = columns.map(name => `count(*) FILTER (a."${name}" IS DISTINCT FROM b."${name}")`).join(', ');
  const { length } = (
    await duck.runAndReadAll(`SELECT ${counts} FROM ${old} a FULL OUTER JOIN ${later} b ON a.id = b.id`)
  ).getRows()[0]!;
  return length;
}

export async function ourReconcile(folder: string): Promise<number> {
  const reconciled = await reconcileTables(
    {
      folder,
      old: 'old.parquet',
      new: 'later.parquet',
      key: ['id'],
      format: 'parquet',
      nulls: new Set(),
      time: undefined,
      listed_max: 20,
      showValues: false,
    },
    parquetFiles(),
  );
  if (reconciled instanceof Fault) throw reconciled;
  return reconciled.found.differing;
}

async function duckReconcile(duck: DuckDBConnection, folder: string): Promise<number> {
  const [old, later] = ['old', 'later'].map(side => `'${path.join(folder, `${side}.parquet`)}'`);
  const counted = await duck.runAndReadAll(
    `SELECT count(*) FILTER (a.id IS NULL), count(*) FILTER (b.id IS NULL),
      count(*) FILTER (hash(a) <> hash(b)) FROM ${old} a FULL OUTER JOIN ${later} b ON a.id = b.id`,
  );
  return Number(counted.getRows()[0]![2]);
}

function goldenCompare(before: RecordBatch, after: RecordBatch): number {
  const compared = compare(SCHEMA, before, after);
  if (compared instanceof Fault) throw compared;
  return compared.rows.differ;
}

const seconds = { unit: unit('s') };
const FIELDS: readonly Field[] = [
  makeField('int64', { id: 1, name: 'id' }),
  makeField('string', { id: 2, name: 'name' }),
  makeField('date', { id: 3, name: 'day' }),
  makeField('timestamp', { id: 4, name: 'seen_at', type: { kind: 'timestamp', zone: 'local' }, ...seconds }),
  makeField('string', { id: 5, name: 'site', logical: 'category' }),
  makeField('string', { id: 6, name: 'label', logical: 'label' }),
  ...['f1', 'f2', 'f3', 'f4', 'temperature'].map((name, at) => makeField('float64', { id: 7 + at, name })),
  ...['c1', 'c2'].map((name, at) => makeField('int32', { id: 12 + at, name })),
  ...['flag1', 'flag2'].map((name, at) => makeField('bool', { id: 14 + at, name })),
  makeField('int32', { id: 16, name: 'c3' }),
  makeField('float64', { id: 17, name: 'sparse', nullable }),
  makeField('string', { id: 18, name: 'note' }),
  makeField('int32', { id: 19, name: 'seconds' }),
  makeField('int64', { id: 20, name: 'big' }),
];
const SCHEMA: Schema = {
  ...makeSchema(FIELDS),
  key: [1],
  label: 6,
  slices: [
    { name: 'site', field: 5, by: 'value' },
    { name: 'month', field: 3, by: 'month' },
  ],
};

async function revisions(folder: string): Promise<readonly [RecordBatch, RecordBatch]> {
  const read = async (side: string): Promise<RecordBatch> => {
    const file = `${side}.parquet`;
    const table = await readTable(
      { place: path.join(folder, file), path: file, format: 'parquet', nulls: new Set() },
      parquetFiles(),
    );
    if (table instanceof Fault) throw table;
    const columns = FIELDS.map((field, at) => {
      const builder = columnBuilder(field);
      const { cells } = table.table.columns[at]!;
      for (const cell of Array.from(cells)) builder.append(fitted(field, cell));
      return builder.finish();
    });
    return batchOfColumns(SCHEMA, columns, table.table.rows);
  };
  return [await read('old'), await read('later')];
}

const fitted = ({ type }: Field, cell: unknown): never =>
  (type.kind === 'int64'
    ? BigInt(cell as number)
    : type.kind === 'timestamp'
      ? (cell as bigint) / 1_000_000n
      : cell) as never;

type Run = () => number | Promise<number>;

/** Of each, in turns, so that whatever else the machine does hits both. */
async function median_s(runs: readonly [Run, Run]): Promise<readonly [number, number]> {
  const taken: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++)
    for (const at of [0, 1] as const) {
      const began_ms = performance.now();
      if ((await runs[at]()) < CHANGED_MIN) throw new RangeError('nothing was compared');
      taken[at].push((performance.now() - began_ms) / 1000);
    }
  return [median(taken[0]), median(taken[1])];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

if (import.meta.main) for (const row of await runCompareBench()) console.log(row);
