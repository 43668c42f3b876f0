import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { LIMITS } from '../../../src/base/limits.ts';
import { parseAvro } from '../../../src/native/avro/parse-avro.ts';
import type { AvroRecord, AvroType } from '../../../src/native/avro/type.ts';
import { isProblem } from '../../../src/native/problem.ts';

const read = (schema: Json): AvroType => {
  const type = parseAvro(schema);
  if (isProblem(type)) throw new Error(type.fault([]).message);
  return type;
};

const refusal = (schema: Json) => {
  const type = parseAvro(schema);
  if (!isProblem(type)) return 'read';
  const { code, facts } = type.fault([]);
  return { code, where: 'where' in facts ? facts.where : undefined };
};

const record = (
  name: string,
  fields: readonly Json[],
  more: { readonly [key: string]: Json } = {},
): Json => ({
  type: 'record',
  name,
  fields,
  ...more,
});

describe('names', () => {
  it('take the namespace they stand in, and a dot makes them whole', () => {
    const type = read(
      record(
        'Outer',
        [
          { name: 'a', type: { type: 'enum', name: 'Inner', symbols: [] } },
          { name: 'b', type: { type: 'fixed', name: 'other.Inner', size: 1 } },
          { name: 'c', type: 'Inner' },
          { name: 'd', type: 'acme.Inner' },
        ],
        { namespace: 'acme', aliases: ['Old', 'x.Old'] },
      ),
    ) as AvroRecord;
    expect(type).toMatchObject({ name: 'acme.Outer', aliases: ['acme.Old', 'x.Old'] });
    const [a, b, c, d] = type.fields.map(field => field.type);
    expect([a, b]).toMatchObject([{ name: 'acme.Inner' }, { name: 'other.Inner' }]);
    expect(c).toBe(a);
    expect(d).toBe(a);
  });

  it('refer to themselves by reference, because a copy would have no end', () => {
    const list = read(record('List', [{ name: 'tail', type: ['null', 'List'] }])) as AvroRecord;
    expect(list.fields[0]!.type).toMatchObject({ kind: 'union' });
    const { type } = list.fields[0]!;
    expect(type.kind === 'union' && type.branches[1]).toBe(list);
  });
});

describe('attributes without a meaning', () => {
  it('are kept, and so is a logical type that does not fit', () => {
    expect(read({ type: 'string', 'avro.java.string': 'String' })).toMatchObject({
      kind: 'string',
      props: { 'avro.java.string': 'String' },
    });
    expect(read({ type: 'int', logicalType: 'timestamp-millis' })).toEqual({
      kind: 'int',
      logical: undefined,
      props: { logicalType: 'timestamp-millis' },
    });
  });

  it.each([
    [
      { type: 'bytes', logicalType: 'decimal', precision: 4, scale: 2 },
      { kind: 'decimal', precision: 4, scale: 2 },
    ],
    [
      { type: 'bytes', logicalType: 'decimal', precision: 4 },
      { kind: 'decimal', precision: 4, scale: 0 },
    ],
    [{ type: 'bytes', logicalType: 'decimal', precision: 2, scale: 3 }, undefined],
    [{ type: 'fixed', name: 'F', size: 1, logicalType: 'decimal', precision: 3 }, undefined],
    [
      { type: 'fixed', name: 'F', size: 16, logicalType: 'uuid' },
      { kind: 'other', name: 'uuid' },
    ],
    [{ type: 'fixed', name: 'F', size: 8, logicalType: 'uuid' }, undefined],
    [
      { type: 'int', logicalType: 'of-our-own' },
      { kind: 'other', name: 'of-our-own' },
    ],
  ] as ReadonlyArray<readonly [Json, unknown]>)('%j has the logical type %j', (schema, logical) => {
    expect(read(schema)).toHaveProperty('logical', logical);
  });
});

describe('defaults', () => {
  const withDefault = (type: Json, value: Json) => record('R', [{ name: 'a', type, default: value }]);

  it.each([
    ['int', 2 ** 31 - 1],
    ['long', 9_223_372_036_854_775_807n],
    ['double', 1.5],
    ['bytes', 'ÿ'],
    [['null', 'string'], 'second branch'],
    [{ type: 'array', items: 'int' }, []],
    [
      { type: 'map', values: ['null', 'int'] },
      { a: null, b: 1 },
    ],
    [{ type: 'enum', name: 'E', symbols: ['A'] }, 'A'],
    [
      record('S', [
        { name: 'x', type: 'int' },
        { name: 'y', type: 'int', default: 0 },
      ]),
      { x: 1 },
    ],
  ] as ReadonlyArray<readonly [Json, Json]>)('of %j may be %s', (type, value) => {
    expect(refusal(withDefault(type, value))).toBe('read');
  });

  it.each([
    ['int', 2 ** 31],
    ['int', 1.5],
    ['long', 9_223_372_036_854_775_808n],
    ['string', null],
    ['bytes', 'Ā'],
    [{ type: 'fixed', name: 'F', size: 2 }, 'a'],
    [['null', 'string'], 1],
    [{ type: 'array', items: 'int' }, ['a']],
    [{ type: 'enum', name: 'E', symbols: ['A'] }, 'B'],
    [record('S', [{ name: 'x', type: 'int' }]), {}],
  ] as ReadonlyArray<readonly [Json, Json]>)('of %j may not be %s', (type, value) => {
    expect(refusal(withDefault(type, value))).toEqual({ code: 'AVRO_DEFAULT', where: '/fields/0/default' });
  });

  it('are held against unions of like records in little time, because the same question is asked once', () => {
    const second = record('B', [{ name: 'x', type: ['null', 'A', 'B'] }]);
    const first = record('A', [{ name: 'x', type: ['null', 'A', second] }]);
    let value: Json = { x: 1 };
    for (let depth = 0; depth < 60; depth++) value = { x: value };
    expect(refusal(withDefault(first, value))).toEqual({ code: 'AVRO_DEFAULT', where: '/fields/0/default' });
  });
});

describe('what the specification forbids', () => {
  const deep = (levels: number): Json => (levels === 0 ? 'int' : { type: 'array', items: deep(levels - 1) });

  it.each([
    ['no type', {}, 'AVRO_SHAPE', '/type'],
    ['a type that is none', 'integer', 'AVRO_NAME_UNKNOWN', '/'],
    ['a number', 5, 'AVRO_SHAPE', '/'],
    ['a name with a hyphen', record('a-b', []), 'AVRO_NAME', '/name'],
    ['a record called int', record('int', []), 'AVRO_NAME_TWICE', '/name'],
    ['fields that are no list', { type: 'record', name: 'R' }, 'AVRO_SHAPE', '/fields'],
    [
      'two fields of one name',
      record('R', [
        { name: 'a', type: 'int' },
        { name: 'a', type: 'int' },
      ]),
      'AVRO_NAME_TWICE',
      '/fields/1/name',
    ],
    ['a field without a type', record('R', [{ name: 'a' }]), 'AVRO_SHAPE', '/fields/0/type'],
    [
      'an unknown order',
      record('R', [{ name: 'a', type: 'int', order: 'up' }]),
      'AVRO_SHAPE',
      '/fields/0/order',
    ],
    ['a union in a union', ['null', ['int']], 'AVRO_UNION', '/1'],
    ['a type twice in a union', ['int', 'int'], 'AVRO_UNION', '/1'],
    ['a symbol twice', { type: 'enum', name: 'E', symbols: ['A', 'A'] }, 'AVRO_NAME_TWICE', '/symbols/1'],
    [
      'a default that is no symbol',
      { type: 'enum', name: 'E', symbols: ['A'], default: 'B' },
      'AVRO_DEFAULT',
      '/default',
    ],
    ['a fixed of no size', { type: 'fixed', name: 'F', size: -1 }, 'AVRO_SHAPE', '/size'],
    [
      'a use before the definition',
      record('R', [{ name: 'a', type: 'S' }]),
      'AVRO_NAME_UNKNOWN',
      '/fields/0/type',
    ],
    [
      'a name defined twice',
      [record('R', []), { type: 'map', values: record('R', []) }],
      'AVRO_NAME_TWICE',
      '/1/values/name',
    ],
  ] as ReadonlyArray<readonly [string, Json, string, string]>)('%s is refused', (_, schema, code, where) => {
    expect(refusal(schema)).toEqual({ code, where });
  });

  it('reads what is deep, and refuses what is more than anyone writes', () => {
    expect(refusal(deep(80))).toBe('read');
    const many = Array.from({ length: LIMITS.native_types_max + 1 }, () => 'int');
    const wide = record(
      'R',
      many.map((type, index) => ({ name: `f${index}`, type })),
    );
    expect(refusal(wide)).toMatchObject({ code: 'NATIVE_TOO_LARGE' });
  });
});
