import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as arrow from 'apache-arrow';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { parquetCodec } from '../../src/codec/parquet/parquet-codec.ts';
import { writeRowGroup } from '../../src/codec/parquet/row-groups.ts';
import { batchOf, batchOfColumns, rowsOf } from '../../src/contract/batch.ts';
import { readPlan } from '../../src/contract/read-plan.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { applyChain, chainOf } from '../../src/convert/chain.ts';
import { conversionThreads } from '../../src/engine/conversion-threads.ts';
import type { WrittenGroup } from '../../src/engine/conversion-wire.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { fileOf } from '../../src/service/record-writers.ts';
import { fileOfGroups } from '../codec/parquet/written-groups.ts';
import { makeField, makeList, makeSchema, unit } from '../contract/make-field.ts';
import { planOf } from '../convert/converters.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const library = parquetWasm();
const from = makeSchema([
  makeField('int64', { id: 1, name: 'wait', unit: unit('s'), logical: 'quantity' }),
  makeField('string', { id: 2, name: 'word', nullable: true }),
  makeField('float64', { id: 3, name: 'score' }),
  makeList(makeField('int32', { id: 5, name: 'element' }), 0, 9, { id: 4, name: 'parts' }),
]);
const to = makeSchema([
  makeField('string', { id: 2, name: 'text', nullable: true }),
  makeField('int64', {
    id: 1,
    name: 'wait',
    unit: unit('ms'),
    logical: 'quantity',
    range: { min: 0n, max: 500_000n },
  }),
  makeField('float64', { id: 3, name: 'score' }),
  makeList(makeField('int32', { id: 5, name: 'element' }), 0, 9, { id: 4, name: 'parts' }),
]);
const chain = chainOf([planOf(from, to, ['{id: 1, steps: [{kind: unit, to: ms}]}'])]);

const record = (row: number): RecordValues => [
  BigInt(row),
  row % 3 === 0 ? null : `word ${row}`,
  row / 7,
  Array.from({ length: row % 4 }, (_, at) => at * row),
];
const ROWS = Array.from({ length: 600 }, (_, row) => record(row));

/** A file of row groups of so many rows. */
const fileOfRows = (schema: Schema, rows: readonly RecordValues[], size: number): Buffer =>
  fileOfGroups(
    library,
    schema,
    Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => [
      batchOf(schema, rows.slice(at * size, (at + 1) * size)),
    ]),
  );

async function rewritten(bytes: Uint8Array, workers: number) {
  const place = path.join(temporaryFolder(), 'old.parquet');
  writeFileSync(place, bytes);
  const reading = { place, columns: from, plan: readPlan(from, from), reader: from };
  const groups: WrittenGroup[] = [];
  const run = conversionThreads().rewrite(chain, reading, { workers });
  const file = fileOf('parquet', { schema: to, recordSchema: recordSchemaDigest(to) }, library);
  const parts = [file.start];
  for (;;) {
    const next = await run.next();
    if (next.done === true) return { groups, end: next.value, bytes: Buffer.concat([...parts, file.end()]) };
    groups.push(next.value);
    parts.push(file.add({ kind: 'groups', groups: next.value.groups }));
  }
}

function recordsIn(bytes: Uint8Array): readonly RecordValues[] {
  const decoded = parquetCodec(library).decode(to, bytes);
  if (decoded.kind === 'refused') throw new Error(decoded.code);
  return rowsOf(to, decoded.batch);
}

const chunksOf = (bytes: Buffer) =>
  parquetMetadata(new Uint8Array(bytes).buffer).row_groups.map(({ columns }) =>
    columns.map(({ meta_data: meta }) => ({
      path: meta?.path_in_schema.join('.'),
      at: Number(meta?.dictionary_page_offset ?? meta?.data_page_offset),
      bytes: Number(meta?.total_compressed_size),
      nulls: meta?.statistics?.null_count,
      max: meta?.statistics?.max_value,
    })),
  );

describe('a Parquet file that is rewritten', () => {
  const old = fileOfRows(from, ROWS, 200);
  const expected = applyChain(chain, batchOf(from, ROWS));

  it.each([1, 2, 3])('has with %i workers the records that plans make, and the same bytes', async workers => {
    const { groups, end, bytes } = await rewritten(old, workers);
    expect(end).toBeUndefined();
    expect(recordsIn(bytes)).toEqual(rowsOf(to, expected.converted));
    expect(groups.map(({ read, converted }) => [read, converted])).toEqual([
      [200, 200],
      [200, 200],
      [200, 101],
    ]);
    expect(groups[2]!.rejects[0]).toEqual({ row: 101, field: 1, code: 'RANGE' });
    expect(bytes).toEqual((await rewritten(old, 1)).bytes);
  });

  it('has columns to which nothing was done as they lay, under their new names, where no record is out', async () => {
    const { bytes } = await rewritten(old, 2);
    const [before, after] = [chunksOf(old), chunksOf(bytes)];
    const word = before[0]!.find(({ path: name }) => name === 'word')!;
    const text = after[0]!.find(({ path: name }) => name === 'text')!;
    expect(bytes.subarray(text.at, text.at + text.bytes)).toEqual(
      old.subarray(word.at, word.at + word.bytes),
    );
    expect(text).toMatchObject({ nulls: 67n, max: 'word 98' });
    expect(after[0]!.find(({ path: name }) => name === 'wait')!.max).toBe(199_000n);
    // In the last group records are out, and everything is written anew.
    expect(after[2]!.find(({ path: name }) => name === 'text')!.max).toBeDefined();
  });

  it('tells nothing of a column that passed but what its values are, whatever its writer said', async () => {
    const lying = Buffer.from(old);
    // In the footer alone it stands like this: 'word 98' is the greatest of the first row group.
    const footer = lying.length - 8 - lying.readUInt32LE(lying.length - 8);
    const at = lying.indexOf('word 98', footer);
    expect(at).toBeGreaterThan(footer);
    lying.write('word 00', at);
    const { bytes } = await rewritten(lying, 2);
    expect(chunksOf(bytes)[0]!.find(({ path: name }) => name === 'text')!.max).toBe('word 98');
  });

  it('has every column written anew where the old ones are packed otherwise', async () => {
    const snappy = parquetCodec(library, 'snappy').encode(from, batchOf(from, ROWS.slice(0, 100)));
    const { bytes } = await rewritten(snappy as Uint8Array, 2);
    const { row_groups: groups } = parquetMetadata(new Uint8Array(bytes).buffer);
    const codecs = groups.flatMap(({ columns }) => columns.map(({ meta_data: meta }) => meta?.codec));
    expect(new Set(codecs)).toEqual(new Set(['ZSTD']));
    expect(recordsIn(bytes)).toEqual(
      rowsOf(to, applyChain(chain, batchOf(from, ROWS.slice(0, 100))).converted),
    );
  });

  it('has columns that the library writes in one row group with the others, of more records than it puts into one', () => {
    const schema = makeSchema([makeField('fixed', { type: { kind: 'fixed', size: 1 } })]);
    const rows = 2 ** 20 + 1;
    const type = new arrow.FixedSizeBinary(1);
    const data = arrow.makeData({ type, length: rows, nullCount: 0, data: new Uint8Array(rows) });
    const group = writeRowGroup(library, schema, [batchOfColumns(schema, [data], rows)], new Map());
    expect([group.rows, group.columns.length]).toEqual([rows, 1]);
  });

  it('is in trouble where a row group can not be read, behind those before it', async () => {
    const broken = Buffer.from(old);
    const { at, bytes } = chunksOf(old)[1]![2]!;
    broken.fill(0xff, at, at + bytes);
    const { groups, end } = await rewritten(broken, 2);
    expect([groups.length, end]).toEqual([1, 'trouble']);
  });

  it('is in trouble at once where it is no Parquet', async () => {
    const { groups, end } = await rewritten(Buffer.from('PAR1 or not'), 2);
    expect([groups.length, end]).toEqual([0, 'trouble']);
  });
});
