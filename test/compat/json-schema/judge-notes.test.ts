import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { Fault } from '../../../src/base/fault.ts';
import { FORMATS } from '../../../src/service/native-formats.ts';

type JsonObject = { readonly [key: string]: Json };

function compare(writer: Json, reader: Json) {
  const found = FORMATS['json-schema'].inline!(writer, reader);
  if (found instanceof Fault) throw new Error(`${found.code}: ${found.message}`);
  return { ...found, rules: [...new Set(found.findings.map(({ rule }) => rule))].sort() };
}

const NEITHER = { backward: false, forward: false };
const BOTH = { backward: true, forward: true };

/** The same alternatives, under each name in the place of the other. */
const exchanged = (of: (cat: string, dog: string) => Json): readonly [Json, Json] => [
  of('cat', 'dog'),
  of('dog', 'cat'),
];
const defined = (cat: string, dog: string, x: Json): Json => ({
  properties: { x },
  required: ['x'],
  $defs: { a: { const: 0, title: cat }, b: { const: 1, title: dog } },
});
const REFS = [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }];
const then = (title: string): JsonObject => ({ [`${'then'}`]: { title } });
const titled = (key: string, cat: string, dog: string): Json => ({
  oneOf: [
    { const: 0, [key]: cat },
    { const: 1, [key]: dog },
  ],
});

describe('names of values', () => {
  it.each<[string, readonly [Json, Json]]>([
    ['behind references in oneOf', exchanged((cat, dog) => defined(cat, dog, { oneOf: REFS }))],
    ['behind references in anyOf', exchanged((cat, dog) => defined(cat, dog, { anyOf: REFS }))],
    [
      'behind allOf in oneOf',
      exchanged((cat, dog) => defined(cat, dog, { oneOf: REFS.map(ref => ({ allOf: [ref] })) })),
    ],
    [
      'behind references with one text for both beside them',
      exchanged((cat, dog) => defined(cat, dog, { oneOf: REFS.map(ref => ({ ...ref, title: 'kind' })) })),
    ],
    [
      'beside references',
      exchanged((cat, dog) => ({
        oneOf: [
          { ...REFS[0], title: cat },
          { ...REFS[1], title: dog },
        ],
        $defs: { a: { const: 0 }, b: { const: 1 } },
      })),
    ],
    [
      'beside references of a draft that does not look there',
      exchanged((cat, dog) => ({
        $schema: 'http://json-schema.org/draft-07/schema#',
        oneOf: [
          { $ref: '#/definitions/a', title: cat },
          { $ref: '#/definitions/b', title: dog },
        ],
        definitions: { a: { const: 0 }, b: { const: 1 } },
      })),
    ],
    [
      'in alternatives inside alternatives',
      exchanged((cat, dog) => ({ anyOf: [titled('title', cat, dog), { type: 'null' }] })),
    ],
    [
      'under conditions',
      exchanged((cat, dog) => ({
        enum: [0, 1],
        allOf: [
          { if: { const: 0 }, ...then(cat) },
          { if: { const: 1 }, ...then(dog) },
        ],
      })),
    ],
    [
      'under a condition and without it',
      exchanged((cat, dog) => ({ enum: [0, 1], if: { const: 0 }, ...then(cat), else: { title: dog } })),
    ],
    [
      'of several values',
      exchanged((cat, dog) => ({
        oneOf: [
          { enum: [0, 2], title: cat },
          { enum: [1], title: dog },
        ],
      })),
    ],
    [
      'of ranges',
      exchanged((cat, dog) => ({
        oneOf: [
          { maximum: 0, title: cat },
          { exclusiveMinimum: 0, title: dog },
        ],
      })),
    ],
    [
      'that became another way to write them',
      [titled('title', 'cat', 'dog'), { enum: [0, 1], 'x-enumNames': ['dog', 'cat'] }],
    ],
    [
      'by descriptions, because titles that are alike tell nothing',
      exchanged((cat, dog) => ({
        oneOf: [
          { const: 0, title: 'animal', description: cat },
          { const: 1, title: 'animal', description: dog },
        ],
      })),
    ],
    ['under a keyword nobody knows', exchanged((cat, dog) => titled('x-symbol', cat, dog))],
    ...['x-enum-descriptions', 'x-enumDescriptions', 'enumDescriptions', 'x-whatever'].map(
      (key): [string, readonly [Json, Json]] => [
        key,
        exchanged((cat, dog) => ({ enum: [0, 1], [key]: [cat, dog] })),
      ],
    ),
    [
      'options.enum_titles',
      exchanged((cat, dog) => ({ enum: [0, 1], options: { enum_titles: [cat, dog] } })),
    ],
    ['a map from values', exchanged((cat, dog) => ({ enum: [0, 1], 'x-labels': { 0: cat, 1: dog } }))],
    [
      'x-ms-enum',
      exchanged((cat, dog) => ({
        enum: [0, 1],
        'x-ms-enum': {
          values: [
            { value: 0, name: cat },
            { value: 1, name: dog },
          ],
        },
      })),
    ],
  ])('break training where they were exchanged %s', (_, [older, newer]) => {
    const { rules, levels } = compare(older, newer);
    expect(rules).toContain('VALUE_NAME_CHANGED');
    expect(levels.train).toEqual(NEITHER);
    expect(levels.wire).toEqual(BOTH);
  });

  it.each<[string, Json, Json]>([
    [
      'a text was reworded and the title stayed',
      { oneOf: [{ const: 0, title: 'cat', description: 'a cat' }] },
      { oneOf: [{ const: 0, title: 'cat', description: 'any cat' }] },
    ],
    ['a title was added', { oneOf: [{ const: 0 }] }, { oneOf: [{ const: 0, title: 'cat' }] }],
    [
      'the same names are written another way',
      titled('title', 'cat', 'dog'),
      { enum: [0, 1], 'x-enumNames': ['cat', 'dog'] },
    ],
    [
      'the title of an alternative that lists no values changed',
      { anyOf: [{ type: 'number', title: 'a' }, { type: 'null' }] },
      { anyOf: [{ type: 'number', title: 'b' }, { type: 'null' }] },
    ],
    [
      'samples came in another order',
      { enum: ['a', 'b'], examples: ['a', 'b'] },
      { enum: ['a', 'b'], examples: ['b', 'a'] },
    ],
  ])('stay where %s', (_, older, newer) => {
    const { rules, levels } = compare(older, newer);
    expect(rules).not.toContain('VALUE_NAME_CHANGED');
    expect(levels.train).toEqual(BOTH);
  });
});

describe('the order of values', () => {
  it('is that of their alternatives, because that is how they are listed', () => {
    const [older, newer] = [{ oneOf: [{ const: 0 }, { const: 1 }] }, { oneOf: [{ const: 1 }, { const: 0 }] }];
    expect(compare(older, newer)).toMatchObject({ class: 'migrate', rules: ['ENUM_REORDERED'] });
  });

  it('is found behind references, and by another way to write it', () => {
    const older = { $ref: '#/$defs/e', $defs: { e: { enum: ['a', 'b'] } } };
    expect(compare(older, { allOf: [{ enum: ['b', 'a'] }] }).rules).toContain('ENUM_REORDERED');
    expect(compare(older, { oneOf: [{ const: 'a' }, { const: 'b' }] }).rules).not.toContain('ENUM_REORDERED');
  });
});

describe('a default', () => {
  const of = (x: Json, more: JsonObject = {}): Json => ({ type: 'object', properties: { x }, ...more });

  it.each<[string, Json, Json]>([
    ['a property that may be missing', of({}), of({ default: 0 })],
    [
      'a property that a closed model did not have',
      { type: 'object', properties: { y: {} }, additionalProperties: false },
      { type: 'object', properties: { y: {}, x: { default: 0 } }, additionalProperties: false },
    ],
    [
      'what a property refers to',
      of({ $ref: '#/$defs/n' }, { $defs: { n: {} } }),
      of({ $ref: '#/$defs/n' }, { $defs: { n: { default: 0 } } }),
    ],
    [
      'a property of one alternative',
      { oneOf: [of({}, { required: ['y'] })] },
      { oneOf: [of({ default: 0 }, { required: ['y'] })] },
    ],
  ])('that is given to %s breaks training, because absent reads as a zero', (_, older, newer) => {
    const { rules, levels } = compare(older, newer);
    expect(rules).toContain('DEFAULT_CONFUSES_UNKNOWN');
    expect(levels.train.backward).toBe(false);
  });

  it('that is taken from a property that may be missing breaks training as well', () => {
    expect(compare(of({ default: 0 }), of({}))).toMatchObject({
      levels: { train: NEITHER, wire: BOTH },
      rules: ['DEFAULT_CONFUSES_UNKNOWN', 'DEFAULT_WITHDRAWN'],
    });
  });

  it.each<[string, Json, Json]>([
    ['a property that is required', of({}, { required: ['x'] }), of({ default: 0 }, { required: ['x'] })],
    [
      'one that a schema beside it requires',
      { allOf: [of({}), { required: ['x'] }] },
      { allOf: [of({ default: 0 }), { required: ['x'] }] },
    ],
    ['items', { items: {} }, { items: { default: 0 } }],
    [
      'a property, as null',
      of({ type: ['null', 'number'] }),
      of({ type: ['null', 'number'], default: null }),
    ],
  ])('that is given to %s is noted', (_, older, newer) => {
    expect(compare(older, newer)).toMatchObject({
      levels: { train: BOTH },
      rules: ['DEFAULT_ADDED', 'DEFAULT_REMOVED'],
    });
  });

  it('is the same where it stands beside the reference instead of behind it', () => {
    const behind = of({ $ref: '#/$defs/n' }, { $defs: { n: { default: 0 } } });
    const beside = of({ $ref: '#/$defs/n', default: 0 }, { $defs: { n: {} } });
    expect(compare(behind, beside).levels.train).toEqual(BOTH);
  });
});

describe('a property that another schema of the same value names now', () => {
  it('is neither added nor removed, and is compared', () => {
    const older = { properties: { x: { unit: 's' } } };
    const newer = (unit: string): Json => ({ allOf: [{ properties: { x: { unit } } }] });
    expect(compare(older, newer('s')).rules).toEqual(['TEXT_CHANGED']);
    expect(compare(older, newer('ms')).rules).toContain('UNIT_KEYWORD_CHANGED');
  });
});

describe('what stands beside a reference of a draft that does not look there', () => {
  const of = (beside: JsonObject): Json => ({
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: { x: { $ref: '#/definitions/n', ...beside } },
    definitions: { n: { type: 'number' } },
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['UNIT_KEYWORD_CHANGED', { unit: 's' }, { unit: 'ms' }],
    ['DOC_UNIT_CHANGED', { description: 'in seconds' }, { description: 'in milliseconds' }],
    ['DEFAULT_VALUE_CHANGED', { default: 0 }, { default: 1 }],
    ['DEFAULT_CONFUSES_UNKNOWN', {}, { default: 1 }],
  ])('is %s where people would take it for what it says', (rule, older, newer) => {
    const { rules, levels } = compare(of(older), of(newer));
    expect(rules).toContain(rule);
    expect(levels.train.backward).toBe(false);
  });

  it('asserts nothing still', () => {
    expect(compare(of({}), of({ maximum: 3 }))).toMatchObject({
      class: 'compatible',
      rules: ['TEXT_CHANGED'],
    });
  });
});
