import { zstdDecompressSync } from 'node:zlib';
import * as arrow from 'apache-arrow';
import avsc from 'avsc';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { arrowCodec } from '../../src/codec/arrow/arrow-codec.ts';
import { decodeContainer } from '../../src/codec/avro-container.ts';
import { contentDigests } from '../../src/codec/canonical-record.ts';
import { FORMS } from '../../src/codec/forms/forms.ts';
import { RECORD_FORMS, type RecordForm } from '../../src/codec/forms/record-form.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { parquetCodec } from '../../src/codec/parquet/parquet-codec.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { makeField, makeList, makeSchema, unit } from '../contract/make-field.ts';
import { schemaAndRows } from './any-schema.ts';

const library = parquetWasm();

/** A file of rows that were written in batches of some, a piece for so many batches, and the rows that are in it. */
function written(
  form: RecordForm,
  schema: Schema,
  rows: readonly RecordValues[],
  size: number,
  batchesAPiece: number,
): { readonly bytes: Buffer; readonly carried: readonly RecordValues[] } {
  const of = { schema, recordSchema: recordSchemaDigest(schema), library };
  const [writer, joiner] = [FORMS[form].writer(of), FORMS[form].joiner(of)];
  const parts = [...joiner.start];
  const carried: RecordValues[] = [];
  for (let at = 0, batch = 1; at < rows.length; at += size, batch++) {
    const some = rows.slice(at, at + size);
    const out = new Set(writer.add(batchOf(schema, some)).map(({ row }) => row));
    carried.push(...some.filter((_, row) => !out.has(row)));
    if (batch % batchesAPiece === 0) parts.push(...joiner.add(writer.taken()));
  }
  parts.push(...joiner.add(writer.taken()), ...joiner.end());
  return { bytes: Buffer.concat(parts), carried };
}

function readBack(form: RecordForm, schema: Schema, bytes: Buffer): arrow.RecordBatch {
  if (form === 'avro') {
    const decoded = decodeContainer(schema, bytes);
    if (decoded instanceof Fault) throw decoded;
    return decoded.batch;
  }
  const codecs = { json: jsonCodec, arrow: arrowCodec, parquet: parquetCodec(library) };
  const decoded = codecs[form].decode(schema, bytes);
  if (decoded.kind === 'refused') throw new Error(decoded.code);
  return decoded.batch;
}

const SCHEMA = makeSchema([
  makeField('int64', { id: 1, name: 'count', nullable: true }),
  makeField('string', { id: 2, name: 'word' }),
  makeList(makeField('float64', { id: 4, name: 'element' }), 0, 9, { id: 3, name: 'parts' }),
]);
const ROWS: RecordValues[] = [
  [2n ** 62n, 'größer', [0.5, -1]],
  [null, '', []],
  [-7n, 'x', [2]],
];

describe('records that were written a piece at a time', () => {
  it.each(RECORD_FORMS)('are, in %s, one file of the same records however they were cut', form =>
    fc.assert(
      fc.property(
        schemaAndRows,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        ([schema, rows], size, pieces) => {
          const { bytes, carried } = written(form, schema, rows, size, pieces);
          const read = readBack(form, schema, bytes);
          expect(contentDigests(schema, read)).toEqual(contentDigests(schema, batchOf(schema, carried)));
        },
      ),
      { numRuns: 40 },
    ),
  );

  it('are read from Parquet by others', async () => {
    const { bytes } = written('parquet', SCHEMA, ROWS, 1, 2);
    const file = new Uint8Array(bytes).buffer;
    const compressors = { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) };
    expect(await parquetReadObjects({ file, compressors })).toEqual([
      { count: 2n ** 62n, word: 'größer', parts: [0.5, -1] },
      { count: null, word: '', parts: [] },
      { count: -7n, word: 'x', parts: [2] },
    ]);
  });

  it('are read from Avro by others, which find marks between the blocks', async () => {
    const { bytes } = written('avro', SCHEMA, [[1n, 'a', [1]], ...ROWS.slice(1)], 1, 1);
    const decoder = new avsc.streams.BlockDecoder();
    const found: unknown[] = [];
    decoder.on('data', (record: { readonly word: string }) => found.push(record.word));
    decoder.end(bytes);
    await new Promise(resolve => decoder.on('end', resolve));
    expect(found).toEqual(['a', '', 'x']);
  });

  it('are read from Arrow by others', () => {
    const { bytes } = written('arrow', SCHEMA, ROWS, 2, 1);
    expect(arrow.tableFromIPC(bytes).getChild('word')?.toArray()).toEqual(['größer', '', 'x']);
  });

  it('leave out, of Parquet, moments that 64 bits of milliseconds do not reach, and no other', () => {
    const schema = makeSchema([
      makeField('timestamp', { id: 9, name: 'seen', unit: unit('s'), nullable: true }),
    ]);
    const rows: RecordValues[] = [[1n], [2n ** 62n], [null], [-(2n ** 62n)], [5n]];
    const of = { schema, recordSchema: recordSchemaDigest(schema), library };
    const lacking = FORMS.parquet.writer(of).add(batchOf(schema, rows));
    expect(lacking).toEqual([
      { row: 1, field: 9 },
      { row: 3, field: 9 },
    ]);
    const { bytes, carried } = written('parquet', schema, rows, 3, 1);
    expect(rowsOf(schema, readBack('parquet', schema, bytes))).toEqual(carried);
    expect(carried).toEqual([[1n], [null], [5n]]);
  });
});
