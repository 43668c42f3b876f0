import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { column, footer, INT32, INT64, parquetFile, schemaOf } from '../native/parquet/footer.ts';
import { emptyFolder } from './harness.ts';

const folder = emptyFolder();
const parquet = (type: number): Uint8Array => parquetFile(footer(schemaOf(1, column('n', type, { id: 1 }))));
folder.write('int.parquet', parquet(INT32));
folder.write('long.parquet', parquet(INT64));
folder.write('cut.parquet', parquet(INT64).subarray(0, 40));
folder.write('sealed.parquet', Buffer.concat([Buffer.from('PARE'), Buffer.alloc(40), Buffer.from('PARE')]));
folder.write(
  'long-footer.parquet',
  Buffer.concat([Buffer.from('PAR1xxxx'), Buffer.from([255, 255, 0, 0]), Buffer.from('PAR1')]),
);

const rows = arrow.tableFromArrays({ n: Int32Array.of(1, 2) });
folder.write('rows.arrow', arrow.tableToIPC(rows, 'file'));
folder.write('rows.arrows', arrow.tableToIPC(rows, 'stream'));
folder.write('floats.arrow', arrow.tableToIPC(arrow.tableFromArrays({ n: Float64Array.of(1) }), 'file'));
folder.write('cut.arrow', arrow.tableToIPC(rows, 'file').subarray(0, 60));

const diff = async (...words: string[]) => {
  const { exit, json } = await folder.assay('diff', ...words, '--json');
  const { format, class: verdict, code, facts, findings } = json();
  return { exit, format, verdict, code, facts, rules: findings?.map((one: { rule: string }) => one.rule) };
};

describe('assay diff of files that carry their schema', () => {
  it('knows Parquet by its first bytes and reads its columns by id', async () => {
    expect(await diff('int.parquet', 'long.parquet')).toMatchObject({
      exit: 1,
      format: 'parquet',
      verdict: 'compatible',
      rules: ['INTEGER_WIDENED', 'TYPE_MISMATCH'],
    });
    expect(await diff('int.parquet', 'int.parquet')).toMatchObject({ exit: 0, verdict: 'identical' });
  });

  it('knows an Arrow file and an Arrow stream, and takes one for the other', async () => {
    expect(await diff('rows.arrow', 'rows.arrows')).toMatchObject({
      exit: 0,
      format: 'arrow',
      verdict: 'identical',
    });
    expect(await diff('rows.arrow', 'floats.arrow')).toMatchObject({ exit: 1, format: 'arrow' });
  });

  it('reads the end of a file alone, so that one of 8 GiB takes no longer', async () => {
    const big = openSync(path.join(folder.root, 'big.parquet'), 'w');
    const end = parquet(INT64).subarray(4);
    const size = 8 * 2 ** 30;
    writeSync(big, Buffer.from('PAR1'));
    ftruncateSync(big, size);
    writeSync(big, end, 0, end.byteLength, size);
    closeSync(big);
    expect(await diff('long.parquet', 'big.parquet')).toMatchObject({ exit: 0, verdict: 'identical' });
  });

  it.each([
    ['long.parquet', 'cut.parquet', 'PARQUET_UNREADABLE', 'cut.parquet'],
    ['sealed.parquet', 'long.parquet', 'PARQUET_UNREADABLE', 'sealed.parquet'],
    ['long-footer.parquet', 'long.parquet', 'PARQUET_UNREADABLE', 'long-footer.parquet'],
    ['rows.arrow', 'cut.arrow', 'ARROW_UNREADABLE', 'cut.arrow'],
  ])('%s and %s are refused with the name of the one that is broken', async (older, newer, code, name) => {
    expect(await diff(older, newer)).toMatchObject({ exit: 2, code, facts: { file: name } });
  });

  it('refuses a pair of two formats, and one that its name does not fit', async () => {
    expect(await diff('rows.arrow', 'long.parquet')).toMatchObject({
      exit: 2,
      code: 'NATIVE_FORMATS_DIFFER',
      facts: { older: 'arrow', newer: 'parquet' },
    });
    expect(await diff('rows.arrow', 'rows.arrow', '--format', 'parquet')).toMatchObject({
      exit: 2,
      code: 'PARQUET_UNREADABLE',
    });
  });

  it('knows an Iceberg schema from an Avro one, and compares it by id', async () => {
    const schema = (name: string) =>
      JSON.stringify({ type: 'struct', fields: [{ id: 1, name, required: false, type: 'int' }] });
    folder.write('old.json', schema('a'));
    folder.write('new.json', schema('b'));
    expect(await diff('old.json', 'new.json')).toMatchObject({
      exit: 0,
      format: 'iceberg',
      verdict: 'compatible',
    });
    folder.write('bad.json', schema('a').replace('"int"', '"integer"'));
    expect(await diff('old.json', 'bad.json')).toMatchObject({ exit: 2, code: 'ICEBERG_TYPE' });
  });
});
