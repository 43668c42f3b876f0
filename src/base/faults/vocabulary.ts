import { row } from './row.ts';

/** What may go wrong with a vocabulary that is shown, compared or extended. */
export const VOCABULARY_FAULTS = {
  VOCABULARY_NOT_FOUND: row<{ what: string }>({
    status: 404,
    exit: 2,
    say: f => `${f.what} leads to no vocabulary`,
    remedy: () => 'name a vocabulary file, a digest that a subject pins, or a field that has a vocabulary',
  }),
  VOCABULARY_FIELD_UNKNOWN: row<{ subject: string; version: number; field: string; nearest: string }>({
    status: 404,
    exit: 2,
    say: f => `version ${f.version} of ${f.subject} has no field ${f.field}`,
    remedy: f =>
      f.nearest === ''
        ? 'name a field that has a vocabulary; `assay show` lists fields'
        : `did you mean ${f.nearest}?`,
  }),
  VOCABULARY_UNEDITABLE: row<{ file: string }>({
    status: 422,
    exit: 2,
    say: f => `nothing can be added to ${f.file} without rewriting what stands there`,
    remedy: f =>
      `write the terms of ${f.file}, or the pins of the subject, one below the other, each on a line of its own`,
  }),
  TERM_ID_TAKEN: row<{
    id: number;
    label: string;
    other: string;
    file: string;
    otherFile: string;
    base: string;
    next: number;
  }>({
    status: 409,
    exit: 3,
    say: f =>
      `${f.file} and ${f.otherFile} both go on from ${f.base}, and term ${f.id} is ${f.label} in the one and ${f.other} in the other: both took the id`,
    remedy: f =>
      `remove ${f.file} and its pin, and add its terms to ${f.otherFile} with \`assay vocab add\`: the next free id is ${f.next}`,
  }),
  TERM_CODE_NEEDED: row<{ label: string; free: string }>({
    status: 422,
    exit: 2,
    say: f =>
      `the next place in this vocabulary is not its next code, so that ${f.label} needs one to be chosen`,
    remedy: f => `give it one with --code; ${f.free} is the first above all that it ever had`,
  }),
  TERM_CODE_TAKEN: row<{ label: string; code: string; other: string; free: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `code ${f.code} is that of ${f.other} in another file of this vocabulary, and so not one for ${f.label}`,
    remedy: f => `give it a code that no term ever had; ${f.free} is the first above all others`,
  }),
} as const;
