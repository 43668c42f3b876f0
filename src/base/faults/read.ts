import { row } from './row.ts';

/** What a file or its records lack to be read as a version of a subject: the file is at fault (1), or the ask is (2). */
export const READ_FAULTS = {
  FORMAT_UNKNOWN: row<{ path: string; formats: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.path} begins as no file of ${f.formats} does`,
    remedy: f => `name its format with --format (${f.formats}), or write the records again in one of them`,
  }),
  FILE_DIGEST_DIFFERS: row<{ path: string; expected: string; found: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.path} is ${f.found}, and ${f.expected} was asked for; no record of it was given out`,
    remedy: f => `fetch the file again, or ask for ${f.found} if that is the one that is meant`,
  }),
  FILE_CHANGED: row<{ path: string }>({
    status: 409,
    exit: 3,
    say: f => `${f.path} changed while it was read`,
    remedy: () => 'throw away what was given out, and read again when nobody writes to the file',
  }),
  WRITER_UNKNOWN: row<{ path: string; digest: string; subject: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.path} was written under ${f.digest}, which no version of ${f.subject} has`,
    remedy: f =>
      `read it as the subject it was written for, or with the contracts of ${f.subject} that have it`,
  }),
  WRITER_DIFFERS: row<{ path: string; version: number; found: number }>({
    status: 422,
    exit: 2,
    say: f => `${f.path} says it was written under version ${f.found}, and not under ${f.version}`,
    remedy: f => `ask with --written-as ${f.found}, or leave it out`,
  }),
  READER_UNFIT: row<{ subject: string; writer: number; reader: number; refusals: string }>({
    status: 422,
    exit: 1,
    say: f => `version ${f.reader} of ${f.subject} takes no record of version ${f.writer}: ${f.refusals}`,
    remedy: f =>
      `convert the records, or read them as version ${f.writer}; \`assay diff ${f.subject}@${f.writer} ${f.subject}@${f.reader}\` says what changed`,
  }),
  COLUMN_UNKNOWN: row<{
    path: string;
    code: string;
    field: string;
    column: string;
    by: 'name' | 'id';
    nearest: string;
  }>({
    status: 422,
    exit: 1,
    say: f =>
      `column ${f.column} of ${f.path} is refused with ${f.code}: ${f.field === 'none' ? 'no field' : `nothing in field ${f.field}`} has its ${f.by}${f.by === 'id' ? ', by which this file is read as it has ids' : ''}`,
    remedy: f =>
      `${f.nearest === '' ? '' : `write it as ${f.nearest} if that is meant, or `}leave it out, or read the file as a version that has it`,
  }),
  COLUMN_UNFIT: row<{ path: string; code: string; field: string; found: string; expected: string }>({
    status: 422,
    exit: 1,
    say: f =>
      `field ${f.field} can't be read from ${f.path}, ${f.code}: the file has ${f.found}, and the contract ${f.expected}`,
    remedy: f =>
      `write the column again as ${f.expected}, or read the file as a version that it was written under`,
  }),
  RECORD_REFUSED: row<{
    path: string;
    code: string;
    row: number;
    field: string;
    block: number;
    offset: number;
  }>({
    status: 422,
    exit: 1,
    say: f =>
      OF_BYTES.has(f.code)
        ? `${f.path} is damaged from record ${f.row} on: ${f.code} at field ${f.field} (block ${f.block}, offset ${f.offset})`
        : `record ${f.row} of ${f.path} (block ${f.block}, offset ${f.offset}) is refused with ${f.code} at field ${f.field}`,
    remedy: f =>
      OF_BYTES.has(f.code)
        ? 'get the file again from where it was written, or write it again'
        : 'correct the record at its source and write the file again',
  }),
} as const;

/** What no record has: the bytes of the file are not what its writer made. */
const OF_BYTES: ReadonlySet<string> = new Set([
  'MALFORMED',
  'TRUNCATED',
  'TRAILING_BYTES',
  'CHECKSUM_DIFFERS',
]);
