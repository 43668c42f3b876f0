import { type Row, row } from './row.ts';

/** Every fault of a document says the ask is wrong: nothing was read, so nothing was changed. */
const wrong = <Facts>(say: (facts: Facts) => string, remedy: (facts: Facts) => string): Row<Facts> =>
  row<Facts>({ status: 422, exit: 2, say, remedy });

/** What a document may not be, whatever it is about. */
const DOCUMENT_FAULTS = {
  INVALID_UTF8: wrong<{ offset: number }>(
    f => `byte ${f.offset} of the file, counted from 0, begins no UTF-8 character`,
    () => 'save the file as UTF-8; nothing is guessed or replaced',
  ),
  DOCUMENT_TOO_LARGE: row<{ bytes: number; limit_bytes: number }>({
    status: 413,
    exit: 2,
    say: f => `the document has ${f.bytes} bytes, more than the ${f.limit_bytes} one may have`,
    remedy: () => 'split it, or keep data out of it: documents describe data, they do not hold it',
  }),
  DOCUMENT_TOO_DEEP: wrong<{ limit: number }>(
    f => `the document nests deeper than ${f.limit} levels`,
    () => 'flatten it: no lawful document nests nearly as deep',
  ),
  DOCUMENT_TOO_COMPLEX: row<{ limit: number }>({
    status: 413,
    exit: 2,
    say: f => `the document has more than ${f.limit} tokens`,
    remedy: () => 'split it, or keep data out of it: documents describe data, they do not hold it',
  }),
  CONTROL_CHARACTER: wrong<{ code: string }>(
    f => `the character ${f.code} has no place in a document`,
    () => 'remove it; only tab, line feed and carriage return with line feed are allowed below U+0020',
  ),
  YAML_SYNTAX: wrong<{ problem: string }>(
    f => `this is no YAML: ${f.problem}`,
    () => 'correct the line shown',
  ),
  YAML_TAB: wrong<{ found: string }>(
    f => `${f.found} indents the line, and YAML allows only spaces there`,
    () => 'indent with spaces',
  ),
  YAML_ALIAS: wrong<{ mark: string }>(
    f => `${f.mark} is an anchor or an alias, and a document says what it says in place`,
    f => `write the value out where ${f.mark} stands`,
  ),
  YAML_FEATURE: wrong<{ feature: string }>(
    f => `${f.feature} is not taken here`,
    () => 'write one plain document of maps with text keys, lists and scalars',
  ),
  YAML_DUPLICATE_KEY: wrong<{ key: string; first_line: number }>(
    f => `the key ${f.key} stands here a second time; the first is on line ${f.first_line}`,
    f => `keep one ${f.key}`,
  ),
  KEY_REFUSED: wrong<{ key: string }>(
    f => `${f.key} may not be a key`,
    f => `remove ${f.key}`,
  ),
  YAML_NUMBER_RANGE: wrong<{ number: string }>(
    f => `${f.number} is beyond what a number can hold here`,
    () => 'write a finite number that a 64-bit type holds; a number too small to tell from 0 is refused too',
  ),
  YAML_NUMBER_FORM: wrong<{ number: string; form: string }>(
    f => `${f.number} is written in a form that readers disagree about: ${f.form}`,
    () => 'write it in decimal digits, or in quotes if it is text',
  ),
  UNKNOWN_KEY: wrong<{ key: string; nearest: string; known: string }>(
    f => `the key ${f.key} is not known here`,
    f =>
      `${f.nearest === '' ? 'remove it' : `write ${f.nearest}`}${f.known === '' ? '' : `; the keys known here are ${f.known}`}`,
  ),
  KEY_MISSING: wrong<{ key: string; where: string }>(
    f => `${f.where} has no ${f.key}`,
    f => `write ${f.key}`,
  ),
  SHAPE: wrong<{ where: string; expected: string }>(
    f => `${f.where} has the wrong shape`,
    f => `write ${f.expected}`,
  ),
} as const;

/** What the fields of a contract may not be. */
const FIELD_FAULTS = {
  FIELD_ID_RANGE: wrong<{ id: string; max: number }>(
    f => `${f.id} is no field id`,
    f => `choose a whole number from 1 to ${f.max} that the subject never used`,
  ),
  FIELD_ID_DUPLICATE: wrong<{ id: number; field: string; other: string }>(
    f => `the fields ${f.other} and ${f.field} both have id ${f.id}`,
    f => `give ${f.field} an id that the subject never used; an id is a field's for life`,
  ),
  FIELD_NAME_DUPLICATE: wrong<{ name: string; field: string; other: string }>(
    f =>
      f.field === f.other
        ? `${f.name} stands for the field ${f.field} twice`
        : `${f.name} leads to two fields: to ${f.other}, and to ${f.field} as well`,
    f =>
      `a name or an alias leads to one field only: rename one of the two, or remove the alias ${f.name} here`,
  ),
  FIELD_NAME_INHERITED: wrong<{ name: string; field: string }>(
    f =>
      `${f.name} can't name the field ${f.field}: every object of JavaScript has it, and ordinary readers there can't hold another`,
    f => `choose another name, such as ${f.name.replaceAll('_', '')}_value; what counts is the id`,
  ),
  FIELD_KEY_MISSING: wrong<{ field: string; key: string; because: string }>(
    f => `field ${f.field} has no ${f.key}: ${f.because}`,
    f =>
      SHARED_KEYS.has(f.key)
        ? `write ${f.key} with the field, or once for the subject under defaults`
        : `write ${f.key} with the field`,
  ),
  FIELD_KEY_MEANINGLESS: wrong<{ field: string; key: string; because: string }>(
    f => `${f.key} means nothing on field ${f.field}: ${f.because}`,
    f => `remove ${f.key}`,
  ),
  LOGICAL_PHYSICAL: wrong<{ field: string; logical: string; physical: string; allowed: string }>(
    f => `field ${f.field} is a ${f.logical} and can't be stored as ${f.physical}`,
    f => `store a ${f.logical} as ${f.allowed}`,
  ),
  UNIT_DIMENSION: wrong<{ field: string; logical: string; unit: string; wanted: string }>(
    f => `field ${f.field} is a ${f.logical}, and ${f.unit} does not measure that`,
    f => `use ${f.wanted}, or another logical type`,
  ),
  UNIT_OF_TIME: wrong<{ field: string; physical: string; unit: string }>(
    f => `field ${f.field} is stored as ${f.physical}, and no column of that type counts ${f.unit}`,
    f => `use s, ms, us or ns, or store the field as a number, whose unit may be ${f.unit}`,
  ),
  TYPE_PARAMETER: wrong<{ field: string; physical: string; key: string; min: number; max: number }>(
    f => `the ${f.key} of field ${f.field} is nothing that a ${f.physical} can have`,
    f => `write a whole number from ${f.min} to ${f.max}`,
  ),
  LIST_LENGTH: wrong<{ field: string; problem: string }>(
    f => `the length of list ${f.field} can't be kept: ${f.problem}`,
    () => 'write length for an exact one, or maxLength with or without minLength',
  ),
  LIST_ELEMENT: wrong<{ field: string; key: string; because: string }>(
    f => `what ${f.field} holds can't have ${f.key}: ${f.because}`,
    f => `remove ${f.key}, or write it with ${f.field}`,
  ),
  NESTED_PART: wrong<{ field: string; part: string; because: string }>(
    f => `the ${f.part} of ${f.field} ${f.because}`,
    f => `change the ${f.part}, or the physical type of ${f.field}`,
  ),
  TENSOR_SHAPE: wrong<{ field: string; rank_max: number; max: number }>(
    f => `the shape of ${f.field} is no shape that a tensor can have`,
    f => `write 1 to ${f.rank_max} sizes from 1 whose product is at most ${f.max}`,
  ),
  RANGE_ORDER: wrong<{ field: string }>(
    f => `the range of field ${f.field} ends before it begins`,
    () => 'write the smaller end first; both ends belong to the range',
  ),
  RANGE_PHYSICAL: wrong<{ field: string; physical: string; form: string }>(
    f => `an end of the range of field ${f.field} is no ${f.physical}`,
    f => `write ${f.form} that ${f.physical} can hold, or null for an open end`,
  ),
  DEFAULT_TYPE: wrong<{ field: string; key: string; physical: string; form: string }>(
    f => `the ${f.key} of field ${f.field} is no ${f.physical}`,
    f => `write ${f.form}, or leave the default out: no default is never zero`,
  ),
  DEFAULT_NOT_EXACT: wrong<{ field: string; key: string; physical: string; nearest: string }>(
    f => `the ${f.key} of field ${f.field} is not exactly a ${f.physical}`,
    f => `write a number that ${f.physical} holds exactly, such as ${f.nearest}`,
  ),
  DEFAULT_RANGE: wrong<{ field: string; key: string }>(
    f => `the ${f.key} of field ${f.field} is outside its range`,
    () => 'write a default inside the range, or leave it out: no default is never zero',
  ),
  DEFAULT_TERM: wrong<{ field: string; key: string }>(
    f => `the ${f.key} of field ${f.field} is no term of its vocabulary`,
    () =>
      'write a label of the vocabulary, or its code in an integer field; the ignore value may stand for what is unknown',
  ),
  DEFAULT_LENGTH: wrong<{ field: string; key: string; length: number; min: number; max: number }>(
    f => `the ${f.key} of list ${f.field} has ${f.length} elements, not ${f.min} to ${f.max}`,
    () => 'write a default the list can hold, or leave it out',
  ),
  DEFAULT_TWICE: wrong<{ field: string; key: string; place: number }>(
    f => `entry ${f.place} of the ${f.key} of field ${f.field} stands there before`,
    () => 'write each key of a map, and each element of a set, once',
  ),
  DEFAULT_NULL: wrong<{ field: string; key: string }>(
    f => `the ${f.key} of field ${f.field} holds a null where none is allowed`,
    () => 'leave the default out for "no default", or make the field nullable',
  ),
  SENTINEL_TYPE: wrong<{ field: string; physical: string; form: string }>(
    f => `a sentinel of field ${f.field} is no ${f.physical}, or not exactly one`,
    f => `write ${f.form}; what NaN and null stand for, nan and nullMeans say`,
  ),
  SENTINEL_COLLIDES: wrong<{ field: string; because: string }>(
    f => `the sentinels of field ${f.field} can't be told from its values: ${f.because}`,
    () => 'a sentinel stands outside the range and the vocabulary, and for one thing',
  ),
  CONVENTION_UNKNOWN: wrong<{ field: string; convention: string; nearest: string }>(
    f => `field ${f.field} has the convention ${f.convention}, which has no meaning here`,
    f =>
      `${f.nearest === '' ? '' : `write ${f.nearest}, or `}begin a name of your own with x-, in lower case`,
  ),
  CONVENTION_UNFIT: wrong<{ field: string; convention: string; because: string }>(
    f => `the convention ${f.convention} does not fit field ${f.field}: ${f.because}`,
    () => 'write another convention, or the lengths it asks for',
  ),
  VOCABULARY_UNKNOWN: wrong<{ field: string; digest: string }>(
    f => `field ${f.field} names the vocabulary ${f.digest}, which no file of the subject has`,
    () => 'list the vocabulary file with this digest under files in subject.yaml',
  ),
  TERM_CODE_RANGE: wrong<{ field: string; term: string; code: string; physical: string }>(
    f => `term ${f.term} has code ${f.code}, which the ${f.physical} of field ${f.field} can't hold`,
    f => `give ${f.term} a smaller code, or the field a wider type`,
  ),
  IGNORE_VALUE_RANGE: wrong<{ field: string; value: string; physical: string }>(
    f => `ignoreValue ${f.value} of field ${f.field} is no ${f.physical}`,
    () => 'write the class index that the loss skips, usually -100',
  ),
  IGNORE_VALUE_COLLIDES: wrong<{ field: string; value: string; term: string }>(
    f =>
      `ignoreValue ${f.value} of field ${f.field} is the code of the term ${f.term}: the loss would skip it`,
    () => 'write a number that is no code of a term, usually -100',
  ),
  POLICY_TERM_UNKNOWN: wrong<{ field: string; term: string }>(
    f => `the unknown policy of field ${f.field} maps to ${f.term}, which its vocabulary does not have`,
    () => 'write the label or the id of a term',
  ),
} as const;

/** What a contract as a whole, and the files around it, may not be. */
const SUBJECT_FAULTS = {
  SCHEMA_LINE: wrong<{ line: string }>(
    f => `${f.line} names no version of a subject`,
    () => 'write <subject>.v<version>, such as training.example.v4',
  ),
  SUBJECT_MISMATCH: wrong<{ found: string; expected: string }>(
    f => `this belongs to the subject ${f.found}, not to ${f.expected}`,
    f => `move it to the folder of ${f.found}, or write ${f.expected}`,
  ),
  ROLE_FIELD_UNKNOWN: wrong<{ role: string; field: string; nearest: string }>(
    f => `${f.role} names the field ${f.field}, which the contract does not have`,
    f => `name a field of the contract${f.nearest === '' ? '' : `, such as ${f.nearest}`}`,
  ),
  ROLE_FIELD_UNFIT: wrong<{ role: string; field: string; because: string }>(
    f => `the field ${f.field} can't be in ${f.role}: ${f.because}`,
    f => `name another field for ${f.role}`,
  ),
  MEMBER_FIELD_UNKNOWN: wrong<{ part: string; id: number; contract: string }>(
    f => `the ${f.part} of members is field ${f.id}, which ${f.contract} does not have`,
    f => `name the id of a field of every contract of the subject, or add field ${f.id} to ${f.contract}`,
  ),
  MEMBER_FIELD_UNFIT: wrong<{ part: string; field: string; contract: string; because: string }>(
    f => `the ${f.part} of members can't be the field ${f.field} of ${f.contract}: ${f.because}`,
    f => `name another field as the ${f.part}, or change ${f.field} where the contract is not accepted yet`,
  ),
  ROLE_DUPLICATE: wrong<{ role: string; name: string }>(
    f => `${f.role} has ${f.name} twice`,
    f => `keep one ${f.name}`,
  ),
  RESERVED_RANGE: wrong<{ first: number; last: number }>(
    f => `the reserved ids ${f.first} to ${f.last} end before they begin`,
    () => 'write the smaller id first; both ends belong to the range',
  ),
  RESERVED_USED: wrong<{ field: string; reserved: string }>(
    f => `field ${f.field} uses the ${f.reserved}, which subject.yaml keeps free`,
    () => 'choose another, or take it out of reserved',
  ),
  RESTORE_UNFIT: wrong<{ id: number; because: string }>(
    f => `the id ${f.id} can't be restored: ${f.because}`,
    () => 'list under restores only retired ids that come back with this version',
  ),
  TERM_DUPLICATE: wrong<{ what: string; value: string; term: number; other: number }>(
    f => `the ${f.what} ${f.value} belongs to both term ${f.other} and term ${f.term}`,
    f => `give term ${f.term} a ${f.what} of its own`,
  ),
  TERM_UNSEEN: wrong<{ term: number; code: string; without: string }>(
    f => `a spelling of term ${f.term} holds ${f.code}, which nobody sees and every comparison does`,
    f => (f.without === '' ? 'write a label that can be seen' : `remove it: what is left is ${f.without}`),
  ),
  VOCAB_DIGEST_MISMATCH: wrong<{ file: string; pinned: string; found: string }>(
    f => `the terms of ${f.file} have the digest ${f.found}, and ${f.pinned} is pinned`,
    f => `${restored(f)}; other terms are a new file, with a digest of its own and a new version`,
  ),
  NORMALIZER_DIGEST_MISMATCH: wrong<{ file: string; pinned: string; found: string }>(
    f => `the steps of ${f.file} have the digest ${f.found}, and ${f.pinned} is pinned`,
    f => `${restored(f)}; other steps are a new file, with a digest of its own and a new version`,
  ),
  NORMALIZER_UNKNOWN: wrong<{ digest: string }>(
    f => `the contract names the normalizer ${f.digest}, which no file of the subject has`,
    () => 'list the normalizer file with this digest under files in subject.yaml',
  ),
  TOKENIZER_DIGEST_MISMATCH: wrong<{ file: string; pinned: string; found: string }>(
    f => `the tokenizer of ${f.file} has the digest ${f.found}, and ${f.pinned} is pinned`,
    f => `${restored(f)}; another tokenizer is a new file, with a digest of its own and a new version`,
  ),
  TOKENIZER_UNKNOWN: wrong<{ digest: string }>(
    f => `the contract names the tokenizer ${f.digest}, which no file of the subject has`,
    () => 'list the tokenizer file with this digest under files in subject.yaml',
  ),
  TOKENIZER_NOT_RUNNABLE: wrong<{ tokenizer: string; because: string; known: string }>(
    f => `no text can be tokenized with ${f.tokenizer} here: ${f.because}`,
    f =>
      `name the definition of an encoding among the files of the tokenizer, of which these are known: ${f.known}; docs/contract-format.md has their digests`,
  ),
  TOKENIZER_RANKS_LACKING: row<{ encoding: string; file: string; because: string }>({
    status: 500,
    exit: 2,
    say: f => `the ranks of ${f.encoding} can't be had from ${f.file}: ${f.because}`,
    remedy: () =>
      'install the packages anew; ranks that are not byte for byte the published ones are not used',
  }),
  PINNED_FILE_MISSING: wrong<{ file: string }>(
    f => `${f.file} is pinned and was not found`,
    f => `restore ${f.file}, or remove it from files`,
  ),
  SCHEMA_DOCUMENT: wrong<{ problem: string }>(
    f => `this is not the canonical document of a schema: ${f.problem}`,
    () => 'take it unchanged from where it was written; docs/contract-format.md has its form',
  ),
  VERSION_GAP: row<{ subject: string; version: number; expected: number }>({
    status: 409,
    exit: 2,
    say: f => `version ${f.version} of ${f.subject} can't come next: ${f.expected} does`,
    remedy: f => `write .v${f.expected} in the schema line, and rename the file`,
  }),
  GOVERNANCE_WEAKENED: row<{ subject: string; version: number; what: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `version ${f.version} of ${f.subject} stands otherwise in the store than in its contract, and nobody approved it: ${f.what}`,
    remedy: f =>
      `restore the contract, or its subject.yaml, or run \`assay propose ${f.subject}@${f.version}\`, and have the revision approved and activated first`,
  }),
  ACCEPTED_EDITED: row<{
    subject: string;
    version: number;
    accepted: string;
    found: string;
    /** What of that from which it is made is not what it was. */
    edited: string;
  }>({
    status: 409,
    exit: 2,
    say: f =>
      `version ${f.version} of ${f.subject} was accepted as ${f.accepted}, and with ${f.edited} as written now it is ${f.found}`,
    remedy: f =>
      `restore ${f.edited}, or the ledger if that was edited, and propose the change as a new version`,
  }),
} as const;

/** What a subject may say once for a field, in all its versions. */
const SHARED_KEYS: ReadonlySet<string> = new Set([
  'logical',
  'nullable',
  'unit',
  'vocabulary',
  'unknownPolicy',
  'ignoreValue',
  'owner',
  'sensitivity',
]);

const restored = ({ file, found }: { file: string; found: string }): string =>
  `restore ${file}, or pin ${found} where nothing was accepted under the old digest yet`;

export const CONTRACT_FAULTS = { ...DOCUMENT_FAULTS, ...FIELD_FAULTS, ...SUBJECT_FAULTS } as const;
