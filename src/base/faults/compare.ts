import { row } from './row.ts';

/** What keeps two files from being compared. */
export const COMPARE_FAULTS = {
  TABLE_TOO_LARGE: row<{ file: string; what: 'cells' | 'bytes'; limit: number }>({
    status: 413,
    exit: 2,
    say: f => `${f.file} has more than ${f.limit} ${f.what}, and a file that is compared is held whole`,
    remedy: () => 'compare a part of the records, or fewer columns',
  }),
  TABLE_JSON: row<{ problem: string }>({
    status: 422,
    exit: 2,
    say: f => `this is neither JSON Lines nor a JSON array of records: ${f.problem}`,
    remedy: () => 'write one object a line, or one array of objects, each key once in its object',
  }),
  TABLE_REFUSED: row<{ file: string; code: string; why: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} can't be compared (${f.code}): ${f.why}`,
    remedy: f => `fetch ${f.file} again, or correct what it holds and write it again`,
  }),
  TABLE_EMPTY: row<{ file: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} has no record, and of nothing it can't be said that it is the same`,
    remedy: f => `find out why ${f.file} is empty, or name another file`,
  }),
  TABLE_FORMAT_UNKNOWN: row<{ file: string; formats: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} is not seen to be ${f.formats}`,
    remedy: f => `name its format with --format (${f.formats})`,
  }),
  KEY_NOT_FOUND: row<{ tried: number; nearest: string; repeats: number }>({
    status: 422,
    exit: 2,
    say: f =>
      f.tried === 0
        ? 'no column could be a key: each is a label, a float or nested, or has a null'
        : `no set of up to three columns is unique, without nulls, on both sides, and matches a row (${f.tried === 1 ? 'one could be in a key' : `${f.tried} could be in a key`})${f.nearest === '' ? '' : `; ${f.nearest} comes nearest, and repeats in ${f.repeats} rows`}`,
    remedy: () =>
      'name the columns that identify a row with --key, or, where the rows stand in one order in both files, compare them with --by-position',
  }),
  COMPARED_COLUMN_UNKNOWN: row<{ option: string; column: string; where: string; nearest: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.option} names ${f.column}, a column that ${f.where} not have`,
    remedy: f => (f.nearest === '' ? `correct ${f.option}` : `write ${f.nearest}, or correct ${f.option}`),
  }),
  /** The first few columns of each, as a list. */
  COMPARED_NOTHING: row<{ old: string; new: string; oldColumns: string; newColumns: string }>({
    status: 422,
    exit: 2,
    say: f =>
      `${f.old} and ${f.new} have no column of one name: the first has ${f.oldColumns}, the second ${f.newColumns}`,
    remedy: () =>
      'rename the columns that are the same, so that both files call them alike; in CSV the first line is the header',
  }),
  RECONCILE_TIME_MEANINGLESS: row<{ column: string; kind: string }>({
    status: 422,
    exit: 2,
    say: f => `--time names ${f.column}, and a ${f.kind} does not say when a record happened`,
    remedy: () => 'name a date or a timestamp, or leave out --time and --lag',
  }),
  SPILL_UNWRITABLE: row<{ folder: string; reason: string }>({
    status: 500,
    exit: 4,
    say: f => `what memory has no room for could not be kept in ${f.folder}: ${f.reason}`,
    remedy: () => 'make room there, or name another folder in TMPDIR',
  }),
  COMPARED_NO_TEXT: row<{ old: string; new: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.old} and ${f.new} share no column of texts whose tokens could be counted, besides the key`,
    remedy: () => 'leave out --tokenizer, or name another --key',
  }),
  ENCODING_UNKNOWN: row<{ encoding: string; known: string; nearest: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.encoding} is no encoding that is known here`,
    remedy: f =>
      f.nearest === '' ? `name one of ${f.known}` : `perhaps ${f.nearest} was meant; known are ${f.known}`,
  }),
  POSITIONS_UNEQUAL: row<{ old: number; new: number }>({
    status: 422,
    exit: 2,
    say: f => `one file has ${f.old} rows and the other ${f.new}, so their rows can't be paired by position`,
    remedy: () => 'name the columns that identify a row with --key',
  }),
} as const;
