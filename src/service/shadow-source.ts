import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { CsvLexical } from '../codec/csv.ts';
import { fieldText } from '../contract/field-path.ts';
import type { Schema } from '../contract/schema.ts';
import type { ParquetFiles } from '../engine/port.ts';
import { csvBatches } from './csv-batches.ts';
import { asRefused } from './read-table.ts';
import { openSource } from './record-source.ts';
import type { ShadowInput } from './shadow-inputs.ts';

/**
 * The records of a file by our own readers, as a schema has them. Types bind; what a range or a vocabulary does not allow is a
 * value like another, and is counted.
 *
 * @faults those of the format's reader, and RECORD_REFUSED, none of which ends with exit 1: that says that something moved
 */
export async function* shadowBatches(
  schema: Schema,
  input: ShadowInput,
  lexical: CsvLexical,
  parquet: ParquetFiles,
): AsyncGenerator<RecordBatch, Digest | Fault> {
  const { format, place, path } = input;
  if (format === 'csv') {
    const read = yield* csvBatches(place, path, schema, lexical);
    return read instanceof Fault ? asRefused(path, read) : read;
  }
  const source = openSource(format, schema, input, parquet);
  await using batches = source.batches();
  for (let rows = 0; ; ) {
    const next = await batches.next();
    if (next.done === true) return next.value instanceof Fault ? asRefused(path, next.value) : next.value;
    const [apart] = source.apart.of(next.value);
    if (apart !== undefined) {
      const { row, code, field } = apart;
      const at = field === undefined ? 'none' : fieldText(schema, field);
      const facts = { path, code, row: rows + row, field: at, block: 0, offset: 0 };
      return asRefused(path, new Fault('RECORD_REFUSED', facts));
    }
    rows += next.value.numRows;
    yield next.value;
  }
}
