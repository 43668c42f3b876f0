import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTRACT_FILE, GOVERNED, TYPED } from '../../src/contract/contract-shape.ts';
import { CONTRACT_KEYS, FIELD_KEYS } from '../../src/contract/lint/field-keys.ts';
import { type LintContext, lintContract } from '../../src/contract/lint/lint-contract.ts';
import { LINT_RULES } from '../../src/contract/lint/lint-rules.ts';
import { parseSubject } from '../../src/contract/subject.ts';
import { ANIMALS, bytesOf, CONTEXT, must, parseText, SMALL } from './small-subject.ts';

const PREVIOUS = must(
  parseText(
    'schema: s.v1\nfields:\n  - {id: 1, name: old, physical: int64, logical: number, nullable: false}\n  - {id: 2, name: other, physical: bool, logical: flag, nullable: false}\n',
  ),
);
const BARE: LintContext = {
  ...CONTEXT,
  previous: undefined,
  takenForAnother: new Set(),
  codesByPlace: new Set(),
};
const AFTER: LintContext = { ...BARE, previous: PREVIOUS };
const PLACED: LintContext = { ...BARE, codesByPlace: new Set([SMALL.digest]) };
const KEYED: LintContext = {
  ...BARE,
  subject: must(
    parseSubject(
      'subject.yaml',
      bytesOf(
        'subject: s\ndefaults: {owner: o, sensitivity: public}\nmembers:\n  sampleId: {field: 1}\n  sourceId: {constant: a}\n  sourceVersion: {constant: a}\n  split: {constant: a}\n',
      ),
    ),
  ),
};

/** A document of one field that nobody has anything to say about, but for what is put into it. */
const contract = (own: string, rest = ''): string => `schema: s.v2\nfields:\n  - {id: 1, ${own}}\n${rest}`;
const number = (name: string, rest = '', more = ''): string =>
  contract(`name: ${name}, physical: int64, logical: number, nullable: false${more}`, rest);
const text = (more: string): string =>
  contract(`name: a, physical: string, logical: text, nullable: false${more}`);
const time = (name: string, unit: string): string =>
  contract(
    `name: ${name}, physical: int64, logical: duration, unit: ${unit}, nullable: false, range: [0, 9]`,
  );
const label = (physical: string, digest: string, rest: string, doc = ', doc: words'): string =>
  contract(
    `name: a, physical: ${physical}, logical: label, nullable: false, vocabulary: ${digest}, unknownPolicy: reject, ignoreValue: -1${doc}`,
    rest,
  );
const ROLES = 'label: a\nslices: [{name: b, field: a, by: value}]\n';

type Case = readonly [rule: string, what: string, trips: string, not: string, context?: LintContext];

/** What each rule says something of, and what is as near to it as can be and passes. */
const CASES: readonly Case[] = [
  ['NAME_UNIT_DISAGREES', 'another unit of time', time('latency_ms', 's'), time('latency_ms', 'ms')],
  ['NAME_UNIT_DISAGREES', 'one letter, for a time', time('latency_s', 'ms'), time('latency_m', 'ms')],
  ['NAME_UNIT_DISAGREES', 'a word, and no rate', time('latency_millis', 's'), time('latency_per_s', 'ms')],
  [
    'NAME_UNIT_DISAGREES',
    'another dimension',
    contract('name: load_kg, physical: int64, logical: quantity, unit: m, nullable: false, range: [0, 9]'),
    contract(
      'name: speed_km_h, physical: int64, logical: quantity, unit: km/h, nullable: false, range: [0, 9]',
    ),
  ],
  [
    'NAME_UNIT_DISAGREES',
    'the name of a list, for what it holds',
    contract(
      'name: gaps_ms, physical: list, maxLength: 3, logical: sequence, nullable: false, element: {id: 2, physical: int64, logical: duration, unit: s, nullable: false, range: [0, 9]}',
    ),
    contract(
      'name: gaps_ms, physical: list, maxLength: 3, logical: sequence, nullable: false, element: {id: 2, physical: int64, logical: duration, unit: ms, nullable: false, range: [0, 9]}',
    ),
  ],
  ['NAME_UNIT_ALONE', 'a number without unit', number('latency_ms'), number('plan_b')],
  ['NAME_UNIT_ALONE', 'bytes that are a size', number('size_bytes'), number('bytes')],
  ['ALIAS_MISSING', 'a renamed field', number('fresh'), number('fresh, aliases: [old]'), AFTER],
  [
    'ALIAS_MISSING',
    'a name that leads nowhere now, and none that another field has',
    number('fresh'),
    `${number('fresh')}  - {id: 3, name: old, physical: bool, logical: flag, nullable: false}\n`,
    AFTER,
  ],
  [
    'DEFAULT_MEANS_UNSAID',
    'a short default',
    number('a', '', ', default: 0'),
    number('a', '', ', default: {value: 0, means: value}'),
  ],
  [
    'DEFAULT_MEANS_UNSAID',
    'a value, and no null',
    contract('name: a, physical: int64, logical: number, nullable: true, nullMeans: unknown, default: 1'),
    contract('name: a, physical: int64, logical: number, nullable: true, nullMeans: unknown, default: null'),
  ],
  [
    'DEFAULT_UNKNOWN_AS_VALUE',
    'a sentinel',
    number('a', '', ', sentinels: [{value: -1, means: unknown}], default: {value: -1, means: value}'),
    number('a', '', ', sentinels: [{value: -1, means: none}], default: {value: -1, means: value}'),
  ],
  [
    'DEFAULT_UNKNOWN_AS_VALUE',
    'a null',
    contract(
      'name: a, physical: int64, logical: number, nullable: true, nullMeans: unknown, default: {value: null, means: value}',
    ),
    contract(
      'name: a, physical: int64, logical: number, nullable: true, nullMeans: none, default: {value: null, means: value}',
    ),
  ],
  ['UNIT_SPELLING', 'a word', time('a', 'second'), time('a', 's')],
  ['NAME_UNIT_LAST', 'the unit first', time('ms_latency', 'ms'), time('seconds_since_start', 's')],
  ['NAME_CASE', 'capitals', number('perHour'), number('per_hour')],
  ['NAME_CASE', 'two underscores', number('a__b'), number('a_b2')],
  [
    'ID_ORDER',
    'a lower id behind',
    `schema: s.v2\nfields:\n  - {id: 2, name: a, physical: bool, logical: flag, nullable: false}\n  - {id: 1, name: b, physical: bool, logical: flag, nullable: false}\n`,
    `schema: s.v2\nfields:\n  - {id: 1, name: a, physical: bool, logical: flag, nullable: false}\n  - {id: 9, name: b, physical: bool, logical: flag, nullable: false}\n`,
  ],
  [
    'CODES_BY_PLACE',
    'codes that are stored',
    label('int64', SMALL.digest, ROLES),
    label('string', SMALL.digest, ROLES),
    PLACED,
  ],
  [
    'CODES_BY_PLACE',
    'codes nobody wrote',
    label('int64', SMALL.digest, ROLES),
    label('int64', ANIMALS.digest, ROLES),
    PLACED,
  ],
  [
    'NULL_REASON',
    'a null nobody explains',
    contract('name: a, physical: bool, logical: flag, nullable: true'),
    contract('name: a, physical: bool, logical: flag, nullable: true, nullMeans: unknown'),
  ],
  [
    'NULL_REASON',
    'and one that is explained in words',
    contract('name: a, physical: bool, logical: flag, nullable: true'),
    contract('name: a, physical: bool, logical: flag, nullable: true, doc: null where nobody asked'),
  ],
  [
    'RANGE_ABSENT',
    'a quantity',
    contract('name: a, physical: int64, logical: quantity, unit: m, nullable: false'),
    contract('name: a, physical: int64, logical: identifier, nullable: false'),
  ],
  [
    'LABEL_DOC',
    'a label without words',
    label('string', SMALL.digest, ROLES, ''),
    label('string', SMALL.digest, ROLES),
  ],
  [
    'LABEL_ABSENT',
    'a label nobody learns',
    label('string', SMALL.digest, ROLES.replace('label: a\n', '')),
    label('string', SMALL.digest, ROLES),
  ],
  ['KEY_ABSENT', 'a subject whose members are fields', number('a'), number('a', 'key: [a]\n'), KEYED],
  [
    'SLICES_ABSENT',
    'a label',
    label('string', SMALL.digest, 'label: a\n'),
    label('string', SMALL.digest, ROLES),
  ],
  ['TEXT_UNQUOTED', 'a version', number('a', 'doc: 1.31.1\n'), number('a', 'doc: "1.31.1"\n')],
  ['TEXT_UNQUOTED', 'a truth value', number('a', 'doc: no\n'), number('a', 'doc: no more\n')],
  [
    'TEXT_UNQUOTED',
    'a date that is text, and none that is a date',
    number('a', 'doc: 2012-01-01\n'),
    contract('name: a, physical: date, logical: date, nullable: false, range: [2012-01-01, null]'),
  ],
  [
    'TEXT_UNQUOTED',
    'a default of a text, and none of a date',
    text(', default: {value: yes, means: unknown}'),
    contract(
      'name: a, physical: date, logical: date, nullable: false, default: {value: 2012-01-01, means: unknown}',
    ),
  ],
  [
    'TEXT_UNQUOTED',
    'a sentinel',
    text(', sentinels: [{value: no, means: unknown}]'),
    text(', sentinels: [{value: "no", means: unknown}]'),
  ],
  [
    'TEXT_UNQUOTED',
    'a text within a default',
    contract(
      'name: a, physical: list, maxLength: 3, logical: sequence, nullable: false, default: {value: [2012-01-01], means: unknown}, element: {id: 2, physical: string, logical: text, nullable: false}',
    ),
    contract(
      'name: a, physical: list, maxLength: 3, logical: sequence, nullable: false, default: {value: [2012-01-01], means: unknown}, element: {id: 2, physical: date, logical: date, nullable: false}',
    ),
  ],
  ['KEY_ORDER', 'a field', number('a').replace('id: 1, name: a', 'name: a, id: 1'), number('a')],
  ['KEY_ORDER', 'the document', `doc: x\n${number('a')}`, number('a', 'doc: x\n')],
  ['FILE_END', 'no line end', number('a').slice(0, -1), number('a')],
  ['FILE_END', 'an empty line', `${number('a')}\n`, number('a')],
];

const EACH = CASES.map(([rule, what, trips, not, context = BARE]) => ({ rule, what, trips, not, context }));

const idsOf = (text: string, context: LintContext): readonly string[] => [
  ...new Set(must(lintContract('v2.yaml', bytesOf(text), context)).map(({ rule }) => rule.id)),
];

describe('a lint rule', () => {
  it.each(EACH)('$rule alone says something: $what', ({ rule, trips, context }) =>
    expect(idsOf(trips, context)).toEqual([rule]),
  );

  it.each(EACH)('$rule says nothing of what is right: $what', ({ not, context }) =>
    expect(idsOf(not, context)).toEqual([]),
  );

  it('has a case, whichever it is', () =>
    expect([...new Set(CASES.map(([rule]) => rule))].sort()).toEqual(LINT_RULES.map(({ id }) => id).sort()));

  it('points at the line, and says the fields and units it is about', () => {
    const [remark] = must(lintContract('v2.yaml', bytesOf(time('latency_ms', 's')), BARE));
    expect(remark).toMatchObject({
      place: { file: 'v2.yaml', line: 3 },
      facts: { field: 'latency_ms', says: 'ms', unit: 's' },
      fix: 'none',
    });
  });

  it('promises no fix that the text has no place for: an empty line leaves open what belongs to what', () => {
    const fixes = (text: string) =>
      must(lintContract('v2.yaml', bytesOf(text), BARE)).map(({ rule, fix }) => [rule.id, fix]);
    const [schema, fields] = [number('a').slice(0, 13), number('a').slice(13)];
    expect(fixes(`${fields}${schema}`)).toEqual([['KEY_ORDER', 'safe']]);
    expect(fixes(`${fields}\n\n${schema}`)).toEqual([['KEY_ORDER', 'none']]);
  });

  it('says nothing of a contract that does not parse, but what is wrong with it', () =>
    expect(lintContract('v2.yaml', bytesOf('schema: s.v2\n'), BARE)).toMatchObject({ code: 'KEY_MISSING' }));
});

describe('docs/lint.md', () => {
  const page = readFileSync('docs/lint.md', 'utf8');

  it('has a row for every rule, word for word and in their order', () =>
    expect(page.split('\n').filter(line => /^\| `[A-Z_]+`/.test(line))).toEqual(
      LINT_RULES.map(
        ({ id, level, fix, asks, remedy }) => `| \`${id}\` | ${level} | ${fix} | ${asks} | ${remedy} |`,
      ),
    ));

  it('lists the keys of a field in the order of the code', () => {
    const [, line = ''] = /The keys of a field:\n\n(.*)\n/.exec(page)!;
    const listed = [...line.matchAll(/`(\w+)`/g)].map(([, key]) => key!);
    expect(listed).toEqual(FIELD_KEYS.filter(key => listed.includes(key)));
    expect(listed).toEqual(expect.arrayContaining(['id', 'physical', 'unit', 'owner', 'element']));
  });

  it('leaves out no key that a field may have', () => {
    const known = new Set([
      ...Object.keys({ ...TYPED, ...GOVERNED }),
      'name',
      'aliases',
      'default',
      'writeDefault',
    ]);
    expect([...known].filter(key => !FIELD_KEYS.includes(key))).toEqual([]);
    for (const key of CONTRACT_KEYS) expect(Object.keys(CONTRACT_FILE.shape)).toContain(key);
  });
});
