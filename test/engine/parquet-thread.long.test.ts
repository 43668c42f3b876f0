import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { arrowStream } from '../../src/codec/arrow/arrow-codec.ts';
import type { Refusal } from '../../src/codec/codec.ts';
import { PageWalk } from '../../src/codec/parquet/check-pages.ts';
import { footerLength, openParquet } from '../../src/codec/parquet/open-parquet.ts';
import { arrowType } from '../../src/contract/arrow-field.ts';
import { batchOf, batchOfColumns, rowsOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { parquetFiles } from '../../src/engine/parquet-thread.ts';
import { makeField, makeSchema } from '../contract/make-field.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const WRITTEN = path.join(import.meta.dirname, '../codec/parquet/pyarrow');
const GROUPS = path.join(WRITTEN, 'utf8-row-groups.parquet');
const text = makeSchema([makeField('string', { nullable: true })]);
const files = parquetFiles();

async function read(
  file: string,
  schema: Schema,
): Promise<{
  readonly rows: readonly RecordValues[];
  readonly batches: number;
  readonly refusal: Refusal | undefined;
}> {
  const rows: RecordValues[] = [];
  const reading = files.read(file, schema);
  for (let batches = 0; ; batches++) {
    const next = await reading.next();
    if (next.done === true) return { rows, batches, refusal: next.value };
    rows.push(...rowsOf(schema, next.value));
  }
}

const wasm = createRequire(import.meta.url)('parquet-wasm/node') as typeof import('parquet-wasm/node');

function written(schema: Schema, batch: arrow.RecordBatch, properties: () => WriterProperties): Buffer {
  const stream = arrowStream(schema, [batch], 'parquet');
  if (stream instanceof Fault) throw stream;
  return Buffer.from(wasm.writeParquet(wasm.Table.fromIPCStream(stream), properties()));
}
type WriterProperties = import('parquet-wasm/node').WriterProperties;

/** The pages of a file of one column and one row group, and where the column ends. */
function pagesOf(bytes: Buffer): { readonly starts: readonly number[]; readonly end: number } {
  const length = footerLength(bytes.subarray(-8), bytes.length);
  if (typeof length !== 'number') throw new Error(length.code);
  const open = openParquet(bytes.subarray(0, 4), bytes.subarray(-8 - length, -8), bytes.length);
  if ('code' in open) throw new Error(open.code);
  const [column] = open.layout.groups[0]!.columns;
  const walk = new PageWalk(column!);
  const starts: number[] = [];
  while (!walk.isAtEnd) {
    starts.push(column!.start + walk.at);
    const page = walk.header(bytes.subarray(starts.at(-1)));
    if ('code' in page) throw new Error(page.code);
    walk.body(
      bytes.subarray(column!.start + page.start, column!.start + page.start + page.bytes),
      page.start,
    );
  }
  return { starts, end: column!.start + column!.bytes };
}

/** As Thrift writes a number: its sign last, seven bits a byte. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = 2 * value;
  for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push((left & 0x7f) | 0x80);
  return Buffer.of(...bytes, left);
}

describe('Parquet files read in a thread', () => {
  it('come a row group at a time, in order', async () => {
    const { rows, batches, refusal } = await read(GROUPS, text);
    expect(refusal).toBeUndefined();
    const five = [['a'], [null], [''], ['longer than twelve bytes, é'], ['a']];
    expect(rows).toEqual([...five, ...five, ...five, ...five]);
    expect(batches).toBe(7);
  });

  it('may have row groups without rows', async () => {
    const { rows, refusal } = await read(path.join(WRITTEN, 'no-rows-between.parquet'), text);
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(10);
    for (const name of ['no-rows', 'no-rows-plain'])
      expect(await read(path.join(WRITTEN, `${name}.parquet`), text)).toMatchObject({
        rows: [],
        refusal: undefined,
      });
  });

  it('are held to UTF-8, by row and field, though the library ends itself there', async () => {
    const bytes = readFileSync(GROUPS);
    const file = path.join(temporaryFolder(), 'no-text.parquet');
    for (let at = bytes.indexOf('longer'); at >= 0; at = bytes.indexOf('longer', at + 1)) bytes[at] = 0xff;
    writeFileSync(file, bytes);
    expect((await read(file, text)).refusal).toMatchObject({
      code: 'INVALID_UTF8',
      row: 3,
      field: 1,
      block: 1,
    });
    expect((await read(GROUPS, text)).rows).toHaveLength(20);
  });

  it('give row, field and row group of what is refused, counted through the file', async () => {
    const strict = makeSchema([makeField('string')]);
    expect((await read(GROUPS, strict)).refusal).toMatchObject({
      code: 'NULL_NOT_ALLOWED',
      row: 1,
      field: 1,
      block: 0,
    });
  });

  it('are refused where they are cut, are no Parquet or have a page that changed, and the next is read all the same', async () => {
    const folder = temporaryFolder();
    const bytes = readFileSync(path.join(WRITTEN, 'utf8-checksums.parquet'));
    const changed = Buffer.from(bytes);
    changed[changed.indexOf('é\u0001\0\0\0a') - 3]! ^= 1;
    for (const [name, content, code] of [
      ['empty', Buffer.alloc(0), 'TRUNCATED'],
      ['cut', bytes.subarray(0, bytes.length - 9), 'TRUNCATED'],
      ['text', Buffer.from('no Parquet at all, but long enough'), 'TRUNCATED'],
      ['changed', changed, 'CHECKSUM_DIFFERS'],
    ] as const) {
      const file = path.join(folder, `${name}.parquet`);
      writeFileSync(file, content);
      expect((await read(file, text)).refusal, name).toMatchObject({ kind: 'refused', code });
    }
    expect((await read(GROUPS, text)).rows).toHaveLength(20);
  });

  it('are refused where the reader ends: a file that is gone ends it', async () => {
    expect((await read(path.join(WRITTEN, 'none.parquet'), text)).refusal).toMatchObject({
      code: 'MALFORMED',
    });
    expect((await read(GROUPS, text)).refusal).toBeUndefined();
  });

  it('may be left half-way', async () => {
    const copy = path.join(temporaryFolder(), 'half.parquet');
    copyFileSync(GROUPS, copy);
    const reading = files.read(copy, text);
    await reading.next();
    await reading.return(undefined);
    expect((await read(copy, text)).rows).toHaveLength(20);
  });

  it('are read page by page as they stand, because an index of pages may lie and most readers pass over it', async () => {
    const schema = makeSchema([makeField('int64')]);
    const rows = Array.from({ length: 4096 }, (_, row): RecordValues => [BigInt(row)]);
    const bytes = written(schema, batchOf(schema, rows), () =>
      new wasm.WriterPropertiesBuilder()
        .setCompression(wasm.Compression.UNCOMPRESSED)
        .setDictionaryEnabled(false)
        .setDataPageSizeLimit(8192)
        .build(),
    );
    const { starts, end } = pagesOf(bytes);
    const [second, third] = [varint(starts[1]!), varint(starts[2]!)];
    const [at, next] = [bytes.indexOf(second, end), bytes.indexOf(third, end)];
    expect(at).toBeGreaterThan(0);
    expect(next).toBeGreaterThan(at);
    third.copy(bytes, at);
    second.copy(bytes, next);
    const file = path.join(temporaryFolder(), 'index.parquet');
    writeFileSync(file, bytes);
    expect(await read(file, schema)).toMatchObject({ rows, refusal: undefined });
  });

  it('have each row once and in order where a row group unpacks to more than is held at a time', async () => {
    const fields = Array.from({ length: 10 }, (_, at) =>
      makeField('int8', { id: at + 1, name: `column_${at}` }),
    );
    const schema = makeSchema(fields);
    // In the file each is one of 32 bits.
    const length = Math.ceil((1.1 * LIMITS.parquet_unpacked_bytes) / (4 * fields.length));
    const valueAt = (row: number): number => (row >> 10) & 0x7f;
    const data = Int8Array.from({ length }, (_, row) => valueAt(row));
    const columns = fields.map(field =>
      arrow.makeData({ type: arrowType(field), length, nullCount: 0, data: data.slice() } as never),
    );
    const file = path.join(temporaryFolder(), 'large.parquet');
    const properties = new wasm.WriterPropertiesBuilder().setMaxRowGroupSize(length);
    writeFileSync(
      file,
      written(schema, batchOfColumns(schema, columns, length), () => properties.build()),
    );
    let rows = 0;
    for await (const batch of files.read(file, schema)) {
      const values = batch.data.children[9]!.values as Int8Array;
      for (let row = 0; row < batch.numRows; row++, rows++)
        if (values[row] !== valueAt(rows)) throw new RangeError(`row ${rows} is another`);
    }
    expect(rows).toBe(length);
  });
});
