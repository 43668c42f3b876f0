import { row } from './row.ts';

export const SERVICE_FAULTS = {
  AGAINST_MALFORMED: row<{ found: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.found} is nothing a working tree can be held against`,
    remedy: () =>
      'write registry, git:REF (git:main, git:v1.2, git:HEAD~1), or the folder of another project',
  }),
  GIT_UNREADABLE: row<{ ref: string; reason: string }>({
    status: 422,
    exit: 2,
    say: f => `git:${f.ref} can't be read: ${f.reason}`,
    remedy: f =>
      `check that the project lies in a git repository that has ${f.ref}; in a shallow clone, fetch it first`,
  }),
  GIT_UNAVAILABLE: row<{ reason: string }>({
    status: 503,
    exit: 4,
    say: f => `git can't be run: ${f.reason}`,
    remedy: () => 'install git, or hold the working tree against a folder or the registry',
  }),
  SUBJECT_UNKNOWN: row<{ subject: string; nearest: string }>({
    status: 404,
    exit: 2,
    say: f => `there is no subject ${f.subject}`,
    remedy: f =>
      f.nearest === ''
        ? `write a subject.yaml in a folder called ${f.subject}, and propose its first version`
        : `did you mean ${f.nearest}?`,
  }),
  VERSION_UNKNOWN: row<{ subject: string; version: number; known: string }>({
    status: 404,
    exit: 2,
    say: f => `${f.subject} has no version ${f.version}`,
    remedy: f => `${oneOf(f.known)}write the contract of version ${f.version} and propose it`,
  }),
  REVISION_UNKNOWN: row<{ subject: string; revision: string; known: string }>({
    status: 404,
    exit: 2,
    say: f => `${f.subject} has no data revision ${f.revision}`,
    remedy: f => `${oneOf(f.known)}write a manifest for ${f.revision} and propose it`,
  }),
  REVISION_MISSING: row<{ subject: string; revision: string }>({
    status: 409,
    exit: 2,
    say: f => `revision ${f.revision} of ${f.subject} was accepted, and its manifest is gone`,
    remedy: f => `bring the manifest of ${f.revision} back: an accepted revision is kept as its subject is`,
  }),
  SET_FILE_NAME: row<{ revision: string }>({
    status: 422,
    exit: 2,
    say: f => `the file holds revision ${f.revision}, and is called otherwise`,
    remedy: f => `rename it to ${f.revision}.yaml, or correct its revision`,
  }),
  REVISION_EDITED: row<{ subject: string; revision: string; accepted: string; found: string }>({
    status: 409,
    exit: 2,
    say: f => `revision ${f.revision} of ${f.subject} was accepted as ${f.accepted}, and is ${f.found} now`,
    remedy: f => `restore revision ${f.revision}, and offer other data as a revision of another name`,
  }),
  STORE_DIFFERS: row<{ subject: string; version: number; stored: string; found: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `version ${f.version} of ${f.subject} is ${f.stored} in the store and ${f.found} in the project`,
    remedy: f =>
      `bring the contract of version ${f.version} back to what was stored, or use the store it belongs to`,
  }),
  STORE_BEHIND: row<{ subject: string; missing: string; asked: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `the ledger of ${f.subject} has ${f.missing} as accepted, and this store has not seen it: ${
        f.asked === f.missing ? 'it is not asked once more' : `${f.asked} comes after it`
      }`,
    remedy: f =>
      `run \`assay adopt ${f.subject}\`, which takes what is committed as accepted, or use the store that accepted it`,
  }),
  LEDGER_UNWRITTEN: row<{ path: string; reason: string }>({
    status: 503,
    exit: 4,
    say: f => `the proposal is stored, and ${f.path} could not be given its entry: ${f.reason}`,
    remedy: f => `make ${f.path} writable and propose the same again; it is stored once`,
  }),
  MATRIX_TOO_LARGE: row<{ subject: string; cells: string; most: number }>({
    status: 413,
    exit: 2,
    say: f =>
      `the readers and writers of ${f.subject} ask for ${f.cells} cells, and at most ${f.most} are run`,
    remedy: () =>
      'name fewer versions in registry.config.ts; an interval that ends is one that was thought of',
  }),
  SUBJECTS_APART: row<{ older: string; newer: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.older} and ${f.newer} are two subjects, whose ids stand for other things`,
    remedy: f =>
      `name two versions or two revisions of ${f.older}; over HTTP, schemas are compared without a subject by digest`,
  }),
  REVISIONS_APART: row<{ before: number; after: number }>({
    status: 422,
    exit: 2,
    say: f => `one revision is data of version ${f.before} and the other of version ${f.after}`,
    remedy: f =>
      `compare revisions of one version, or name a converter from ${f.before} to ${f.after} in the change record of the version: only by one do records of the one become those of the other`,
  }),
  RECORDS_REJECTED: row<{ file: string; revision: string; count: number; code: string; field: string }>({
    status: 422,
    exit: 1,
    say: f =>
      `${f.count} records of revision ${f.revision} break their contract, the first with ${f.code} in field ${f.field}`,
    remedy: f =>
      `correct or leave out the records of ${f.file} that \`assay check\` lists; none is dropped in silence`,
  }),
  RELEASE_ENVELOPE: row<{ column: string; revision: string }>({
    status: 422,
    exit: 2,
    say: f =>
      `the members of the subject take ${f.column} from an envelope, and the file of revision ${f.revision} has none`,
    remedy: f => `let ${f.column} come from a field or a constant in subject.yaml`,
  }),
  FILE_UNEXPECTED: row<{ path: string; known: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.path} is a file nobody reads`,
    remedy: f => `rename ${f.path} to what it is (${f.known}), or move it elsewhere`,
  }),
  FOLDER_UNREAD: row<{ folder: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.folder} holds documents and belongs to no subject, so nobody reads them`,
    remedy: f => `give ${f.folder} the name of its subject and a subject.yaml, or pin what lies in it`,
  }),
  FOLDER_TOO_FULL: row<{ folder: string; files: number; most: number }>({
    status: 413,
    exit: 2,
    say: f => `${f.folder} holds ${f.files} files, and at most ${f.most} are read`,
    remedy: f => `move what is no document of the subject out of ${f.folder}`,
  }),
  CHANGE_TWICE: row<{ step: string; first: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.first} describes ${f.step} as well`,
    remedy: f => `keep one record of ${f.step}; nobody should have to guess which counts`,
  }),
  CHANGE_FILE_NAME: row<{ step: string; expected: string }>({
    status: 422,
    exit: 2,
    say: f => `the file holds the change of ${f.step}, and is called otherwise`,
    remedy: f => `rename it to ${f.expected}, or correct its from and to`,
  }),
  CHANGE_UNREAD: row<{ step: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `the record describes ${f.step}, a step that nothing takes: ${f.problem}`,
    remedy: () => 'correct its from and to, or remove the file',
  }),
  DEFAULT_UNREAD: row<{ subject: string; id: number }>({
    status: 422,
    exit: 2,
    say: f => `the defaults name field ${f.id}, an id that no version of ${f.subject} has or had`,
    remedy: f => `correct the id, or remove the defaults of ${f.id} until a contract has it`,
  }),
  CONTRACT_FILE_NAME: row<{ version: number }>({
    status: 422,
    exit: 2,
    say: f => `the file holds version ${f.version}, and is called otherwise`,
    remedy: f => `rename it to v${f.version}.yaml, or correct its schema line`,
  }),
  ACCEPTED_MISSING: row<{ subject: string; version: number }>({
    status: 409,
    exit: 2,
    say: f => `version ${f.version} of ${f.subject} was accepted, and its contract is gone`,
    remedy: f => `bring v${f.version}.yaml back: an accepted version is kept for as long as its subject`,
  }),
  CHANGE_MISSING: row<{ subject: string; from: string; to: string; class: string; file: string }>({
    status: 422,
    exit: 2,
    say: f => `the change of ${f.subject} from ${f.from} to ${f.to} (${f.class}) has no change record`,
    remedy: f =>
      `write ${f.file}: why, for whom, what becomes of old data, and until when it may be withdrawn`,
  }),
  REFERENCE_MALFORMED: row<{ found: string; form: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.found} names nothing here`,
    remedy: f => `write ${f.form}`,
  }),
  SCHEMA_UNOBSERVED: row<{ subject: string; schema: string }>({
    status: 422,
    exit: 2,
    say: f => `no version of ${f.subject} has the schema ${f.schema}`,
    remedy: f => `report on a recordSchema digest that \`assay show ${f.subject}\` lists, not on ${f.schema}`,
  }),
  EVIDENCE_BROKEN: row<{ conditions: string }>({
    status: 500,
    exit: 4,
    say: f => `the matrix contradicts itself (${f.conditions}), so nothing it says is evidence`,
    remedy: () => 'run `assay matrix --json` and report what it prints: this is a fault of Assay',
  }),
  CHECK_EMPTY: row<{ folder: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.folder} holds no subject, so nothing was checked`,
    remedy: f => `add a folder with a subject.yaml below ${f.folder}; a check of nothing is never a pass`,
  }),
} as const;

/** Nothing to choose from is no choice. */
const oneOf = (known: string): string => (known === '' ? '' : `name one of ${known}, or `);
