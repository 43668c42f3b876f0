import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../src/codec/codec.ts';
import { rowsOf } from '../../src/contract/batch.ts';
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

describe('Parquet files read in a thread', () => {
  it('come a row group at a time, in order', async () => {
    const { rows, batches, refusal } = await read(GROUPS, text);
    expect(refusal).toBeUndefined();
    const five = [['a'], [null], [''], ['longer than twelve bytes, é'], ['a']];
    expect(rows).toEqual([...five, ...five, ...five, ...five]);
    expect(batches).toBe(7);
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
});
