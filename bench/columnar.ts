import { openAsBlob, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import * as arrow from 'apache-arrow';
import { Fault } from '../src/base/fault.ts';
import { LIMITS } from '../src/base/limits.ts';
import { arrowCodec, arrowStream } from '../src/codec/arrow/arrow-codec.ts';
import { parquetCodec } from '../src/codec/parquet/parquet-codec.ts';
import { arrowType } from '../src/contract/arrow-field.ts';
import { batchOfColumns } from '../src/contract/batch.ts';
import type { Field } from '../src/contract/field.ts';
import { parseUnit } from '../src/contract/parse-unit.ts';
import type { Schema } from '../src/contract/schema.ts';
import type { Unit } from '../src/contract/unit.ts';
import { parquetFiles } from '../src/engine/parquet-thread.ts';
import { parquetWasm } from '../src/engine/parquet-wasm.ts';
import { makeField, makeSchema } from '../test/contract/make-field.ts';
import type { BenchRow } from './measure.ts';

const ROUNDS = 15;
const ROWS = 1 << 20;

/**
 * Arrow and Parquet with every check on, beside the libraries that check little. CPU time, the best of some rounds. The
 * Arrow library only looks at a batch's metadata until a value is asked for, so its rate is no bound for ours.
 */
export const runColumnar = async (): Promise<readonly BenchRow[]> => [
  await numbers(),
  await texts(),
  await flights(),
  await flightsOfFile(),
];

function numbers(): Promise<BenchRow> {
  const fields = [
    makeField('int64', { id: 1, name: 'id' }),
    makeField('float64', { id: 2, name: 'score', nullable: true }),
    makeField('timestamp', { id: 3, name: 'seen_at' }),
    makeField('int32', { id: 4, name: 'count' }),
    makeField('float32', { id: 5, name: 'weight' }),
    makeField('uint8', { id: 6, name: 'class' }),
  ];
  const values = [BigInt64Array, Float64Array, BigInt64Array, Int32Array, Float32Array, Uint8Array];
  const columns = fields.map((field, at) => column(field, { data: new values[at]!(ROWS) }));
  return arrowRow('Arrow, numbers of 1 Mi rows', makeSchema(fields), columns);
}

function texts(): Promise<BenchRow> {
  const field = makeField('string', { id: 1, name: 'label' });
  const text = Buffer.from('größer als zwölf Bytes');
  const data = Buffer.alloc(ROWS * text.length, text);
  const valueOffsets = Int32Array.from({ length: ROWS + 1 }, (_, row) => row * text.length);
  return arrowRow('Arrow, texts of 1 Mi rows', makeSchema([field]), [column(field, { data, valueOffsets })]);
}

function column(field: Field, buffers: object): arrow.Data {
  const nulls = { nullCount: ROWS / 8, nullBitmap: new Uint8Array(ROWS / 8).fill(0xfe) };
  return arrow.makeData({
    type: arrowType(field),
    length: ROWS,
    nullCount: 0,
    ...(field.nullable && nulls),
    ...buffers,
  } as never);
}

async function arrowRow(name: string, schema: Schema, columns: readonly arrow.Data[]): Promise<BenchRow> {
  const bytes = arrowStream(schema, [batchOfColumns(schema, columns, ROWS)]);
  if (bytes instanceof Fault) throw bytes;
  const [ours, peer] = await best_s([
    () => decoded(arrowCodec.decode(schema, bytes)),
    () => arrow.tableFromIPC(bytes).numRows,
  ]);
  const [value, peerValue] = [bytes.length / 1e9 / ours, bytes.length / 1e9 / peer];
  return { name, value, unit: 'GB/s', peer: 'tableFromIPC, unchecked', peerValue, ratio: value / peerValue };
}

const FLIGHTS = new URL('../node_modules/vega-datasets/data/flights-3m.parquet', import.meta.url);
const FLIGHTS_ROWS = 3_000_000;
const nullable = true;
const FLIGHTS_SCHEMA = makeSchema([
  makeField('timestamp', {
    id: 1,
    name: 'date',
    nullable,
    type: { kind: 'timestamp', zone: 'local' },
    unit: parseUnit('us') as Unit,
  }),
  makeField('int64', { id: 2, name: 'delay', nullable }),
  makeField('int64', { id: 3, name: 'distance', nullable }),
  makeField('string', { id: 4, name: 'origin', nullable }),
  makeField('string', { id: 5, name: 'destination', nullable }),
]);
const wasm = createRequire(import.meta.url)('parquet-wasm/node') as typeof import('parquet-wasm/node');

/** 3 M flights that somebody else wrote: the same columns, in the same typed arrays. Of more rows a batch it is no faster. */
async function flights(): Promise<BenchRow> {
  const bytes = readFileSync(FLIGHTS);
  const codec = parquetCodec(parquetWasm());
  const [ours, peer] = await best_s([
    () => decoded(codec.decode(FLIGHTS_SCHEMA, bytes)),
    () =>
      arrow.tableFromIPC(
        wasm.readParquet(bytes, { batchSize: LIMITS.parquet_batch_rows_max }).intoIPCStream(),
      ).numRows,
  ]);
  return flightsRow('Parquet, 3 M flights of others', ours, [
    'parquet-wasm and tableFromIPC, unchecked',
    peer,
  ]);
}

/** The same as files of any size are read: from the disk, a batch after another. */
async function flightsOfFile(): Promise<BenchRow> {
  const path = fileURLToPath(FLIGHTS);
  const files = parquetFiles();
  const [ours, peer] = await best_s([
    async () => {
      let rows = 0;
      for await (const batch of files.read(path, FLIGHTS_SCHEMA)) rows += batch.numRows;
      return rows;
    },
    async () => {
      const file = await wasm.ParquetFile.fromFile(await openAsBlob(path));
      let rows = 0;
      for await (const batch of await file.stream({ batchSize: LIMITS.parquet_batch_rows_max }))
        rows += arrow.tableFromIPC((batch as { intoIPCStream(): Uint8Array }).intoIPCStream()).numRows;
      file.free();
      return rows;
    },
  ]);
  return flightsRow('Parquet, the same in a thread, by batches', ours, [
    'parquet-wasm’s stream and tableFromIPC',
    peer,
  ]);
}

const flightsRow = (
  name: string,
  ours: number,
  [peer, peer_s]: readonly [name: string, seconds: number],
): BenchRow => ({
  name,
  value: FLIGHTS_ROWS / 1e6 / ours,
  unit: 'M rows/s',
  peer,
  peerValue: FLIGHTS_ROWS / 1e6 / peer_s,
  ratio: peer_s / ours,
});

function decoded(result: ReturnType<typeof arrowCodec.decode>): number {
  if (result.kind === 'refused') throw new RangeError(`refused: ${result.code}`);
  return result.rows;
}

type Run = () => number | Promise<number>;

/** Seconds of CPU of each, in turns, so that whatever else the machine does hits both. */
async function best_s(runs: readonly [Run, Run]): Promise<readonly [number, number]> {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++)
    for (const at of [0, 1] as const) {
      const before = process.cpuUsage();
      if ((await runs[at]()) === 0) throw new RangeError('nothing was read');
      const { user, system } = process.cpuUsage(before);
      best[at] = Math.min(best[at], (user + system) / 1e6);
    }
  return best;
}

if (import.meta.main) for (const row of await runColumnar()) console.log(row);
