import { readFileSync, statSync } from 'node:fs';
import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { csvCells } from '../codec/cells/csv-cells.ts';
import { jsonCells } from '../codec/cells/json-cells.ts';
import { columnReader } from '../contract/batch.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import type { ParquetFiles } from '../engine/port.ts';
import { inferColumn } from '../golden/tables/infer-column.ts';
import type { Table, TypedColumn } from '../golden/tables/typed-column.ts';
import { fileEnds } from './file-bytes.ts';
import { fileSchema } from './file-schema.ts';
import { reasonOf } from './read-file.ts';
import { type FileToRead, formatOf, openSource } from './record-source.ts';
import { type Cell, cellOf } from './table-cell.ts';

export const TABLE_FORMATS = ['csv', 'json', 'avro', 'arrow', 'parquet'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const isTableFormat = (text: string): text is TableFormat =>
  (TABLE_FORMATS as readonly string[]).includes(text);

export type TableAsk = {
  /** Where the file is, and what a fault calls it. */
  readonly place: string;
  readonly path: string;
  readonly format: TableFormat | undefined;
  /** Texts of CSV that stand for null besides the empty cell. */
  readonly nulls: ReadonlySet<string>;
};

export type TableRead = { readonly table: Table; readonly format: TableFormat };

/**
 * A file without a contract, whole, each column under the type its schema says or all its cells have.
 *
 * @faults FILE_UNREADABLE TABLE_FORMAT_UNKNOWN TABLE_TOO_LARGE TABLE_REFUSED TABLE_EMPTY, those of the format's reader and of `fileSchema`
 */
export async function readTable(ask: TableAsk, parquet: ParquetFiles): Promise<TableRead | Fault> {
  const { place, path } = ask;
  const ends = await fileEnds(place, path, LIMITS.container_header_bytes_max);
  if (ends instanceof Fault) return ends;
  const file = { place, path, ends };
  const format = ask.format ?? tableFormatOf(file);
  if (format === undefined)
    return new Fault('TABLE_FORMAT_UNKNOWN', { file: path, formats: TABLE_FORMATS.join(', ') });
  const table =
    format === 'csv' || format === 'json' ? readWritten(ask, format) : await readTyped(file, format, parquet);
  if (table instanceof Fault) return asRefused(path, table);
  return table.rows === 0 ? new Fault('TABLE_EMPTY', { file: path }) : { table, format };
}

/** Exit 1 says here that two files differ, so what is wrong with one of them has to end otherwise. */
export const asRefused = (file: string, fault: Fault): Fault =>
  fault.exit === 2
    ? fault
    : new Fault('TABLE_REFUSED', { file, code: fault.code, why: fault.message }, fault.at);

/** As the file begins; of texts, as it is called. */
export function tableFormatOf(file: FileToRead): TableFormat | undefined {
  const { head } = file.ends;
  const binary = formatOf(file);
  if (!(binary instanceof Fault) && binary !== 'json') return binary;
  if (/\.csv$/i.test(file.path)) return 'csv';
  const isMarked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  const first = head.subarray(isMarked ? 3 : 0).find(byte => !SPACES.has(byte));
  if (first === 0x7b || first === 0x5b || /\.(?:json|jsonl|ndjson)$/i.test(file.path)) return 'json';
  return undefined;
}

const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

function readWritten({ place, path, nulls }: TableAsk, format: 'csv' | 'json'): Table | Fault {
  const bytes = wholeFile(place, path);
  if (bytes instanceof Fault) return bytes;
  const written = format === 'csv' ? csvCells(path, bytes, nulls) : jsonCells(path, bytes);
  if (written instanceof Fault) return written;
  return { columns: written.columns.map(inferColumn), rows: written.rows };
}

export function wholeFile(place: string, path: string): Uint8Array | Fault {
  try {
    if (statSync(place).size > LIMITS.compared_bytes_max)
      return new Fault('TABLE_TOO_LARGE', { file: path, what: 'bytes', limit: LIMITS.compared_bytes_max });
    return readFileSync(place);
  } catch (error) {
    return new Fault('FILE_UNREADABLE', { path, reason: reasonOf(error) });
  }
}

async function readTyped(
  file: FileToRead,
  format: Exclude<TableFormat, 'csv' | 'json'>,
  parquet: ParquetFiles,
): Promise<Table | Fault> {
  const schema = fileSchema(format, file);
  if (schema instanceof Fault) return schema;
  const columns = schema.fields.map(field => ({ field, cells: [] as Value[], cell: cellOf(field) }));
  let rows = 0;
  await using batches = openSource(format, schema, file, parquet).batches();
  for (;;) {
    const next = await batches.next();
    if (next.done === true) {
      if (next.value instanceof Fault) return next.value;
      return { columns: columns.map(typed), rows };
    }
    rows += next.value.numRows;
    if (rows * columns.length > LIMITS.compared_cells_max)
      return new Fault('TABLE_TOO_LARGE', {
        file: file.path,
        what: 'cells',
        limit: LIMITS.compared_cells_max,
      });
    take(schema, columns, next.value);
  }
}

type Filling = { readonly field: Field; readonly cells: Value[]; readonly cell: Cell };

function take(schema: Schema, columns: readonly Filling[], batch: RecordBatch): void {
  for (const [at] of schema.fields.entries()) {
    const { field, cells, cell } = columns[at]!;
    const value = columnReader(field, batch.data.children[at]!);
    for (let row = 0; row < batch.numRows; row++) {
      const held = value(row);
      cells.push(held === null ? null : cell.read(held));
    }
  }
}

const typed = ({ field, cells, cell }: Filling): TypedColumn => ({
  name: field.name,
  type: cell.type,
  cells,
  absent: 0,
});
