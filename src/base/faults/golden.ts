import { row } from './row.ts';

export const GOLDEN_FAULTS = {
  KEY_NOT_DECLARED: row<{ fields: number }>({
    status: 422,
    exit: 2,
    say: f =>
      `${f.fields === 1 ? 'the one field is no' : `none of the ${f.fields} fields is the`} key, so no two records can be compared`,
    remedy: () =>
      'declare `key` in the contract; where the version is accepted, in the next one, with a change record: it needs no converter, and is taken at once where nothing else differs',
  }),
  KEY_NOT_UNIQUE: row<{
    /** `only`: nothing came before these records; `old` and `new`: two files that have no contract. */
    side: 'before' | 'after' | 'only' | 'old' | 'new';
    key: string;
    keys: number;
    rows: number;
    /** Two records that share a key, from 1. */
    first: number;
    again: number;
    better: string;
  }>({
    status: 422,
    exit: 2,
    say: f =>
      `${f.keys === 1 ? 'one key occurs' : `${f.keys} keys occur`} more than once (${f.key})${SIDES.get(f.side) ?? ` ${f.side} the change`}, in ${f.rows} rows; records ${f.first} and ${f.again} share ${f.keys === 1 ? 'it' : 'one'}`,
    remedy: f =>
      f.side === 'old' || f.side === 'new'
        ? `name ${f.better} in --key too, correct the rows, or compare rows by their order with --by-position`
        : `correct the rows, or write the version (the next one, where it is accepted) with ${f.better} in its key too`,
  }),
  DATA_DIGEST_MISMATCH: row<{ file: string; declared: string; found: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} is ${f.found}, its manifest declares ${f.declared}`,
    remedy: f =>
      `restore ${f.file}; where the content is meant, a revision that is not accepted yet declares ${f.found}`,
  }),
  DATA_ROWS_MISMATCH: row<{ file: string; declared: number; found: number }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} has ${f.found} records, its manifest declares ${f.declared}`,
    remedy: f =>
      `write \`rows: ${f.found}\` when ${f.file} is whole; if it is short it was so when its digest was declared`,
  }),
  /** A line of JSON. The record counts from 1; the field is a path, and empty where it is not one field's. */
  DATA_REFUSED: row<{ code: string; record: number; field: string }>({
    status: 422,
    exit: 2,
    say: f => `record ${f.record} is refused with ${f.code}${inField(f.field)}`,
    remedy: f =>
      `correct record ${f.record}${inField(f.field)}; docs/formats.md has how JSON spells each type`,
  }),
  /** An Avro record, in a file that has no lines: the offset is the byte of the file, from 0. */
  DATA_BYTES_REFUSED: row<{ file: string; code: string; record: number; field: string; offset: number }>({
    status: 422,
    exit: 2,
    say: f =>
      `${f.file}: record ${f.record} is refused with ${f.code}${inField(f.field)}, at byte ${f.offset} of the file`,
    remedy: f =>
      `write record ${f.record} of ${f.file} again under the contract of the version that its manifest names`,
  }),
  DATA_CONTAINER: row<{ file: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} is an Avro container file, and Avro data are read as records back to back`,
    remedy: f => `write the records of ${f.file} without header and blocks, or as JSON Lines or CSV`,
  }),
  DATA_TOO_LARGE: row<{ file: string; bytes: number; limit_bytes: number }>({
    status: 413,
    exit: 2,
    say: f => `${f.file} has ${f.bytes} bytes, and at most ${f.limit_bytes} are read as one revision`,
    remedy: () => 'offer fewer records: a golden set is a sample, and a revision is read whole',
  }),
  SET_FIELD_UNKNOWN: row<{ key: string; field: string; version: number; nearest: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.key} names the field ${f.field}, which version ${f.version} does not have`,
    remedy: f =>
      `${f.nearest === '' ? `correct the name ${f.field}` : `write ${f.nearest}`}, or correct the version ${f.version}`,
  }),
  SET_LIMITS_UNBOUND: row<{ subject: string; version: number }>({
    status: 422,
    exit: 2,
    say: f => `tokenLimits says where tokens are cut, and ${f.subject}@${f.version} binds no tokenizer`,
    remedy: () => 'bind a tokenizer in the contract, or remove tokenLimits',
  }),
  SET_KEY_MEANINGLESS: row<{ key: string; field: string; because: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.key} means nothing for the field ${f.field}: ${f.because}`,
    remedy: f => `remove ${f.field} from ${f.key}`,
  }),
  /** `how`: what says so, as a clause; the factor is how many times too large the values are. */
  UNIT_SUSPECT: row<{ revision: string; field: string; unit: string; how: string }>({
    status: 422,
    exit: 1,
    say: f =>
      `${f.field} of revision ${f.revision} is declared in ${f.unit}, and its values say otherwise: ${f.how}`,
    remedy: f =>
      `mend the data or the unit; where ${f.unit} is right all the same, write \`witness: {${f.field}: false}\` in the manifest`,
  }),
} as const;

const SIDES: ReadonlyMap<string, string> = new Map([
  ['only', ''],
  ['old', ' in the old file'],
  ['new', ' in the new file'],
]);

/** Where the field is known. */
const inField = (field: string): string => (field === '' ? '' : ` in field ${field}`);
