import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { looksIceberg } from '../../../src/native/iceberg/looks-iceberg.ts';
import { parseIceberg } from '../../../src/native/iceberg/parse-iceberg.ts';
import { isProblem } from '../../../src/native/problem.ts';
import {
  field,
  identified,
  list,
  map,
  required,
  schema,
  struct,
  table,
} from '../../compat/iceberg/compare-iceberg.ts';

const parsed = (value: Json) => {
  const found = parseIceberg(value);
  if (isProblem(found)) throw new Error(found.fault([]).message);
  return found;
};

const refusal = (value: Json) => {
  const found = parseIceberg(value);
  if (!isProblem(found)) return 'taken';
  const { code, facts } = found.fault([]);
  return { code, where: (facts as { where: string }).where };
};

const one = (type: Json, more: { readonly [key: string]: Json } = {}): Json =>
  schema(field(1, 'a', type, more));

describe('a schema', () => {
  it('is read with its ids, its defaults and its doc', () => {
    const found = parsed({
      type: 'struct',
      'schema-id': 3,
      'identifier-field-ids': [1],
      fields: [
        { id: 1, name: 'id', required: true, type: 'long', doc: 'who' },
        { id: 2, name: 'n', required: false, type: 'int', 'initial-default': 5, 'write-default': null },
        field(3, 'tags', list(4, 'string', true)),
        field(5, 'by', map(6, 'string', 7, struct(field(8, 'x', 'decimal( 9,2 )')))),
      ],
    });
    expect(found).toMatchObject({ identifierIds: [1], formatVersion: 3, table: undefined });
    const [id, n, tags, by] = found.root.fields;
    expect(id).toMatchObject({ id: 1, required: true, doc: 'who', initialDefault: undefined });
    expect(n).toMatchObject({ initialDefault: { value: 5 }, writeDefault: { value: null } });
    expect(tags!.type).toMatchObject({ kind: 'list', elementId: 4, elementRequired: true });
    expect(by!.type).toMatchObject({
      kind: 'map',
      keyId: 6,
      value: { fields: [{ id: 8, type: { kind: 'decimal', precision: 9, scale: 2 } }] },
    });
  });

  it.each([
    'boolean',
    'int',
    'long',
    'float',
    'double',
    'date',
    'time',
    'timestamp',
    'timestamptz',
    'timestamp_ns',
    'timestamptz_ns',
    'string',
    'uuid',
    'binary',
    'variant',
    'unknown',
    'fixed[16]',
    'decimal(38,38)',
    'geometry',
    'geometry(EPSG:4326)',
    'geography',
    'geography(EPSG:4326, karney)',
  ])('may have %s', type => expect(refusal(one(type))).toBe('taken'));

  it.each([
    'integer',
    'Int',
    'decimal',
    'decimal(39,2)',
    'decimal(4,5)',
    'decimal(0,0)',
    'fixed',
    'fixed[0]',
    'fixed(16)',
    'fixed[99999999999]',
    'int(4)',
    'geometry()',
    'geometry[3]',
    'geography(a, planar)',
    'geometry(a,b)',
    '__proto__',
    '',
  ])('may not have %j', type =>
    expect(refusal(one(type))).toEqual({ code: 'ICEBERG_TYPE', where: '/fields/0/type' }),
  );

  it.each<[string, Json, string, string]>([
    ['no object', 7, 'ICEBERG_SHAPE', '/'],
    ['no fields', { type: 'struct' }, 'ICEBERG_SHAPE', '/fields'],
    ['another type', { type: 'record', fields: [] }, 'ICEBERG_SHAPE', '/type'],
    ['a misspelt key', one('int', { 'initial-defualt': 1 }), 'ICEBERG_KEY', '/fields/0'],
    ['a key of the schema misspelt', { type: 'struct', schemaid: 1, fields: [] }, 'ICEBERG_KEY', '/'],
    [
      'an id in text',
      schema({ id: '1', name: 'a', required: true, type: 'int' }),
      'ICEBERG_SHAPE',
      '/fields/0/id',
    ],
    ['no id', schema({ name: 'a', required: true, type: 'int' }), 'ICEBERG_SHAPE', '/fields/0/id'],
    ['a reserved id', schema(field(2147483448, 'a', 'int')), 'ICEBERG_ID', '/fields/0/id'],
    ['a negative id', schema(field(-1, 'a', 'int')), 'ICEBERG_ID', '/fields/0/id'],
    ['an id twice', schema(field(1, 'a', 'int'), field(1, 'b', 'int')), 'ICEBERG_ID', '/fields/1/id'],
    [
      'the id of an element again',
      schema(field(1, 'a', list(1, 'int'))),
      'ICEBERG_ID',
      '/fields/0/type/element-id',
    ],
    ['a name twice', schema(field(1, 'a', 'int'), field(2, 'a', 'int')), 'ICEBERG_NAME', '/fields/1/name'],
    ['no name', schema(field(1, '', 'int')), 'ICEBERG_NAME', '/fields/0/name'],
    ['required as text', one('int', { required: 'yes' }), 'ICEBERG_SHAPE', '/fields/0/required'],
    ['a required unknown', schema(required(1, 'a', 'unknown')), 'ICEBERG_SHAPE', '/fields/0/required'],
    ['a type of its own', one({ type: 'set', element: 'int' }), 'ICEBERG_TYPE', '/fields/0/type/type'],
    [
      'a list that says nothing of null',
      one({ type: 'list', 'element-id': 2, element: 'int' }),
      'ICEBERG_SHAPE',
      '/fields/0/type/element-required',
    ],
    [
      'a misspelt key of a list',
      one({ ...(list(2, 'int') as object), elementid: 2 }),
      'ICEBERG_KEY',
      '/fields/0/type',
    ],
  ])('is refused with %s', (_, value, code, where) => expect(refusal(value)).toEqual({ code, where }));

  it.each<[string, Json, boolean]>([
    ['int', 5, true],
    ['int', 2147483648, false],
    ['int', 5.5, false],
    ['int', '5', false],
    ['int', null, true],
    ['long', 9223372036854775807n, true],
    ['long', 9223372036854775808n, false],
    ['float', 1.5, true],
    ['float', 1e300, false],
    ['double', 1e300, true],
    ['decimal(4, 2)', '14.20', true],
    ['decimal(4, 2)', '14.2', false],
    ['decimal(4, 2)', '114.20', false],
    ['decimal(4, 2)', 14.2, false],
    ['date', '2024-02-29', true],
    ['date', '2023-02-29', false],
    ['date', '2024-13-01', false],
    ['time', '23:59:59.999999', true],
    ['time', '24:00:00', false],
    ['timestamp', '2017-11-16T22:31:08.123456', true],
    ['timestamp', '2017-11-16T22:31:08+00:00', false],
    ['timestamp', '2017-11-16 22:31:08', false],
    ['timestamptz', '2017-11-16T22:31:08+00:00', true],
    ['timestamptz', '2017-11-16T22:31:08-07:00', false],
    ['timestamp_ns', '2017-11-16T22:31:08.123456789', true],
    ['timestamp', '2017-11-16T22:31:08.123456789', false],
    ['uuid', 'f79c3e09-677c-4bbd-a479-3f349cb785e7', true],
    ['uuid', 'F79C3E09', false],
    ['fixed[2]', '00ff', true],
    ['fixed[2]', '00', false],
    ['binary', '0', false],
    ['binary', '', true],
    ['variant', 1, false],
    ['geometry', 'x', false],
    ['unknown', 1, false],
    ['unknown', null, true],
  ])('%s may have the default %s: %s', (type, value, lawful) => {
    const expected = lawful ? 'taken' : { code: 'ICEBERG_DEFAULT', where: '/fields/0/initial-default' };
    expect(refusal(one(type, { 'initial-default': value }))).toEqual(expected);
    if (!lawful)
      expect(refusal(one(type, { 'write-default': value }))).toMatchObject({ code: 'ICEBERG_DEFAULT' });
  });

  it('has no null as the default of a required field', () =>
    expect(refusal(schema(required(1, 'a', 'int', { 'write-default': null })))).toMatchObject({
      code: 'ICEBERG_DEFAULT',
    }));

  it('lets a struct be there by default, where all that it requires has defaults', () => {
    const point = (x: Json, value: Json) => schema(field(1, 'p', struct(x), { 'initial-default': value }));
    expect(refusal(point(required(2, 'x', 'int', { 'initial-default': 0 }), {}))).toBe('taken');
    expect(refusal(point(required(2, 'x', 'int'), {}))).toMatchObject({ code: 'ICEBERG_DEFAULT' });
    expect(refusal(point(field(2, 'x', 'int'), { '2': 1 }))).toMatchObject({ code: 'ICEBERG_DEFAULT' });
  });

  it.each<[string, Json]>([
    ['a double', identified([1], required(1, 'a', 'double'))],
    ['what is optional', identified([1], field(1, 'a', 'int'))],
    ['what is in an optional struct', identified([2], field(1, 's', struct(required(2, 'a', 'int'))))],
    ['what is in a list', identified([2], required(1, 'l', list(2, 'int', true)))],
    ['a struct', identified([1], required(1, 's', struct(required(2, 'a', 'int'))))],
    ['what is not there', identified([9], required(1, 'a', 'int'))],
    ['one twice', identified([1, 1], required(1, 'a', 'int'))],
  ])('is not told apart by %s', (_, value) =>
    expect(refusal(value)).toMatchObject({ code: 'ICEBERG_IDENTIFIER' }),
  );

  it('may be told apart by a field of a required struct', () =>
    expect(refusal(identified([2], required(1, 's', struct(required(2, 'a', 'int')))))).toBe('taken'));

  it('ends in a schema or a problem, whatever the document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
        const found = parseIceberg({ type: 'struct', fields: [value] } as Json);
        expect(isProblem(found) || found.root.fields.length === 1).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the metadata of a table', () => {
  const a = field(1, 'a', 'int');

  it('gives the current schema, what came before it, and what partitions are made of', () => {
    const found = parsed({
      'format-version': 2,
      'table-uuid': 'f79c3e09-677c-4bbd-a479-3f349cb785e7',
      'last-column-id': 4,
      'current-schema-id': 7,
      schemas: [
        { type: 'struct', 'schema-id': 0, fields: [a, field(4, 'old', 'int')] },
        { type: 'struct', 'schema-id': 7, fields: [a] },
      ],
      'default-spec-id': 1,
      'partition-specs': [
        { 'spec-id': 0, fields: [{ 'source-id': 1, 'field-id': 1000, name: 'x', transform: 'identity' }] },
        { 'spec-id': 1, fields: [{ 'source-id': 1, 'field-id': 1001, name: 'y', transform: 'bucket[4]' }] },
      ],
      snapshots: [],
    });
    expect(found.root.fields.map(({ name }) => name)).toEqual(['a']);
    expect(found.formatVersion).toBe(2);
    expect(found.table!.lastColumnId).toBe(4);
    expect(found.table!.past[0]!.fields.map(({ name }) => name)).toEqual(['a', 'old']);
    expect([...found.table!.transforms]).toEqual([[1, ['bucket[4]']]]);
  });

  it('of version 1 may have one schema and no list', () =>
    expect(parsed({ 'format-version': 1, schema: schema(a) }).root.fields).toHaveLength(1));

  it.each<[string, Json, string, string]>([
    ['a version of the future', table(4, [a]), 'ICEBERG_SHAPE', '/format-version'],
    [
      'a current schema that is not there',
      table(2, [a], { 'current-schema-id': 9 }),
      'ICEBERG_SHAPE',
      '/current-schema-id',
    ],
    ['no schemas', { 'format-version': 2 }, 'ICEBERG_SHAPE', '/schemas'],
    [
      'a type of version 3 in version 2',
      table(2, [field(1, 'a', 'timestamp_ns')]),
      'ICEBERG_VERSION',
      '/schemas/0/fields/0/type',
    ],
    [
      'a default in version 2',
      table(2, [field(1, 'a', 'int', { 'initial-default': 1 })]),
      'ICEBERG_VERSION',
      '/schemas/0/fields/0/initial-default',
    ],
    [
      'a past schema that is none',
      table(2, [a], { schemas: [{ type: 'struct', 'schema-id': 1, fields: [a] }, { fields: 1 }] }),
      'ICEBERG_SHAPE',
      '/schemas/1/fields',
    ],
  ])('is refused with %s', (_, value, code, where) => expect(refusal(value)).toEqual({ code, where }));
});

describe('a document', () => {
  it.each<[string, Json, boolean]>([
    ['a schema', schema(field(1, 'a', 'int')), true],
    ['a schema of no fields', schema(), true],
    ['metadata', table(2, []), true],
    ['fields with ids and nothing else', { fields: [{ id: 1, name: 'a', type: 'int' }] }, true],
    ['a contract written as JSON', { schema: 's.v1', fields: [{ id: 1, name: 'a' }] }, false],
    ['an Avro record', { type: 'record', name: 'R', fields: [] }, false],
    ['a JSON Schema', { type: 'object', properties: {} }, false],
    ['anything with fields', { fields: [] }, false],
    ['a text', 'int', false],
  ])('that is %s looks like Iceberg: %s', (_, value, looks) => expect(looksIceberg(value)).toBe(looks));
});
