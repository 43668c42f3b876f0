import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
import { parquetWasm } from '../src/engine/parquet-wasm.ts';
import { makeField, makeSchema } from '../test/contract/make-field.ts';
import type { BenchRow } from './measure.ts';

const ROUNDS = 7;
const ROWS = 1 << 20;

/**
 * Arrow and Parquet with every check on, beside the libraries that check little. CPU time, the best of some rounds. The
 * Arrow library only looks at a batch's metadata until a value is asked for, so its rate is no bound for ours.
 */
export const runColumnar = (): readonly BenchRow[] => [numbers(), texts(), flights()];

function numbers(): BenchRow {
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

function texts(): BenchRow {
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

function arrowRow(name: string, schema: Schema, columns: readonly arrow.Data[]): BenchRow {
  const bytes = arrowStream(schema, [batchOfColumns(schema, columns, ROWS)]);
  if (bytes instanceof Fault) throw bytes;
  const [ours, peer] = best_s([
    () => decoded(arrowCodec.decode(schema, bytes)),
    () => arrow.tableFromIPC(bytes).numRows,
  ]);
  const [value, peerValue] = [bytes.length / 1e9 / ours, bytes.length / 1e9 / peer];
  return { name, value, unit: 'GB/s', peer: 'tableFromIPC, unchecked', peerValue, ratio: value / peerValue };
}

/** 3 M flights that somebody else wrote: the same columns, in the same typed arrays. */
function flights(): BenchRow {
  const bytes = readFileSync(
    new URL('../node_modules/vega-datasets/data/flights-3m.parquet', import.meta.url),
  );
  const nullable = true;
  const schema = makeSchema([
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
  const codec = parquetCodec(parquetWasm());
  const wasm = createRequire(import.meta.url)('parquet-wasm/node') as typeof import('parquet-wasm/node');
  const rows = 3_000_000;
  const [ours, peer] = best_s([
    () => decoded(codec.decode(schema, bytes)),
    () =>
      arrow.tableFromIPC(
        wasm.readParquet(bytes, { batchSize: LIMITS.parquet_batch_rows_max }).intoIPCStream(),
      ).numRows,
  ]);
  return {
    name: 'Parquet, 3 M flights of others',
    value: rows / 1e6 / ours,
    unit: 'M rows/s',
    peer: 'parquet-wasm and tableFromIPC, unchecked',
    peerValue: rows / 1e6 / peer,
    ratio: peer / ours,
  };
}

function decoded(result: ReturnType<typeof arrowCodec.decode>): number {
  if (result.kind === 'refused') throw new RangeError(`refused: ${result.code}`);
  return result.rows;
}

/** Seconds of CPU of each, in turns, so that whatever else the machine does hits both. */
function best_s(runs: readonly [() => number, () => number]): readonly [number, number] {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++)
    for (const at of [0, 1] as const) {
      const before = process.cpuUsage();
      if (runs[at]() === 0) throw new RangeError('nothing was read');
      const { user, system } = process.cpuUsage(before);
      best[at] = Math.min(best[at], (user + system) / 1e6);
    }
  return best;
}

if (import.meta.main) for (const row of runColumnar()) console.log(row);
