import { row } from './row.ts';

type CannotCarry = { codec: string; field: string; what: string };
type Container = { problem: string; offset: number };
type Record = { code: string; row: number; field: string; block: number; offset: number };
type Csv = { column: string };

/** A file that is not what it says; nothing of it was taken. */
const broken = { status: 422, exit: 1 } as const;

const ask = { status: 422, exit: 2 } as const;

const atField = (field: string): string => (field === '' ? 'at no single field' : `at field ${field}`);

export const CODEC_FAULTS = {
  CODEC_CANNOT_CARRY: row<CannotCarry>({
    ...ask,
    say: f => `${f.codec} can't carry ${f.what} in field ${f.field}`,
    remedy: f =>
      `use a codec that carries ${f.what}, or give field ${f.field} a type that ${f.codec} can write`,
  }),
  CONTAINER_MAGIC: row<{ offset: number }>({
    ...broken,
    say: f => `no Avro container file: its four first bytes, at offset ${f.offset}, are not "Obj" and 1`,
    remedy: () => 'check that the file is an Avro container file, and was fetched in binary mode',
  }),
  CONTAINER_TRUNCATED: row<{ offset: number }>({
    ...broken,
    say: f => `the container ends at offset ${f.offset}, before what it announced`,
    remedy: () => 'fetch the whole file again, and compare its size and digest with its descriptor',
  }),
  CONTAINER_HEADER: row<Container>({
    ...broken,
    say: f => `the container's header, at offset ${f.offset}, is malformed: ${f.problem}`,
    remedy: () => 'write the file again with a conforming Avro writer',
  }),
  CONTAINER_SCHEMA_DIFFERS: row<{ expected: string; found: string }>({
    ...broken,
    say: f => `the container was written with schema ${f.found}, not ${f.expected}`,
    remedy: () => 'read it with the schema it was written with',
  }),
  CONTAINER_FIELD_DIFFERS: row<{ field: string; code: string; found: string; expected: string }>({
    ...broken,
    say: f => `${f.code} ${atField(f.field)}: the file has ${f.found}, and the contract ${f.expected}`,
    remedy: () =>
      'read the file with the contract it was written under, or write the field again as the contract has it',
  }),
  CONTAINER_RECORD_TOO_LARGE: row<{ row: number; bytes: number; most_bytes: number }>({
    ...ask,
    say: f => `record ${f.row} takes ${f.bytes} bytes, and a block of a container at most ${f.most_bytes}`,
    remedy: () => 'keep what is large in a file of its own, and its address and digest in the record',
  }),
  CONTAINER_CODEC_UNKNOWN: row<{ codec: string }>({
    ...broken,
    say: f => `the container is compressed with ${f.codec}`,
    remedy: () => 'write it with codec null, deflate, snappy or zstandard',
  }),
  CONTAINER_BLOCK: row<Container & { block: number }>({
    ...broken,
    say: f => `block ${f.block} of the container, at offset ${f.offset}, is malformed: ${f.problem}`,
    remedy: () => 'fetch the file again and compare its digest; if it agrees, write the file again',
  }),
  CONTAINER_SYNC: row<{ block: number; offset: number }>({
    ...broken,
    say: f => `block ${f.block} does not end, at offset ${f.offset}, with the file's sync marker`,
    remedy: () => 'fetch the file again and compare its digest; a block was cut, or stems from another file',
  }),
  CONTAINER_RECORD: row<Record>({
    ...broken,
    say: f =>
      `record ${f.row} (block ${f.block}, offset ${f.offset}) is refused with ${f.code} ${atField(f.field)}`,
    remedy: () => 'correct the record at its source and write the file again',
  }),
  SINGLE_OBJECT_HEADER: row<{ problem: string }>({
    ...broken,
    say: f => `this is no message in Avro's single-object encoding: ${f.problem}`,
    remedy: () => 'hand in the whole message, with its ten first bytes and without those of an envelope',
  }),
  SINGLE_OBJECT_SCHEMA: row<{ expected: string; found: string }>({
    ...broken,
    say: f => `the message was written under the schema with fingerprint ${f.found}, not ${f.expected}`,
    remedy: () => 'read it with the version of the contract it was written under',
  }),
  JSON_LINE: row<{ code: string; line: number; column: number; field: string; key: string }>({
    ...broken,
    say: f =>
      `line ${f.line}, column ${f.column}: the record is refused with ${f.code} ${atField(f.field)}${f.key === '' ? '' : `, for its key "${f.key}"`}`,
    remedy: f =>
      f.key === ''
        ? f.line === 1 && f.column === 1 && f.code === 'MALFORMED'
          ? 'write one object a line, without a byte order mark before the first, and the file again'
          : 'correct the record at its source and write the file again'
        : `leave "${f.key}" out, or read the file as a version that has it`,
  }),
  CSV_MALFORMED: row<{ problem: string }>({
    ...ask,
    say: f => `this is no well-formed CSV: ${f.problem}`,
    remedy: () =>
      'quote cells that hold commas, quotes or line breaks, and give each line as many cells as the header',
  }),
  CSV_ENCODING: row<{ offset: number }>({
    ...ask,
    say: f => `byte ${f.offset} of the file, from 0, begins no UTF-8 character`,
    remedy: () => 'save the file as UTF-8',
  }),
  CSV_HEADER_MISSING: row<object>({
    ...ask,
    say: () => 'no cell names a field of the schema',
    remedy: () => 'begin the file with a header line that has the name of each field',
  }),
  CSV_COLUMN_UNKNOWN: row<Csv>({
    ...ask,
    say: f => `the schema has no field "${f.column}"`,
    remedy: f => `remove or rename column "${f.column}", or add the field to a new version of the contract`,
  }),
  CSV_COLUMN_MISSING: row<Csv>({
    ...ask,
    say: f => `no column is named "${f.column}"`,
    remedy: f => `add a column "${f.column}"`,
  }),
  CSV_COLUMN_DUPLICATE: row<Csv>({
    ...ask,
    say: f => `two columns are named "${f.column}"`,
    remedy: f => `keep one column "${f.column}"`,
  }),
  CSV_VALUE: row<Csv & { code: string }>({
    ...ask,
    say: f => `the cell in column "${f.column}" is refused with ${f.code}`,
    remedy: f => `write in column "${f.column}" what its contract takes, in the form the manifest declares`,
  }),
} as const;
