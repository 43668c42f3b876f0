import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../../src/contract/batch.ts';
import type { RecordValues } from '../../../src/contract/value.ts';
import { parquetWasm } from '../../../src/engine/parquet-wasm.ts';
import { makeField, makeSchema, unit } from '../../contract/make-field.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { fileOfGroups } from './written-groups.ts';

const nullable = true;
const schema = makeSchema([
  makeField('int64', { id: 1, name: 'count', nullable }),
  makeField('string', { id: 2, name: 'word', nullable }),
  makeField('float64', { id: 3, name: 'score', nullable }),
  makeField('bool', { id: 4, name: 'flag', nullable }),
  makeField('uint64', { id: 5, name: 'size' }),
  makeField('date', { id: 6, name: 'day' }),
  makeField('timestamp', { id: 7, name: 'moment', unit: unit('us') }),
  makeField('float32', { id: 8, name: 'small' }),
  makeField('int8', { id: 9, name: 'tiny' }),
  makeField('bytes', { id: 10, name: 'raw' }),
]);
const record = (row: number): RecordValues => [
  row % 5 === 0 ? null : BigInt((row % 60) - 30),
  row % 90 < 40 ? null : `w${row % 9}`,
  row % 11 === 0 ? null : row / 7,
  row < 3_000 ? null : row % 3 === 0,
  2n ** 64n - 1n - BigInt(row),
  (row >> 4) - 100,
  BigInt(row) * 60_000_000n,
  Math.fround((row % 100) / 3),
  (row % 256) - 128,
  Buffer.from(String(row % 400)),
];
const ROWS = Array.from({ length: 9_000 }, (_, row) => record(row));

const asSql = (row: RecordValues): unknown[] => [
  ...row.slice(0, 4),
  row[4],
  row[5],
  row[6],
  row[7],
  row[8],
  Buffer.from(row[9] as Uint8Array).toString('hex'),
];

describe('a Parquet file of ours', () => {
  const place = path.join(temporaryFolder(), 'ours.parquet');
  const batches = [0, 1, 2].map(at => batchOf(schema, ROWS.slice(at * 2_000, (at + 1) * 2_000)));
  writeFileSync(place, fileOfGroups(parquetWasm(), schema, [batches, [batchOf(schema, ROWS.slice(6_000))]]));

  const answer = async (query: string) => {
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    const rows = (await connection.runAndReadAll(query)).getRows();
    connection.closeSync();
    instance.closeSync();
    return rows;
  };

  it('is read alike by DuckDB', async () => {
    const rows = await answer(
      `SELECT count, word, score, flag, size, (day - DATE '1970-01-01')::INTEGER, epoch_us(moment), small, tiny, lower(hex(raw)) FROM '${place}'`,
    );
    expect(rows.map(row => row.map(String))).toEqual(ROWS.map(row => asSql(row).map(String)));
  });

  it('has statistics by which DuckDB passes over row groups, and over no record that is asked for', async () => {
    const asked: readonly (readonly [string, (row: RecordValues) => boolean])[] = [
      ['size > 18446744073709549000', row => (row[4] as bigint) > 18446744073709549000n],
      ['count = -30', row => row[0] === -30n],
      ["word >= 'w8'", row => row[1] !== null && (row[1] as string) >= 'w8'],
      ['score < 1', row => row[2] !== null && (row[2] as number) < 1],
      ['flag', row => row[3] === true],
      ['flag IS NULL', row => row[3] === null],
      ['tiny = -128', row => row[8] === -128],
    ];
    for (const [where, isAsked] of asked) {
      const rows = await answer(`SELECT count(*) FROM '${place}' WHERE ${where}`);
      expect([where, rows[0]![0]]).toEqual([where, BigInt(ROWS.filter(isAsked).length)]);
    }
    const said = await answer(
      `SELECT path_in_schema, stats_min_value, stats_max_value, stats_null_count FROM parquet_metadata('${place}') WHERE row_group_id = 1 AND path_in_schema IN ('size', 'word', 'tiny')`,
    );
    expect(said).toEqual([
      ['word', 'w0', 'w8', BigInt(ROWS.slice(6_000).filter(row => row[1] === null).length)],
      ['size', String(2n ** 64n - 9_000n), String(2n ** 64n - 6_001n), 0n],
      ['tiny', '-128', '127', 0n],
    ]);
  });
});
