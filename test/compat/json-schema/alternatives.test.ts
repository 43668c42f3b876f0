import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { JSON_SCHEMA_RULES } from '../../../src/compat/json-schema/json-schema-rules.ts';
import { compareSchemas } from '../../../src/service/native-formats.ts';
import { must } from '../../contract/small-subject.ts';

type JsonObject = { readonly [key: string]: Json };

const compared = (older: Json, newer: Json) => must(compareSchemas('json-schema', older, newer));
const effects = JSON_SCHEMA_RULES as Readonly<Record<string, { readonly effect: string }>>;
/** Beyond notes. */
const breaks = (older: Json, newer: Json) =>
  compared(older, newer).findings.filter(({ rule }) => effects[rule]!.effect !== 'note');
const told = (older: Json, newer: Json) =>
  compared(older, newer).findings.map(({ rule, path }) => `${rule} ${path}`);

const scalar: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  { type: 'string', title: 'Text', default: 'a' },
  { type: 'integer', minimum: 0, default: 3 },
  { type: 'number', description: 'seconds' },
  { type: 'string', format: 'date' },
  { type: 'boolean' },
);

/** Events as people write them: objects with or without a constant that tells them, titles, alternatives in them. */
const alternatives: fc.Arbitrary<{
  readonly keyword: 'oneOf' | 'anyOf';
  readonly all: readonly JsonObject[];
}> = fc.record({
  keyword: fc.constantFrom('oneOf', 'anyOf'),
  all: fc
    .uniqueArray(
      fc.record(
        {
          kind: fc.constantFrom('cat', 'dog', 'bird', 'fish'),
          title: fc.constantFrom('A', 'B', 'C'),
          own: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), scalar, {
            minKeys: 1,
            noNullPrototype: true,
          }),
          inner: fc.uniqueArray(scalar, { minLength: 2, maxLength: 3, selector: one => JSON.stringify(one) }),
        },
        { requiredKeys: ['own'] },
      ),
      { minLength: 2, maxLength: 5, selector: one => JSON.stringify(one) },
    )
    .map(all =>
      all.map(({ kind, title, own, inner }) => ({
        type: 'object',
        ...(title !== undefined && { title }),
        properties: {
          ...own,
          ...(kind !== undefined && { kind: { const: kind } }),
          ...(inner !== undefined && { inner: { anyOf: inner } }),
        },
        ...(kind !== undefined && { required: ['kind'] }),
      })),
    ),
});

/** In another order, at every depth. */
function shuffled(value: Json, order: readonly number[]): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(one => shuffled(one, order));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => {
      const inner = shuffled(below as Json, order);
      if (!['oneOf', 'anyOf'].includes(key)) return [key, inner];
      const list = [...(inner as readonly Json[])];
      return [
        key,
        list
          .map((one, at) => [order[at % order.length]!, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one),
      ];
    }),
  );
}

const order = fc.array(fc.nat(), { minLength: 5, maxLength: 5 });

describe('alternatives in another order', () => {
  it('break nothing, and say nothing of what is in them', () =>
    fc.assert(
      fc.property(alternatives, order, ({ keyword, all }, places) => {
        const older = { properties: { event: { [keyword]: all } } };
        const newer = shuffled(older, places);
        expect(breaks(older, newer)).toEqual([]);
        expect(told(older, newer).filter(one => !one.startsWith('TEXT_CHANGED'))).toEqual([]);
      }),
      { numRuns: 30 },
    ));

  it('break nothing behind references', () =>
    fc.assert(
      fc.property(alternatives, order, ({ keyword, all }, places) => {
        const names = all.map((_, at) => `#/$defs/n${at}`);
        const $defs = Object.fromEntries(all.map((one, at) => [`n${at}`, one]));
        const older = { $defs, [keyword]: names.map($ref => ({ $ref })) };
        expect(breaks(older, shuffled(older, places))).toEqual([]);
      }),
      { numRuns: 20 },
    ));

  it('hide nothing that changed in one of them', () => {
    let seen = 0;
    fc.assert(
      fc.property(alternatives, order, fc.nat(), ({ keyword, all }, places, pick) => {
        const changed = pick % all.length;
        const given = all[changed]!['properties'] as JsonObject;
        const key = Object.keys(given).find(name => name !== 'kind' && name !== 'inner')!;
        const withDefault = {
          ...all[changed]!,
          properties: { ...given, [key]: { ...(given[key] as JsonObject), default: 'another' } },
        };
        const other = all.map((one, at) => (at === changed ? withDefault : one));
        const newer = shuffled({ [keyword]: other }, places);
        const rules = breaks({ [keyword]: all }, newer).filter(({ path }) => path === `$.${key}`);
        expect(rules.map(({ rule }) => rule)).toContainEqual(expect.stringMatching(/^DEFAULT_/));
        seen++;
      }),
      { numRuns: 30 },
    );
    expect(seen).toBeGreaterThan(25);
  });
});

describe('alternatives that changed', () => {
  const cat: JsonObject = {
    properties: { kind: { const: 'cat' }, lives: { type: 'integer', default: 9 } },
    required: ['kind'],
  };
  const dog: JsonObject = {
    properties: { kind: { const: 'dog' }, lives: { type: 'integer', default: 1 } },
    required: ['kind'],
  };
  const changed = (one: JsonObject, lives: number): JsonObject => ({
    ...one,
    properties: { ...(one['properties'] as JsonObject), lives: { type: 'integer', default: lives } },
  });

  it('are found by the constant that tells them, wherever they stand', () => {
    const findings = breaks({ oneOf: [cat, dog] }, { oneOf: [changed(dog, 2), cat] });
    expect(findings.map(({ rule, path, from, to }) => [rule, path, from, to])).toEqual([
      ['DEFAULT_VALUE_CHANGED', '$.lives', '1', '2'],
      ['DEFAULT_VALUE_CHANGED', '$.lives', '2', '1'],
    ]);
  });

  it('are held against none where another constant tells that they are another thing', () => {
    const bird = changed({ ...cat, properties: { kind: { const: 'bird' } } }, 5);
    expect(told({ oneOf: [cat, dog] }, { oneOf: [dog, bird] })).not.toContain(
      'DEFAULT_VALUE_CHANGED $.lives',
    );
  });

  it('are found by their constants though another one changed in all of them', () => {
    const of = (one: JsonObject, version: number): JsonObject => ({
      ...one,
      properties: { ...(one['properties'] as JsonObject), version: { const: version } },
    });
    const rules = told({ oneOf: [of(cat, 1), of(dog, 1)] }, { oneOf: [of(changed(dog, 2), 2), of(cat, 2)] });
    expect(rules.filter(one => one === 'DEFAULT_VALUE_CHANGED $.lives')).toHaveLength(2);
  });

  it('are found by their titles, and else by what they have in common', () => {
    const of = (title: string | undefined, ...names: string[]): JsonObject => ({
      type: 'object',
      ...(title !== undefined && { title }),
      properties: Object.fromEntries(names.map(name => [name, { type: 'integer', default: 1 }])),
    });
    const byTitle = told(
      { anyOf: [of('A', 'a', 'x'), of('B', 'b')] },
      { anyOf: [of('B', 'b', 'x'), of('A', 'a')] },
    );
    expect(byTitle).toContain('PROPERTY_REMOVED $.x');
    const byNames = told(
      { anyOf: [of(undefined, 'a', 'b', 'c'), of(undefined, 'd', 'e', 'f')] },
      { anyOf: [of(undefined, 'd', 'e', 'g'), of(undefined, 'a', 'b', 'c')] },
    );
    expect(byNames.filter(one => one.startsWith('PROPERTY_'))).toEqual([
      'PROPERTY_ADDED $.g',
      'PROPERTY_REMOVED $.f',
      'PROPERTY_ADDED $.f',
      'PROPERTY_REMOVED $.g',
    ]);
  });
});
