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
} as const;
