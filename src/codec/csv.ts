import type { RecordBatch } from 'apache-arrow';
import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { Fault, type Place } from '../base/fault.ts';
import { invalidUtf8Offset, placeOfByte } from '../base/utf8.ts';
import { batchOfColumns } from '../contract/batch.ts';
import { type ColumnBuilder, columnBuilder } from '../contract/column-builder.ts';
import { decimalOfText } from '../contract/decimal-text.ts';
import type { Field, FieldId, Scalar, TypeOf } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import { asHeld } from '../contract/kind-table.ts';
import { isNested } from '../contract/nested.ts';
import type { RejectCode } from '../contract/reject.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import { csvPlace } from './csv-place.ts';
import {
  type DateForm,
  readBase64,
  readDate,
  readFixed,
  readFloat,
  readInteger,
  readTime,
  readTimestamp,
} from './lexical.ts';

/** How a field is spelled where it isn't spelled as usual. An empty cell is no null unless `null` says so: ''. */
export type FieldLexical = { readonly date?: DateForm | undefined; readonly null?: string | undefined };
export type CsvLexical = ReadonlyMap<FieldId, FieldLexical>;

/**
 * A CSV file (RFC 4180, UTF-8, a header line) under a schema: exactly its fields, by name, in any order.
 *
 * @faults CODEC_CANNOT_CARRY CSV_ENCODING CSV_MALFORMED CSV_HEADER_MISSING CSV_COLUMN_DUPLICATE CSV_COLUMN_UNKNOWN
 *   CSV_COLUMN_MISSING CSV_VALUE, in this order
 */
export function readCsv(
  file: string,
  bytes: Uint8Array,
  schema: Schema,
  lexical: CsvLexical,
): RecordBatch | Fault {
  const nested = schema.fields.find(field => isNested(field.type));
  if (nested !== undefined) {
    const what = `a ${nested.type.kind}`;
    return new Fault('CODEC_CANNOT_CARRY', { codec: 'csv', field: fieldText(schema, nested.id), what });
  }
  const lines = parseLines(file, bytes);
  if (lines instanceof Fault) return lines;
  const header = lines[0]?.cells ?? [];
  const placeOf = (record: number, cell: number): Place => csvPlace(file, textOf(bytes), record, cell);
  const columns = matchColumns(header, schema, lexical, index => placeOf(0, index));
  if (columns instanceof Fault) return columns;
  for (const [record, { cells }] of lines.entries()) {
    if (record === 0) continue;
    for (const [index, cell] of cells.entries()) {
      const column = columns[index]!;
      const code = take(column, cell);
      if (code !== undefined)
        return new Fault('CSV_VALUE', { column: column.field.name, code }, placeOf(record, index));
    }
  }
  const built = new Map(columns.map(({ field, builder }) => [field, builder.finish()]));
  return batchOfColumns(
    schema,
    schema.fields.map(field => built.get(field)!),
    lines.length - 1,
  );
}

/** The line each record begins on, from 1; none where the file is no CSV. A quoted cell may go on over several lines. */
export function csvLines(bytes: Uint8Array): readonly number[] {
  const lines = parseLines('', bytes);
  return lines instanceof Fault ? [] : lines.slice(1).map(({ line }) => line);
}

type Line = { readonly cells: readonly string[]; readonly line: number };

function parseLines(file: string, bytes: Uint8Array): readonly Line[] | Fault {
  const offset = invalidUtf8Offset(bytes);
  if (offset !== undefined) return new Fault('CSV_ENCODING', { offset }, placeOfByte(file, bytes, offset));
  try {
    // The library's types know the shape of `info` only beside `columns`.
    const parsed = parse(Buffer.from(bytes), { bom: true, info: true }) as unknown as Parsed[];
    let last = 0;
    return parsed.map(({ record, info }) => {
      const line = last + 1;
      last = info.lines;
      return { cells: record, line };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const problem = PROBLEMS.get(error.code) ?? error.code;
    // Its types leave out where it stopped: behind so many whole records, and so many cells of the next.
    const { records = 0, index = 0 } = error as unknown as { records?: number; index?: number };
    const cell = error.code === OTHER_LENGTH ? 0 : index;
    return new Fault('CSV_MALFORMED', { problem }, csvPlace(file, textOf(bytes), records, cell));
  }
}

type Parsed = { readonly record: readonly string[]; readonly info: InfoRecord };

const OTHER_LENGTH = 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH';

/** What the parser calls what it refuses, as a person would. */
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', 'a quote is opened and never closed'],
  ['CSV_INVALID_CLOSING_QUOTE', 'something follows a closing quote'],
  ['CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE', 'something follows a closing quote'],
  ['INVALID_OPENING_QUOTE', 'a quote stands inside a cell that is not quoted'],
  [OTHER_LENGTH, 'the line has another number of cells than the header'],
]);

/** The text as the parser sees it: without a byte order mark. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

type Column = {
  readonly field: Field;
  readonly builder: ColumnBuilder;
  readonly nullToken: string | undefined;
  readonly read: (cell: string) => ReadCell;
};

function matchColumns(
  header: readonly string[],
  schema: Schema,
  lexical: CsvLexical,
  placeOf: (index: number) => Place,
): readonly Column[] | Fault {
  const fault = (code: 'CSV_COLUMN_DUPLICATE' | 'CSV_COLUMN_UNKNOWN', index: number) =>
    new Fault(code, { column: header[index]! }, placeOf(index));
  const byName = new Map(schema.fields.map(field => [field.name, field]));
  // Then the line may be a record, and what stands in it no name but values.
  if (header.length > 0 && !header.some(name => byName.has(name)))
    return new Fault('CSV_HEADER_MISSING', {}, placeOf(0));
  const twice = header.findIndex((name, index) => header.indexOf(name) !== index);
  if (twice >= 0) return fault('CSV_COLUMN_DUPLICATE', twice);
  const unknown = header.findIndex(name => !byName.has(name));
  if (unknown >= 0) return fault('CSV_COLUMN_UNKNOWN', unknown);
  const missing = schema.fields.find(field => !header.includes(field.name));
  if (missing !== undefined) return new Fault('CSV_COLUMN_MISSING', { column: missing.name }, placeOf(0));
  return header.map(name => columnFor(byName.get(name)!, lexical));
}

function columnFor(field: Field, lexical: CsvLexical): Column {
  const spelling = lexical.get(field.id);
  const form = spelling?.date ?? 'yyyy-MM-dd';
  const read = READERS[field.type.kind as Scalar] as (field: Field, cell: string, form: DateForm) => ReadCell;
  return {
    field,
    builder: columnBuilder(field),
    nullToken: spelling?.null,
    read: cell => read(field, cell, form),
  };
}

/** Appends a cell to its column, or says why not. */
function take({ field, builder, nullToken, read }: Column, cell: string): RejectCode | undefined {
  if (cell === nullToken) {
    if (!field.nullable) return 'NULL_NOT_ALLOWED';
    builder.appendNull();
    return undefined;
  }
  const found = read(cell);
  if (found.kind === 'refused') return found.code;
  builder.append(found.value);
  return undefined;
}

type ReadCell =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'refused'; readonly code: RejectCode };

const value = (value: Value): ReadCell => ({ kind: 'value', value });
const orCode = (read: Exclude<Value, string> | RejectCode): ReadCell =>
  typeof read === 'string' ? { kind: 'refused', code: read } : value(read);

const integer = ({ type }: Field, cell: string): ReadCell => {
  const read = readInteger(type.kind, cell);
  return orCode(typeof read === 'string' ? read : asHeld(type.kind, read));
};
const float = ({ type }: Field, cell: string): ReadCell => orCode(readFloat(type.kind, cell));

type Reader<K extends Scalar> = (
  field: Field & { readonly type: TypeOf<K> },
  cell: string,
  form: DateForm,
) => ReadCell;

const READERS: { readonly [K in Scalar]: Reader<K> } = {
  bool: (_, cell) => orCode(cell === 'true' || cell === 'false' ? cell === 'true' : 'TYPE_MISMATCH'),
  int8: integer,
  int16: integer,
  int32: integer,
  int64: integer,
  uint8: integer,
  uint16: integer,
  uint32: integer,
  uint64: integer,
  float16: float,
  bfloat16: float,
  float32: float,
  float64: float,
  decimal: ({ type }, cell) => orCode(decimalOfText(cell, type)),
  string: (_, cell) => value(cell),
  bytes: (_, cell) => orCode(readBase64(cell)),
  fixed: ({ type }, cell) => orCode(readFixed(type.size, cell)),
  date: (_, cell, form) => orCode(readDate(cell, form)),
  time: (field, cell) => orCode(readTime(field, cell)),
  timestamp: (field, cell) => orCode(readTimestamp(field, field.type.zone, cell)),
  duration: integer,
};
