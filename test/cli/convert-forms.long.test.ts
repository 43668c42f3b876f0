import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { arrowCodec } from '../../src/codec/arrow/arrow-codec.ts';
import { decodeContainer, writeContainer } from '../../src/codec/avro-container.ts';
import { RECORD_FORMS, type RecordForm } from '../../src/codec/forms/record-form.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { pieceOf, spanOf } from '../../src/codec/parquet/column-piece.ts';
import { ParquetFileWriter } from '../../src/codec/parquet/file-writer.ts';
import { FILE, GROUP, structsAt } from '../../src/codec/parquet/footer-tree.ts';
import { footerLength, TAIL_BYTES } from '../../src/codec/parquet/open-parquet.ts';
import { parquetCodec } from '../../src/codec/parquet/parquet-codec.ts';
import type { RowGroupPiece } from '../../src/codec/parquet/row-groups.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { readThrift } from '../../src/native/parquet/thrift-tree.ts';
import { makeField, makeSchema } from '../contract/make-field.ts';
import { copiedProject, type Folder } from './harness.ts';

const CONVERTER = 'schemas/training.example/converters/v3-v4.yaml';
const [OLD, NEW] = (['int32', 'string'] as const).map(outcome =>
  makeSchema([
    makeField('int64', { id: 17, name: 'response_latency_ms' }),
    makeField(outcome, { id: 23, name: 'outcome' }),
  ]),
) as [Schema, Schema];
const LABELS = ['success', 'failure', 'timeout', 'cancelled'];
/** Of seven one is beyond the range of version 3, and one has a label of which the loss learns nothing. */
const ROWS = Array.from(
  { length: 700 },
  (_, row): RecordValues => [row % 7 === 3 ? 601n : BigInt(row % 600), row % 7 === 5 ? -100 : row % 2],
);
const library = parquetWasm();
const parquet = parquetCodec(library);

function encoded(form: RecordForm): Uint8Array {
  const batch = batchOf(OLD, ROWS);
  const codecs = { json: jsonCodec, arrow: arrowCodec, parquet };
  const bytes =
    form === 'avro'
      ? writeContainer(OLD, batch, { codec: 'deflate', meta: new Map(), blockBytes: 500 })
      : codecs[form].encode(OLD, batch);
  if (bytes instanceof Fault) throw bytes;
  return bytes;
}

function decoded(form: RecordForm, bytes: Uint8Array, schema = NEW): readonly RecordValues[] {
  const codecs = { json: jsonCodec, arrow: arrowCodec, parquet };
  const read = form === 'avro' ? decodeContainer(schema, bytes) : codecs[form].decode(schema, bytes);
  if (read instanceof Fault) throw read;
  if (!('batch' in read)) throw new Error(read.code);
  return rowsOf(schema, read.batch);
}

const convert = (folder: Folder, from: RecordForm, to: RecordForm, ...more: readonly string[]) =>
  folder.assay('convert', `old.${from}`, '--converter', CONVERTER, '--to', to, ...more);

describe('assay convert', () => {
  const folder = copiedProject();
  for (const form of RECORD_FORMS) folder.write(`old.${form}`, encoded(form));
  const kept = [...ROWS.keys()].filter(row => row % 7 !== 3 && row % 7 !== 5);

  it.each(RECORD_FORMS.flatMap(from => RECORD_FORMS.map(to => [from, to] as const)))(
    'makes of %s the same records in %s, and accounts for each',
    async (from, to) => {
      const [out, rejects] = [`${from}-new.${to}`, `${from}-${to}-rejects.jsonl`];
      const { json, exit } = await convert(folder, from, to, '--out', out, '--rejects', rejects, '--json');
      expect(exit).toBe(1);
      expect(json()).toMatchObject({ read: 700, converted: 500, rejected: 200, skipped: 0, format: from });
      const records = decoded(to, readFileSync(path.join(folder.root, out)));
      expect(records).toHaveLength(500);
      expect(records.map(([latency]) => latency)).toEqual(kept.map(row => (ROWS[row]![0] as bigint) * 1000n));
      for (const [, label] of records) expect(LABELS).toContain(label);
      const rows = folder
        .read(rejects)
        .trim()
        .split('\n')
        .map(line => (JSON.parse(line) as { row: number }).row);
      expect(rows).toEqual([...ROWS.keys()].filter(row => !kept.includes(row)));
    },
  );

  it.each(RECORD_FORMS)('gives %s through a pipe too, and the same bytes on one core', async form => {
    const { bytes } = await convert(folder, 'avro', form);
    const { bytes: alone } = await convert(folder, 'avro', form, '--workers', '1');
    expect(Buffer.from(bytes()).equals(alone())).toBe(true);
    expect(decoded(form, bytes())).toHaveLength(500);
  });

  it('leaves no file where the old one can not be read to its end', async () => {
    const whole = encoded('parquet');
    const broken = Buffer.from(whole);
    broken.fill(0xff, 4, 60);
    folder.write('broken.parquet', broken);
    const { exit, err } = await folder.assay(
      ...['convert', 'broken.parquet', '--converter', CONVERTER, '--to', 'parquet', '--out', 'none.parquet'],
    );
    expect(exit).toBe(1);
    expect(err).toContain('RECORD_REFUSED');
    expect(folder.has('none.parquet')).toBe(false);
  });

  it.each(RECORD_FORMS)('gives records to assay read in %s as well, whole', async form => {
    const { bytes, exit } = await folder.assay(
      'read',
      'old.avro',
      '--as',
      'training.example@3',
      '--to',
      form,
    );
    expect(exit).toBe(1);
    const records = decoded(form, bytes(), OLD);
    expect(records).toEqual(ROWS.filter(([latency]) => latency !== 601n));
  });

  it('refuses a number of cores that is none', async () => {
    const { exit, err } = await convert(folder, 'json', 'json', '--workers', '0');
    expect([exit, err.includes('--workers')]).toEqual([2, true]);
  });

  it('goes on behind a row group that one thread alone can not read, where it stopped, and counts rows on', async () => {
    const text = makeSchema([
      makeField('int64', { id: 17, name: 'response_latency_ms' }),
      makeField('string', { id: 23, name: 'outcome' }),
    ]);
    const file = new ParquetFileWriter(text, library, 'none');
    const parts = [file.start];
    const mark = Buffer.from('failure');
    for (let group = 0; group < 4; group++) {
      const rows = Array.from(
        { length: 50 },
        (_, row): RecordValues => [
          BigInt(group * 50 + row),
          row === 7 && group === 2 ? 'failure' : 'success',
        ],
      );
      const unpacked = parquetCodec(library, 'none').encode(text, batchOf(text, rows)) as Uint8Array;
      parts.push(...file.add(rowGroupIn(unpacked, rows.length)));
    }
    const bytes = Buffer.concat([...parts, file.end()]);
    // The library that reads texts ends itself at such a byte.
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) bytes[at] = 0xff;
    folder.write('bad.parquet', bytes);
    const back = 'schemas/training.example/converters/v4-v3.yaml';
    folder.write(
      back,
      'subject: training.example\nfrom: 4\nto: 3\nfields:\n  - {id: 17, steps: [{kind: unit, to: s, rounding: floor}]}\n  - {id: 23, steps: [{kind: remap, terms: [], others: same}]}\n',
    );
    const more = ['--to', 'parquet', '--out', 'good.parquet', '--rejects', 'bad.jsonl', '--json'];
    const { json, exit } = await folder.assay('convert', 'bad.parquet', '--converter', back, ...more);
    expect(json()).toMatchObject({ read: 200, converted: 199, rejected: 1 });
    expect(exit).toBe(1);
    expect(JSON.parse(folder.read('bad.jsonl'))).toMatchObject({ row: 107, field: 23, code: 'INVALID_UTF8' });
    const read = parquet.decode(OLD, readFileSync(path.join(folder.root, 'good.parquet')));
    expect(read.kind === 'decoded' && read.rows).toBe(199);
  });
});

/** The only row group of a file. */
function rowGroupIn(bytes: Uint8Array, rows: number): RowGroupPiece {
  const length = footerLength(bytes.subarray(-TAIL_BYTES), bytes.length) as number;
  const end = bytes.length - TAIL_BYTES;
  const [group] = structsAt(readThrift(bytes.subarray(end - length, end)), FILE.groups);
  const columns = structsAt(group!, GROUP.columns).map(chunk => {
    const span = spanOf(chunk);
    return pieceOf(chunk, bytes.subarray(span.start, span.end));
  });
  return { rows, unpacked_bytes: bytes.length, columns };
}
