import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { Fault } from '../../../src/base/fault.ts';
import { JSON_SCHEMA_RULES, type JsonSchemaRule } from '../../../src/compat/json-schema/json-schema-rules.ts';
import { FORMATS } from '../../../src/service/native-formats.ts';
import { JSON_SCHEMA_CASES } from './rule-cases.ts';

function compare(writer: Json, reader: Json) {
  const found = FORMATS['json-schema'].inline!(writer, reader);
  if (found instanceof Fault) throw new Error(`${found.code}: ${found.message}`);
  const backward = found.findings.filter(({ direction }) => direction === 'backward').map(({ rule }) => rule);
  return { ...found, backward: [...new Set(backward)].sort() };
}

describe.each(Object.entries(JSON_SCHEMA_CASES))('%s', (id, { trips, holds, beside = [] }) => {
  it('is told of where it happens, with nothing beside it that does not belong', () => {
    expect(compare(...trips).backward).toEqual([id, ...beside].sort());
  });

  it('is silent next to that, because else it could fire always unnoticed', () => {
    const { backward, levels } = compare(...holds);
    expect(backward).not.toContain(id);
    expect(levels.wire.backward).toBe(true);
  });

  it('breaks its own level, or none where it is a note', () => {
    const { effect, level } = JSON_SCHEMA_RULES[id as JsonSchemaRule];
    const { levels } = compare(...trips);
    const others = beside.some(
      rule => JSON_SCHEMA_RULES[rule].level === level && JSON_SCHEMA_RULES[rule].effect !== 'note',
    );
    expect(levels[level].backward).toBe(effect === 'note' && !others);
  });
});

describe('names of values', () => {
  const named = (key: string, ...names: string[]): Json => ({ enum: [0, 1], [key]: names });
  const titled = (key: string, ...pairs: [number, string][]): Json => ({
    [key]: pairs.map(([value, title]) => ({ const: value, title })),
  });

  it.each<[string, Json, Json]>([
    ['x-enumNames', named('x-enumNames', 'cat', 'dog'), named('x-enumNames', 'dog', 'cat')],
    ['x-enum-varnames', named('x-enum-varnames', 'cat', 'dog'), named('x-enum-varnames', 'dog', 'cat')],
    ['oneOf', titled('oneOf', [0, 'cat'], [1, 'dog']), titled('oneOf', [0, 'dog'], [1, 'cat'])],
    ['anyOf, reordered', titled('anyOf', [0, 'cat'], [1, 'dog']), titled('anyOf', [1, 'cat'], [0, 'dog'])],
  ])('that were exchanged in %s break training, because 0 was a cat and is a dog', (_, older, newer) => {
    const { backward, levels } = compare(older, newer);
    expect(backward).toContain('VALUE_NAME_CHANGED');
    expect(levels.train).toEqual({ backward: false, forward: false });
  });

  it('stay with their values in another order', () => {
    const { backward } = compare(
      titled('oneOf', [0, 'cat'], [1, 'dog']),
      titled('oneOf', [1, 'dog'], [0, 'cat'], [2, 'cow']),
    );
    expect(backward).not.toContain('VALUE_NAME_CHANGED');
  });
});

describe('containment', () => {
  const list = (value: Json): Json => ({
    $ref: '#/$defs/list',
    $defs: {
      list: {
        type: 'object',
        properties: { value, next: { $ref: '#/$defs/list' } },
        additionalProperties: false,
      },
    },
  });
  const shape = (kind: string, more: { readonly [key: string]: Json }): Json => ({
    type: 'object',
    properties: { kind: { const: kind }, ...more },
    required: ['kind'],
    additionalProperties: false,
  });
  const [circle, square, dot] = [
    shape('circle', { r: { type: 'number' } }),
    shape('square', { a: { type: 'number' } }),
    shape('dot', {}),
  ];

  it.each([
    ['through a schema that holds itself', list({ type: 'integer' }), list({ type: 'number' }), true],
    ['not where what it holds differs', list({ type: 'number' }), list({ type: 'integer' }), false],
    [
      'of alternatives told apart by a constant',
      { oneOf: [circle, square] },
      { oneOf: [square, dot, circle] },
      true,
    ],
    ['not where an alternative is gone', { oneOf: [circle, square] }, { oneOf: [circle] }, false],
    [
      'of alternatives that became one',
      { anyOf: [{ type: 'integer' }, { type: 'string' }] },
      { type: ['number', 'string'] },
      true,
    ],
    [
      'of types that became alternatives',
      { type: ['integer', 'null'] },
      { anyOf: [{ type: 'number' }, { type: 'null' }] },
      true,
    ],
    [
      'by what all parts say together',
      { allOf: [{ type: 'integer' }, { minimum: 3 }, { maximum: 5 }] },
      { enum: [3, 4, 5] },
      false,
    ],
    ['of listed values by a range', { enum: [3, 4, 5] }, { type: 'integer', minimum: 3, maximum: 5 }, true],
    ['of nothing by anything', { type: 'string', minLength: 3, maxLength: 2 }, { type: 'number' }, true],
    [
      'by a condition that always holds',
      { type: 'string' },
      { if: { type: 'string' }, [`${'then'}`]: { type: 'string' }, else: false },
      true,
    ],
    [
      'of what is left out by what excludes it',
      { not: { type: 'null' } },
      { not: { type: 'null' }, title: 'a' },
      true,
    ],
    [
      'through a reference on one side alone',
      { type: 'object', properties: { a: { type: 'string' } } },
      { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } },
      true,
    ],
    [
      'of a place in a tuple',
      { prefixItems: [{ type: 'integer' }], items: { type: 'string' } },
      { prefixItems: [{ type: 'number' }], items: { type: ['string', 'null'] } },
      true,
    ],
    [
      'not of an integer beyond what a double holds',
      { maximum: 9_007_199_254_740_993n, type: 'integer' },
      { maximum: 9_007_199_254_740_992, type: 'integer' },
      false,
    ],
  ] as ReadonlyArray<readonly [string, Json, Json, boolean]>)('is proven %s', (_, writer, reader, holds) => {
    expect(compare(writer, reader).levels.wire.backward).toBe(holds);
  });

  it('of a schema in itself is never in question, whatever is in it', () => {
    const odd = {
      $dynamicRef: '#a',
      $dynamicAnchor: 'a',
      unevaluatedItems: { type: 'string' },
      pattern: '(?<=a)b',
    };
    expect(compare(odd, odd)).toMatchObject({ class: 'identical', findings: [] });
  });

  it('is given up as not proven where it would take for ever', () => {
    const wide = (keys: number): Json => ({
      allOf: Array.from({ length: keys }, (_, at) => ({
        anyOf: [{ required: [`a${at}`] }, { required: [`b${at}`] }],
      })),
    });
    const { backward, levels } = compare(wide(24), { anyOf: [{ required: ['z'] }] });
    expect(levels.wire.backward).toBe(false);
    expect(backward).toContain('NOT_PROVEN');
  });

  it('is told in a path of its own for each place', () => {
    const nested = (type: string): Json => ({
      properties: { 'a.b': { items: { additionalProperties: { type } } } },
    });
    const [found] = compare(nested('number'), nested('integer')).findings;
    expect(found).toMatchObject({ rule: 'ADDITIONAL_NARROWED', path: '$.a.b[].*' });
  });
});

describe('docs/native-rules.md', () => {
  it('has a row for every rule of JSON Schema, word for word and in the order of the table', () => {
    const page = readFileSync(new URL('../../../docs/native-rules.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('\n## JSON Schema\n');
    const rows = section
      .split('\n## ')[0]!
      .split('\n')
      .filter(line => /^\| `[A-Z_0-9]+`/.test(line));
    expect(rows).toEqual(
      Object.entries(JSON_SCHEMA_RULES).map(
        ([id, { level, effect, access, promise, remedy }]) =>
          `| \`${id}\` | ${level} | ${access.join(', ')} | ${effect} | ${promise} | ${remedy} |`,
      ),
    );
  });
});
