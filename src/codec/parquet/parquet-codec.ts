import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Schema } from '../../contract/schema.ts';
import { arrowCodec, arrowStream } from '../arrow/arrow-codec.ts';
import { ArrowReader } from '../arrow/arrow-reader.ts';
import type { Codec, DecodeResult, Refusal } from '../codec.ts';
import { pagesStop } from './check-pages.ts';
import {
  footerLength,
  type OpenParquet,
  openParquet,
  TAIL_BYTES,
  type Unreadable,
  withTextsAsBytes,
} from './open-parquet.ts';
import { parquetForm } from './parquet-form.ts';
import type { ParquetLibrary, ParquetPacking, ParquetTrouble } from './parquet-library.ts';

/** Parquet, a small file at once. What is larger is read a row group at a time, beyond our own process. */
export const parquetCodec = (library: ParquetLibrary, packing: ParquetPacking = 'zstd'): Codec => ({
  name: 'parquet',
  encode: (schema, batch) => encode(library, packing, schema, batch),
  decode: (schema, bytes) => decode(library, schema, bytes),
});

function encode(
  library: ParquetLibrary,
  packing: ParquetPacking,
  schema: Schema,
  batch: RecordBatch,
): Uint8Array | Fault<'CODEC_CANNOT_CARRY'> {
  const form = parquetForm(schema, batch);
  if (form instanceof Fault) return form;
  const stream = arrowStream(form.schema, [form.batch], 'parquet');
  return stream instanceof Fault ? stream : library.write(stream, packing);
}

function decode(library: ParquetLibrary, schema: Schema, bytes: Uint8Array): DecodeResult {
  const open = opened(bytes);
  if ('code' in open) return refused(open);
  const { footer_start, layout } = open;
  for (const [block, { columns }] of layout.groups.entries()) {
    let made_bytes = 0;
    for (const column of columns) {
      const stop = pagesStop(bytes.subarray(column.start, column.start + column.bytes), column);
      if (stop !== undefined) {
        const { name } = column;
        return refused({ code: stop.code, offset: column.start + stop.at, block, name }, schema);
      }
      made_bytes += column.values * column.width_bytes;
    }
    // A run of equal values takes no room in the file, and all of it in memory.
    if (made_bytes > LIMITS.codec_bytes_max)
      return refused({ code: 'ROW_GROUP_TOO_LARGE', offset: footer_start, block });
  }
  const read = (own: Uint8Array): Uint8Array | ParquetTrouble => {
    const given = Buffer.concat([bytes.subarray(0, footer_start), own, bytes.subarray(-TAIL_BYTES)]);
    // What comes as one batch need not be joined; what is too much for one is cut.
    const rows = Math.min(Math.max(layout.rows, 1), LIMITS.codec_bytes_max);
    const whole = library.read(given, rows);
    const isTooMuch = whole === 'other' || whole.length > LIMITS.codec_bytes_max;
    const cut_rows = LIMITS.parquet_batch_rows_max;
    return isTooMuch && rows > cut_rows ? library.read(given, cut_rows) : whole;
  };
  const stream = read(layout.own);
  if (stream === 'other') return refused({ code: 'MALFORMED', offset: 0 });
  if (stream === 'text') return badText(schema, read(withTextsAsBytes(open)), open);
  const result = arrowCodec.decode(schema, stream);
  // What it says of places is of bytes that are not the file's.
  return result.kind === 'refused'
    ? { ...result, offset: 0, block: blockOf(open, result.row) }
    : counted(open, result);
}

/** The library says that a text is no UTF-8, and not where: read as bytes, it is found here. */
function badText(schema: Schema, stream: Uint8Array | ParquetTrouble, open: OpenParquet): Refusal {
  const nowhere: Refusal = { kind: 'refused', code: 'INVALID_UTF8', row: 0, field: undefined, offset: 0 };
  if (typeof stream === 'string') return nowhere;
  const found = new ArrowReader(schema, { texts: 'texts as bytes' }).push(stream);
  return 'kind' in found && found.code === 'INVALID_UTF8'
    ? { ...found, offset: 0, block: blockOf(open, found.row) }
    : nowhere;
}

/** As many records as the footer says. */
const counted = ({ layout, footer_start }: OpenParquet, result: DecodeResult): DecodeResult =>
  result.kind === 'decoded' && result.rows !== layout.rows
    ? refused({ code: 'MALFORMED', offset: footer_start })
    : result;

function opened(bytes: Uint8Array): OpenParquet | Unreadable {
  if (bytes.length > LIMITS.codec_bytes_max) return { code: 'MALFORMED', offset: LIMITS.codec_bytes_max };
  const length = footerLength(bytes.subarray(-TAIL_BYTES), bytes.length);
  if (typeof length !== 'number') return length;
  const end = bytes.length - TAIL_BYTES;
  return openParquet(bytes.subarray(0, 4), bytes.subarray(end - length, end), bytes.length);
}

function blockOf({ layout }: OpenParquet, row: number): number {
  let end = 0;
  const found = layout.groups.findIndex(({ rows }) => {
    end += rows;
    return row < end;
  });
  return Math.max(found, 0);
}

const refused = ({ code, offset, block, name }: Unreadable, schema?: Schema): Refusal => ({
  kind: 'refused',
  code,
  row: 0,
  field: schema?.fields.find(field => field.name === name)?.id,
  offset,
  ...(block !== undefined && { block }),
});
