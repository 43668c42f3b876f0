import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { dictionaryValues, type Reading } from '../codec/arrow/dictionary-values.ts';
import { compareColumnar } from '../compat/columnar/compare-columnar.ts';
import { parseArrow } from '../native/arrow/parse-arrow.ts';
import type { Column, ColumnarSchema } from '../native/columnar/column.ts';
import { hasColumn, withLists } from '../native/columnar/with-lists.ts';
import { parseFooter } from '../native/parquet/parse-footer.ts';
import { withArrow } from '../native/parquet/with-arrow.ts';
import type { FormatRow, NativeFile } from './native-format.ts';
import { reasonOf } from './read-file.ts';

/** Files that carry their schema: as much of one is read as the schema takes, whatever its size. */
export type ColumnarFiles = {
  readonly detects: (head: Uint8Array) => boolean;
  readonly schemaIn: (file: NativeFile) => ColumnarSchema | Fault;
  /** The same of a file that is in memory, whole. */
  readonly schemaOf: (name: string, bytes: Uint8Array) => ColumnarSchema | Fault;
};

const columnarFiles = (detects: (head: Uint8Array) => boolean, find: Find): ColumnarFiles => ({
  detects,
  schemaIn: file => {
    const parse = readPart(file, find);
    return parse instanceof Fault ? parse : parse();
  },
  schemaOf: (name, bytes) => {
    const at = (start: number, length: number) => bytes.subarray(start, start + length);
    const parse = find(name, { size: bytes.byteLength, at });
    return parse instanceof Fault ? parse : parse();
  },
});

const columnarFormat = ({ detects, schemaIn }: Pick<ColumnarFiles, 'detects' | 'schemaIn'>): FormatRow => ({
  files: {
    detects: ({ head }) => detects(head),
    compare: (older, newer) => {
      const before = schemaIn(older);
      if (before instanceof Fault) return before;
      const after = schemaIn(newer);
      return after instanceof Fault ? after : compareColumnar(withArrow(before), withArrow(after));
    },
  },
});

const PARQUET_MAGIC = 'PAR1';
const ENCRYPTED_MAGIC = 'PARE';

export const PARQUET_FILES = columnarFiles(
  head => [PARQUET_MAGIC, ENCRYPTED_MAGIC].includes(latin(head, 0, 4)),
  parquetFooter,
);

export const parquetFormat = columnarFormat(PARQUET_FILES);

const ARROW_MAGIC = 'ARROW1';
const MAGIC_BYTES = 6;
/** What stands before the length of a message. */
const CONTINUATION = 0xffffffff;

export const ARROW_FILES = columnarFiles(
  head => latin(head, 0, 6) === ARROW_MAGIC || (head.byteLength >= 8 && u32(head, 0) === CONTINUATION),
  (name, reading) =>
    reading.size >= 2 * MAGIC_BYTES && latin(reading.at(0, MAGIC_BYTES), 0, MAGIC_BYTES) === ARROW_MAGIC
      ? arrowFooter(name, reading)
      : firstMessage(name, reading),
);

/** With what its dictionaries list: they lie among the records. @faults FILE_UNREADABLE ARROW_UNREADABLE NATIVE_TOO_LARGE */
export function arrowWithLists(file: NativeFile): ColumnarSchema | Fault {
  const schema = ARROW_FILES.schemaIn(file);
  if (schema instanceof Fault || !hasColumn(schema, hasDictionary)) return schema;
  const lists = opened(file, dictionaryValues);
  return lists instanceof Fault ? lists : withLists(schema, lists);
}

const hasDictionary = ({ dictionary }: Column): boolean => dictionary !== undefined;

export const arrowFormat = columnarFormat({ detects: ARROW_FILES.detects, schemaIn: arrowWithLists });

/** The part of a file that holds its schema, still to be parsed. */
type Found = (() => ColumnarSchema | Fault) | Fault;

type Find = (name: string, reading: Reading) => Found;

/** The last eight bytes are the length of what stands before them, and the magic. */
function parquetFooter(name: string, { size, at }: Reading): Found {
  const unreadable = (problem: string) => new Fault('PARQUET_UNREADABLE', { file: name, problem });
  if (size < 12) return unreadable('it is too short for one');
  const tail = at(size - 8, 8);
  const magic = latin(tail, 4, 8);
  if (magic === ENCRYPTED_MAGIC) return unreadable('it is encrypted');
  if (magic !== PARQUET_MAGIC) return unreadable(`it does not end in ${PARQUET_MAGIC}`);
  const length = u32(tail, 0);
  if (length > size - 12) return unreadable('it is longer than the file');
  if (length > LIMITS.native_footer_bytes_max) return tooLong(LIMITS.native_footer_bytes_max);
  const bytes = at(size - 8 - length, length);
  return () => parseFooter(name, bytes);
}

/** A file ends in the length of its footer and the magic it began with; not every writer puts the schema in front too. */
function arrowFooter(name: string, { size, at }: Reading): Found {
  const unreadable = (problem: string) => new Fault('ARROW_UNREADABLE', { file: name, problem });
  const tail = at(size - MAGIC_BYTES - 4, MAGIC_BYTES + 4);
  if (latin(tail, 4, 4 + MAGIC_BYTES) !== ARROW_MAGIC) return unreadable(`it does not end in ${ARROW_MAGIC}`);
  const length = u32(tail, 0);
  if (length > size - 2 * MAGIC_BYTES - 4) return unreadable('its footer is longer than the file');
  if (length > LIMITS.native_footer_bytes_max) return tooLong(LIMITS.native_footer_bytes_max);
  const bytes = at(size - MAGIC_BYTES - 4 - length, length);
  return () => parseArrow(name, bytes, 'footer');
}

function firstMessage(name: string, { size, at }: Reading): Found {
  const unreadable = (problem: string) => new Fault('ARROW_UNREADABLE', { file: name, problem });
  if (size < 8) return unreadable('it ends too early');
  const prefix = at(0, 8);
  if (u32(prefix, 0) !== CONTINUATION) return unreadable('no message begins where one should');
  const length = u32(prefix, 4);
  if (length > size - 8) return unreadable('its first message is longer than the file');
  if (length > LIMITS.native_footer_bytes_max) return tooLong(LIMITS.native_footer_bytes_max);
  const bytes = at(8, length);
  return () => parseArrow(name, bytes, 'message');
}

const tooLong = (limit: number): Fault =>
  new Fault('NATIVE_TOO_LARGE', { what: 'bytes', limit }) as unknown as Fault;

/** @faults FILE_UNREADABLE, and those of what finds it */
const readPart = (file: NativeFile, find: Find): Found => opened(file, reading => find(file.name, reading));

/** @faults FILE_UNREADABLE */
function opened<T>({ name, place }: NativeFile, use: (reading: Reading) => T): T | Fault {
  let file: number | undefined;
  try {
    file = openSync(place, 'r');
    const descriptor = file;
    const at = (start: number, length: number): Uint8Array => {
      const bytes = new Uint8Array(length);
      for (let read = 0; read < length; ) {
        const more = readSync(descriptor, bytes, read, length - read, start + read);
        if (more === 0) throw Object.assign(new Error('the file became shorter'), { code: 'EOF' });
        read += more;
      }
      return bytes;
    };
    return use({ size: fstatSync(descriptor).size, at });
  } catch (error) {
    return new Fault('FILE_UNREADABLE', { path: name, reason: reasonOf(error) });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

const u32 = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);
