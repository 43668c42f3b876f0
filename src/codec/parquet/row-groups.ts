import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../../base/fault.ts';
import { batchOfColumns } from '../../contract/batch.ts';
import type { FieldId } from '../../contract/field.ts';
import type { Schema } from '../../contract/schema.ts';
import { readThrift, type ThriftStruct } from '../../native/parquet/thrift-tree.ts';
import { arrowStream } from '../arrow/arrow-codec.ts';
import { nullWhereNoneMayBe } from '../record-writer.ts';
import { type ColumnPiece, pieceOf, spanOf, topOf } from './column-piece.ts';
import { encodedColumn, statisticsOf } from './encode-column.ts';
import { FILE, GROUP, META, numberIn, structOf, structsAt } from './footer-tree.ts';
import { leafFormOf } from './leaf-form.ts';
import { footerLength, TAIL_BYTES } from './open-parquet.ts';
import { PageRoom } from './page-room.ts';
import { formed } from './parquet-form.ts';
import type { ParquetLibrary, ParquetPacking } from './parquet-library.ts';

/** A row group wherever it is put: its columns in the order of the schema's leaves. */
export type RowGroupPiece = {
  readonly rows: number;
  readonly unpacked_bytes: number;
  readonly columns: readonly ColumnPiece[];
};

/**
 * Batches as one row group that can be put into any file of their schema. Columns of numbers, flags, texts and bytes are written here, all
 * others by the library.
 *
 * @param besides  columns that are written already; what is said of their values is found out here
 * @throws TypeError at a null where none may be: a gate was there
 */
export function writeRowGroup(
  library: ParquetLibrary,
  schema: Schema,
  batches: readonly RecordBatch[],
  besides: ReadonlyMap<FieldId, ColumnPiece>,
  room = new PageRoom(),
): RowGroupPiece {
  const form = formed(schema, batches);
  const made = new Map<FieldId, ColumnPiece>();
  for (const [at, field] of form.schema.fields.entries()) {
    const leaf = leafFormOf(field);
    const written = besides.get(field.id);
    if (leaf === undefined) {
      if (written !== undefined) throw new TypeError('a column is written that is none');
      continue;
    }
    const columns = form.batches.map(({ data }) => data.children[at]!);
    if (columns.some(data => nullWhereNoneMayBe([{ field, data }]) !== undefined))
      throw new TypeError('a null passed the gates');
    made.set(
      field.id,
      written === undefined
        ? encodedColumn({ ...field, form: leaf }, columns, room)
        : withStatistics(written, statisticsOf(leaf, columns, room)),
    );
  }
  const rest = ofFields(form.schema, form.batches, ({ id }) => !made.has(id));
  const others = rest.schema.fields.length === 0 ? [] : libraryColumns(library, rest.schema, rest.batches);
  const columns = schema.fields.flatMap(({ id, name }): readonly ColumnPiece[] => {
    const column = made.get(id);
    return column === undefined ? others.filter(each => topOf(each) === name) : [column];
  });
  return {
    rows: batches.reduce((sum, { numRows }) => sum + numRows, 0),
    unpacked_bytes: columns.reduce((sum, { meta }) => sum + numberIn(meta, META.unpacked_bytes), 0),
    columns,
  };
}

const withStatistics = ({ meta, bytes }: ColumnPiece, statistics: ThriftStruct): ColumnPiece => ({
  meta: new Map([...meta, [META.statistics, structOf(statistics)] as const]),
  bytes,
});

/** The same records with some of their fields. */
function ofFields(
  schema: Schema,
  batches: readonly RecordBatch[],
  isOne: (field: Schema['fields'][number]) => boolean,
): { readonly schema: Schema; readonly batches: readonly RecordBatch[] } {
  const isIn = schema.fields.map(isOne);
  if (isIn.every(Boolean)) return { schema, batches };
  const some = { ...schema, fields: schema.fields.filter((_, at) => isIn[at]) };
  return {
    schema: some,
    batches: batches.map(batch =>
      batchOfColumns(
        some,
        batch.data.children.filter((_, at) => isIn[at]),
        batch.numRows,
      ),
    ),
  };
}

function libraryColumns(
  library: ParquetLibrary,
  schema: Schema,
  batches: readonly RecordBatch[],
): readonly ColumnPiece[] {
  const { bytes, footer } = written(library, 'zstd', schema, batches);
  const [group, ...more] = structsAt(footer, FILE.groups);
  if (group === undefined || more.length > 0)
    throw new TypeError('the library made of it other than one row group');
  return structsAt(group, GROUP.columns).map(chunk => {
    const { start, end } = spanOf(chunk);
    return pieceOf(chunk, bytes.subarray(start, end));
  });
}

/** What a file without records says of a schema. */
export const emptyFooter = (
  library: ParquetLibrary,
  packing: ParquetPacking,
  schema: Schema,
  none: RecordBatch,
): ThriftStruct => written(library, packing, schema, [none]).footer;

function written(
  library: ParquetLibrary,
  packing: ParquetPacking,
  schema: Schema,
  batches: readonly RecordBatch[],
): { readonly bytes: Uint8Array; readonly footer: ThriftStruct } {
  const stream = arrowStream(schema, batches, 'parquet');
  if (stream instanceof Fault) throw new TypeError('a null passed the gates');
  const bytes = library.write(stream, packing);
  const length = footerLength(bytes.subarray(-TAIL_BYTES), bytes.length);
  if (typeof length !== 'number') throw new TypeError('the library wrote no file');
  const end = bytes.length - TAIL_BYTES;
  return { bytes, footer: readThrift(bytes.subarray(end - length, end)) };
}
