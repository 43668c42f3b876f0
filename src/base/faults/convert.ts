import { row } from './row.ts';

export const CONVERT_FAULTS = {
  CONVERTER_FIELD_UNKNOWN: row<{ id: number; version: number; subject: string }>({
    status: 422,
    exit: 2,
    say: f => `version ${f.version} of ${f.subject} has no field ${f.id}`,
    remedy: () =>
      'give fields that the new version has, and take them from, or drop, fields of the old one, each by its id',
  }),
  CONVERTER_FIELD_TWICE: row<{ id: number; first_line: number }>({
    status: 422,
    exit: 2,
    say: f => `field ${f.id} is given a second time, after line ${f.first_line}`,
    remedy: () => 'write one entry for a field, with all its steps in their order',
  }),
  CONVERTER_OUT_OF_REACH: row<{ id: number; from: number; because: string }>({
    status: 422,
    exit: 2,
    say: f => `field ${f.id} can't be made from field ${f.from}: ${f.because}`,
    remedy: () => 'take it from a field of the record, or of the same element',
  }),
  CONVERTER_FIELD_UNFED: row<{ field: string; version: number }>({
    status: 422,
    exit: 2,
    say: f =>
      `nothing says what becomes of field ${f.field}, which version ${f.version} has and the old one has not`,
    remedy: () =>
      'give it an entry: `from` another field, a step `default` with what it means, or `nest` where its members are given',
  }),
  CONVERTER_FIELD_LEFT: row<{ field: string; version: number }>({
    status: 422,
    exit: 2,
    say: f => `field ${f.field} of version ${f.version} is neither used nor dropped`,
    remedy: () => 'take a field of the new version from it, or add its id to `drop`',
  }),
  CONVERTER_DROP_USED: row<{ field: string; by: number }>({
    status: 422,
    exit: 2,
    say: f => `field ${f.field} is dropped, and field ${f.by} of the new version is made from it`,
    remedy: () => 'take it out of `drop`, or make the other field from something else',
  }),
  CONVERTER_STEP_UNFIT: row<{ field: string; step: string; because: string }>({
    status: 422,
    exit: 2,
    say: f => `step ${f.step} can't be taken for field ${f.field}: ${f.because}`,
    remedy: () => 'correct the step; docs/converter-format.md has what each one takes and gives',
  }),
  CONVERTER_VALUE_UNFIT: row<{ field: string; step: string; key: string; because: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.key} of step ${f.step} is no value of field ${f.field}: ${f.because}`,
    remedy: () => 'write a value as the contract of that version would hold it',
  }),
  CONVERTER_TERM_UNKNOWN: row<{ field: string; term: string; side: 'old' | 'new'; nearest: string }>({
    status: 422,
    exit: 2,
    say: f => `the ${f.side} vocabulary of field ${f.field} has no term ${f.term}`,
    remedy: f =>
      f.nearest === ''
        ? `name a term of the ${f.side} vocabulary by its label or its id`
        : `name a term of the ${f.side} vocabulary by its label or its id, such as ${f.nearest}`,
  }),
  CONVERTER_TERM_TWICE: row<{ field: string; term: string; first_line: number }>({
    status: 422,
    exit: 2,
    say: f =>
      `term ${f.term} of field ${f.field} has its answer on line ${f.first_line}, so this one is never asked`,
    remedy: () => 'write one rule for a term',
  }),
  CONVERTER_TERMS_LEFT: row<{ field: string; terms: string; count: number }>({
    status: 422,
    exit: 2,
    say: f =>
      `nothing says what becomes of ${f.count === 1 ? 'term' : `${f.count} terms`} ${f.terms} of field ${f.field}`,
    remedy: () =>
      'give each term of the old vocabulary a rule, or write `others: same` where the rest keep their ids and their spellings',
  }),
  CONVERTER_UNKNOWN_LEFT: row<{ field: string; key: string; because: string }>({
    status: 422,
    exit: 2,
    say: f => `the remap of field ${f.field} does not say ${f.key}: ${f.because}`,
    remedy: f => `write \`${f.key}\`; docs/converter-format.md has what it may be`,
  }),
  CONVERTER_NULLS_LEFT: row<{ field: string }>({
    status: 422,
    exit: 2,
    say: f => `field ${f.field} may be null before it is written, and the new version holds no null there`,
    remedy: () => 'say what becomes of a null: a step `fill`, or a step `reject` of `null`',
  }),
  /** What a reader without the converter would refuse, and no step has settled. */
  CONVERTER_MEANING_LEFT: row<{ field: string; code: string; from: string; to: string; because: string }>({
    status: 422,
    exit: 2,
    say: f =>
      `field ${f.field} would still change what it means (${f.code}, ${f.from} → ${f.to}): ${f.because}`,
    remedy: () =>
      'add the step that converts it; where the values were right and what was said of them was not, `declare` it with the reason',
  }),
  CONVERTER_EXPRESSION: row<{ field: string; because: string }>({
    status: 422,
    exit: 2,
    say: f => `the expression for ${f.field} can't be asked: ${f.because}`,
    remedy: () =>
      'write CEL over the fields of the old version by their names; docs/converter-format.md has what it may hold',
  }),
  CONVERTER_FILE_NAME: row<{ from: number; to: number; expected: string }>({
    status: 422,
    exit: 2,
    say: f => `a converter from version ${f.from} to ${f.to} has another name`,
    remedy: f => `call it ${f.expected}, or put a word before the end of that name`,
  }),
  CONVERTER_CHAIN_GAP: row<{ converter: string; from: string; to: string }>({
    status: 422,
    exit: 2,
    say: f => `converter ${f.converter} begins at ${f.from}, and the one before ends at ${f.to}`,
    remedy: () =>
      'give converters of one subject in the order of their versions, each from where the last one ends',
  }),
  /** Claims of a converter, or of who asks for two ways. */
  CONVERTER_INVERSE_UNKNOWN: row<{ inverse: string; from: number; to: number; files: string }>({
    status: 422,
    exit: 2,
    say: f =>
      `no converter from version ${f.from} to ${f.to} has the digest ${f.inverse}, which is declared to undo this one`,
    remedy: f =>
      f.files === ''
        ? `write the converter from version ${f.from} to ${f.to}, or declare no inverse`
        : `name one that is there, as it is now: ${f.files}`,
  }),
  CONVERTER_INVERSE_NONE: row<{ converter: string; from: number; to: number }>({
    status: 422,
    exit: 2,
    say: f => `the converter ${f.converter} declares no inverse`,
    remedy: f =>
      `give the way from version ${f.from} to ${f.to} with --back, or declare the digest of its converter under inverse`,
  }),
  CONVERTER_OTHER_ENDS: row<{ option: string; leads: string; expected: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.option} leads ${f.leads}, and should lead ${f.expected}`,
    remedy: () =>
      'give the converters of that way in the order of their versions, each with the option again',
  }),
  CONVERSION_ENDED: row<{ converters: string; because: string }>({
    status: 500,
    exit: 4,
    say: f => `a thread that converted records with ${f.converters} ended: ${f.because}`,
    remedy: () => 'give it more memory, or convert with --workers 1, where nothing runs beside this process',
  }),
  /** A change record says what is to be run, and no file is that. */
  CONVERTER_UNKNOWN: row<{ digest: string; subject: string; folder: string; files: string }>({
    status: 422,
    exit: 2,
    say: f => `no converter of ${f.subject} has the digest ${f.digest}`,
    remedy: f =>
      f.files === ''
        ? `write the converter into ${f.folder}; docs/converter-format.md has its form`
        : `name one that is there, as it is now: ${f.files}`,
  }),
  CONVERTER_OTHER_STEP: row<{ digest: string; file: string; converts: string; step: string }>({
    status: 422,
    exit: 2,
    say: f => `the converter ${f.digest} in ${f.file} converts ${f.converts}, and the change is ${f.step}`,
    remedy: () => 'name the digest of the converter that belongs to this change',
  }),
  CONVERTER_NOT_RECORDED: row<{ digest: string; recorded: string; change: string }>({
    status: 422,
    exit: 1,
    say: f => `the converter is ${f.digest}, and its change record names ${f.recorded}`,
    remedy: f =>
      `take the converter that was recorded, or write \`converter: ${f.digest}\` into ${f.change} and have that approved; --explain shows a plan whatever is recorded`,
  }),
} as const;
