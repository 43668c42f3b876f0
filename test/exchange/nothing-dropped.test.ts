import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import type { Draft, Written } from '../../src/exchange/draft.ts';
import { draftOfJsonSchema } from '../../src/exchange/json-schema/draft-of-json-schema.ts';
import { draftOfOdcs } from '../../src/exchange/odcs/draft-of-odcs.ts';
import { parseJsonSchema } from '../../src/native/json-schema/parse-json-schema.ts';
import { isProblem } from '../../src/native/problem.ts';

/** Each thing in a document deleted, and each scalar in it made another, by the way to it. */
function* editsOf(
  value: Json,
  way: string = '',
): Generator<readonly [what: string, edited: Json | undefined]> {
  yield [`without ${way}`, undefined];
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      for (const [what, edited] of editsOf(item, `${way}/${at}`))
        yield [what, edited === undefined ? value.toSpliced(at, 1) : value.with(at, edited)];
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      for (const [what, edited] of editsOf(item, `${way}/${key}`)) {
        const { [key]: _, ...rest } = value as Written;
        yield [what, edited === undefined ? rest : { ...(value as Written), [key]: edited }];
      }
  } else if (typeof value === 'string') yield [`other ${way}`, `${value}Zz`];
  else if (typeof value === 'boolean') yield [`other ${way}`, !value];
  else if (typeof value === 'number') yield [`other ${way}`, value + 1];
}

/** All of a draft: what it became, and what was told of. */
const textOf = (draft: unknown): string =>
  JSON.stringify(draft, (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value instanceof Set ? [...value] : value,
  );

/** The edits that leave no trace. */
function traceless(document: Json, draft: (edited: Json) => unknown): readonly string[] {
  const whole = textOf(draft(document));
  return [...editsOf(document)].flatMap(([what, edited]) =>
    edited !== undefined && textOf(draft(edited)) === whole ? [what] : [],
  );
}

function ofJsonSchema(document: Json): unknown {
  const schema = parseJsonSchema(document);
  if (isProblem(schema)) return schema.fault([]).message;
  return draftOfJsonSchema(schema);
}

const NEWEST = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://e.x/a.json',
  $anchor: 'root',
  title: 'T',
  description: 'D',
  $comment: 'C',
  type: 'object',
  required: ['a', 'b', 'zz'],
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 9,
  propertyNames: { pattern: '^x' },
  dependentRequired: { a: ['b'] },
  dependentSchemas: { a: { required: ['b'] } },
  if: { required: ['a'] },
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword's name, and nothing awaits the document.
  then: { required: ['b'] },
  else: { required: ['c'] },
  patternProperties: { '^p': { type: 'integer' } },
  default: { a: 1 },
  examples: [{ a: 1 }],
  properties: {
    a: {
      $id: 'urn:a',
      $anchor: 'aa',
      type: 'integer',
      minimum: 0,
      exclusiveMaximum: 10,
      multipleOf: 2,
      title: 'At',
      default: 2,
      format: 'int32',
      unit: 'ms',
      minLength: 4,
      properties: { x: { type: 'string' } },
      items: { type: 'string' },
    },
    b: {
      type: ['string', 'null'],
      minLength: 1,
      pattern: '^a',
      format: 'email',
      contentEncoding: 'quoted-printable',
      contentSchema: { type: 'object' },
      minimum: 3,
      minContains: 2,
      else: { maxLength: 3 },
    },
    c: { enum: ['x', 'y', null], 'x-enumNames': ['X', 'Y', 'N'], default: 'x', minLength: 1, format: 'date' },
    d: {
      type: 'array',
      minItems: 1,
      maxItems: 4,
      uniqueItems: true,
      items: { type: 'number', description: 'it', minimum: 0.5, exclusiveMaximum: 2.5, default: 1 },
      contains: { const: 1 },
      minContains: 1,
      maxContains: 2,
      default: [1.5],
    },
    e: { type: 'object', properties: { f: { type: 'boolean' } }, required: ['f', 'g'], minProperties: 1 },
    g: {
      type: 'object',
      additionalProperties: { type: 'string', description: 'gv', default: 'v' },
      maxProperties: 5,
      required: ['k'],
    },
    h: { $ref: '#/$defs/H', description: 'hd', title: 'ht', minimum: 7, required: ['y'], unit: 's' },
    j: {
      anyOf: [
        { type: 'integer', description: 'jd', minimum: 1 },
        { type: 'null', description: 'nd', title: 'nt', $comment: 'nothing' },
      ],
      description: 'jo',
    },
    k: { allOf: [{ $ref: '#/$defs/H' }], default: 7, $comment: 'kc', not: { const: 8 } },
    l: { oneOf: [{ const: 'a', title: 'A' }, { $ref: '#/$defs/B' }], description: 'ld' },
    m: { const: true },
    n: { type: 'string', enum: ['a', 'b', 1], const: 'a' },
  },
  $defs: {
    H: {
      type: 'integer',
      description: 'Hd',
      maximum: 100,
      $comment: 'Hc',
      default: 3,
      unit: 'ms',
      $id: 'urn:h',
    },
    B: { const: 'b', title: 'B', description: 'bd' },
    U: { type: 'string' },
  },
};

const NAMED = {
  type: 'object',
  required: ['i'],
  additionalProperties: false,
  properties: {
    i: {
      type: 'integer',
      oneOf: [
        { const: 0, title: 'cat', description: 'catd', 'x-z': 1 },
        { const: 1, title: 'dog' },
        { const: 'no', title: 'never' },
      ],
      minimum: 0,
    },
  },
};

const OLD = {
  $schema: 'http://json-schema.org/draft-04/schema#',
  id: 'http://x/y',
  type: 'object',
  properties: {
    a: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 5, id: '#a' },
    t: { type: 'array', items: { type: 'integer' }, additionalItems: false, maxItems: 3 },
    h: { $ref: '#/definitions/H', minimum: 5 },
  },
  dependencies: { h: ['t'] },
  definitions: { H: { type: 'integer' } },
};

const CONTRACT = {
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  schema: [
    {
      name: 'o',
      logicalType: 'object',
      properties: [
        {
          name: 'a',
          logicalType: 'string',
          primaryKeyPosition: 3,
          quality: [
            {
              name: 'own',
              type: 'library',
              metric: 'invalidValues',
              arguments: { validValues: ['x', 'y'], pattern: '^x', missingValues: [''] },
              unit: 'rows',
              severity: 'error',
            },
          ],
        },
        { name: 'b', logicalType: 'integer', logicalTypeOptions: { format: 'f64', minimum: 1 } },
        {
          name: 'c',
          logicalType: 'timestamp',
          logicalTypeOptions: { timezone: false, defaultTimezone: 'Europe/Paris', format: 'yyyy' },
        },
        { name: 'd', logicalType: 'date', physicalType: 'bigint' },
        {
          name: 'e',
          logicalType: 'array',
          logicalTypeOptions: { minItems: 1, maxItems: 4, uniqueItems: true },
          items: { logicalType: 'number', logicalTypeOptions: { timezone: true } },
        },
      ],
    },
  ],
};

const UNSAYING: ReadonlySet<string> = new Set([
  // What is of its newest draft says so.
  'without /$schema',
  // What has properties or items is of that type.
  'without /type',
  'without /properties/d/type',
  'without /properties/e/type',
  'without /properties/t/type',
  // Its values are texts.
  'without /properties/n/type',
  // A rule without them is of valid values, and lets no other pass.
  'without /schema/0/logicalType',
  'without /schema/0/properties/0/quality/0/type',
  'without /schema/0/properties/0/quality/0/metric',
  'without /schema/0/properties/0/quality/0/unit',
  'without /apiVersion',
  'other /apiVersion',
  'without /kind',
  'other /kind',
]);

describe('an import', () => {
  it.each<[string, Json, (document: Json) => unknown]>([
    ['a JSON Schema of the newest draft', NEWEST, ofJsonSchema],
    ['a JSON Schema with named values', NAMED, ofJsonSchema],
    ['a JSON Schema of an old draft', OLD, ofJsonSchema],
    ['an ODCS contract', CONTRACT, document => draftOfOdcs(document as Written, undefined) as Draft],
  ])(
    'of %s becomes another contract or tells otherwise, whatever is deleted or changed',
    (_, document, draft) => {
      expect(traceless(document, draft).filter(what => !UNSAYING.has(what))).toEqual([]);
    },
  );
});
