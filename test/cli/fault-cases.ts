const V1 = 'schemas/support.ticket/v1.yaml';
const SUBJECT = 'schemas/support.ticket/subject.yaml';
const LEDGER = 'schemas/support.ticket/ledger.yaml';
const CHANGE = 'schemas/support.ticket/changes/v1-v2.yaml';
const TERMS = 'schemas/vocabularies/priority.yaml';
const SET = 'golden/support.ticket/first.yaml';

/** Without what is replaced, the whole file; with nothing in its place, none. */
type Edit = readonly [file: string, from: string | RegExp | undefined, to: string | undefined];
/** A refusal, what to do to a project that works, and what it stands at: a file, and what is written there. */
export type FaultCase = readonly [
  code: string,
  edits: readonly Edit[],
  at?: readonly [file: string, written: string],
];

const v1 = (from: string | RegExp, to: string): readonly Edit[] => [[V1, from, to]];
const inField1 = (more: string): readonly Edit[] =>
  v1('    logical: identifier\n', `    logical: identifier\n${more}`);
const field5 = (more: string): readonly Edit[] =>
  v1('key: [ticket]', `  - {id: 5, name: five, nullable: false, ${more}}\nkey: [ticket]`);

const CHANGE_TEXT = [
  'changes: version',
  'subject: support.ticket',
  'from: 1',
  'to: 2',
  'class: compatible',
  'reason: A test asks for it.',
  'consumers: [priority-trainer]',
  'backfill: {kind: none}',
  'withdraw_by: 2027-01-31',
  '',
].join('\n');
const LEDGER_TEXT = 'ledger: support.ticket\nversions: []\nrevisions: []\n';
const ONE = `  - version: 1\n    recordSchema: sha256:${'0'.repeat(64)}\n    ids:\n      - {id: 1, name: ticket, kind: int64}\n`;
const whole = (file: string, text: string): Edit => [file, undefined, text];
const change = (from: string, to: string): readonly Edit[] => [whole(CHANGE, CHANGE_TEXT.replace(from, to))];
const ledger = (versions: string): readonly Edit[] => [
  whole(LEDGER, LEDGER_TEXT.replace('versions: []', `versions:\n${versions}`)),
];
const DIGEST = `sha256:${'1'.repeat(64)}`;

export const FAULT_CASES: readonly FaultCase[] = [
  // Documents.
  ['DOCUMENT_TOO_DEEP', v1('key: [ticket]', `key: ${'['.repeat(200)}`)],
  ['CONTROL_CHARACTER', v1('null while', 'null \u0007 while'), [V1, '\u0007']],
  ['YAML_SYNTAX', v1('key: [ticket]', 'key: [ticket')],
  ['YAML_FEATURE', v1('key: [ticket]', 'key: !!seq [ticket]'), [V1, '!!seq']],
  ['YAML_NUMBER_FORM', v1('id: 1', 'id: 0x1'), [V1, '0x1']],
  ['KEY_REFUSED', v1('key: [ticket]', '__proto__: 1\nkey: [ticket]'), [V1, '__proto__']],
  ['KEY_MISSING', v1(/fields:[\s\S]*?(?=key:)/, ''), [V1, 'schema:']],
  ['SHAPE', v1('physical: int64', 'physical: int24'), [V1, 'int24']],
  ['SHAPE', [whole(V1, '[]\n')], [V1, '[]']],
  ['SHAPE', [whole(SUBJECT, '[]\n')], [SUBJECT, '[]']],
  ['SHAPE', [whole(SET, '[]\n')], [SET, '[]']],
  ['SHAPE', [whole(LEDGER, '[]\n')], [LEDGER, '[]']],
  ['SHAPE', [whole(CHANGE, '[]\n')], [CHANGE, '[]']],
  ['SHAPE', [whole(TERMS, '[]\n')], [TERMS, '[]']],
  // Fields.
  ['FIELD_NAME_DUPLICATE', field5('physical: bool, logical: flag, aliases: [opened]'), [V1, '[opened]']],
  ['FIELD_KEY_MEANINGLESS', inField1('    precision: 3\n'), [V1, '3\n']],
  ['LOGICAL_PHYSICAL', v1('physical: date', 'physical: bytes'), [V1, 'bytes']],
  ['UNIT_DIMENSION', v1('unit: ms', 'unit: m'), [V1, 'm\n    nullable: true']],
  ['UNIT_UNKNOWN', v1('unit: ms', 'unit: fortnit'), [V1, 'fortnit']],
  ['UNIT_OF_TIME', field5('physical: duration, logical: duration, unit: h'), [V1, 'h}']],
  ['TYPE_PARAMETER', field5('physical: fixed, logical: binary, size: 0'), [V1, '0}\nkey']],
  [
    'LIST_LENGTH',
    field5(
      'physical: list, logical: sequence, minLength: 3, maxLength: 2, element: {id: 6, physical: bool, logical: flag, nullable: false}',
    ),
  ],
  [
    'NESTED_PART',
    field5(
      'physical: list, logical: sequence, order: set, maxLength: 2, element: {id: 6, physical: bool, logical: flag, nullable: true}',
    ),
    [V1, '{id: 6'],
  ],
  [
    'TENSOR_SHAPE',
    field5(
      'physical: tensor, logical: embedding, shape: [0], element: {id: 6, physical: float32, logical: number, nullable: false}',
    ),
    [V1, '[0]'],
  ],
  ['RANGE_ORDER', v1('[0, 2592000000]', '[7, 6]'), [V1, '6]']],
  ['RANGE_PHYSICAL', v1('[0, 2592000000]', '[0, 9223372036854775808]'), [V1, '9223372036854775808']],
  ['RANGE_PHYSICAL', v1('[0, 2592000000]', '[-9223372036854775809, 0]'), [V1, '-9223372036854775809']],
  ['DEFAULT_NOT_EXACT', field5('physical: float32, logical: number, default: 0.1'), [V1, '0.1']],
  ['DEFAULT_TERM', v1('ignoreValue: -100', 'ignoreValue: -100\n    default: never'), [V1, 'never']],
  [
    'DEFAULT_LENGTH',
    field5(
      'physical: list, logical: sequence, maxLength: 1, default: [true, true], element: {id: 6, physical: bool, logical: flag, nullable: false}',
    ),
    [V1, '[true, true]'],
  ],
  [
    'DEFAULT_TWICE',
    field5(
      'physical: list, logical: sequence, order: set, maxLength: 3, default: [2, 1, 2], element: {id: 6, physical: int32, logical: number, nullable: false}',
    ),
    [V1, '2], element'],
  ],
  ['DEFAULT_NULL', inField1('    default: null\n'), [V1, 'null\n    nullable']],
  ['SENTINEL_TYPE', inField1('    sentinels: [{value: x, means: unknown}]\n'), [V1, 'x, means']],
  [
    'SENTINEL_COLLIDES',
    v1(
      '    range: [0, 2592000000]\n',
      '    range: [0, 2592000000]\n    sentinels: [{value: 5, means: unknown}]\n',
    ),
    [V1, '[{value'],
  ],
  [
    'CONVENTION_UNKNOWN',
    field5(
      'physical: tensor, logical: embedding, convention: rgbb, shape: [3], element: {id: 6, physical: float32, logical: number, nullable: false}',
    ),
    [V1, 'rgbb'],
  ],
  [
    'CONVENTION_UNFIT',
    field5(
      'physical: tensor, logical: embedding, convention: RGB, shape: [4], element: {id: 6, physical: float32, logical: number, nullable: false}',
    ),
    [V1, 'RGB'],
  ],
  [
    'IGNORE_VALUE_RANGE',
    v1('ignoreValue: -100', 'ignoreValue: 9223372036854775808'),
    [V1, '9223372036854775808'],
  ],
  ['POLICY_TERM_UNKNOWN', v1('unknownPolicy: reject', 'unknownPolicy: {map: never}'), [V1, '{map']],
  ['VOCABULARY_UNKNOWN', v1(/vocabulary: sha256:\w+/, `vocabulary: ${DIGEST}`), [V1, DIGEST]],
  ['FIELD_NAME_INHERITED', v1('name: first_response', 'name: toString'), [V1, 'toString']],
  // Contracts, subjects and what they pin.
  ['SCHEMA_LINE', v1('support.ticket.v1', 'support.ticket.one'), [V1, 'support.ticket.one']],
  ['SUBJECT_MISMATCH', v1('support.ticket.v1', 'support.tickets.v1'), [V1, 'support.tickets']],
  ['SUBJECT_MISMATCH', [[SUBJECT, /^subject: .*/m, 'subject: another']], [SUBJECT, 'another']],
  ['SUBJECT_MISMATCH', [[SET, /^subject: .*/m, 'subject: another']], [SET, 'another']],
  [
    'SUBJECT_MISMATCH',
    [whole(LEDGER, LEDGER_TEXT.replace('support.ticket', 'another'))],
    [LEDGER, 'another'],
  ],
  ['SUBJECT_MISMATCH', change('subject: support.ticket', 'subject: another'), [CHANGE, 'another']],
  ['ROLE_FIELD_UNKNOWN', v1('key: [ticket]', 'key: [tickte]'), [V1, 'tickte']],
  ['ROLE_FIELD_UNFIT', v1('key: [ticket]', 'key: [first_response]'), [V1, 'first_response]']],
  ['ROLE_DUPLICATE', v1('key: [ticket]', 'key: [ticket, ticket]')],
  ['MEMBER_FIELD_UNKNOWN', [[SUBJECT, '{field: 1}', '{field: 77}']], [SUBJECT, '77']],
  ['MEMBER_FIELD_UNFIT', [[SUBJECT, '{field: 1}', '{field: 3}']], [SUBJECT, '3}']],
  [
    'FIELD_ID_RANGE',
    [
      [
        SUBJECT,
        '  sensitivity: internal',
        '  sensitivity: internal\n  fields:\n    "2147483648": {unit: ms}',
      ],
    ],
    [SUBJECT, '"2147483648"'],
  ],
  ['RESERVED_RANGE', [[SUBJECT, 'files:', 'reserved: {ids: [[9, 8]]}\nfiles:']], [SUBJECT, '[9, 8]']],
  ['RESERVED_USED', [[SUBJECT, 'files:', 'reserved: {ids: [2]}\nfiles:']], [V1, 'id: 2']],
  [
    'DEFAULT_UNREAD',
    [[SUBJECT, '  sensitivity: internal', '  sensitivity: internal\n  fields:\n    77: {unit: ms}']],
    [SUBJECT, '77: {'],
  ],
  ['NORMALIZER_UNKNOWN', v1('key: [ticket]', `normalizer: ${DIGEST}\nkey: [ticket]`), [V1, DIGEST]],
  ['TOKENIZER_UNKNOWN', v1('key: [ticket]', `tokenizer: ${DIGEST}\nkey: [ticket]`), [V1, DIGEST]],
  [
    'VOCAB_DIGEST_MISMATCH',
    [[SUBJECT, /priority.yaml: sha256:\w+/, `priority.yaml: ${DIGEST}`]],
    [SUBJECT, DIGEST],
  ],
  ['PINNED_FILE_MISSING', [[SUBJECT, 'vocabularies/priority.yaml', 'vocabularies/gone.yaml']]],
  ['TERM_DUPLICATE', [[TERMS, 'label: normal', 'label: low']]],
  ['TERM_UNSEEN', [[TERMS, 'label: low', 'label: "low\\u200b"']]],
  ['CONTRACT_FILE_NAME', v1('ticket.v1', 'ticket.v2'), [V1, 'support.ticket.v2']],
  // Ledgers.
  ['LEDGER_ORDER', ledger(ONE + ONE.replace('version: 1', 'version: 3')), [LEDGER, '3\n']],
  ['LEDGER_RETIRED', ledger(ONE.replace('    ids:', '    retired: [9]\n    ids:')), [LEDGER, '9]']],
  [
    'LEDGER_BURNT',
    [
      whole(
        LEDGER,
        LEDGER_TEXT.replace(
          'revisions: []',
          'burnt:\n  - {id: 9, names: [r], kinds: [string]}\n  - {id: 9, names: [t], kinds: [bool]}\nrevisions: []',
        ),
      ),
    ],
    [LEDGER, '{id: 9, names: [t]'],
  ],
  [
    'LEDGER_REVISION',
    [
      whole(
        LEDGER,
        LEDGER_TEXT.replace('revisions: []', `revisions:\n  - {name: first, version: 9, data: ${DIGEST}}`),
      ),
    ],
    [LEDGER, '{name: first'],
  ],
  ['ACCEPTED_EDITED', ledger(ONE), [V1, 'support.ticket.v1']],
  ['ACCEPTED_MISSING', [...ledger(ONE), [V1, undefined, undefined]], [LEDGER, '1\n']],
  // Change records and manifests.
  ['CLASS_UNDECLARED', change('class: compatible', 'class: forbidden'), [CHANGE, 'forbidden']],
  ['SHAPE', change('{kind: none}', '{kind: partial}'), [CHANGE, 'partial']],
  [
    'THRESHOLD_UNKNOWN',
    change('reason:', 'thresholds: {cells.shore: 0.1}\nreason:'),
    [CHANGE, 'cells.shore'],
  ],
  ['THRESHOLD_CEILING', change('reason:', 'thresholds: {cells.share: 5}\nreason:'), [CHANGE, '5}']],
  ['CHANGE_UNREAD', change('to: 2', 'to: 2'), [CHANGE, '2\nclass']],
  ['CHANGE_FILE_NAME', change('to: 2', 'to: 3'), [CHANGE, '1\n']],
  ['SET_FILE_NAME', [[SET, 'revision: first', 'revision: second']], [SET, 'second']],
  ['SET_FIELD_UNKNOWN', [[SET, '  first_response: ""', '  first_respons: ""']], [SET, 'first_respons:']],
  ['SET_KEY_MEANINGLESS', [[SET, 'nulls:', 'lexical: {ticket: yyyy-MM-dd}\nnulls:']], [SET, 'ticket: yyyy']],
  ['VERSION_UNKNOWN', [[SET, 'version: 1', 'version: 4']], [SET, '4']],
  [
    'LEDGER_RETIREMENT',
    [whole(LEDGER, LEDGER_TEXT.replace('versions: []', `retired_to: 1\nversions:\n${ONE}`))],
    [LEDGER, '1\nversions'],
  ],
];
