import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { Fault } from '../../../src/base/fault.ts';
import { isUnitKey, UNIT_KEYS } from '../../../src/compat/native/unit-key.ts';
import { FORMATS } from '../../../src/service/native-formats.ts';

type JsonObject = { readonly [key: string]: Json };

const SCHEMAS: Readonly<Record<string, (more: JsonObject) => Json>> = {
  'json-schema': more => ({ type: 'object', properties: { x: { type: 'number', ...more } } }),
  avro: more => ({ type: 'record', name: 'R', fields: [{ name: 'x', type: 'double', ...more }] }),
};

function compare(format: string, older: JsonObject, newer: JsonObject) {
  const of = SCHEMAS[format]!;
  const found = FORMATS[format as 'avro'].inline!(of(older), of(newer));
  if (found instanceof Fault) throw new Error(`${found.code}: ${found.message}`);
  const backward = found.findings.filter(({ direction }) => direction === 'backward');
  return { ...found, backward, rules: backward.map(({ rule }) => rule) };
}

it('is what the documentation says, key by key', () => {
  const page = readFileSync('docs/native-pairs.md', 'utf8');
  const [, table = ''] = /\| unit keys \|\n\|---\|\n((?:\|.*\n)+)/.exec(page) ?? [];
  expect([...table.matchAll(/`([a-z]+)`/g)].map(([, key]) => key).sort()).toEqual([...UNIT_KEYS].sort());
});

describe.each(Object.keys(SCHEMAS))('a unit in %s', format => {
  it.each([
    'unit',
    'units',
    'x-unit',
    'x-units',
    'unitOfMeasure',
    'unit_of_measure',
    'uom',
    'unitCode',
    'qudt:unit',
    'qudt:hasUnit',
    'cf_units',
    'connect.parameters.unit',
    'currency',
  ])('is what %s says, and another breaks training', key => {
    const { rules, levels } = compare(format, { [key]: 'abc' }, { [key]: 'def' });
    expect(rules).toEqual([expect.stringMatching(/^UNIT_(?:KEYWORD|PROPERTY)_CHANGED$/)]);
    expect(levels.train).toEqual({ backward: false, forward: false });
  });

  it('is found as an item of a list that names it, wherever in the list it stands', () => {
    const of = (value: string, ...before: Json[]): JsonObject => ({
      'x-tags': [...before, { name: 'unit', value }],
    });
    expect(compare(format, of('s'), of('ms')).levels.train.backward).toBe(false);
    expect(compare(format, of('s'), of('s', { name: 'owner', value: 'a' })).levels.train.backward).toBe(true);
  });

  it('is found inside what another key holds', () => {
    const of = (unit: string): JsonObject => ({ 'connect.parameters': { unit, owner: 'a' } });
    const { backward, levels } = compare(format, of('s'), of('ms'));
    expect(backward).toContainEqual(
      expect.objectContaining({ from: 'connect.parameters.unit "s"', to: 'connect.parameters.unit "ms"' }),
    );
    expect(levels.train.backward).toBe(false);
  });

  it('comes with what turns one into the other, where that is known', () => {
    const [found] = compare(format, { unit: 's' }, { unit: 'ms' }).backward;
    expect(found).toMatchObject({ from: 'unit "s"', to: 'unit "ms"', conversion: '×1000' });
  });

  it('breaks training where it appears or goes, because no factor can tell', () => {
    expect(compare(format, {}, { unit: 's' }).levels.train).toEqual({ backward: false, forward: false });
  });

  it('is the same in another spelling', () => {
    const { rules, levels } = compare(format, { unit: 's' }, { unit: 'seconds' });
    expect(rules).toEqual([expect.stringMatching(/^(?:KEYWORD|PROPERTY)_CHANGED$/)]);
    expect(levels.train.backward).toBe(true);
  });
});

describe('isUnitKey', () => {
  it.each(['unity', 'unittest', 'x-unit-tests', 'owner', 'community'])('is not %s', key => {
    expect(isUnitKey(key)).toBe(false);
  });
});

describe('what Avro has in a place where no reader looks', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'TIME_UNIT_CHANGED',
      { type: 'long', logicalType: 'timestamp-millis' },
      { type: 'long', logicalType: 'timestamp-micros' },
    ],
    ['LOGICAL_TYPE_CHANGED', { type: 'int' }, { type: 'int', logicalType: 'date' }],
    [
      'LOGICAL_TYPE_CHANGED',
      { type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 },
      { type: 'bytes', logicalType: 'decimal', precision: 9, scale: 3 },
    ],
    [
      'TIME_UNIT_CHANGED',
      { type: { type: 'int', logicalType: 'timestamp-millis' } },
      { type: { type: 'int', logicalType: 'timestamp-micros' } },
    ],
  ])('is %s all the same, because somebody meant it', (rule, older, newer) => {
    const { rules, levels } = compare('avro', older, newer);
    expect(rules).toContain(rule);
    expect(levels.train.backward).toBe(false);
    expect(levels.wire.backward).toBe(true);
  });
});

describe('what a text of JSON Schema holds', () => {
  const of = (inner: Json): JsonObject => ({
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: { type: 'object', properties: { t: inner } },
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['UNIT_KEYWORD_CHANGED', { unit: 's' }, { unit: 'ms' }],
    ['DOC_UNIT_CHANGED', { description: '(s)' }, { description: '(ms)' }],
    ['ENUM_REORDERED', { enum: [0, 1] }, { enum: [1, 0] }],
    ['CONTENT_CHANGED', { type: 'number' }, { type: 'string' }],
  ])('is compared as the schema it is: %s', (rule, older, newer) => {
    const { backward, levels } = compare('json-schema', of(older), of(newer));
    expect(backward).toContainEqual(expect.objectContaining({ rule, path: '$.x<content>.t' }));
    expect(levels.train.backward).toBe(false);
    expect(levels.wire.backward).toBe(true);
  });

  it('may be wider', () => {
    const { rules, levels } = compare('json-schema', of({ type: 'integer' }), of({ type: 'number' }));
    expect(rules).toContain('TYPE_WIDENED');
    expect(levels.train.backward).toBe(true);
  });
});
