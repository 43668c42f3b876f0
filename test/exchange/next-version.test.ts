import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { AVRO_RULES } from '../../src/compat/avro/avro-rules.ts';
import { isNote } from '../../src/compat/catalogue.ts';
import { COLUMNAR_RULES } from '../../src/compat/columnar/columnar-rules.ts';
import { compare } from '../../src/compat/compare.ts';
import { ICEBERG_RULES } from '../../src/compat/iceberg/iceberg-rules.ts';
import { JSON_SCHEMA_RULES } from '../../src/compat/json-schema/json-schema-rules.ts';
import type { RuleRow } from '../../src/compat/native/rule-row.ts';
import { parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import { draftOfAvro } from '../../src/exchange/avro/draft-of-avro.ts';
import { draftOfColumns } from '../../src/exchange/columnar/draft-of-columns.ts';
import type { Draft } from '../../src/exchange/draft.ts';
import { heldWords } from '../../src/exchange/hold-words.ts';
import { draftOfIceberg } from '../../src/exchange/iceberg/draft-of-iceberg.ts';
import { draftOfJsonSchema } from '../../src/exchange/json-schema/draft-of-json-schema.ts';
import { parseAvro } from '../../src/native/avro/parse-avro.ts';
import type { ColumnarSchema } from '../../src/native/columnar/column.ts';
import { parseIceberg } from '../../src/native/iceberg/parse-iceberg.ts';
import { parseJsonSchema } from '../../src/native/json-schema/parse-json-schema.ts';
import { isProblem, type Problem } from '../../src/native/problem.ts';
import { inRecord } from '../compat/avro/imported-avro.ts';
import { AVRO_CASES } from '../compat/avro/rule-cases.ts';
import { BY_ID, BY_NAME } from '../compat/columnar/rule-cases.ts';
import { ICEBERG_CASES } from '../compat/iceberg/rule-cases.ts';
import { JSON_SCHEMA_CASES } from '../compat/json-schema/rule-cases.ts';
import { must, parseText } from '../contract/small-subject.ts';
import { type ImportedDraft, importedDraft } from './imported-draft.ts';

const has = (schema: Json, key: string): boolean =>
  typeof schema === 'object' && schema !== null && key in schema;

function parsed<Schema extends object>(schema: Schema | Problem): Schema {
  if (isProblem(schema)) throw schema.fault([]);
  return schema;
}

const avro = (schema: Json): Draft =>
  draftOfAvro(parsed(parseAvro(has(schema, 'fields') ? schema : inRecord(schema))));

const jsonSchema = (schema: Json): Draft => {
  const whole = { type: 'object', properties: { value: schema }, required: ['value'] };
  return draftOfJsonSchema(parsed(parseJsonSchema(has(schema, 'properties') ? schema : whole)));
};

const iceberg = (schema: Json): Draft => draftOfIceberg(parsed(parseIceberg(schema)));

type Case = readonly [format: string, rule: string, former: Draft, latter: Draft];

function casesOf<Schema>(
  format: string,
  rules: Readonly<Record<string, RuleRow>>,
  cases: Readonly<Record<string, { readonly trips: readonly [Schema, Schema] }>>,
  draft: (schema: Schema) => Draft,
): readonly Case[] {
  return Object.entries(cases)
    .filter(([rule]) => rules[rule]!.level === 'train' && rules[rule]!.effect !== 'note')
    .map(([rule, { trips }]) => [format, rule, draft(trips[0]), draft(trips[1])]);
}

/** With what a file's dictionaries list, as an import reads it. */
const columns = (schema: ColumnarSchema): Draft =>
  draftOfColumns(
    schema,
    new Map(
      schema.columns.flatMap(({ name, dictionary }) =>
        typeof dictionary?.values === 'object' ? [[name, dictionary.values.map(String)] as const] : [],
      ),
    ),
  );

const CASES: readonly Case[] = [
  ...casesOf('Avro', AVRO_RULES, AVRO_CASES, avro),
  ...casesOf('JSON Schema', JSON_SCHEMA_RULES, JSON_SCHEMA_CASES, jsonSchema),
  ...casesOf('Iceberg', ICEBERG_RULES, ICEBERG_CASES, iceberg),
  ...casesOf('columns by name', COLUMNAR_RULES, BY_NAME, columns),
  ...casesOf('columns by id', COLUMNAR_RULES, BY_ID, columns),
];

function twice(former: Draft, latter: Draft): readonly [ImportedDraft, ImportedDraft] {
  const older = must(importedDraft(former, undefined));
  return [older, must(importedDraft(latter, older.contract))];
}

/** How a change of meaning shows when both sides are imported one after the other. */
function shown(former: Draft, latter: Draft): string {
  const older = importedDraft(former, undefined);
  if (older instanceof Fault) return 'refused';
  const newer = importedDraft(latter, older.contract);
  if (newer instanceof Fault) return 'refused';
  const { findings } = compare(older.contract.schema, newer.contract.schema);
  if (findings.some(({ rule }) => !isNote(rule))) return 'found';
  const before = new Set(older.notes.map(note => canonicalJson(note)));
  return newer.notes.some(note => note.path !== '/' && !before.has(canonicalJson(note))) ? 'noted' : 'silent';
}

/** An instant of a contract is in UTC, so that a zone which becomes UTC leaves nothing to tell of. */
const UNTOLD = new Set(['columns by name ZONE_RENAMED']);

describe('a change of meaning between two sources is no secret of their versions', () => {
  it.each(CASES)('%s %s', (_, __, former, latter) => expect(shown(former, latter)).not.toBe('silent'));
  it.each(CASES)('%s %s, the other way', (format, rule, former, latter) =>
    expect(shown(latter, former) === 'silent').toBe(UNTOLD.has(`${format} ${rule}`)),
  );

  it('and of what is left, all of it, the import says that nothing was compared', () => {
    const [older, newer] = twice(CASES[0]![2], CASES[0]![3]);
    expect(older.notes.filter(({ what }) => what === 'v1')).toEqual([]);
    expect(newer.notes).toContainEqual(expect.objectContaining({ path: '/', what: 'v1' }));
  });
});

const avroField = (type: Json, more: { readonly [key: string]: Json }): Draft =>
  avro({ type: 'record', name: 'R', fields: [{ name: 'x', type, ...more }] });
const property = (schema: Json): Draft =>
  jsonSchema({ type: 'object', properties: { x: schema }, required: ['x'] });

/** The contract of a source, edited by hand, and what the next source comes to. */
function nextTo(contract: string, next: Draft): ImportedDraft {
  return must(
    importedDraft(
      next,
      must(parseText(`schema: s.v1\nfields:\n  - {id: 1, name: x, nullable: false, ${contract}}\n`)),
    ),
  );
}

const SECONDS = 'physical: float64, logical: duration, unit: s, range: [0, 60], doc: latency in s';

describe('a unit that a text names', () => {
  const first = (description: string) =>
    must(importedDraft(property({ type: 'number', description }), undefined));

  it.each([
    ['temperature in C', 'Cel'],
    ['temperature (°C)', 'Cel'],
    ['duration in s', 's'],
    ['duration [s]', 's'],
    ['mass (g)', 'g'],
    ['speed in meters per second', 'm/s'],
    ['latency in milliseconds', 'ms'],
    ['latency in ms since the start', 'ms'],
    ['price in USD', '[USD]'],
  ])('is proposed: %s', (description, unit) => {
    expect(first(description).contract.schema.fields[0]!.unit?.code).toBe(unit);
  });

  it.each([
    ['grade in g', ['g']],
    ['part (s)', ['s']],
    ['class (m)', ['m']],
    ['latency, s', ['s']],
    ['log of the duration in seconds', ['s']],
    ['price in $', ['[USD]']],
    ['stored in ms sql', ['ms']],
    ['in minutes table', ['min']],
    ['minutes table', []],
    ['written in C', []],
  ])('is none of the value where one may doubt it: %s', (description, named) => {
    const { text, notes } = first(description);
    expect(text).not.toContain('unit:');
    expect(notes.filter(({ what }) => what.startsWith('its text names'))).toEqual(
      named.map(unit => expect.objectContaining({ path: '/x', what: `its text names ${unit}` })),
    );
  });

  it('is proposed, a mere letter too, where the value was measured in one like it', () => {
    const ms = 'physical: float64, logical: duration, unit: ms, doc: in ms';
    expect(nextTo(ms, property({ type: 'number', description: 'in s' })).text).toContain(
      'unit: s # proposed\n',
    );
  });
});

describe('a zone that somebody wrote into the contract', () => {
  const local = 'physical: timestamp, zone: local, logical: timestamp, unit: us';

  it('gives way to that of the type of the source, which is told', () => {
    const { text, notes } = nextTo(local, property({ type: 'string', format: 'date-time' }));
    expect(text).toContain('zone: instant');
    expect(notes).toContainEqual({
      path: '/x',
      what: 'zone instant',
      why: expect.stringContaining('v1 has local'),
    });
  });

  it('is not said to have no place, where the source names one', () => {
    const source = property({ type: 'string', format: 'date-time', 'x-timezone': 'local' });
    const { why } = nextTo(local, source).notes.find(({ what }) => what.startsWith('x-timezone'))!;
    expect(why).toContain('it was not read');
  });

  it('needs no note where the type stands for the same', () => {
    const { notes } = nextTo(
      local.replace('local', 'instant'),
      property({ type: 'string', format: 'date-time' }),
    );
    expect(notes.filter(({ path }) => path === '/x')).toEqual([]);
  });
});

describe('a unit that somebody wrote into the contract', () => {
  it.each([
    ['a key', avroField('double', { unit: 'ms' })],
    ['a key inside another', avroField('double', { 'connect.parameters': { unit: 'ms' } })],
    ['a key in another spelling', property({ type: 'number', 'x-unit-of-measure': 'milliseconds' })],
    ['its text', property({ type: 'number', description: 'latency in milliseconds' })],
    ['its title', property({ type: 'number', title: 'latency (ms)' })],
    ['a list of properties', property({ type: 'number', 'x-meta': [{ name: 'unit', value: 'ms' }] })],
    ['a logical type', avroField({ type: 'double', logicalType: 'epoch-millis' }, {})],
    ['a text of its type', avroField('double', { 'connect.doc': 'latency in milliseconds' })],
  ])('gives way to another that %s says now, so that a diff finds it', (_, next) => {
    const { text, notes, contract } = nextTo(SECONDS, next);
    expect(text).toContain('unit: ms # proposed\n');
    expect(text).toContain('logical: duration # proposed\n');
    expect(text, 'it counted in the other unit').not.toContain('range');
    expect(notes.some(({ path, why }) => path === '/x' && why.includes('s, as v1 has it'))).toBe(true);
    expect(contract.schema.fields[0]!.unit?.code).toBe('ms');
  });

  it('is another thing than a length', () => {
    const { text } = nextTo(SECONDS, avroField('double', { unit: 'm' }));
    expect(text).toContain('logical: quantity # proposed\n    unit: m # proposed\n');
  });

  it('stays where the source says the same in other letters, and nothing is told of it', () => {
    const { text, notes } = nextTo(SECONDS, avroField('double', { unit: 'second', doc: 'latency in s' }));
    expect(text).toContain('unit: s # proposed: as in v1\n');
    expect(text).toContain('range: [0, 60]');
    expect(notes.filter(({ path }) => path === '/x')).toEqual([]);
  });

  it('stays against a text that was there when it was written, with a note', () => {
    const { text, notes } = nextTo(
      'physical: float64, logical: duration, unit: s, doc: latency in ms',
      property({ type: 'number', description: 'latency in ms' }),
    );
    expect(text).toContain('unit: s # proposed: as in v1\n');
    expect(notes).toContainEqual(expect.objectContaining({ path: '/x', what: 'doc names ms' }));
  });

  it.each([
    ['says none', avroField('double', {}), 'unit s'],
    ['says what is none', avroField('double', { unit: 'parsnips' }), 'unit: parsnips'],
  ])('stays where the source %s, with a note', (_, next, what) => {
    const { text, notes } = nextTo(SECONDS, next);
    expect(text).toContain('unit: s # proposed: as in v1\n');
    expect(notes).toContainEqual(expect.objectContaining({ path: '/x', what }));
  });

  it('and one beside an export of it are held against each other, and nothing is told of a place it lacks', () => {
    const extension = { logical: 'quantity', unit: 'ms' };
    const edited = property({ type: 'number', unit: 's', 'x-assay': extension });
    const { text, notes } = must(importedDraft(edited, undefined));
    expect(text).toContain('unit: ms\n');
    expect(notes.filter(({ path }) => path === '/x')).toEqual([
      { path: '/x', what: 'unit: s', why: expect.stringContaining('says ms') },
    ]);
  });

  it('and one that the type says are held against each other', () => {
    const at = { type: 'long', logicalType: 'timestamp-millis', unit: 's' } as const;
    const { notes } = must(importedDraft(avro(at), undefined));
    expect(notes).toContainEqual(expect.objectContaining({ path: '/value', what: 'unit: s' }));
  });
});

describe('what else the contract says by hand', () => {
  it('is told of where the doc beside it is another', () => {
    const by = 'physical: int64, logical: number, sentinels: [{value: -1, means: unknown}], doc: ';
    const next = (doc: string) => nextTo(`${by}"-1 is unknown"`, avroField('long', { doc }));
    expect(next('-1 is a value').notes).toContainEqual(
      expect.objectContaining({ path: '/x', what: 'doc', why: expect.stringContaining('sentinels') }),
    );
    expect(next('-1 is unknown').notes.filter(({ what }) => what === 'doc')).toEqual([]);
  });

  const vocabulary = must(
    parseVocabulary(
      'k.yaml',
      Buffer.from('vocabulary: k\nterms: [{id: 1, label: cat, code: 0}, {id: 2, label: dog, code: 1}]\n'),
    ),
  );
  const notesOf = (words: { readonly [key: string]: Json }) =>
    heldWords(
      { path: '/x', keys: {}, before: undefined },
      { vocabulary: vocabulary.digest, sentinels: [{ value: -1, means: 'unknown' }] },
      Object.entries(words),
      vocabulary,
      'v1',
    ).map(({ what }) => what);

  it.each([
    [{ enumNames: ['dog', 'cat'] }, ['enumNames: 0 is dog', 'enumNames: 1 is cat']],
    [{ values: { '0': 'dog', '1': 'cat' } }, ['values: 0 is dog', 'values: 1 is cat']],
    [{ 'x-enum-varnames': ['Cat', 'bird'] }, ['x-enum-varnames: 1 is bird']],
    [{ enumNames: ['cat', 'dog'] }, []],
    [{ missing_value: -999 }, ['missing_value: -999']],
    [{ missing_value: [-1, -999] }, ['missing_value: [-1,-999]']],
    [{ _FillValue: '-1' }, []],
  ] as const)('%j is told of where it disagrees', (words, told) => expect(notesOf(words)).toEqual(told));
});
