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
  SET_REJECTS_OFFERED: row<{ revision: string; rejects: number }>({
    status: 422,
    exit: 2,
    say: f =>
      `revision ${f.revision} is offered as data, and says that ${f.rejects} of its records break their contract on purpose`,
    remedy: () =>
      'write `use: samples` if they are samples to ask changes by; data that is offered keeps its contract',
  }),
  PROVENANCE_ROWS: row<{ rows: number; copied: number }>({
    status: 422,
    exit: 2,
    say: f => `provenance tells of ${f.copied} records, and the set has ${f.rows}`,
    remedy: f => `say where each of the ${f.rows} records came from, or remove \`provenance\``,
  }),
  SET_FILE_TWICE: row<{ version: number; file: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file}, expected of version ${f.version}, has its version or its file with another entry`,
    remedy: () => 'keep one entry a version, each with a file of its own',
  }),
  /** A file of expected results; its lines are those that `assay golden accept` writes. */
  EXPECTED_MALFORMED: row<{ because: string }>({
    status: 422,
    exit: 2,
    say: f => `this is not what was written as an expected result: ${f.because}`,
    remedy: () => 'restore the file, or accept the result again with --replace',
  }),
  GOLDEN_NO_SETS: row<{ subject: string; version: number; folder: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.folder} has no golden set of version ${f.version} of ${f.subject} or an older one`,
    remedy: f => `add samples with \`assay golden add ${f.subject}/NAME FILE --source TEXT\``,
  }),
  GOLDEN_FORBIDDEN: row<{ subject: string; from: number; to: number }>({
    status: 422,
    exit: 1,
    say: f =>
      `version ${f.to} of ${f.subject} is forbidden after ${f.from}, so no golden set is asked what it means`,
    remedy: f =>
      `\`assay diff ${f.subject}@${f.from} ${f.subject}@${f.to}\` shows why; golden sets are asked when the structure holds`,
  }),
  GOLDEN_NOTHING: row<{ subject: string; version: number; because: string }>({
    status: 422,
    exit: 2,
    say: f => `there is no result of version ${f.version} of ${f.subject} to accept: ${f.because}`,
    remedy: () => 'name a version that follows another, with golden sets of an older one',
  }),
  GOLDEN_UNEXPLAINED: row<{ revision: string; version: number; because: string }>({
    status: 422,
    exit: 1,
    say: f =>
      `what version ${f.version} makes of the golden set ${f.revision} is not explained: ${f.because}`,
    remedy: () =>
      '`assay golden run` shows it; correct the converter, or allow it by a threshold of the change record',
  }),
  GOLDEN_THIN: row<{ subject: string; version: number; measures: string }>({
    status: 422,
    exit: 1,
    say: f => `the golden sets of version ${f.version} of ${f.subject} show too little: ${f.measures}`,
    remedy: f =>
      `add samples with \`assay golden add ${f.subject}/NAME FILE\`, or say in the change record or in \`coverage\` of registry.config.ts what may be missing`,
  }),
  EXPECTED_DIFFERS: row<{ revision: string; version: number; accepted: string; found: string }>({
    status: 409,
    exit: 1,
    say: f =>
      `${f.accepted} was accepted as what version ${f.version} makes of ${f.revision}, and it is ${f.found} now`,
    remedy: () => 'find out what changed it; --replace accepts the new result in place of the old one',
  }),
  SET_OFFERED: row<{ revision: string; subject: string }>({
    status: 409,
    exit: 2,
    say: f => `${f.revision} is a data revision of ${f.subject}, which gets no more samples`,
    remedy: f => `add them to a golden set of another name, as ${f.subject}/samples`,
  }),
  SET_GUARDED: row<{ fields: string; subject: string }>({
    status: 422,
    exit: 2,
    say: f =>
      `samples of ${f.subject} would put values of ${f.fields} into the repository, which its contract guards`,
    remedy: () => 'leave those fields out or make their values up; --guarded adds them as they are',
  }),
  SET_FORM_DIFFERS: row<{ revision: string; form: string; found: string }>({
    status: 422,
    exit: 2,
    say: f => `the golden set ${f.revision} is kept as ${f.form}, and the new samples are ${f.found}`,
    remedy: f =>
      `give them as ${f.form}, with the same header if that is csv, or add them under another name`,
  }),
  SET_UNEDITABLE: row<{ file: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} is written in a way that nothing can be added to`,
    remedy: f => `write the keys of ${f.file} on lines of their own, or make the change by hand`,
  }),
  FILE_OVERTAKEN: row<{ path: string }>({
    status: 409,
    exit: 3,
    say: f => `${f.path} was changed by somebody else while this was prepared, and nothing was written`,
    remedy: () => 'run the command again: it then starts from what is there',
  }),
  FILES_HELD: row<{ path: string; waited_ms: number }>({
    status: 503,
    exit: 4,
    say: f => `others held ${f.path} for ${f.waited_ms} ms, and nothing was written`,
    remedy: () => 'run the command again when the others are done',
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
