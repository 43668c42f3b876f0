import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { type ParseContext, parseContract } from '../../src/contract/parse-contract.ts';
import { contextOf } from '../../src/contract/pins.ts';
import { parseSubject } from '../../src/contract/subject.ts';
import { ANIMALS, bytesOf, CONTEXT, must, NORMALIZER, parseText } from './small-subject.ts';

const read = (file: string): Uint8Array => readFileSync(file);

function contextFor(subject: string): ParseContext {
  const parsed = must(
    parseSubject(`schemas/${subject}/subject.yaml`, read(`schemas/${subject}/subject.yaml`)),
  );
  const files = [...parsed.pins.keys()].map(
    file => [file, { path: `schemas/${file}`, bytes: read(`schemas/${file}`) }] as const,
  );
  return must(contextOf(parsed, new Map(files)));
}

const EXAMPLE = contextFor('training.example');
const V4 = read('schemas/training.example/v4.yaml').toString();
const example = (text: string): Contract | Fault => parseContract('v4.yaml', bytesOf(text), EXAMPLE);

/** Code and place of a fault, or the contract where there is none. */
const seen = (result: Contract | Fault) =>
  result instanceof Fault ? [result.code, result.at?.file, result.at?.line, result.at?.column] : result;

describe('training.example version 4', () => {
  const contract = must(example(V4));

  it('is accepted key for key, with what it leaves out taken from the subject', () => {
    expect(contract.subject).toBe('training.example');
    expect(contract.version).toBe(4);
    const [latency, outcome] = contract.schema.fields;
    expect(latency).toMatchObject({
      id: 17,
      name: 'response_latency_ms',
      type: { kind: 'int64' },
      logical: 'duration',
      nullable: false,
      range: { min: 0n, max: 600_000n },
      default: { kind: 'none' },
    });
    expect(latency?.unit?.code).toBe('ms');
    expect(outcome).toMatchObject({
      id: 23,
      type: { kind: 'string' },
      logical: 'label',
      nullable: false,
      unknownPolicy: { kind: 'reject' },
      ignoreValue: -100n,
      default: { kind: 'none' },
    });
    expect(outcome?.vocabulary?.terms.map(({ label }) => label)).toEqual([
      'success',
      'failure',
      'timeout',
      'cancelled',
    ]);
    expect(contract.governance.get(23)).toEqual({
      owner: 'gateway-data',
      sensitivity: 'internal',
      doc: undefined,
    });
    expect(contract.places.get(23)).toMatchObject({ file: 'v4.yaml', line: 10, column: 5 });
  });

  it('has the digest that stands in the documentation, because others compute it too', () => {
    expect(contract.recordSchema).toBe(
      'sha256:1be80d897ff7d1e61b1053e73be522367940ee7341893b0faf0f6f2d791fceef',
    );
    expect(readFileSync('docs/contract-format.md', 'utf8')).toContain(contract.recordSchema);
  });

  const SAME: ReadonlyArray<readonly [why: string, edit: (text: string) => string]> = [
    ['a BOM', text => `\ufeff${text}`],
    ['CRLF', text => text.replaceAll('\n', '\r\n')],
    ['a BOM and CRLF', text => `\ufeff${text.replaceAll('\n', '\r\n')}`],
    ['comments', text => text.replaceAll('\n', ' # because\n')],
    ['documentation', text => `doc: words\n${text.replace('    unit:', '    doc: more words\n    unit:')}`],
    [
      'an owner',
      text => text.replace('    unit:', '    owner: someone\n    sensitivity: restricted\n    unit:'),
    ],
    ['another version', text => text.replace('.v4', '.v5')],
    ['the UCUM code of the unit', text => text.replace('millisecond', 'ms')],
    ['key order', text => text.replace(/( {4}unit: .*\n)( {4}nullable: .*\n)/, '$2$1')],
    ['quotes', text => text.replace('name: outcome', 'name: "outcome"')],
    [
      'what a default of the subject says already',
      text => text.replace('    unknown', '    logical: label\n    unknown'),
    ],
    ['normalizer before fields', text => text.replace(/^(schema.*\n)([\s\S]*)(normalizer.*\n)$/, '$1$3$2')],
  ];
  it.each(SAME)('keeps its digest under %s', (_, edit) => {
    expect(edit(V4)).not.toBe(V4);
    expect(must(example(edit(V4))).recordSchema).toBe(contract.recordSchema);
  });
});

/** Issue 2, item 6: each is one fault with file, line and column, exit 2. */
const BAD_INPUT: ReadonlyArray<
  readonly [why: string, text: string, code: string, line: number, column: number]
> = [
  ['unknown key', V4.replace('    unit:', '    untis:'), 'UNKNOWN_KEY', 7, 5],
  ['duplicate key', V4.replace('    unit:', '    physical: int32\n    unit:'), 'YAML_DUPLICATE_KEY', 7, 5],
  [
    'duplicate id',
    V4.replace('id: 23', 'id: 17\n    logical: label\n    nullable: false\n    ignoreValue: -100'),
    'FIELD_ID_DUPLICATE',
    10,
    9,
  ],
  [
    'duplicate id of a field that lives by its defaults',
    V4.replace('id: 23', 'id: 17'),
    'FIELD_ID_DUPLICATE',
    10,
    9,
  ],
  [
    'missing unit on a dimensioned field',
    V4.replace('    unit: millisecond\n', ''),
    'FIELD_KEY_MISSING',
    3,
    5,
  ],
  ['alias bomb', `doc: &a [x, x]\n${V4}`, 'YAML_ALIAS', 1, 6],
  ['tab-indented YAML', V4.replace('    unit:', '\tunit:'), 'YAML_TAB', 7, 1],
  ['id 0', V4.replace('id: 17', 'id: 0'), 'FIELD_ID_RANGE', 3, 9],
  ['id 2^31', V4.replace('id: 17', 'id: 2147483648'), 'FIELD_ID_RANGE', 3, 9],
  ['an id beyond 2^53', V4.replace('id: 17', 'id: 9007199254740993'), 'FIELD_ID_RANGE', 3, 9],
  ['an id that is reserved', V4.replace('id: 17', 'id: 2147483448'), 'FIELD_ID_RANGE', 3, 9],
  ['number 1e400', V4.replace('600000', '1e400'), 'YAML_NUMBER_RANGE', 9, 16],
  [
    'default of the wrong type',
    V4.replace('    range:', '    default: soon\n    range:'),
    'DEFAULT_TYPE',
    9,
    14,
  ],
  [
    'default outside range',
    V4.replace('    range:', '    default: 600001\n    range:'),
    'DEFAULT_RANGE',
    9,
    14,
  ],
];

describe('bad input', () => {
  it.each(BAD_INPUT)('is one clear fault: %s', (_, text, code, line, column) => {
    const result = example(text);
    expect(seen(result)).toEqual([code, 'v4.yaml', line, column]);
    expect((result as Fault).exit).toBe(2);
    expect((result as Fault).at?.snippet).toBe(text.split('\n')[line - 1]);
  });

  it('is one clear fault: invalid UTF-8', () => {
    const bytes = Buffer.from(V4);
    bytes[V4.indexOf('millisecond')] = 0xff;
    const result = parseContract('v4.yaml', bytes, EXAMPLE);
    expect(seen(result)).toEqual(['INVALID_UTF8', 'v4.yaml', 7, 11]);
  });

  it('is one clear fault: a 50 MB file', () => {
    const result = parseContract('v4.yaml', Buffer.alloc(50_000_000, 0x20), EXAMPLE);
    expect(seen(result)).toEqual(['DOCUMENT_TOO_LARGE', 'v4.yaml', 1, 1]);
  });
});

const label = (own: string, vocabulary = ANIMALS): string =>
  `logical: label, ${own}, vocabulary: "${vocabulary.digest}", unknownPolicy: reject`;

describe('a contract', () => {
  const TWO = `schema: s.v1
fields:
  - {id: 1, name: day, physical: date, logical: date, nullable: false}
  - {id: 2, name: kind, physical: string, logical: category, nullable: true}
  - {id: 3, name: size, physical: float64, logical: number, nullable: false}
  - {id: 4, name: animal, ${label('physical: string, ignoreValue: -1, nullable: false')}}
`;
  const refused: ReadonlyArray<readonly [code: string, text: string, line: number, column: number]> = [
    ['SCHEMA_LINE', TWO.replace('s.v1', 's'), 1, 9],
    ['SCHEMA_LINE', TWO.replace('s.v1', 's.v0'), 1, 9],
    ['SCHEMA_LINE', TWO.replace('s.v1', 'S.v1'), 1, 9],
    ['SUBJECT_MISMATCH', TWO.replace('s.v1', 't.v1'), 1, 9],
    ['KEY_MISSING', 'schema: s.v1\n', 1, 1],
    ['SHAPE', 'schema: s.v1\nfields: []\n', 2, 9],
    ['FIELD_NAME_DUPLICATE', TWO.replace('name: kind', 'name: day'), 4, 19],
    ['FIELD_NAME_INHERITED', TWO.replace('name: kind', 'name: toString'), 4, 19],
    ['FIELD_NAME_INHERITED', TWO.replace('name: kind', 'name: kind, aliases: [__proto__]'), 4, 34],
    ['FIELD_NAME_DUPLICATE', TWO.replace('name: kind', 'name: kind, aliases: [size]'), 4, 34],
    [
      'FIELD_NAME_DUPLICATE',
      TWO.replace('name: kind', 'name: kind, aliases: [old]').replace(
        'name: size',
        'name: size, aliases: [old]',
      ),
      5,
      34,
    ],
    ['FIELD_NAME_DUPLICATE', TWO.replace('name: kind', 'name: kind, aliases: [kind]'), 4, 34],
    ['NORMALIZER_UNKNOWN', `${TWO}normalizer: sha256:${'0'.repeat(64)}\n`, 7, 13],
    ['ROLE_FIELD_UNKNOWN', `${TWO}key: [dya]\n`, 7, 7],
    ['ROLE_FIELD_UNFIT', `${TWO}key: [day, kind]\n`, 7, 12],
    ['ROLE_FIELD_UNFIT', `${TWO}key: [size]\n`, 7, 7],
    ['ROLE_DUPLICATE', `${TWO}key: [day, day]\n`, 7, 12],
    ['ROLE_FIELD_UNKNOWN', `${TWO}label: animla\n`, 7, 8],
    ['ROLE_FIELD_UNFIT', `${TWO}label: kind\n`, 7, 8],
    ['ROLE_FIELD_UNKNOWN', `${TWO}slices:\n  - {name: x, field: dya, by: day}\n`, 8, 22],
    ['ROLE_FIELD_UNFIT', `${TWO}slices:\n  - {name: x, field: kind, by: month}\n`, 8, 32],
    ['ROLE_FIELD_UNFIT', `${TWO}slices:\n  - {name: x, field: size, by: value}\n`, 8, 32],
    [
      'ROLE_DUPLICATE',
      `${TWO}slices:\n  - {name: x, field: day, by: month}\n  - {name: x, field: day, by: year}\n`,
      9,
      12,
    ],
    ['SHAPE', `${TWO}slices:\n  - {name: x, field: day, by: week}\n`, 8, 31],
  ];
  it.each(refused)('is refused with %s', (code, text, line, column) => {
    expect(seen(parseText(text))).toEqual([code, 'v1.yaml', line, column]);
  });

  it('has roles by field id, because names change', () => {
    const text = `${TWO}key: [day]\nlabel: animal\nnormalizer: ${NORMALIZER}\nslices:\n  - {name: kinds, field: kind, by: value}\n  - {name: months, field: day, by: month}\n`;
    expect(must(parseText(text)).schema).toMatchObject({
      key: [1],
      label: 4,
      normalizer: NORMALIZER,
      slices: [
        { name: 'kinds', field: 2, by: 'value' },
        { name: 'months', field: 1, by: 'month' },
      ],
    });
  });

  it('suggests the field a role was meant for', () => {
    expect((parseText(`${TWO}key: [dya]\n`) as Fault).facts).toEqual({
      role: 'key',
      field: 'dya',
      nearest: 'day',
    });
  });

  it.each(['owner', 'sensitivity'] as const)('is refused without %s, which is nobody’s to guess', key => {
    const { subject } = CONTEXT;
    const context = {
      ...CONTEXT,
      subject: { ...subject, defaults: { ...subject.defaults, [key]: undefined } },
    };
    const fault = parseText(TWO, context) as Fault;
    expect([fault.code, fault.at?.line]).toEqual(['FIELD_KEY_MISSING', 3]);
    expect(fault.facts).toMatchObject({ field: 'day', key });
  });

  it('is refused where the subject takes a member from a field it lacks or that may be null', () => {
    const { subject } = CONTEXT;
    const withSource = (field: number): ParseContext => ({
      ...CONTEXT,
      subject: {
        ...subject,
        members: { ...subject.members, sourceId: { kind: 'field', field } },
        memberPlaces: new Map([['sourceId', { file: 'subject.yaml', line: 7, column: 21 }]]),
      },
    });
    expect(must(parseText(TWO, withSource(1))).version).toBe(1);
    expect(seen(parseText(TWO, withSource(9)))).toEqual(['MEMBER_FIELD_UNKNOWN', 'subject.yaml', 7, 21]);
    expect(seen(parseText(TWO, withSource(2)))).toEqual(['MEMBER_FIELD_UNFIT', 'subject.yaml', 7, 21]);
  });

  it('is stopped at the first problem, in the order the documentation gives', () => {
    expect((parseText(TWO.replace('s.v1', 't.v1').replace('id: 1', 'id: 0')) as Fault).code).toBe(
      'SUBJECT_MISMATCH',
    );
    expect((parseText(TWO.replace('id: 1', 'id: 0').replace('name: kind', 'name: day')) as Fault).code).toBe(
      'FIELD_ID_RANGE',
    );
  });
});
