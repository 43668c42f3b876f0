import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { ApartRecords } from '../codec/apart.ts';
import { ArrowReader } from '../codec/arrow/arrow-reader.ts';
import { footerFields } from '../codec/arrow/footer-fields.ts';
import { ARROW_MAGIC } from '../codec/arrow/ipc-footer.ts';
import type { Refusal } from '../codec/codec.ts';
import { CONTAINER_MAGIC } from '../codec/container/block-splitter.ts';
import { ContainerReader } from '../codec/container/container-reader.ts';
import { JsonLinesReader } from '../codec/json-lines-reader.ts';
import type { FieldId } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import { withNested } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import { typeText } from '../contract/type-text.ts';
import type { ParquetFiles } from '../engine/port.ts';
import { type FileEnds, fileBytes, fileDigest } from './file-bytes.ts';

/** Where the records of a file come from, and what becomes known of it on the way. */
export type RecordSource = {
  /** In order, once; and then what the bytes hash to, or why there are no more. */
  readonly batches: () => AsyncGenerator<RecordBatch, Digest | Fault>;
  /** Which records of them are none, as they were refused by themselves. */
  readonly apart: ApartRecords;
  /** Records without a field that was given its default, by field. */
  readonly absentFilled: () => ReadonlyMap<FieldId, number>;
};

/** A file that is to be read: where it is, what a fault calls it, and how it begins and ends. */
export type FileToRead = { readonly place: string; readonly path: string; readonly ends: FileEnds };

export const RECORD_FORMATS = ['avro', 'json', 'arrow', 'parquet'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

export const isRecordFormat = (text: string): text is RecordFormat =>
  (RECORD_FORMATS as readonly string[]).includes(text);

type Open = (schema: Schema, file: FileToRead, parquet: ParquetFiles) => RecordSource;

const FORMATS: Readonly<
  Record<RecordFormat, { readonly magics: readonly Uint8Array[]; readonly open: Open }>
> = {
  avro: {
    magics: [CONTAINER_MAGIC],
    open: (schema, file) => pushed(schema, file, apart => new ContainerReader(schema, apart)),
  },
  json: {
    // With a mark before it JSON is no other format, and its reader says what is wrong.
    magics: [Buffer.from('{'), Buffer.from('\ufeff{')],
    open: (schema, file) => pushed(schema, file, apart => new JsonLinesReader(schema, apart)),
  },
  // A stream begins with the mark of its first message.
  arrow: {
    magics: [ARROW_MAGIC, Buffer.from('ffffffff', 'hex')],
    open: (schema, file) =>
      pushed(schema, file, apart => {
        const announced = footerFields(file.ends.head, file.ends.tail);
        return new ArrowReader(schema, { announced, apart });
      }),
  },
  parquet: { magics: [Buffer.from('PAR1', 'latin1')], open: parquetSource },
};

export const openSource = (
  format: RecordFormat,
  schema: Schema,
  file: FileToRead,
  parquet: ParquetFiles,
): RecordSource => FORMATS[format].open(schema, file, parquet);

/** The format whose files begin as this one does. @faults FORMAT_UNKNOWN */
export function formatOf({ path, ends: { head } }: FileToRead): RecordFormat | Fault {
  const found = RECORD_FORMATS.find(format => FORMATS[format].magics.some(magic => beginsWith(head, magic)));
  return found ?? new Fault('FORMAT_UNKNOWN', { path, formats: RECORD_FORMATS.join(', ') });
}

const beginsWith = (bytes: Uint8Array, magic: Uint8Array): boolean =>
  bytes.length >= magic.length && magic.every((byte, at) => bytes[at] === byte);

/** What takes a file's bytes as they come. */
type PushReader = {
  readonly push: (bytes: Uint8Array) => readonly RecordBatch[] | Fault | Refusal;
  readonly end: () => readonly RecordBatch[] | Fault | Refusal | undefined;
  readonly absentFilled: ReadonlyMap<FieldId, number>;
};

function pushed(
  schema: Schema,
  { place, path }: FileToRead,
  open: (apart: ApartRecords) => PushReader,
): RecordSource {
  const apart = new ApartRecords();
  const reader = open(apart);
  async function* batches(): AsyncGenerator<RecordBatch, Digest | Fault> {
    await using pieces = fileBytes(place, path);
    for (;;) {
      const piece = await pieces.next();
      if (piece.done === true && piece.value instanceof Fault) return piece.value;
      const read = (piece.done === true ? reader.end() : reader.push(piece.value)) ?? [];
      if (read instanceof Fault) return read.inFile(path);
      if ('kind' in read) return refusedRecord(schema, path, read);
      yield* read;
      if (piece.done === true) return piece.value;
    }
  }
  return { batches, apart, absentFilled: () => reader.absentFilled };
}

/** Read here and there, so that what it hashes to is asked when it was read. */
function parquetSource(schema: Schema, { place, path }: FileToRead, parquet: ParquetFiles): RecordSource {
  const absent = new Map<FieldId, number>();
  const apart = new ApartRecords();
  async function* batches(): AsyncGenerator<RecordBatch, Digest | Fault> {
    const filled = (field: FieldId, records: number): void =>
      void absent.set(field, (absent.get(field) ?? 0) + records);
    const refusal = yield* parquet.read(place, schema, { filled, apart });
    return refusal === undefined ? fileDigest(place, path) : refusedRecord(schema, path, refusal);
  }
  return { batches, apart, absentFilled: () => absent };
}

const refusedRecord = (
  schema: Schema,
  path: string,
  { code, row, field, block = 0, offset = 0, column }: Refusal,
): Fault => {
  const at = field === undefined ? 'none' : fieldText(schema, field);
  if (column !== undefined && 'found' in column) {
    const expected = typeAt(schema, field);
    return new Fault('COLUMN_UNFIT', { path, code, field: at, found: column.found, expected });
  }
  if (column !== undefined)
    return new Fault('COLUMN_UNKNOWN', {
      path,
      code,
      field: at,
      column: column.text,
      by: column.by,
      nearest: column.nearest,
    });
  return new Fault('RECORD_REFUSED', {
    path,
    code,
    row,
    field: at,
    block,
    offset,
  });
};

function typeAt({ fields }: Schema, id: FieldId | undefined): string {
  const all = fields.flatMap(field => withNested(field, []));
  const found = all.find(([field]) => field.id === id);
  return found === undefined ? 'a record' : typeText(found[0].type);
}
