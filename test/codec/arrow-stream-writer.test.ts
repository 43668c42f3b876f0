import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { ArrowReader } from '../../src/codec/arrow/arrow-reader.ts';
import { ArrowStreamWriter } from '../../src/codec/arrow/stream-writer.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { schemaOf } from '../compat/schema-of.ts';

const SCHEMA = schemaOf({
  fields: [
    { id: 7, name: 'count', type: 'int64' },
    { id: 9, name: 'name', type: 'string', nullable: true },
  ],
});
const BATCHES: readonly (readonly RecordValues[])[] = [
  [[1n, 'one']],
  [],
  [
    [-2n, null],
    [3n, ''],
  ],
];

function streamOf(batches: readonly (readonly RecordValues[])[]): Uint8Array {
  const writer = new ArrowStreamWriter(SCHEMA);
  const parts = batches.map(rows => {
    const part = writer.batch(batchOf(SCHEMA, rows));
    if (part instanceof Fault) throw part;
    return part;
  });
  return Buffer.concat([writer.start, ...parts, writer.end]);
}

describe('an Arrow stream that is written batch by batch', () => {
  it('is one stream to the library, with every record', () => {
    const table = arrow.tableFromIPC(streamOf(BATCHES));
    expect(table.numRows).toBe(3);
    expect(table.toArray().map(row => [row?.['count'], row?.['name']])).toEqual(BATCHES.flat());
  });

  it('is one stream to the guarded reader, and none without its end', () => {
    const bytes = streamOf(BATCHES);
    const reader = new ArrowReader(SCHEMA);
    const read = reader.push(bytes);
    expect('kind' in read ? read : read.flatMap(batch => rowsOf(SCHEMA, batch))).toEqual(BATCHES.flat());
    expect(reader.end()).toBeUndefined();
    const cut = new ArrowReader(SCHEMA);
    cut.push(bytes.subarray(0, -8));
    expect(cut.end()).toMatchObject({ kind: 'refused', code: 'TRUNCATED' });
  });

  it('has a schema though there is no record', () => {
    const { schema } = arrow.tableFromIPC(streamOf([]));
    expect(schema.fields.map(field => field.name)).toEqual(['count', 'name']);
  });
});
